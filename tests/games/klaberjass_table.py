"""Help for tests of Klaberjass: plans, jobs, scripts, and cards known beforehand."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.games.klaberjass.pack import FIRST_CARDS, HAND_SIZE, PACK
from simcore.games.klaberjass.ranks import turn
from simcore.games.klaberjass.table import GIVEN
from simcore.games.klaberjass.view import PASS
from simcore.lineup import Seat
from simcore.registry import find_game

from . import point_deals

KLABERJASS = find_game("klaberjass")
PLUGINS = Path(__file__).parent / "klaberjass_plugins.py"
"""Strategies that only tests use, in a file as a user would write it."""

make_plan = partial(point_deals.make_plan, KLABERJASS)
make_job = partial(point_deals.make_job, KLABERJASS)
play_deal = partial(point_deals.play_deal, KLABERJASS)


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
