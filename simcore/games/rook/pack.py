"""The 53 cards of Rook as bits.

As dealt, a lane holds from bit 1: 2 3 4 5 6 7 8 9 T J Q K A, and the Rook has a bit no
suit uses. In a trump game the lanes are turned so that trumps lie in the top lane, and
the Rook takes bit 0 of it, under the 2. Without trumps nothing is turned, and the Rook
lies above all suits. In a low game every lane is reversed, so that the highest bit wins
there too.
"""

from __future__ import annotations

import numpy as np

from simcore.cards import Pack

PACK = Pack(
    game="rook",
    suits="cdhs",
    ranks="-23456789TJQKA",
    extras={"Rk": 1 << 15},
    aliases={"rook": "Rk"},
)

N_RANKS = 13
HAND_SIZE = 10
KITTY_SIZE = 3
ALL_CARDS = np.uint64(PACK.all_cards)

ROOK_DEALT = np.uint64(1 << 15)
ROOK_IN_TRUMPS = np.uint64(1 << 48)
ROOK_ALONE = np.uint64(1 << 62)
"""The Rook as dealt, as the lowest trump, and as the only trump."""

SUITS = 4
HIGH, LOW = 4, 5
"""What can be declared instead of a trump suit; suits are 0 to 3."""
