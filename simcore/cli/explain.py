"""The command `simcore explain`."""

from __future__ import annotations

import os
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcore.cli.options import make_plan, table_options
from simcore.errors import UsageError
from simcore.game import Game, check_has_replaying
from simcore.registry import find_game
from simcore.waiting import interruptibly

if TYPE_CHECKING:
    from simcore.recording import Record

_COLOURS: dict[str, dict[str, Any]] = {
    "heading": {"bold": True},
    "winner": {"fg": "green", "bold": True},
    "other": {"fg": "yellow"},
}

_EXAMPLES = """\b
Examples:
  simcore explain kratzen --seed 7 --deal 2 --ask bold
  simcore explain --record deals.jsonl --line 2 --verbose
"""


@click.command(epilog=_EXAMPLES)
@click.argument("game", required=False)
@click.option("--session", type=int, help="The session.  [default: 0]")
@click.option("--deal", type=int, help="The deal of the session, counted from 0.")
@click.option("--matches", is_flag=True, help="The session is a whole match.")
@table_options
@click.option("--record", metavar="FILE", help="Show a deal of a file of records.")
@click.option(
    "--line", type=int, help="With --record: its line, counted from 1.  [default: 1]"
)
@click.option("--verbose", is_flag=True, help="Show what was legal at each play.")
@click.option(
    "--ask",
    "asked",
    multiple=True,
    metavar="STRATEGY",
    help="Tell what a strategy, a name or a file, would have done at each decision;"
    " may be given again.",
)
def explain(
    game: str | None,
    record: str | None,
    line: int | None,
    verbose: bool,
    asked: tuple[str, ...],
    **values: Any,
) -> None:
    """Show one deal of GAME to a person: hands, calls, tricks, result.

    --seed, --session and --deal pick a deal that simcore run plays; without --seed it
    is one of a seed that is drawn, and shown with it. --record and --line pick one of a
    file instead, which is checked as simcore replay does.
    """
    found_game = find_game(game) if game is not None else None
    if found_game is not None:
        check_has_replaying(found_game)
    if record is not None:
        _check_alone(values)
        number = 1 if line is None else line
        _show(_from_file(record, number, found_game), number, verbose, asked)
        return
    if line is not None:
        raise UsageError("--line goes with --record")
    if found_game is None or values["deal"] is None:
        raise UsageError("say which deal: GAME with --deal, or --record")
    _show(_played(found_game, **values), None, verbose, asked)


def _check_alone(values: dict[str, Any]) -> None:
    """Raise if something is said that a record says itself."""
    for key, value in values.items():
        if value is not None and value is not False and value != ():
            name = "set" if key == "settings" else key
            raise UsageError(f"--record picks a deal that is played: --{name} cannot")


def _from_file(name: str, number: int, game: Game | None) -> Record:
    """Return the record on a line of a file."""
    from simcore.replaying.reading import UnreadableError, read_json
    from simcore.replays import opened

    if number < 1:
        raise UsageError(f"line is {number} but lines are counted from 1")
    with opened(Path(name)) as lines:
        text = next(islice(lines, number - 1, None), "")
    if not text.strip():
        raise UsageError(f"there is no record on line {number} of {name}")
    try:
        found = read_json(text)
    except UnreadableError as error:
        raise UsageError(f"line {number}: {error}") from None
    if game is not None and found.get("game") != game.name:
        raise UsageError(
            f"line {number} is a deal of {found.get('game')}, not of {game.name}"
        )
    return found


def _played(
    game: Game, session: int | None, deal: int, matches: bool, **plan_values: Any
) -> Record:
    """Return the record of a deal that a run plays (imports numba)."""
    from simcore.progress import compiling
    from simcore.recording import find_record

    length: dict[str, Any] = {"sessions": 1}
    if game.plays_matches:
        length = {"matches": 1} if matches else {"deals": 1}
        if deal and not matches:
            raise UsageError(
                f"deal is {deal} but a deal that stands alone is deal 0 of its session;"
                " say --matches for the deals of a match"
            )
    elif matches:
        raise UsageError(f"{game.name} is not played in matches")
    plan = make_plan(game, **length, **plan_values)
    return interruptibly(lambda: find_record(plan, session or 0, deal, compiling(plan)))


def _show(
    found: Record, line: int | None, verbose: bool, asked: tuple[str, ...]
) -> None:
    """Print a deal: one of a file, from its line, as the rules play it."""
    from simcore.lineup import parse_seat
    from simcore.progress import compiling
    from simcore.replaying.asking import ask
    from simcore.replaying.contract import ImpossibleError
    from simcore.replaying.reading import UnreadableError
    from simcore.replaying.replayer import Replayer, compare
    from simcore.replaying.telling import Telling, plain

    replayer = Replayer(lambda plan: compiling(plan)())
    differences: list[Any] = []
    try:
        prepared = replayer.prepare(found)
        seats = {text: parse_seat(text, prepared.game) for text in asked}
        played = found
        if line is not None:
            played = interruptibly(lambda: replayer.play(prepared))
            differences = compare(prepared, played, line).differences
    except (ImpossibleError, UnreadableError) as error:
        raise UsageError(f"line {line}: {error}") from None
    opinions = {}
    for text, seat in seats.items():
        opinions[text] = ask(replayer, prepared, played, seat)
    mark = _coloured if _has_colours() else plain
    for text in Telling(prepared, played, opinions, verbose, mark).lines():
        click.echo(text)
    if differences:
        click.echo("\nThe record is not as the rules say, by which it is shown here:")
        for difference in differences:
            click.echo(f"  {difference}")


def _has_colours() -> bool:
    """Return whether colours are wanted."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _coloured(text: str, kind: str) -> str:
    """Return a text in colour."""
    return click.style(text, **_COLOURS[kind])
