"""Help for tests of the games of points: plans, jobs, deals, and what records hold."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from simcore.engine import Recorder
from simcore.game import Game
from simcore.job import Job
from simcore.lineup import Seat, parse_lineup
from simcore.plan import Plan
from simcore.view import NOBODY

MATCH_DEALS = 60
"""The most deals of a match, if nothing else is said."""


def make_plan(
    game: Game,
    strategies: str | tuple[Seat, ...] = "random",
    *,
    sessions: int = 1,
    seed: int = 1,
    matches: bool = False,
    longest: int = MATCH_DEALS,
    **rules: Any,
) -> Plan:
    """Return a plan of single deals, or of matches, with these options."""
    players = game.players[-1]
    seats = strategies
    if isinstance(seats, str):
        seats = parse_lineup(seats, players, game)
    return Plan(
        game=game,
        players=players,
        rules=game.rules.from_settings(rules),
        seats=seats,
        seed=seed,
        sessions=sessions,
        deals=longest if matches else 1,
        matches=matches,
    )


def make_job(
    game: Game, strategies: str | tuple[Seat, ...] = "random", **values: Any
) -> Job:
    """Return the job of a plan; the arguments are those of `make_plan`."""
    return game.engine.make_job(make_plan(game, strategies, **values))


def play_deal(
    game: Game,
    seats: list[Seat],
    given: NDArray[Any],
    *,
    scores: list[int] | None = None,
    **rules: Any,
) -> tuple[dict[str, Any], Any]:
    """Play one deal with known cards; return its record, and the table after it.

    With `scores` the deal belongs to a match that stands so before it.
    """
    job = make_job(game, tuple(seats), **rules)
    recorder = Recorder(game.engine, job, 0)
    table = recorder.tables[0]
    if scores is None:
        return recorder.play(0, given), table
    table["is_match"] = 1
    table["winner"] = NOBODY
    table["score"] = scores
    table["dealer"] = given["dealer"][0]
    return recorder.play(1, given), table


def events(record: dict[str, Any], kind: str, seat: int | None = None) -> list[Any]:
    """Return the events of a kind, of all seats or of one."""
    return [
        event
        for event in record["events"]
        if event["type"] == kind and seat in (None, event.get("seat"))
    ]


def tricks(record: dict[str, Any]) -> list[str]:
    """Return a line for each trick: its cards in order, the winner, the points."""
    found: list[str] = []
    cards: list[str] = []
    for event in record["events"]:
        if event["type"] == "play":
            cards.append(event["card"])
        elif event["type"] == "trick":
            found.append(f"{' '.join(cards)} -> {event['winner']}: {event['points']}")
            cards = []
    return found
