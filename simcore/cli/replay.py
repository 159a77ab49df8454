"""The command `simcore replay`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from simcore.cli.listing import format_rows
from simcore.cli.options import force_option, format_option
from simcore.counts import counted
from simcore.errors import UsageError
from simcore.results import check_place, replacing

if TYPE_CHECKING:
    from simcore.replaying.replayer import Replayed

_STREAM = "-"
_SUFFIX = ".jsonl"

_EXAMPLES = """\b
Examples:
  simcore replay deals.jsonl
  simcore replay deals.jsonl --output scored.jsonl
"""


@click.command(epilog=_EXAMPLES)
@click.argument("source", metavar="FILE.jsonl|-")
@click.option(
    "--output",
    metavar="FILE",
    help="Write the records with their results, to a file named .jsonl or to - for the"
    " screen.",
)
@format_option
@force_option
def replay(source: str, output: str | None, style: str, force: bool) -> int:
    """Check and score records of deals, of any game, from anywhere.

    Each line of FILE is a record of a deal, as simcore records writes them or as people
    or other programs do; - is standard input. All in it is checked: cards, order, what
    is legal, who wins, points, settlement. What is not as the rules say is told, a
    sentence each, with line and event. A record without a result gets one. The exit
    code is 0 where all agree, 1 where some do not, 2 where some cannot be read.
    """
    _check_output(output, force)
    from simcore.progress import compiling
    from simcore.replaying.replayer import Replayer
    from simcore.replays import Replay

    found = Replay()
    replayer = Replayer(lambda plan: compiling(plan)())
    is_screen = output == _STREAM
    with _source(source) as lines, _target(output) as target:
        for replayed in replayer.lines(_counted(lines)):
            found.add(replayed, keep=False)
            _write_record(replayed, target)
            _tell(replayed, style, found.rows, err=is_screen)
    summary = (
        f"{counted(found.n, 'records')}: {found.n_agree} as the rules say,"
        f" {found.n_differ} not, {found.n_unreadable} cannot be read"
    )
    if style == "table":
        click.echo(summary, err=is_screen)
    else:
        click.echo(format_rows(found.rows, style), err=is_screen)
        click.echo(summary, err=True)
    return found.exit_code


def _check_output(output: str | None, force: bool) -> None:
    """Raise if the output cannot be written or must not be overwritten."""
    if output is None or output == _STREAM:
        return
    file = Path(output)
    if file.suffix.lower() != _SUFFIX:
        raise UsageError(f"output is {output!r} but takes - or a name in {_SUFFIX}")
    check_place(file, force)


@contextmanager
def _source(source: str) -> Iterator[Iterable[str]]:
    """Yield the lines to read."""
    if source == _STREAM:
        yield sys.stdin
        return
    from simcore.replays import opened

    with opened(Path(source)) as lines:
        yield lines


@contextmanager
def _target(output: str | None) -> Iterator[IO[str] | None]:
    """Yield where records are written, if they are; a file only once it is whole."""
    if output is None:
        yield None
    elif output == _STREAM:
        yield sys.stdout
    else:
        try:
            with (
                replacing(Path(output)) as part,
                part.open("w", encoding="utf-8", newline="\n") as file,
            ):
                yield file
        except OSError as error:
            raise UsageError(f"{output} cannot be written: {error.strerror}") from error


def _counted(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, telling on a terminal how many were read."""
    if not sys.stderr.isatty():
        yield from lines
        return
    from simcore.progress import counting

    with counting("records") as show:
        for number, line in enumerate(lines, start=1):
            yield line
            show(number)


def _write_record(replayed: Replayed, target: IO[str] | None) -> None:
    """Write a record, if records are written and it could be read."""
    if target is not None and replayed.record is not None:
        record = in_order(replayed.record)
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        target.write(text + "\n")


def in_order(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with its result at its end, as records are written."""
    last = {key: record[key] for key in ("events", "result") if key in record}
    return {key: value for key, value in record.items() if key not in last} | last


def _tell(
    replayed: Replayed, style: str, rows: list[dict[str, Any]], *, err: bool
) -> None:
    """Print what is wrong with a record, or keep it for a table."""
    if style == "table":
        for message in replayed.messages:
            click.echo(message, err=err)
        return
    from simcore.replays import rows_of

    rows += rows_of(replayed)
