"""What every trick is made of: lanes, legal cards, the order of strength.

A hand is a `uint64` of four lanes of 16 bits, one lane a suit, a higher bit a stronger
card. Once trumps are known the lanes are turned so that trumps lie in the top lane:
then the highest set bit among the suit led and the trumps wins the trick.
"""

from __future__ import annotations

import numpy as np

from simcore.jit import kernel, trailing_zeros

LANE_BITS = 16
LANE = np.uint64(0xFFFF)
TRUMPS = np.uint64(0xFFFF << 48)
"""The lane of trumps, once the lanes are turned."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE_START = np.uint64(0x30)
_WORD = np.uint64(63)


@kernel
def lane_of(card):
    """Return the lane that holds `card` (one bit), as a mask."""
    return LANE << (np.uint64(trailing_zeros(card)) & _LANE_START)


@kernel
def suit_of(card):
    """Return the number of the lane that holds `card`, 0 to 3, as int64."""
    return trailing_zeros(card) >> 4


@kernel
def turn_lanes(cards, shift):
    """Rotate the four lanes of `cards` upwards by `shift` bits (uint64, 0 to 63)."""
    return (cards << shift) | (cards >> ((_ZERO - shift) & _WORD))


@kernel
def above(card):
    """Return the mask of all positions above `card` (one bit)."""
    return _ZERO - (card << _ONE)


@kernel
def from_on(card):
    """Return the mask of the position of `card` (one bit) and all above it."""
    return _ZERO - card


@kernel
def highest(cards):
    """Return the highest set bit of `cards` (uint64, not 0)."""
    cards |= cards >> _ONE
    cards |= cards >> np.uint64(2)
    cards |= cards >> np.uint64(4)
    cards |= cards >> np.uint64(8)
    cards |= cards >> np.uint64(16)
    cards |= cards >> np.uint64(32)
    return cards ^ (cards >> _ONE)


@kernel
def lowest(cards):
    """Return the lowest set bit of `cards` (uint64); 0 for none."""
    return cards & (_ZERO - cards)


@kernel
def is_one_of(card, cards):
    """Return whether `card` is exactly one bit, and one of `cards`."""
    return card != _ZERO and (card & (card - _ONE)) == _ZERO and (card & ~cards) == 0


@kernel
def must_head(hand, lane, best):
    """Return the legal cards where one must follow, trump if void, and head the trick.

    Parameters
    ----------
    hand : uint64
        The cards held, trumps in the top lane; not 0.
    lane : uint64
        The lane that was led.
    best : uint64
        The card that is winning the trick.

    Notes
    -----
    A follower of a plain suit that was trumped holds nothing above the best card in
    that lane, so the general rule gives him his whole suit. Selects, no branches.
    """
    following = hand & lane
    ruffing = hand & TRUMPS
    bound = following if following else ruffing
    free = bound if bound else hand
    heading = bound & from_on(best)
    return heading if heading else free
