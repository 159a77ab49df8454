"""The state of one table of Chibre."""

from __future__ import annotations

import numpy as np

from simcore.games.chibre.pack import HAND_SIZE
from simcore.games.chibre.view import N_SEATS
from simcore.table import TABLE_FIELDS

WON = 1
"""Why a session ended: a team has reached the target."""

MOST_MELDS = 3

TABLE = np.dtype(
    [
        *TABLE_FIELDS,
        # The match.
        ("score", "i8", 2),
        ("winner", "i8"),  # the team that has won, or NOBODY
        # The deal.
        ("dealt_by", "i8"),  # the dealer of this deal; `dealer` is the next
        ("dealt", "u8", N_SEATS),  # the hands as dealt
        ("is_first", "i8"),  # whether it is the first of a match
        ("chooser", "i8"),
        ("is_chibre", "i8"),
        ("trump", "i8"),
        ("n_melds", "i8", N_SEATS),
        ("meld", "u8", (N_SEATS, MOST_MELDS)),  # best first, cards as dealt
        ("meld_points", "i8", N_SEATS),
        ("meld_order", "i8", (N_SEATS, MOST_MELDS)),  # numbers to compare them by
        ("meld_team", "i8"),  # the team that scores its melds, or NOBODY
        ("stoeck", "i8"),  # the seat that holds King and Queen of trumps, or NOBODY
        ("taken", "u8", 2),
        ("card_points", "i8", 2),  # last trick in it
        ("factor", "i8"),  # 2 where the deal counts double
        ("last_team", "i8"),  # the team that took the last trick
        ("match", "i8"),  # the team that took all tricks, or NOBODY
        ("counted_melds", "i8", 2),
        ("counted_stoeck", "i8", 2),
        ("counted", "i8", 2),  # the score of the deal
        ("trick_team", "i8", HAND_SIZE),
        ("trick_points", "i8", HAND_SIZE),
    ]
)

GIVEN = np.dtype(
    [
        ("is_given", "i8"),
        ("dealer", "i8"),  # the dealer of a session's first deal
        ("hand", "u8", N_SEATS),
    ]
)
"""Cards of a deal that are known before it is played, as dealt."""

TRUMP, MELD, STOECK_CALL = 2, 3, 4
"""Kinds of row in a trace, after those of all games."""
