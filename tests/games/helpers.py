"""Help for tests of Kratzen: plans, jobs, and cards that are known beforehand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.games.kratzen.pack import PACK
from simcore.games.kratzen.table import GIVEN
from simcore.job import Job
from simcore.lineup import Seat, parse_lineup
from simcore.plan import Plan
from simcore.registry import find_game

KRATZEN = find_game("kratzen")


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


def words(text: str) -> list[str]:
    """Return the cards of a text, as they are written in records."""
    return [PACK.format(PACK.parse_card(word))[0] for word in text.split()]


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
    record["n_cuts"] = place + 1
    for seat, hand in enumerate(hands.split("|") if isinstance(hands, str) else hands):
        record["hand"][seat] = PACK.parse(hand)
    _put(record, "turnup", turnup)
    _put(record, "stock", stock)
    return given


def _put(record: Any, field: str, text: str) -> None:
    """Put the cards of a text into a field, in order, and their number beside it."""
    cards = text.split()
    record[f"n_{field}"] = len(cards)
    for place, card in enumerate(cards):
        record[field][place] = PACK.parse_card(card)


PLUGINS = Path(__file__).parent / "plugins.py"
"""Strategies that only tests use, in a file as a user would write it."""
