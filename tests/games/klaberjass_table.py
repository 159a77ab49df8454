"""Help for tests of Klaberjass: plans, jobs, scripts, and cards known beforehand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.engine import Recorder
from simcore.games.klaberjass.pack import FIRST_CARDS, HAND_SIZE, PACK
from simcore.games.klaberjass.ranks import turn
from simcore.games.klaberjass.table import GIVEN
from simcore.games.klaberjass.view import N_SEATS, PASS
from simcore.job import Job
from simcore.lineup import Seat, parse_lineup
from simcore.plan import Plan
from simcore.registry import find_game
from simcore.view import NOBODY

KLABERJASS = find_game("klaberjass")
PLUGINS = Path(__file__).parent / "klaberjass_plugins.py"
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
        seats = parse_lineup(seats, N_SEATS, KLABERJASS)
    return Plan(
        game=KLABERJASS,
        players=N_SEATS,
        rules=KLABERJASS.rules.from_settings(rules),
        seats=seats,
        seed=seed,
        sessions=sessions,
        deals=MATCH_DEALS if matches else 1,
        matches=matches,
    )


def make_job(strategies: str | tuple[Seat, ...] = "random", **values: Any) -> Job:
    """Return the job of a plan; the arguments are those of `make_plan`."""
    return KLABERJASS.engine.make_job(make_plan(strategies, **values))


def give(hands: str, turnup: str, second: str, *, dealer: int = 1) -> NDArray[Any]:
    """Return the cards of a deal as kernels take them, GIVEN[1].

    Parameters
    ----------
    hands : str
        The nine cards of both seats, separated by ``|``: six of the first deal, then
        the three that come when somebody has taken.
    turnup, second : str
        The card turned up, and the one turned for information.
    dealer : int
        The dealer; seat 0 is elder where nothing is said.
    """
    given = np.zeros(1, GIVEN)
    record = given[0]
    record["is_given"] = 1
    record["dealer"] = dealer
    for seat, hand in enumerate(hands.split("|")):
        cards = hand.split()
        assert len(cards) == HAND_SIZE
        record["hand"][seat] = PACK.parse(" ".join(cards[:FIRST_CARDS]))
        record["further"][seat] = PACK.parse(" ".join(cards[FIRST_CARDS:]))
    record["turnup"] = PACK.parse(turnup)
    record["second"] = PACK.parse(second)
    everything = f"{hands} {turnup} {second}".replace("|", " ")
    assert PACK.parse(everything).bit_count() == 2 * HAND_SIZE + 2
    return given


def in_view(text: str, trump: str) -> int:
    """Return cards as they lie in a view when `trump` (a suit letter) is trumps."""
    return int(turn(np.uint64(PACK.parse(text)), PACK.suits.index(trump)))


def answer(suit: str) -> int:
    """Return the answer that takes with a suit, or passes with an empty one."""
    return PACK.suits.index(suit) if suit else PASS


def follow(
    trump: str,
    cards: str = "",
    *,
    first: str = "",
    second: str = "",
    exchanges: bool = True,
    name: str = "scripted",
) -> Seat:
    """Return a seat that follows a script.

    Parameters
    ----------
    trump : str
        The suit that is trumps in the tricks.
    cards : str
        The cards that it plays; ``-`` and what is left out is its lowest legal one.
    first, second : str
        The suit with which it takes in round 1 and 2; empty where it passes.
    exchanges : bool
        Whether it exchanges the dix.
    """
    values: dict[str, float] = {
        "first": answer(first),
        "second": answer(second),
        "dix": int(exchanges),
    }
    for place, card in enumerate(cards.split()):
        if card != "-":
            values[f"card_{place}"] = in_view(card, trump).bit_length() - 1
    return Seat(name, tuple(values.items()), PLUGINS)


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
    recorder = Recorder(KLABERJASS.engine, job, 0)
    table = recorder.tables[0]
    if scores is None:
        return recorder.play(0, given), table
    table["is_match"] = 1
    table["score"] = scores
    table["winner"] = NOBODY
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
