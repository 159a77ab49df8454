"""Help for tests of Kratzen: plans, jobs, and cards that are known beforehand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.engine import Recorder
from simcore.games.kratzen.pack import PACK
from simcore.games.kratzen.table import GIVEN
from simcore.games.kratzen.view import NORMAL
from simcore.job import Job
from simcore.lineup import Seat, parse_lineup
from simcore.plan import Plan
from simcore.registry import find_game

KRATZEN = find_game("kratzen")

PLUGINS = Path(__file__).parent / "plugins.py"
"""Strategies that only tests use, in a file as a user would write it."""


def make_plan(
    strategies: str | tuple[Seat, ...],
    players: int = 4,
    *,
    deals: int = 60,
    seed: int = 1,
    sessions: int = 1,
    **rules: Any,
) -> Plan:
    """Return a plan of Kratzen with these options of the rules."""
    seats = strategies
    if isinstance(seats, str):
        seats = parse_lineup(seats, players, KRATZEN)
    return Plan(
        game=KRATZEN,
        players=players,
        rules=KRATZEN.rules.from_settings(rules),
        seats=seats,
        seed=seed,
        sessions=sessions,
        deals=deals,
    )


def make_job(strategies: str | tuple[Seat, ...], *args: Any, **values: Any) -> Job:
    """Return the job of a plan; the arguments are those of `make_plan`."""
    return KRATZEN.engine.make_job(make_plan(strategies, *args, **values))


def give(
    *,
    cuts: str = "8e",
    hands: str | list[str],
    turnup: str,
    stock: str = "",
    dealer: int = 0,
) -> NDArray[Any]:
    """Return the cards of a deal as kernels take them, GIVEN[1].

    Parameters
    ----------
    cuts : str
        The cards shown at each cut, cuts separated by ``|``; the last is ordinary.
    hands : str or list of str
        The hand of each seat, separated by ``|`` in a text.
    turnup : str
        The turned-up card, the Weli before it if it was turned.
    stock : str
        The first cards of the stock, in order.
    dealer : int
        Who has the pack in the first deal of a session.
    """
    given = np.zeros(1, GIVEN)
    record = given[0]
    record["is_given"] = 1
    record["dealer"] = dealer
    for place, text in enumerate(cuts.split("|")):
        first, *second = text.split()
        record["cut_first"][place] = PACK.parse_card(first)
        record["cut_second"][place] = PACK.parse_card(second[0]) if second else 0
    for seat, hand in enumerate(hands.split("|") if isinstance(hands, str) else hands):
        record["hand"][seat] = PACK.parse(hand)
    _put(record["turnup"], turnup)
    record["n_stock"] = _put(record["stock"], stock)
    return given


def _put(field: NDArray[Any], text: str) -> int:
    """Put the cards of a text into a field, in order; return their number."""
    cards = text.split()
    for place, card in enumerate(cards):
        field[place] = PACK.parse_card(card)
    return len(cards)


_RANKS = "789TUOK-A"
_SUITS = "elhs"


def place_in_view(card: str, trump: str) -> int:
    """Return the bit at which a view shows a card: trumps on top, the Weli below A."""
    if card == "6s":
        return 3 * 16 + _RANKS.index("-")
    lane = (_SUITS.index(card[1]) - _SUITS.index(trump) + 3) % 4
    return lane * 16 + _RANKS.index(card[0])


def follow(
    trump: str,
    *,
    call: str = "weiter",
    join: str = "drop",
    cards: str = "",
    away: str = "",
    discards: str = "",
) -> Seat:
    """Return a seat that follows a script.

    Parameters
    ----------
    trump : str
        The suit that is trumps in the tricks.
    call, join : str
        ``weiter`` to ``schlagen``; ``drop``, ``play`` or ``defer``.
    cards, away, discards : str
        The cards played, exchanged and discarded; what is left out is chosen for him.
    """
    values: dict[str, float] = {
        "call": ("weiter", "naechste", "andere", "schlagen").index(call),
        "join": ("drop", "play", "defer").index(join),
    }
    for name, text in (("card", cards), ("away", away), ("discard", discards)):
        for place, card in enumerate(text.split()):
            values[f"{name}_{place}"] = place_in_view(card, trump)
    return Seat("scripted", tuple(values.items()), PLUGINS)


def play_deal(
    seats: list[Seat],
    given: NDArray[Any],
    *,
    balances: list[int] | None = None,
    **rules: Any,
) -> dict[str, Any]:
    """Play one deal with known cards and return its record.

    Parameters
    ----------
    seats : list of Seat
    given : GIVEN[1]
        The cards, from `give`.
    balances : list of int, optional
        What the seats have won before; the deal then has normal stakes, and its dealer
        has the pack. Without it the deal is the first of a session, a Muss.
    **rules
        Options of the rules.
    """
    job = make_job(tuple(seats), len(seats), **rules)
    recorder = Recorder(KRATZEN.engine, job, 0)
    if balances is None:
        return recorder.play(0, given)
    table = recorder.tables[0]
    table["balance"][: len(seats)] = balances
    table["pot"] = -sum(balances)
    table["stakes"] = NORMAL
    table["dealer"] = given["dealer"][0]
    return recorder.play(1, given)


def lines(record: dict[str, Any]) -> list[str]:
    """Return the events of a record as short lines, a trick to the line."""
    found: list[str] = []
    trick: list[str] = []
    for event in record["events"]:
        if event["type"] == "play":
            legal = " ".join(event["legal"])
            trick.append(f"{event['seat']} {event['card']} ({legal})")
        elif event["type"] == "trick":
            found.append(f"{', '.join(trick)} -> {event['winner']}")
            trick = []
        else:
            found.append(_line(event))
    return found


def _line(event: dict[str, Any]) -> str:
    """Return an event as its values, one behind the other."""
    parts = []
    for key, value in event.items():
        if key != "type" and not isinstance(value, list):
            parts.append(str(value))
        elif isinstance(value, list):
            parts.append(f"{key}: {' '.join(map(str, value))}".strip())
    return " ".join([event["type"], *parts])


CHIPS = ("tricks", "draws", "penalties", "pot_after", "balance_change", "next")
"""The keys of a result that say what a deal was worth."""


def result(record: dict[str, Any], *keys: str) -> list[Any]:
    """Return values of the result of a record."""
    return [record["result"][key] for key in keys]
