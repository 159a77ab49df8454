"""The 32 cards of Klaberjass as bits.

As dealt, a lane holds from bit 0: 7 8 9 T J Q K A, the order of sequences. Once trumps
are named the lanes are turned so that trumps lie in the top lane, where they hold
7 8 Q K T A 9 J; the other lanes then hold 7 8 9 J Q K T A.
"""

from __future__ import annotations

import numpy as np

from simcore.cards import Pack

PACK = Pack(game="klaberjass", suits="cdhs", ranks="789TJQKA")

N_RANKS = 8
SUITS = 4
FIRST_CARDS = 6
FURTHER_CARDS = 3
HAND_SIZE = FIRST_CARDS + FURTHER_CARDS
ALL_CARDS = np.uint64(PACK.all_cards)

DIX = np.uint64(1 << 48)
"""The 7 of trumps, once the lanes are turned."""

JASS = np.uint64(1 << 55)
MENEL = np.uint64(1 << 54)
"""Jack and 9 of trumps, once the lanes are turned."""

BELA = np.uint64(0b1100 << 48)
"""Queen and King of trumps, once the lanes are turned."""
