"""Deals and sessions of Kratzen, compiled; `docs/rules/kratzen.md` tells the game."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from simcore.games.kratzen.dealing import (
    CUT_ALWAYS,
    CUT_MUSS,
    HAND_SIZE,
    cut_pack,
    deal_cards,
    stake,
    stock_size,
)
from simcore.games.kratzen.pack import SEVENS
from simcore.games.kratzen.phases import (
    ask_to_join,
    bid,
    discard_down,
    exchange_all,
    turn_for_contract,
)
from simcore.games.kratzen.play import play_trick, settle
from simcore.games.kratzen.table import BANKRUPT, OVERFLOWED
from simcore.games.kratzen.tallying import add_deal, add_session
from simcore.games.kratzen.view import (
    MUSS,
    NOBODY,
    NORMAL,
    PASSED,
    SCHLAGEN,
    SIEBENERMUSS,
    VIEW,
    WEITER,
)
from simcore.jit import kernel
from simcore.options import MOST_CHIPS
from simcore.rng import below
from simcore.sessions import make_entries
from simcore.table import RUNNING, clear_tricks, next_seat, start_tricks
from simcore.tricks import TRUMPS

_ON_ANY_SEVEN = 0


@kernel
def begin_deal(
    seed, session, deal, rules, table, view, streams, parameters, plugins, given, trace
):
    """Play deal number `deal` of a session up to its first trick.

    Parameters
    ----------
    seed, session : uint64
    deal : int64
    rules, table, view : records of the rules' dtype, `TABLE` and `VIEW`
    streams : STREAM[n_seats + 2]
        Scratch: a stream for each seat, the table's, and the cut's.
    parameters : float64[n_seats, N_PARAMETERS]
    plugins : tuple of compiled functions, or None
    given : record of `GIVEN`, or None
        Cards that are known beforehand.
    trace : int64[n, 4], or None
        Where the events are noted (out).
    """
    _open_deal(deal, table, view, streams, given)
    stake(rules, table)
    if rules.cut == CUT_ALWAYS or (rules.cut == CUT_MUSS and table.staked == MUSS):
        table.bottom = cut_pack(
            seed, session, deal, rules, table, streams, given, trace
        )
    fixing = deal_cards(rules, table, view, streams, given, trace)
    table.pot_before = table.pot
    view.pot = table.pot
    view.dealer = table.dealer
    if fixing & SEVENS:
        table.kind = SIEBENERMUSS
        table.declarer = table.dealer
    elif table.staked == MUSS:
        table.kind = MUSS
        table.declarer = table.dealer
    else:
        _play_normal(rules, table, view, streams, parameters, plugins, given, trace)
    if table.kind == PASSED:
        return
    if table.kind != NORMAL:
        _make_all_play(table, view, streams, parameters, plugins, trace)
    if table.n_playing == 1:
        table.tricks[table.declarer] = HAND_SIZE
    else:
        start_tricks(table, table.declarer, HAND_SIZE)


@kernel
def end_deal(rules, table):
    """Settle a deal, pass the next to the left and end the session where it must."""
    if table.kind == PASSED:
        table.stakes = NORMAL
    else:
        settle(rules, table)
    _close_deal(rules, table)


@kernel
def _open_deal(deal, table, view, streams, given):
    """Clear what was left of the deal before; open a session with deal 0."""
    n_seats = table.n_seats
    clear_tricks(table, view, n_seats)
    table.trumps = TRUMPS
    if deal == 0:
        _open_session(table, streams[n_seats], given)
    table.deal = deal
    table.declarer = NOBODY
    table.contract = WEITER
    table.forced = 0
    table.playing = 0
    table.n_playing = 0
    table.asked = 0
    table.cuts = 0
    table.bottom = np.uint64(0)
    table.drawn = 0
    view.kind = NORMAL
    view.declarer = NOBODY
    view.contract = WEITER
    view.turned = np.uint64(0)
    view.playing = 0
    view.dropped = 0
    view.deferred = NOBODY
    for seat in range(n_seats):
        table.draws[seat] = 0
        table.owed[seat] = 0
        table.penalties[seat] = 0
        table.change[seat] = 0
        view.calls[seat] = NOBODY
        view.exchanged[seat] = 0
        view.shown[seat] = np.uint64(0)
        view.balance[seat] = table.balance[seat]


@kernel
def _open_session(table, stream, given):
    """Set `table` to the start of a session, with a random first dealer."""
    table.pot = 0
    table.stakes = MUSS
    table.ended = RUNNING
    table.capped = 0
    table.last_kind = NOBODY
    table.cycle = 0
    table.dealer = below(stream, table.n_seats)
    if given is not None and given.is_given:
        table.dealer = given.dealer
    for seat in range(table.n_seats):
        table.balance[seat] = 0


@kernel
def _play_normal(rules, table, view, streams, parameters, plugins, given, trace):
    """Go through calls, joins and exchange; leave the kind of deal in `table`."""
    table.kind = NORMAL
    view.stock = stock_size(table)
    bid(rules, table, view, streams, parameters, plugins, trace)
    if table.contract == WEITER:
        table.kind = PASSED
        return
    declarer = table.declarer
    table.playing = 1 << declarer
    table.n_playing = 1
    view.playing = table.playing
    if table.contract < SCHLAGEN:
        fixing = turn_for_contract(rules, table, view, streams, given, trace)
        view.stock = stock_size(table)
        if fixing & SEVENS and rules.siebenermuss_on == _ON_ANY_SEVEN:
            table.kind = SIEBENERMUSS
            return
    ask_to_join(rules, table, view, streams, parameters, plugins, trace)
    if table.n_playing > 1:
        exchange_all(rules, table, view, streams, parameters, plugins, given, trace)


@kernel
def _make_all_play(table, view, streams, parameters, plugins, trace):
    """Prepare a deal in which nobody may drop: the dealer discards, all play."""
    n_seats = table.n_seats
    table.playing = (1 << n_seats) - 1
    table.n_playing = n_seats
    view.playing = table.playing
    view.kind = table.kind
    view.declarer = table.declarer
    view.stock = stock_size(table)
    discard_down(table, view, streams, parameters, plugins, trace, table.dealer)
    if table.declarer != table.dealer:
        discard_down(table, view, streams, parameters, plugins, trace, table.declarer)


@kernel
def _close_deal(rules, table):
    """Pass the deal to the left and end the session where it must end."""
    table.dealer = next_seat(table.dealer, table.n_seats)
    if table.pot > MOST_CHIPS:
        table.ended = OVERFLOWED
        return
    if rules.bankroll > 0:
        for seat in range(table.n_seats):
            if rules.bankroll + table.balance[seat] == 0:
                table.ended = BANKRUPT


@kernel
def profit(table, seat):
    """Return what `seat` gained in the deal, in pots when play began."""
    return table.change[seat] / np.float64(table.pot_before)


ENTRIES = make_entries(
    "kratzen",
    Path(__file__).parent,
    begin_deal=begin_deal,
    play_trick=play_trick,
    end_deal=end_deal,
    add_deal=add_deal,
    add_session=add_session,
    profit=profit,
    view_dtype=VIEW,
)
