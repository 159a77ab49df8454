"""What a player of Kratzen sees when he must decide.

The engine keeps one `VIEW` record and fills it before every question. It holds public
facts and what belongs to the asked seat; no other hand, no stock card. All cards in it
have trumps in the top lane (`simcore.tricks.TRUMPS`) and the Weli between the King and
the Sow of trumps, whatever the trump suit is.
"""

from __future__ import annotations

import numpy as np

MAX_SEATS = 6

WEITER, NAECHSTE, ANDERE, SCHLAGEN = range(4)
"""The calls from low to high; also the contracts (`WEITER`: no contract)."""

DROP, PLAY, DEFER = range(3)
"""The answers to the question whether to play along."""

MUSS, SIEBENERMUSS, NORMAL, PASSED = range(4)
"""The kinds of deal."""

NOBODY = -1

VIEW = np.dtype(
    [
        ("seat", "i8"),  # who is asked
        ("n_seats", "i8"),
        ("dealer", "i8"),
        ("declarer", "i8"),  # NOBODY before the calls have ended
        ("kind", "i8"),  # MUSS, SIEBENERMUSS or NORMAL
        ("contract", "i8"),  # WEITER until there is one
        ("pot", "i8"),  # chips when play begins
        ("hand", "u8"),  # the cards of the seat that is asked
        ("out", "u8"),  # what that seat has put away in this deal
        ("legal", "u8"),  # cards to play; or bit c for each call or answer c
        ("limit", "i8"),  # most cards to exchange; how many to discard
        ("turnup", "u8"),  # the turned-up card, and the Weli if it was turned
        ("turned", "u8"),  # cards turned for the contract
        ("bottom", "u8"),  # the bottom card of the pack; 0 if nobody has seen it
        ("stock", "i8"),  # how many cards the stock holds
        ("playing", "i8"),  # bit s for each seat s that plays
        ("dropped", "i8"),  # bit s for each seat s that has dropped
        ("deferred", "i8"),  # who has asked for the last word, or NOBODY
        ("trick", "i8"),  # number of the trick, from 0
        ("led", "u8"),  # the card that was led; 0 for the leader
        ("best", "u8"),  # the card that is winning the trick; 0 for the leader
        ("winner", "i8"),  # the seat that is winning the trick
        ("table", "u8"),  # the cards of the trick so far
        ("calls", "i8", MAX_SEATS),  # what each seat called; NOBODY: not yet
        ("exchanged", "i8", MAX_SEATS),  # cards each seat has exchanged
        ("shown", "u8", MAX_SEATS),  # cards each seat got face up
        ("played", "u8", MAX_SEATS),  # cards each seat has played
        ("tricks", "i8", MAX_SEATS),  # tricks each seat has won
        ("balance", "i8", MAX_SEATS),  # chips of each seat before this deal's tricks
    ]
)

DECISIONS = ("call", "join", "exchange", "discard", "play")
"""The decisions of the game, in the order in which a deal asks for them."""
