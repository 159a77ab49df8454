"""Small questions that a strategy of Chibre asks about its cards.

All functions are kernels, to be called in the decisions of a strategy. Those of play
take cards as they lie in a view once trumps are named: trumps in the top lane, the
highest bit of a lane the strongest card. Those of the choice of trumps take cards as
dealt.
"""

from __future__ import annotations

import numpy as np

from simcore.games.chibre.pack import ALL_CARDS, JACK, N_RANKS, OBENABE, SUITS, UNDENUFE
from simcore.games.chibre.ranks import POINTS_BY_LANE
from simcore.games.chibre.ranks import card_points as points_of
from simcore.jit import kernel, popcount, trailing_zeros
from simcore.tricks import LANE_BITS, TRUMPS, above, lane_of, lowest

__all__ = [
    "ACES",
    "NINE",
    "cheapest",
    "dearest",
    "guarding",
    "masters",
    "outstanding",
    "points_of",
    "prices",
    "ranks_of",
    "tops",
    "trumps_of",
    "winning",
]

NINE = np.uint64(1 << 55)
"""The trump Nine, *Nell*, once the lanes are turned."""

ACES = np.uint64(0x0100_0100_0100_0100)
"""The Aces as dealt."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE_BITS = np.uint64(LANE_BITS)
_ONE_RANK = np.uint64(0x0001_0001_0001_0001)
_RANKS = np.uint64((1 << N_RANKS) - 1)
_TEN_OF_POINTS = 10
_TRUMP_PREMIUM = 60


def _prices() -> np.ndarray:
    """Return what it costs to part with the card at each position.

    Ten for each point, one for each rank, and what a trump is worth beyond its points:
    the lowest lies between a King and a Ten.

    Returns
    -------
    int64[3, 64]
        By what is named: a suit, obenabe, undenufe.
    """
    found = np.zeros((3, 64), np.int64)
    for row, (plain, top) in enumerate(((0, 1), (2, 2), (3, 3))):
        for place in range(64):
            lane, rank = divmod(place, LANE_BITS)
            order = top if lane == SUITS - 1 else plain
            if rank < N_RANKS:
                points = POINTS_BY_LANE[order, 1 << rank]
                found[row, place] = _TEN_OF_POINTS * points + rank
    found[0, (SUITS - 1) * LANE_BITS :] += _TRUMP_PREMIUM
    return found


_PRICES = _prices()


@kernel
def trumps_of(view):
    """Return the lane of trumps, or 0 where there is no trump suit."""
    return TRUMPS if view.trump < OBENABE else _ZERO


@kernel
def prices(trump):
    """Return the row of prices for `cheapest` and `dearest` when `trump` is named."""
    return max(0, trump - SUITS + 1)


@kernel
def cheapest(cards, row):
    """Return the card that it costs least to part with; 0 where `cards` is 0."""
    found = lowest(cards)
    least = _PRICES[row, trailing_zeros(found)] if cards else 0
    rest = cards ^ found
    while rest:
        card = lowest(rest)
        rest ^= card
        price = _PRICES[row, trailing_zeros(card)]
        if price < least:
            least, found = price, card
    return found


@kernel
def dearest(cards, row):
    """Return the card that it costs most to part with; 0 where `cards` is 0."""
    found = _ZERO
    most = -1
    rest = cards
    while rest:
        card = lowest(rest)
        rest ^= card
        price = _PRICES[row, trailing_zeros(card)]
        if price > most:
            most, found = price, card
    return found


@kernel
def outstanding(view):
    """Return the cards that the seat has neither held nor seen played."""
    gone = view.hand
    for seat in range(4):
        gone |= view.played[seat]
    return ALL_CARDS & ~gone


@kernel
def masters(cards, others):
    """Return those of `cards` above all `others` of their suit."""
    beaten = others | others >> _ONE
    beaten |= beaten >> np.uint64(2)
    beaten |= beaten >> np.uint64(4)
    # What has run into the next lane lies above its nine cards so far.
    beaten &= ALL_CARDS
    beaten |= beaten >> _ONE
    return cards & ~beaten


@kernel
def winning(cards, view):
    """Return those of `cards` that would win the trick as it stands."""
    contest = lane_of(view.led) | trumps_of(view)
    return cards & contest & above(view.best)


@kernel
def guarding(view, others):
    """Return the trump Nine and its last guard, while the Jack is with `others`.

    That is 0 where the seat has no Nine, and the Nine alone where it has more than one
    other trump, or none.
    """
    trumps = view.hand & trumps_of(view)
    if trumps & NINE == _ZERO or others & JACK == _ZERO:
        return _ZERO
    guards = trumps ^ NINE
    return trumps if guards & (guards - _ONE) == _ZERO else NINE


@kernel
def ranks_of(hand, suit):
    """Return the cards of a suit (0 to 3) in `hand`, as dealt, as bits 0 to 8."""
    return hand >> (_LANE_BITS * np.uint64(suit)) & _RANKS


@kernel
def tops(hand, trump):
    """Return how many sure tricks `hand`, as dealt, has for obenabe or undenufe.

    These are the cards that lie without a gap from the highest of their suit down.
    """
    step = _ONE
    rank = _ONE_RANK if trump == UNDENUFE else ACES
    count = 0
    held = hand & rank
    while held:
        count += popcount(held)
        held = (held << step if trump == UNDENUFE else held >> step) & hand
    return count
