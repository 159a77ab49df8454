"""The command `simcore records`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcore.cli.options import (
    COUNT,
    force_option,
    game_argument,
    make_plan,
    table_options,
)
from simcore.cli.simulating import EXIT_INTERRUPTED
from simcore.errors import UsageError
from simcore.game import Game
from simcore.progress import tell
from simcore.results import check_place, replacing
from simcore.waiting import interruptibly

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simcore.plan import Plan
    from simcore.recording import Record

_STDOUT = "-"
_SUFFIX = ".jsonl"


@click.command(epilog="Example: simcore records kratzen -n 3 --seed 7")
@game_argument
@click.option("-n", "n_deals", type=COUNT, help="How many deals to write.")
@click.option("--session", type=int, help="With --deal: the session of one deal.")
@click.option("--deal", type=int, help="With --session: the one deal to write.")
@click.option(
    "--deals", type=COUNT, help="Deals in a session, not in a game of matches."
)
@click.option("--matches", is_flag=True, help="Write whole matches, not single deals.")
@table_options
@click.option(
    "--output",
    default=_STDOUT,
    metavar="FILE",
    help="Where to write, a file named .jsonl or - for the screen.  [default: -]",
)
@force_option
def records(
    game: Game,
    n_deals: int | None,
    session: int | None,
    deal: int | None,
    deals: int | None,
    matches: bool,
    output: str,
    force: bool,
    **plan_values: Any,
) -> int:
    """Write out deals of GAME, event by event: JSON Lines, one deal a line.

    Deals are listed session by session; they are the deals that simcore run plays with
    the same seed. A session has --deals deals or fewer; in a game of matches it is one
    deal that stands alone, or with --matches a match. --session and --deal, both
    counted from 0, pick one deal instead.

    Ctrl-C ends the list after a whole record: what is written by then stays, also in
    FILE. The exit code is then 130.
    """
    _check_choice(n_deals, session, deal)
    _check_output(output, force)
    plan = make_plan(game, **_length(game, deals, matches), **plan_values)
    _check_address(plan, deal, deals)
    found = _chosen(plan, n_deals, session, deal)
    if plan_values["seed"] is None:
        click.echo(f"seed: {plan.seed}", err=True)
    return _write(found, output, n_deals or 1)


def _length(game: Game, deals: int | None, matches: bool) -> dict[str, Any]:
    """Return how long the sessions are; how many there are does not matter."""
    if not game.plays_matches:
        return {"sessions": 1, "deals": deals, "matches": 1 if matches else None}
    if deals is not None:
        raise UsageError(
            f"a session of {game.name} is a deal, or a match with --matches; say how"
            " many deals to write with -n"
        )
    return {"matches": 1} if matches else {"deals": 1}


def _check_address(plan: Plan, deal: int | None, deals: int | None) -> None:
    """Raise if no session of the plan can have the number `deal`."""
    if deal is None or deal < plan.deals:
        return
    if plan.unit == "deals":
        raise UsageError(
            f"deal is {deal} but a deal that stands alone is deal 0 of its session"
            "; say --matches for the deals of a match"
        )
    if deals is not None or plan.matches:
        raise UsageError(
            f"deal is {deal} but a session has deals 0 to {plan.deals - 1}"
        )


def _check_choice(n_deals: int | None, session: int | None, deal: int | None) -> None:
    """Raise unless it is said either how many deals, or which one."""
    if (session is None) != (deal is None):
        raise UsageError("--session and --deal go together: both make one address")
    if n_deals is None and session is None:
        raise UsageError(
            "say how many deals with -n, or which with --session and --deal"
        )
    if n_deals is not None and session is not None:
        raise UsageError("-n lists deals and --session picks one; say one or the other")


def _check_output(output: str, force: bool) -> None:
    """Raise if the output cannot be written or must not be overwritten."""
    if output == _STDOUT:
        return
    file = Path(output)
    if file.suffix.lower() != _SUFFIX:
        raise UsageError(f"output is {output!r} but takes - or a name in {_SUFFIX}")
    check_place(file, force)


def _chosen(
    plan: Plan, n_deals: int | None, session: int | None, deal: int | None
) -> Iterable[Record]:
    """Return the records that were asked for (imports numba)."""
    from simcore.progress import compiling
    from simcore.recording import find_record, list_records

    before_compiling = compiling(plan)
    if session is not None and deal is not None:
        return [
            interruptibly(lambda: find_record(plan, session, deal, before_compiling))
        ]
    return list_records(plan, n_deals or 0, before_compiling)


@dataclass
class _Listed:
    """Records that are counted, and end where somebody stops them.

    Parameters
    ----------
    records : iterable of Record
    flag : uint8[1]
        1 once they are to end.
    n : int
        How many were taken.
    """

    records: Iterable[Record]
    flag: NDArray[np.uint8]
    n: int = 0

    def __iter__(self) -> Iterator[Record]:
        for record in self.records:
            if self.flag[0]:
                return
            yield record
            self.n += 1


def _write(found: Iterable[Record], output: str, wanted: int) -> int:
    """Write records, up to Ctrl-C; return the exit code."""
    # The first deal is played before anything is opened: that is what may compile.
    deals = iter(found)
    try:
        first = interruptibly(lambda: next(deals))
    except KeyboardInterrupt:
        tell("stopped before any deal was written")
        raise
    from simcore.runner import stop_flag

    with stop_flag() as flag:
        listed = _Listed(chain([first], deals), flag)
        _write_lines(listed, output)
    if listed.n == wanted:
        return 0
    where = "" if output == _STDOUT else f" in {output}"
    tell(f"stopped after {listed.n:,} of {wanted:,} deals; these are written{where}")
    return EXIT_INTERRUPTED


def _write_lines(found: Iterable[Record], output: str) -> None:
    """Write records to the screen, or to a file that appears once all are written."""
    from simcore.recording import write_lines

    if output == _STDOUT:
        with click.open_file(output, "w", encoding="utf-8") as file:
            write_lines(found, file)
        return
    try:
        with (
            replacing(Path(output)) as part,
            part.open("w", encoding="utf-8", newline="\n") as file,
        ):
            write_lines(found, file)
    except OSError as error:
        raise UsageError(f"{output} cannot be written: {error.strerror}") from error
