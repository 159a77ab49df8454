"""The state of one table of Klaberjass."""

from __future__ import annotations

import numpy as np

from simcore.games.klaberjass.view import N_SEATS
from simcore.table import TABLE_FIELDS

WON = 1
"""Why a session ended: a player has reached the target."""

MOST_RUNS = 3

TABLE = np.dtype(
    [
        *TABLE_FIELDS,
        # The match.
        ("score", "i8", N_SEATS),
        ("winner", "i8"),  # who has won, or NOBODY
        # The deal.
        ("dealt_by", "i8"),  # the dealer of this deal; `dealer` is the next
        ("dealt", "u8", N_SEATS),  # the first six cards
        ("round", "i8"),
        ("taker", "i8"),  # NOBODY: the deal is void
        ("trump", "i8"),
        ("turnup", "u8"),  # cards of the table are as dealt
        ("stock", "u8"),
        ("dix", "i8"),
        ("holding", "i8"),  # of the taker: 1 for the jass, 2 for the menel
        ("n_runs", "i8", N_SEATS),
        ("run", "u8", (N_SEATS, MOST_RUNS)),  # best first
        ("run_order", "i8", (N_SEATS, MOST_RUNS)),  # numbers to compare them by
        ("run_points", "i8", N_SEATS),
        ("run_winner", "i8"),  # whose sequences count, or NOBODY
        ("bela", "i8"),  # who holds King and Queen of trumps, or NOBODY
        ("taken", "u8", N_SEATS),
        ("last", "i8"),  # who took the last trick so far
        ("card_points", "i8", N_SEATS),  # last trick in it
        ("counted_melds", "i8", N_SEATS),
        ("counted_bela", "i8", N_SEATS),
        ("sum", "i8", N_SEATS),  # before it is settled who gets it
        ("counted", "i8", N_SEATS),  # the score of the deal
    ]
)

GIVEN = np.dtype(
    [
        ("is_given", "i8"),
        ("dealer", "i8"),  # the dealer of a session's first deal
        ("hand", "u8", N_SEATS),
        ("turnup", "u8"),
        ("further", "u8", N_SEATS),
        ("second", "u8"),
    ]
)
"""Cards of a deal that are known before it is played, as dealt."""

TAKE, COMPLETE, SECOND, DIX_TAKEN, MELD, BELA_CALL = range(2, 8)
"""Kinds of row in a trace, after those of all games."""
