"""The command `simcore show`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING

import click

from simcore.cli.listing import format_table
from simcore.cli.options import force_option, format_option, output_option
from simcore.cli.simulating import check_files, present
from simcore.errors import UsageError
from simcore.progress import tell

if TYPE_CHECKING:
    from simcore.runfolder import RunFolder
    from simcore.runner import Merge

_SHOWN = (
    "settings",
    "table",
    "item",
    "metric",
    "unit",
    "n",
    "estimate",
    "ci_low",
    "ci_high",
)
"""The columns that are shown of a table that was written by other kernels."""

_MOST_LETTERS = 160
"""Of a difference so much is told at most."""

_TRIES = 5
"""How often a folder is read: a process that goes on may fold what is being read."""


@click.command(epilog="Example: simcore show night --format csv")
@click.argument("names", metavar="RUN...", nargs=-1, required=True)
@format_option
@output_option
@force_option
def show(names: tuple[str, ...], style: str, output: Path | None, force: bool) -> int:
    """Print the tables of RUN as when it was finished, or as far as it is.

    Nothing is simulated. Of several runs the tables are printed one after the other,
    and what differs between the runs, rules and versions first of all, is told on
    standard error: their numbers are not to be compared without a thought for that.
    """
    from simcore.runfolder import open_folder

    folders = [open_folder(name) for name in names]
    if output is not None:
        if len(folders) > 1:
            raise UsageError("--output takes one run")
        is_pot = folders[0].manifest.kind == "pot"
        check_files(output, force, has_histograms=is_pot)
    for other in folders[1:]:
        _compare(folders[0], other)
    code = 0
    for folder in folders:
        code = max(code, show_folder(folder, style, output))
    return code


def _compare(one: RunFolder, other: RunFolder) -> None:
    """Tell in what the plans of two runs differ."""
    from simcore.manifest import differences

    kinds = one.manifest.kind, other.manifest.kind
    if kinds[0] != kinds[1]:
        tell(f"{one.name} is a {kinds[0]} and {other.name} a {kinds[1]}")
    for where, how in differences(one.manifest.told, other.manifest.told):
        if where not in ("simcore", "engine"):
            how = shorten(how, _MOST_LETTERS)
            tell(f"{one.name} and {other.name} differ: {where} is {how}")
    versions = [folder.manifest.simcore for folder in (one, other)]
    if one.manifest.game == other.manifest.game and (
        one.manifest.engine != other.manifest.engine
    ):
        tell(
            f"{one.name} and {other.name} were made by different kernels, of"
            f" simcore {' and '.join(versions)}"
        )
    elif versions[0] != versions[1]:
        tell(
            f"{one.name} and {other.name} were begun by simcore"
            f" {' and '.join(versions)}"
        )


def show_folder(folder: RunFolder, style: str, output: Path | None) -> int:
    """Print the tables of what is in a folder; return 0, or 130 if that is not all."""
    manifest = folder.manifest
    if manifest.shard is not None:
        number, n = manifest.shard
        raise UsageError(
            f"{folder.name} is shard {number}/{n} of a run; simcore merge puts its"
            " shards together"
        )
    if folder.is_of_other_kernels and folder.result.exists():
        return _show_written(folder, style, output)
    folder.check_engine()
    if manifest.kind != "sweep":
        from simcore.simulation import Simulation

        (merge,) = merges_of(folder)
        simulation = Simulation.of(folder)
        return present(simulation, merge.outcome(0.0), style=style, output=output)
    from simcore.cli.sweep import present_sweep, write_sweep
    from simcore.sweeping import Sweep

    found = Sweep.of(folder)
    for merge in merges_of(folder):
        if not merge.is_complete:
            break
        found.add(merge.outcome(0.0))
    if output is not None and found.n_done:
        write_sweep(found, output)
    return present_sweep(found, style)


def _show_written(folder: RunFolder, style: str, output: Path | None) -> int:
    """Print the table of a finished run as it was written by other kernels."""
    if output is not None or style == "json":
        raise UsageError(
            f"{folder.name} was made by other kernels than those here, which cannot"
            f" read its sums; its table is {folder.result}"
        )
    text = folder.result.read_text(encoding="utf-8")
    tell(
        f"{folder.name} was made by other kernels, of simcore"
        f" {folder.manifest.simcore}; this is its table as it was written"
    )
    if style == "csv":
        click.echo(text, nl=False)
        return 0
    rows = csv.DictReader(io.StringIO(text))
    click.echo(format_table([{key: row[key] for key in _SHOWN} for row in rows]))
    return 0


def merges_of(folder: RunFolder) -> Iterator[Merge]:
    """Yield what the parts in a folder come to, for each plan in order."""
    from simcore.part_files import SpoiledPartError
    from simcore.runner import Merge

    for cell, plan in folder.plans():
        for left in reversed(range(_TRIES)):
            merge = Merge(plan, folder.parts(plan, cell), only_reads=True)
            try:
                merge.advance()
            except (OSError, SpoiledPartError):
                if not left:
                    raise
                folder.look_again()
                continue
            break
        yield merge
