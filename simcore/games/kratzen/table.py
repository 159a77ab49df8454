"""The state of one table of Kratzen, and the trace of what happens at it."""

from __future__ import annotations

import numpy as np

from simcore.games.kratzen.pack import WELI, WELI_UNTURNED
from simcore.games.kratzen.view import MAX_SEATS
from simcore.jit import kernel
from simcore.tricks import turn_lanes

RUNNING, OVERFLOWED, BANKRUPT = range(3)
"""Why a session ended; `RUNNING` also where it had all of its deals."""

FORCED = 4
"""Contract number of a Schlagen that the dealer had to play (`all_pass dealer`)."""

STOCK_SIZE = 20
"""The most cards a stock can hold: 33 less 3 hands and the turn-up."""

MAX_CUTS = 64
"""Cuts of one deal; the last of them shows an ordinary card whatever happens.

Reaching it by chance has probability (3/11)**64, below 1e-36.
"""

TABLE = np.dtype(
    [
        # The session.
        ("n_seats", "i8"),
        ("pot", "i8"),
        ("dealer", "i8"),
        ("stakes", "i8"),  # MUSS or NORMAL: what the next deal stakes
        ("ended", "i8"),
        ("capped", "i8"),  # whether a penalty of the session met its ceiling
        ("last_kind", "i8"),  # kind of the deal before, NOBODY in the first
        ("cycle", "i8"),  # deals since the Muss that opened the pot, it included
        ("balance", "i8", MAX_SEATS),
        ("strategy", "i8", MAX_SEATS),
        # The deal.
        ("deal", "i8"),  # its number in the session
        ("kind", "i8"),
        ("staked", "i8"),  # MUSS or NORMAL: what this deal staked
        ("declarer", "i8"),
        ("contract", "i8"),
        ("forced", "i8"),  # whether the dealer had to play
        ("shift", "u8"),  # how far the lanes are turned
        ("playing", "i8"),  # bit s for each seat s
        ("n_playing", "i8"),
        ("asked", "i8"),  # bit s for each seat that was asked to play along
        ("cuts", "i8"),  # cuts that showed a special card
        ("pot_before", "i8"),
        ("stock", "u8"),  # cards of the stock not yet drawn, the bottom card apart
        ("bottom", "u8"),  # the bottom card while it lies in the stock
        ("turnup", "u8"),
        ("hand", "u8", MAX_SEATS),
        ("out", "u8", MAX_SEATS),
        ("tricks", "i8", MAX_SEATS),
        ("draws", "i8", MAX_SEATS),
        ("owed", "i8", MAX_SEATS),  # penalties before a bankroll limits them
        ("penalties", "i8", MAX_SEATS),
        ("change", "i8", MAX_SEATS),
        # An answer against the rules.
        ("wrong", "i8"),
        ("wrong_seat", "i8"),
        ("wrong_decision", "i8"),
        ("wrong_answer", "u8"),
        # Cards given from outside.
        ("drawn", "i8"),  # how many cards have come from a given stock
    ]
)

GIVEN = np.dtype(
    [
        ("is_given", "i8"),
        ("dealer", "i8"),  # who has the pack in a session's first deal
        ("n_cuts", "i8"),
        ("cut_first", "u8", MAX_CUTS + 1),
        ("cut_second", "u8", MAX_CUTS),
        ("hand", "u8", MAX_SEATS),
        ("n_turnup", "i8"),
        ("turnup", "u8", 2),
        ("n_stock", "i8"),
        ("stock", "u8", STOCK_SIZE),
    ]
)
"""Cards of a deal that are known before it is played; the lanes are not turned.

Stock cards beyond `n_stock` are drawn at random. `cut_second` is 0 for a cut that
showed an ordinary card, which is the last.
"""

(
    CUT,
    ANTE,
    HAND,
    TURNUP,
    CALL,
    TURNED,
    JOIN,
    EXCHANGE,
    DRAWN,
    SHOWN,
    EXTRA,
    DISCARD,
    CARD,
    TRICK,
) = range(14)
"""Kinds of row in a trace: (kind, seat, cards or number, second cards)."""


@kernel
def note(trace, kind, seat, first, second):
    """Append a row to `trace` (int64[n, 4], its first cell counts), if there is one."""
    if trace is not None:
        row = trace[0, 0] + 1
        trace[0, 0] = row
        trace[row, 0] = kind
        trace[row, 1] = seat
        trace[row, 2] = np.int64(first)
        trace[row, 3] = np.int64(second)


@kernel
def turn(cards, shift):
    """Return `cards` with trumps turned to the top lane and the Weli among them."""
    weli = cards & WELI_UNTURNED
    return turn_lanes(cards ^ weli, shift) | (weli << np.uint64(40))


@kernel
def turn_back(cards, shift):
    """Return turned `cards` as they were before trumps were known."""
    weli = cards & WELI
    back = (np.uint64(0) - shift) & np.uint64(63)
    return turn_lanes(cards ^ weli, back) | (weli >> np.uint64(40))


@kernel
def next_seat(seat, n_seats):
    """Return the seat to the left of `seat`."""
    return seat + 1 if seat + 1 < n_seats else 0


@kernel
def seat_to_right(seat, n_seats):
    """Return the seat to the right of `seat`."""
    return seat - 1 if seat > 0 else n_seats - 1


@kernel
def pay(rules, table, seat, amount):
    """Move `amount` chips from `seat` into the pot, or what he has; return the chips."""
    if rules.bankroll > 0:
        amount = min(amount, rules.bankroll + table.balance[seat])
    table.balance[seat] -= amount
    table.change[seat] -= amount
    table.pot += amount
    return amount


@kernel
def object_to(table, seat, decision, answer):
    """Remember the first answer of a strategy that the rules do not allow."""
    if table.wrong == 0:
        table.wrong = 1
        table.wrong_seat = seat
        table.wrong_decision = decision
        table.wrong_answer = answer
