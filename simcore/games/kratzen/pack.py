"""The 33 cards of Kratzen as bits, and how they are written.

Before trumps are known a lane holds, from bit 0: 7 8 9 T U O K, a gap, A. The Weli has
a bit no suit uses. Once trumps are known the lanes are turned and the Weli fills the
gap in the trump lane, between King and Sow.
"""

from __future__ import annotations

import numpy as np

from simcore.cards import Pack

PACK = Pack(
    game="kratzen",
    suits="elhs",
    ranks="789TUOK-A",
    extras={"6s": 1 << 15},
    aliases={"w": "6s", "weli": "6s"},
)

_LANES = (0, 16, 32, 48)
WELI_UNTURNED = np.uint64(1 << 15)
SEVENS = np.uint64(sum(1 << lane for lane in _LANES))
SOWS = np.uint64(sum(1 << lane + 8 for lane in _LANES))
ALL_CARDS = np.uint64(PACK.all_cards)
SPECIAL = SEVENS | SOWS | WELI_UNTURNED
"""The cards that act when they are shown at the cut."""

WELI = np.uint64(1 << 55)
TRUMP_SOW = np.uint64(1 << 56)
"""Two trumps by their place once the lanes are turned."""
