"""The 36 cards of Chibre as bits, in the three orders in which they can rank.

As dealt, a lane holds from bit 0: 6 7 8 9 T J Q K A. Once trumps are named the lanes
are turned so that trumps lie in the top lane, where they hold: 6 7 8 T Q K A 9 J. In
undenufe every lane is reversed, so that the highest bit wins there too.
"""

from __future__ import annotations

import numpy as np

from simcore.cards import Pack

PACK = Pack(game="chibre", suits="cdhs", ranks="6789TJQKA")

HAND_SIZE = 9
N_RANKS = 9
ALL_CARDS = np.uint64(PACK.all_cards)
SEVEN_OF_DIAMONDS = np.uint64(PACK.parse_card("7d"))

JACK = np.uint64(1 << 56)
"""The trump Jack, *Bour*, once the lanes are turned."""

TRUMP_KING = np.uint64(1 << 53)
TRUMP_QUEEN = np.uint64(1 << 52)
STOECK = TRUMP_KING | TRUMP_QUEEN

SUITS = 4
OBENABE, UNDENUFE, CHIBRE = 4, 5, 6
"""What can be said instead of a suit; suits are 0 to 3."""
