"""What a player of Klaberjass sees when he must decide.

The engine keeps one `VIEW` record and fills it before every question. It holds public
facts and what belongs to the asked seat. Until a suit is taken, cards are as dealt:
suit i is lane i, a lane holds from bit 0 7 8 9 T J Q K A. Afterwards trumps lie in the
top lane (`simcore.tricks.TRUMPS`) and every lane is in the order of tricks.
"""

from __future__ import annotations

import numpy as np

from simcore.view import VIEW_FIELDS

N_SEATS = 2
PASS = 4
"""The answer to the question whether to take, where suits are 0 to 3."""

VIEW = np.dtype(
    [
        *VIEW_FIELDS,
        ("round", "i8"),  # of taking, 1 or 2
        ("taker", "i8"),  # NOBODY before
        ("trump", "i8"),  # suit 0 to 3; NOBODY before
        ("turnup", "u8"),  # the card turned up first
        ("second", "u8"),  # the card turned for information; 0 before
        ("dix", "i8"),  # who took the turned-up card for the 7 of trumps, or NOBODY
        ("score", "i8", N_SEATS),  # of the match, before this deal
        ("run_points", "i8", N_SEATS),  # points of the best sequence announced
        ("run_length", "i8", N_SEATS),  # its cards, where the answers went so far
        ("run_top", "i8", N_SEATS),  # its highest rank, 7 is 0; NOBODY: not told
        ("run_trumps", "i8", N_SEATS),  # whether it is trumps; NOBODY: not told
        ("shown", "u8", N_SEATS),  # cards of sequences that have been shown
        ("bela", "i8"),  # who has announced bela, or NOBODY
        ("taken", "u8", N_SEATS),  # cards each has taken
    ]
)

DECISIONS = ("take", "dix", "play")
"""The decisions of the game, in the order in which a deal asks for them."""
