"""The state of one table of Trio, and what a run adds up of it."""

from __future__ import annotations

import numpy as np

from simcore.games.trio.view import N_SEATS
from simcore.jit import kernel
from simcore.table import TABLE_FIELDS
from simcore.tally import Layout
from simcore.view import NOBODY

WON = 1
"""Why a session ended: somebody has won the match."""

TABLE = np.dtype(
    [
        *TABLE_FIELDS,
        ("score", "i8", N_SEATS),
        ("winner", "i8"),  # of the match, or NOBODY
        ("dealt_by", "i8"),  # the dealer of this deal; `dealer` is the next
        ("dealt", "u8", N_SEATS),
        ("counted", "i8", N_SEATS),  # the score of the deal
    ]
)

GIVEN = np.dtype([("is_given", "i8"), ("dealer", "i8"), ("hand", "u8", N_SEATS)])
"""Cards of a deal that are known before it is played."""

LAYOUT = Layout(
    sessions=(1,), deals=(1,), score=(N_SEATS,), matches=(N_SEATS,), length=(1,)
)

_SESSIONS = LAYOUT.offset("sessions")
_DEALS = LAYOUT.offset("deals")
_SCORE = LAYOUT.offset("score")
_MATCHES = LAYOUT.offset("matches")
_LENGTH = LAYOUT.offset("length")


@kernel
def add_deal(rules, table, sums):
    """Add a deal to `sums`, a row of accumulators (out)."""
    sums[_DEALS] += 1
    for seat in range(N_SEATS):
        sums[_SCORE + seat] += table.counted[seat]


@kernel
def add_session(rules, table, n_deals, sums):
    """Add the end of a session: of a match, or of a deal that stands alone."""
    sums[_SESSIONS] += 1
    if table.winner != NOBODY:
        sums[_MATCHES + table.winner] += 1
        sums[_LENGTH] += n_deals
