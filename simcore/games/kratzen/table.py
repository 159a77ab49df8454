"""The state of one table of Kratzen."""

from __future__ import annotations

import numpy as np

from simcore.games.kratzen.pack import WELI, WELI_UNTURNED
from simcore.games.kratzen.view import MAX_SEATS
from simcore.jit import kernel
from simcore.table import TABLE_FIELDS
from simcore.tricks import turn_lanes

OVERFLOWED, BANKRUPT = 1, 2
"""Why a session ended before it had all of its deals."""

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
        *TABLE_FIELDS,
        # The session.
        ("pot", "i8"),
        ("stakes", "i8"),  # MUSS or NORMAL: what the next deal stakes
        ("capped", "i8"),  # whether a penalty of the session met its ceiling
        ("last_kind", "i8"),  # kind of the deal before, NOBODY in the first
        ("cycle", "i8"),  # deals since the Muss that opened the pot, it included
        ("balance", "i8", MAX_SEATS),
        # The deal.
        ("kind", "i8"),
        ("staked", "i8"),  # MUSS or NORMAL: what this deal staked
        ("declarer", "i8"),
        ("contract", "i8"),
        ("forced", "i8"),  # whether the dealer had to play
        ("shift", "u8"),  # how far the lanes are turned
        ("n_playing", "i8"),
        ("asked", "i8"),  # bit s for each seat that was asked to play along
        ("cuts", "i8"),  # cuts that showed a special card
        ("pot_before", "i8"),
        ("stock", "u8"),  # cards of the stock not yet drawn, the bottom card apart
        ("bottom", "u8"),  # the bottom card while it lies in the stock
        ("turnup", "u8"),
        ("draws", "i8", MAX_SEATS),
        ("owed", "i8", MAX_SEATS),  # penalties before a bankroll limits them
        ("penalties", "i8", MAX_SEATS),
        ("change", "i8", MAX_SEATS),
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
) = range(2, 14)
"""Kinds of row in a trace, after those that all games share."""


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
def pay(rules, table, seat, amount):
    """Move `amount` chips of `seat` into the pot, or what he has; return the chips."""
    if rules.bankroll > 0:
        amount = min(amount, rules.bankroll + table.balance[seat])
    table.balance[seat] -= amount
    table.change[seat] -= amount
    table.pot += amount
    return amount
