"""Cards of Klaberjass in the order in which they take tricks, and their points."""

from __future__ import annotations

import numpy as np

from simcore.games.klaberjass.pack import N_RANKS
from simcore.jit import kernel
from simcore.tricks import TRUMPS, turn_lanes

_EVERY_LANE = 0x0001_0001_0001_0001
_TOP_LANE = np.uint64(48)
_LANE_BITS = np.uint64(16)
_LANE = np.uint64((1 << N_RANKS) - 1)

_PLAIN = "789JQKTA"
_TRUMP = "78QKTA9J"
_PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
_ORDERS = ((_PLAIN, _PLAIN_POINTS), (_TRUMP, _PLAIN_POINTS | {"J": 20, "9": 14}))

POINTS_BY_LANE = np.array(
    [
        [
            sum(points.get(rank, 0) for i, rank in enumerate(order) if lane >> i & 1)
            for lane in range(1 << N_RANKS)
        ]
        for order, points in _ORDERS
    ],
    dtype=np.int64,
)
"""Card points, int64[2, 256]: plain lane or trumps, then the cards in the lane."""

# Where the Ten and the court cards lie in every lane, before and after.
_TEN_DEALT = np.uint64(0x08 * _EVERY_LANE)
_COURT_DEALT = np.uint64(0x70 * _EVERY_LANE)
_TEN_TURNED = np.uint64(0x40 * _EVERY_LANE)
_COURT_TURNED = np.uint64(0x38 * _EVERY_LANE)
_OTHERS = np.uint64(0x87 * _EVERY_LANE)


@kernel
def _rank_plain(cards):
    """Return cards as dealt with the Ten of every lane under the Ace."""
    ten = (cards & _TEN_DEALT) << np.uint64(3)
    court = (cards & _COURT_DEALT) >> np.uint64(1)
    return (cards & _OTHERS) | ten | court


@kernel
def _unrank_plain(cards):
    """Return ranked plain lanes as dealt."""
    ten = (cards & _TEN_TURNED) >> np.uint64(3)
    court = (cards & _COURT_TURNED) << np.uint64(1)
    return (cards & _OTHERS) | ten | court


@kernel
def _rank_trumps(lane):
    """Return a lane as dealt (8 bits) in the order of trumps."""
    low = lane & np.uint64(0x03)
    court = (lane >> np.uint64(3)) & np.uint64(0x0C)
    ten = (lane << np.uint64(1)) & np.uint64(0x10)
    ace = (lane >> np.uint64(2)) & np.uint64(0x20)
    nine = (lane << np.uint64(4)) & np.uint64(0x40)
    jack = (lane << np.uint64(3)) & np.uint64(0x80)
    return low | court | ten | ace | nine | jack


@kernel
def _unrank_trumps(lane):
    """Return the trump lane (8 bits) as dealt."""
    low = lane & np.uint64(0x03)
    court = (lane & np.uint64(0x0C)) << np.uint64(3)
    ten = (lane & np.uint64(0x10)) >> np.uint64(1)
    ace = (lane & np.uint64(0x20)) << np.uint64(2)
    nine = (lane & np.uint64(0x40)) >> np.uint64(4)
    jack = (lane & np.uint64(0x80)) >> np.uint64(3)
    return low | court | ten | ace | nine | jack


@kernel
def turn(cards, trump):
    """Return `cards` as they rank with `trump` (suit 0 to 3) as trumps."""
    turned = turn_lanes(cards, _TOP_LANE - _LANE_BITS * np.uint64(trump))
    trumps = _rank_trumps(turned >> _TOP_LANE) << _TOP_LANE
    return (_rank_plain(turned) & ~TRUMPS) | trumps


@kernel
def turn_back(cards, trump):
    """Return turned `cards` as they were dealt."""
    trumps = _unrank_trumps(cards >> _TOP_LANE) << _TOP_LANE
    plain = (_unrank_plain(cards) & ~TRUMPS) | trumps
    return turn_lanes(plain, _LANE_BITS * np.uint64(trump + 1) & np.uint64(63))


@kernel
def card_points(cards):
    """Return the points of turned `cards`, the last trick apart."""
    points = POINTS_BY_LANE[1, np.int64(cards >> _TOP_LANE & _LANE)]
    for lane in range(3):
        shift = _LANE_BITS * np.uint64(lane)
        points += POINTS_BY_LANE[0, np.int64(cards >> shift & _LANE)]
    return points
