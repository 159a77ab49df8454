"""What a player of Kratzen sees when he must decide.

The engine keeps one `VIEW` record and fills it before every question. It holds public
facts and what belongs to the asked seat; no other hand, no stock card. All cards in it
have trumps in the top lane (`simcore.tricks.TRUMPS`) and the Weli between the King and
the Sow of trumps, whatever the trump suit is.
"""

from __future__ import annotations

import numpy as np

from simcore.view import MAX_SEATS, NOBODY, VIEW_FIELDS

__all__ = [
    "ANDERE",
    "DECISIONS",
    "DEFER",
    "DROP",
    "MAX_SEATS",
    "MUSS",
    "NAECHSTE",
    "NOBODY",
    "NORMAL",
    "PASSED",
    "PLAY",
    "SCHLAGEN",
    "SIEBENERMUSS",
    "VIEW",
    "WEITER",
]

WEITER, NAECHSTE, ANDERE, SCHLAGEN = range(4)
"""The calls from low to high; also the contracts (`WEITER`: no contract)."""

DROP, PLAY, DEFER = range(3)
"""The answers to the question whether to play along."""

MUSS, SIEBENERMUSS, NORMAL, PASSED = range(4)
"""The kinds of deal."""

VIEW = np.dtype(
    [
        *VIEW_FIELDS,
        ("declarer", "i8"),  # NOBODY before the calls have ended
        ("kind", "i8"),  # MUSS, SIEBENERMUSS or NORMAL
        ("contract", "i8"),  # WEITER until there is one
        ("pot", "i8"),  # chips when play begins
        ("turnup", "u8"),  # the turned-up card, and the Weli if it was turned
        ("turned", "u8"),  # cards turned for the contract
        ("bottom", "u8"),  # the bottom card of the pack; 0 if nobody has seen it
        ("stock", "i8"),  # how many cards the stock holds
        ("playing", "i8"),  # bit s for each seat s that plays
        ("dropped", "i8"),  # bit s for each seat s that has dropped
        ("deferred", "i8"),  # who has asked for the last word, or NOBODY
        ("calls", "i8", MAX_SEATS),  # what each seat called; NOBODY: not yet
        ("exchanged", "i8", MAX_SEATS),  # cards each seat has exchanged
        ("shown", "u8", MAX_SEATS),  # cards each seat got face up
        ("balance", "i8", MAX_SEATS),  # chips of each seat before the deal
    ]
)
"""The fields that all games share are in `simcore.view`."""

DECISIONS = ("call", "join", "exchange", "discard", "play")
"""The decisions of the game, in the order in which a deal asks for them."""
