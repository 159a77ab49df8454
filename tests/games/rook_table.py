"""Help for tests of Rook: plans, jobs, scripts, and cards known beforehand."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.games.rook.pack import PACK
from simcore.games.rook.ranks import turn
from simcore.games.rook.recording import BIDS, TRUMPS
from simcore.games.rook.table import GIVEN
from simcore.lineup import Seat
from simcore.registry import find_game

from . import point_deals

ROOK = find_game("rook")
PLUGINS = Path(__file__).parent / "rook_plugins.py"
"""Strategies that only tests use, in a file as a user would write it."""

make_plan = partial(point_deals.make_plan, ROOK)
make_job = partial(point_deals.make_job, ROOK)
play_deal = partial(point_deals.play_deal, ROOK)


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
