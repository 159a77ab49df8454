"""Cards of Rook in the order in which they take tricks, and their points."""

from __future__ import annotations

import numpy as np

from simcore.games.rook.pack import (
    HIGH,
    LOW,
    N_RANKS,
    ROOK_ALONE,
    ROOK_DEALT,
    ROOK_IN_TRUMPS,
)
from simcore.jit import kernel, popcount
from simcore.tricks import turn_lanes

ACE_POINTS = 15
KING_POINTS = 10
FIVE_POINTS = 5
ROOK_POINTS = 20

_EVERY_LANE = 0x0001_0001_0001_0001
ACES = np.uint64((1 << 13) * _EVERY_LANE)
KINGS_AND_TENS = np.uint64((1 << 12 | 1 << 9) * _EVERY_LANE)
FIVES = np.uint64((1 << 4) * _EVERY_LANE)
"""Cards of 15, 10 and 5 points, as dealt; turning lanes does not move them."""

_ROOKS = ROOK_DEALT | ROOK_IN_TRUMPS | ROOK_ALONE

_ZERO = np.uint64(0)
_TOP_LANE = np.uint64(48)
_LANE_BITS = np.uint64(16)
_RANK = np.uint64(_EVERY_LANE)


@kernel
def _reverse(cards, ace_is_low):
    """Return the ranks of every lane the other way round, its own inverse.

    With `ace_is_low` the Ace stays on top, above the 2.
    """
    turned = _ZERO
    highest = N_RANKS - 1 if ace_is_low else N_RANKS
    for rank in range(1, N_RANKS + 1):
        one = (cards >> np.uint64(rank)) & _RANK
        place = rank if rank > highest else highest + 1 - rank
        turned |= one << np.uint64(place)
    return turned


@kernel
def turn(cards, trump, ace_is_low):
    """Return `cards` as they rank when `trump` (0 to 5) has been declared."""
    rook = cards & ROOK_DEALT
    suits = cards ^ rook
    if trump >= HIGH:
        suits = _reverse(suits, ace_is_low) if trump == LOW else suits
        return suits | (ROOK_ALONE if rook else _ZERO)
    suits = turn_lanes(suits, _TOP_LANE - _LANE_BITS * np.uint64(trump))
    return suits | (ROOK_IN_TRUMPS if rook else _ZERO)


@kernel
def turn_back(cards, trump, ace_is_low):
    """Return turned `cards` as they were dealt."""
    rook = cards & (ROOK_IN_TRUMPS | ROOK_ALONE)
    suits = cards ^ rook
    if trump == LOW:
        suits = _reverse(suits, ace_is_low)
    elif trump < HIGH:
        suits = turn_lanes(suits, _LANE_BITS * np.uint64(trump + 1) & np.uint64(63))
    return suits | (ROOK_DEALT if rook else _ZERO)


@kernel
def card_points(cards):
    """Return the points of `cards`, whose lanes may be turned but not reversed."""
    points = ACE_POINTS * popcount(cards & ACES)
    points += KING_POINTS * popcount(cards & KINGS_AND_TENS)
    points += FIVE_POINTS * popcount(cards & FIVES)
    return points + (ROOK_POINTS if cards & _ROOKS else 0)
