"""What a player of Chibre sees when he must decide.

The engine keeps one `VIEW` record and fills it before every question. It holds public
facts and what belongs to the asked seat. While trumps are being named, cards are as
dealt: suit i is lane i, a lane holds from bit 0 6 7 8 9 T J Q K A. Afterwards trumps
lie in the top lane (`simcore.tricks.TRUMPS`), in their own order; in undenufe every
lane is reversed. The highest bit among suit led and trumps wins, whatever was named.
"""

from __future__ import annotations

import numpy as np

from simcore.games.chibre.pack import CHIBRE, OBENABE, SUITS, UNDENUFE
from simcore.view import VIEW_FIELDS

__all__ = ["CHIBRE", "DECISIONS", "OBENABE", "SUITS", "UNDENUFE", "VIEW"]

N_SEATS = 4

VIEW = np.dtype(
    [
        *VIEW_FIELDS,
        ("chooser", "i8"),  # who has the first say on trumps
        ("is_chibre", "i8"),  # whether he left the choice to his partner
        ("trump", "i8"),  # suit 0 to 3, OBENABE or UNDENUFE; NOBODY before
        ("score", "i8", 2),  # of the teams, before this deal
        ("melds", "i8", N_SEATS),  # points of melds each seat has announced
        ("shown", "u8", N_SEATS),  # cards of melds that have been shown
        ("stoeck", "i8"),  # the seat that has announced Stöck, or NOBODY
        ("taken", "u8", 2),  # cards each team has taken
    ]
)

DECISIONS = ("trump", "play")
"""The decisions of the game, in the order in which a deal asks for them."""
