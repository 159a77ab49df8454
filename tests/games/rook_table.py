"""Help for tests of Rook: plans, jobs, scripts, and cards known beforehand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.engine import Recorder
from simcore.games.rook.pack import PACK
from simcore.games.rook.ranks import turn
from simcore.games.rook.recording import BIDS, TRUMPS
from simcore.games.rook.table import GIVEN
from simcore.games.rook.view import N_SEATS
from simcore.job import Job
from simcore.lineup import Seat, parse_lineup
from simcore.plan import Plan
from simcore.registry import find_game
from simcore.view import NOBODY

ROOK = find_game("rook")
PLUGINS = Path(__file__).parent / "rook_plugins.py"
"""Strategies that only tests use, in a file as a user would write it."""

MATCH_DEALS = 60


def make_plan(
    strategies: str | tuple[Seat, ...] = "random",
    *,
    sessions: int = 1,
    seed: int = 1,
    matches: bool = False,
    **rules: Any,
) -> Plan:
    """Return a plan of single deals, or of matches, with these options."""
    seats = strategies
    if isinstance(seats, str):
        seats = parse_lineup(seats, N_SEATS, ROOK)
    return Plan(
        game=ROOK,
        players=N_SEATS,
        rules=ROOK.rules.from_settings(rules),
        seats=seats,
        seed=seed,
        sessions=sessions,
        deals=MATCH_DEALS if matches else 1,
        matches=matches,
    )


def make_job(strategies: str | tuple[Seat, ...] = "random", **values: Any) -> Job:
    """Return the job of a plan; the arguments are those of `make_plan`."""
    return ROOK.engine.make_job(make_plan(strategies, **values))


def give(hands: str, *, dealer: int = 4) -> NDArray[Any]:
    """Return the cards of a deal as kernels take them, GIVEN[1].

    Parameters
    ----------
    hands : str
        The five hands, separated by ``|``; what is left of the pack is the kitty.
    dealer : int
        The dealer; seat 0 is forehand where nothing is said.
    """
    given = np.zeros(1, GIVEN)
    record = given[0]
    record["is_given"] = 1
    record["dealer"] = dealer
    seen = 0
    for seat, hand in enumerate(hands.split("|")):
        cards = PACK.parse(hand)
        assert cards.bit_count() == 10
        assert not seen & cards
        record["hand"][seat] = cards
        seen |= cards
    record["kitty"] = PACK.all_cards & ~seen
    return given


def in_view(text: str, trump: str, low_ace: str = "high") -> int:
    """Return cards as they lie in a view when `trump` has been declared."""
    cards = np.uint64(PACK.parse(text))
    return int(turn(cards, TRUMPS.index(trump), low_ace == "low"))


def follow(
    trump: str = "c",
    *,
    bid: int = 0,
    call: str = "",
    left: bool = False,
    away: str = "",
    cards: str = "",
    low_ace: str = "high",
) -> Seat:
    """Return a seat that follows a script; what is left out is chosen for it."""
    buried = in_view(away, trump, low_ace)
    values: dict[str, float] = {
        "bids": 1 << BIDS.index(str(bid)) if bid else 0,
        "trump": TRUMPS.index(trump),
        "lead": int(left),
        "away_low": buried & 0xFFFF_FFFF,
        "away_high": buried >> 32,
    }
    if call:
        values["called"] = in_view(call, trump, low_ace).bit_length() - 1
    for place, card in enumerate(cards.split()):
        values[f"card_{place}"] = in_view(card, trump, low_ace).bit_length() - 1
    return Seat("scripted", tuple(values.items()), PLUGINS)


def play_deal(
    seats: list[Seat],
    given: NDArray[Any],
    *,
    scores: list[int] | None = None,
    **rules: Any,
) -> tuple[dict[str, Any], Any]:
    """Play one deal with known cards; return its record, and the table after it.

    With `scores` the deal belongs to a match that stands so before it.
    """
    job = make_job(tuple(seats), **rules)
    recorder = Recorder(ROOK.engine, job, 0)
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
