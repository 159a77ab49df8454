"""What a player of Rook sees when he must decide.

The engine keeps one `VIEW` record and fills it before every question. It holds public
facts and what belongs to the asked seat; who the partner is only once the called card
has been played, but its holder sees it in his hand. Until trumps are declared, cards
are as dealt: suit i is lane i, ranks from bit 1, the Rook at bit 15. Afterwards the
highest bit among suit led and trumps wins (`simcore.games.rook.pack`).
"""

from __future__ import annotations

import numpy as np

from simcore.view import VIEW_FIELDS

N_SEATS = 5
LEAST_BID, MOST_BID, BID_STEP = 75, 180, 5
PASS = 0
"""The answer to the question for a bid; answer k above it bids 70 + 5 k."""

VIEW = np.dtype(
    [
        *VIEW_FIELDS,
        ("bid", "i8"),  # the highest bid so far, 0 for none
        ("bidder", "i8"),  # who made it, or NOBODY
        ("passed", "i8"),  # bit s for each seat s that has passed
        ("bids", "i8", N_SEATS),  # the last bid of each seat, 0 for none
        ("declarer", "i8"),  # NOBODY before the auction has ended
        ("trump", "i8"),  # suit 0 to 3, HIGH or LOW; NOBODY before
        ("trumps", "u8"),  # the cards that are trumps
        ("called", "u8"),  # the partner card
        ("partner", "i8"),  # NOBODY before the called card has been played
        ("score", "i8", N_SEATS),  # of the match, before this deal
        ("taken", "u8", N_SEATS),  # cards each has taken
        ("ace_is_low", "i8"),  # whether Aces rank under the 2 in low games
        ("rook", "u8"),  # the Rook, where it lies now
        ("aces", "u8"),  # the Aces, 15 points each, where they lie now
        ("tens", "u8"),  # Kings and Tens, 10 points each
        ("fives", "u8"),  # Fives, 5 points each
    ]
)

DECISIONS = ("bid", "trump", "partner", "lead", "bury", "play")
"""The decisions of the game, in the order in which a deal asks for them."""
