"""Cards of Chibre in the order in which they rank, and what they are worth."""

from __future__ import annotations

import numpy as np

from simcore.games.chibre.pack import N_RANKS, OBENABE, UNDENUFE
from simcore.jit import kernel
from simcore.tricks import TRUMPS, turn_lanes

_PLAIN = "6789TJQKA"
_TRUMP = "678TQKA9J"
_PLAIN_POINTS = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10}
_POINTS = (
    (_PLAIN, _PLAIN_POINTS),
    (_TRUMP, _PLAIN_POINTS | {"J": 20, "9": 14}),
    (_PLAIN, _PLAIN_POINTS | {"8": 8}),
    (_PLAIN[::-1], _PLAIN_POINTS | {"8": 8, "6": 11, "A": 0}),
)
PLAIN_ROW, TRUMP_ROW, OBENABE_ROW, UNDENUFE_ROW = range(4)

POINTS_BY_LANE = np.array(
    [
        [
            sum(points.get(rank, 0) for i, rank in enumerate(ranks) if lane >> i & 1)
            for lane in range(1 << N_RANKS)
        ]
        for ranks, points in _POINTS
    ],
    dtype=np.int64,
)
"""Card points, int64[4, 512]: by the order of a lane, then by the cards in it."""

_LANE = np.uint64((1 << N_RANKS) - 1)
_TOP_LANE = np.uint64(48)
_LANE_BITS = np.uint64(16)


@kernel
def _promote(lane):
    """Return the ranks of a plain lane (9 bits) in the order of trumps."""
    nine = (lane << np.uint64(4)) & np.uint64(0x80)
    jack = (lane << np.uint64(3)) & np.uint64(0x100)
    ten = (lane >> np.uint64(1)) & np.uint64(0x08)
    high = (lane >> np.uint64(2)) & np.uint64(0x70)
    return (lane & np.uint64(0x07)) | nine | jack | ten | high


@kernel
def _demote(lane):
    """Return the ranks of the trump lane (9 bits) in the order of plain suits."""
    nine = (lane & np.uint64(0x80)) >> np.uint64(4)
    jack = (lane & np.uint64(0x100)) >> np.uint64(3)
    ten = (lane & np.uint64(0x08)) << np.uint64(1)
    high = (lane & np.uint64(0x70)) << np.uint64(2)
    return (lane & np.uint64(0x07)) | nine | jack | ten | high


@kernel
def _reverse(cards):
    """Return `cards` with the nine ranks of every lane the other way round."""
    reversed_cards = np.uint64(0)
    ranks = np.uint64(0x0001000100010001)
    for rank in range(N_RANKS):
        one = (cards >> np.uint64(rank)) & ranks
        reversed_cards |= one << np.uint64(N_RANKS - 1 - rank)
    return reversed_cards


@kernel
def turn(cards, trump):
    """Return `cards` as they rank when `trump` (0 to 5) has been named."""
    if trump == OBENABE:
        return cards
    if trump == UNDENUFE:
        return _reverse(cards)
    turned = turn_lanes(cards, _TOP_LANE - _LANE_BITS * np.uint64(trump))
    return (turned & ~TRUMPS) | _promote(turned >> _TOP_LANE) << _TOP_LANE


@kernel
def turn_back(cards, trump):
    """Return turned `cards` as they were dealt."""
    if trump == OBENABE:
        return cards
    if trump == UNDENUFE:
        return _reverse(cards)
    plain = (cards & ~TRUMPS) | _demote(cards >> _TOP_LANE) << _TOP_LANE
    return turn_lanes(plain, _LANE_BITS * np.uint64(trump + 1) & np.uint64(63))


@kernel
def card_points(cards, trump):
    """Return the points of turned `cards`, the last trick apart."""
    low, top = PLAIN_ROW, TRUMP_ROW
    if trump >= OBENABE:
        low = top = OBENABE_ROW if trump == OBENABE else UNDENUFE_ROW
    points = POINTS_BY_LANE[top, np.int64(cards >> _TOP_LANE & _LANE)]
    for lane in range(3):
        shift = _LANE_BITS * np.uint64(lane)
        points += POINTS_BY_LANE[low, np.int64(cards >> shift & _LANE)]
    return points
