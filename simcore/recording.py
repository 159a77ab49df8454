"""Deal records of any game: which deals to list, and how to write them.

The deals listed for a seed are the deals that a run with that seed plays: session by
session, each of them played until it ends.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count, islice
from typing import IO, Any

from simcore.cards import Pack
from simcore.errors import UsageError
from simcore.game import Game
from simcore.lineup import Seat
from simcore.plan import MOST_DEALS, Plan

FORMAT = 1
"""The version of the format, the first key of every record."""

Record = dict[str, Any]
"""The record of one deal, its keys in the order in which they are written."""

Event = dict[str, Any]
"""One event of a deal."""

_WORD = 1 << 64


def list_records(
    plan: Plan, n_deals: int, compiling: Callable[[], None] | None = None
) -> Iterator[Record]:
    """Return the records of `n_deals` deals, session by session, as they are played.

    Parameters
    ----------
    plan : Plan
        Its first session is where the list starts; a session has `plan.deals` deals or
        ends before. Its number of sessions is not regarded.
    n_deals : int
        How many deals to list, 1 or more.
    compiling : callable, optional
        Called before work that compiles a kernel for the first time.

    Raises
    ------
    UsageError, StrategyError
        If the number makes no sense, or a strategy cannot be used or breaks the rules.
    """
    if n_deals < 1:
        raise UsageError(f"the number of deals is {n_deals} but takes 1 or more")
    engine, job = _prepare(plan, compiling)
    deals = (
        record
        for session in count(plan.first_session)
        for record in engine.records(job, session)
    )
    return islice(deals, n_deals)


def find_record(
    plan: Plan, session: int, deal: int, compiling: Callable[[], None] | None = None
) -> Record:
    """Return the record of one deal; `plan` says everything but its address.

    Raises
    ------
    UsageError, StrategyError
        If there is no such deal because its session ended before, or a strategy cannot
        be used or breaks the rules.
    """
    if not 0 <= session < _WORD:
        raise UsageError(f"session is {session} but takes 0 to 2^64 - 1")
    if not 0 <= deal < MOST_DEALS:
        raise UsageError(f"deal is {deal} but takes 0 to 2^31 - 1")
    alone = replace(plan, first_session=session, sessions=1, deals=deal + 1)
    engine, job = _prepare(alone, compiling)
    records: Iterator[Record] = engine.records(job, session, deal)
    for record in records:
        return record
    raise UsageError(f"session {session} ended before its deal {deal}")


def _prepare(plan: Plan, compiling: Callable[[], None] | None) -> tuple[Any, Any]:
    """Return the engine and the job of a plan."""
    engine = plan.game.engine
    job = engine.make_job(plan)
    if compiling is not None and not engine.is_compiled_for_records(job):
        compiling()
    return engine, job


def head(plan: Plan, session: int, deal: int, dealer: int, before: list[int]) -> Record:
    """Return the keys with which the records of all games start.

    Parameters
    ----------
    plan : Plan
    session, deal : int
        The address of the deal.
    dealer : int
        Who dealt.
    before : list of int
        The scores before the deal.
    """
    return {
        "format": FORMAT,
        "game": plan.game.name,
        "rules": plan.rules.changed(),
        "seed": plan.seed,
        "session": session,
        "deal": deal,
        "players": plan.players,
        "dealer": dealer,
        "strategies": [_full_text(seat, plan.game) for seat in plan.seats],
        "scores_before": before,
    }


def scores(table: Any) -> list[int]:
    """Return the score of each player or team at a table that keeps them so."""
    values: list[int] = table["score"].tolist()
    return values


def play_event(pack: Pack, seat: int, card: int, legal: int) -> Event:
    """Return the event of a card that was played, with all that were legal."""
    return {
        "type": "play",
        "seat": seat,
        "card": pack.format(card)[0],
        "legal": pack.format(legal),
    }


def trick_event(winner: int, points: int) -> Event:
    """Return the event of a trick that was won."""
    return {"type": "trick", "winner": winner, "points": points}


def _full_text(seat: Seat, game: Game) -> str:
    """Return a seat's strategy with the values of all its parameters."""
    strategy = seat.strategy(game)
    values = {key: item.default for key, item in strategy.parameters.items()}
    values |= dict(seat.values)
    name = replace(seat, values=()).text
    if not values:
        return name
    return f"{name}({', '.join(f'{k}={_number(v)}' for k, v in values.items())})"


def _number(value: float) -> str:
    """Return the shortest text that reads back as `value`."""
    short = f"{value:g}"
    return short if float(short) == value else repr(float(value))


def write_lines(records: Iterable[Record], file: IO[str]) -> None:
    """Write records to `file` as JSON Lines, one deal a line."""
    for record in records:
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        file.write(text + "\n")
