"""The state of one table of Rook."""

from __future__ import annotations

import numpy as np

from simcore.games.rook.view import N_SEATS
from simcore.table import TABLE_FIELDS

WON = 1
"""Why a session ended: a player has reached the target alone in front."""

TABLE = np.dtype(
    [
        *TABLE_FIELDS,
        # The match.
        ("score", "i8", N_SEATS),
        ("winner", "i8"),  # who has won, or NOBODY
        # The deal.
        ("dealt_by", "i8"),  # the dealer of this deal; `dealer` is the next
        ("dealt", "u8", N_SEATS),  # the hands as dealt
        ("kitty", "u8"),  # as dealt
        ("declarer", "i8"),  # NOBODY: the deal is void
        ("bid", "i8"),
        ("trump", "i8"),
        ("ace_is_low", "i8"),
        ("called", "u8"),  # turned
        ("partner", "i8"),
        ("led_by_left", "i8"),  # whether the declarer let the seat on his left lead
        ("taken", "u8", N_SEATS),
        ("last", "i8"),  # who took the last trick
        ("kitty_points", "i8"),
        ("points", "i8", N_SEATS),  # own tricks, kitty apart
        ("side", "i8"),  # points of declarer and partner, kitty in them
        ("made", "i8"),
        ("moon", "i8"),
        ("counted", "i8", N_SEATS),  # the score of the deal
    ]
)

GIVEN = np.dtype(
    [
        ("is_given", "i8"),
        ("dealer", "i8"),  # the dealer of a session's first deal
        ("hand", "u8", N_SEATS),
        ("kitty", "u8"),
    ]
)
"""Cards of a deal that are known before it is played, as dealt."""

BID, KITTY, DECLARE, CALLED, BURY = range(2, 7)
"""Kinds of row in a trace, after those of all games."""
