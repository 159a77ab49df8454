"""What happens between the turn-up and the first trick: calls, joins, exchange."""

from __future__ import annotations

import numpy as np

from simcore.games.kratzen.dealing import HAND_SIZE, draw_card, shift_of, stock_size
from simcore.games.kratzen.decisions import (
    choose_call,
    choose_discard,
    choose_exchange,
    choose_join,
)
from simcore.games.kratzen.pack import TRUMP_SOW, WELI_UNTURNED
from simcore.games.kratzen.table import (
    CALL,
    DISCARD,
    DRAWN,
    EXCHANGE,
    EXTRA,
    JOIN,
    SHOWN,
    TURNED,
    turn,
    turn_back,
)
from simcore.games.kratzen.view import (
    DEFER,
    DROP,
    NAECHSTE,
    NOBODY,
    PLAY,
    SCHLAGEN,
    WEITER,
)
from simcore.jit import kernel, popcount
from simcore.table import next_seat, note, seat_to_right
from simcore.tricks import TRUMPS

_ZERO = np.uint64(0)

FACE_DOWN = 3
"""How many exchanged cards come face down; the others come face up."""

EXTRAS_FOR_TRUMP_SOW = 5

_RIGHT = 0
_ALL_CALLS = (1 << SCHLAGEN + 1) - 1
_DROP_OR_PLAY = 1 << DROP | 1 << PLAY
_TO_DEALER = 1
_TO_DECLARER = 1
_FROM_DECLARER = 1


@kernel
def bid(rules, table, view, streams, parameters, plugins, trace):
    """Ask every seat for a call; set declarer and contract, NOBODY if all pass."""
    n_seats = table.n_seats
    highest = WEITER
    seat = table.dealer
    for _ in range(n_seats):
        legal = (_ALL_CALLS & ~((2 << highest) - 1)) | 1 << WEITER
        call = choose_call(table, view, streams, parameters, plugins, seat, legal)
        note(trace, CALL, seat, call, 0)
        view.calls[seat] = call
        if call > highest:
            highest = call
            table.declarer = seat
        if rules.bidding_direction == _RIGHT:
            seat = seat_to_right(seat, n_seats)
        else:
            seat = next_seat(seat, n_seats)
    if highest == WEITER and rules.all_pass == _TO_DEALER:
        table.declarer = table.dealer
        table.forced = 1
        highest = SCHLAGEN
    table.contract = highest
    view.contract = highest
    view.declarer = table.declarer


@kernel
def turn_for_contract(rules, table, view, streams, given, trace):
    """Turn cards from the stock for `andere` or `naechste`.

    Returns
    -------
    uint64
        The card that fixes trumps, lanes not turned; 0 where the first trumps stay.
    """
    first_shift = table.shift
    turned = _ZERO
    fixing = _ZERO
    while fixing == _ZERO and stock_size(table) > 0:
        card = draw_card(table, streams, given)
        note(trace, TURNED, table.declarer, card, 0)
        turned |= card
        if card == WELI_UNTURNED:
            continue
        if table.contract == NAECHSTE or shift_of(card) != first_shift:
            fixing = card
    if fixing:
        _make_trumps(table, view, shift_of(fixing))
    turned = turn(turned, table.shift)
    view.turned = turned
    if rules.new_turnup_to == _TO_DECLARER:
        table.hand[table.declarer] |= turned
    return fixing


@kernel
def _make_trumps(table, view, shift):
    """Turn all lanes so that the suit at `shift` is trumps."""
    old = table.shift
    table.shift = shift
    for seat in range(table.n_seats):
        table.hand[seat] = turn(turn_back(table.hand[seat], old), shift)
    view.turnup = turn(table.turnup, shift)
    view.bottom = turn(turn_back(view.bottom, old), shift)


@kernel
def ask_to_join(rules, table, view, streams, parameters, plugins, trace):
    """Ask everybody from the declarer's left whether he plays along."""
    n_seats = table.n_seats
    seat = next_seat(table.declarer, n_seats)
    for _ in range(n_seats - 1):
        may_defer = rules.last_word and view.deferred == NOBODY
        legal = _DROP_OR_PLAY | 1 << DEFER if may_defer else _DROP_OR_PLAY
        _ask_one(table, view, streams, parameters, plugins, trace, seat, legal)
        seat = next_seat(seat, n_seats)
    if view.deferred != NOBODY:
        seat = view.deferred
        _ask_one(table, view, streams, parameters, plugins, trace, seat, _DROP_OR_PLAY)


@kernel
def _ask_one(table, view, streams, parameters, plugins, trace, seat, legal):
    """Ask `seat` whether he plays along and make his answer public."""
    table.asked |= 1 << seat
    answer = choose_join(table, view, streams, parameters, plugins, seat, legal)
    note(trace, JOIN, seat, answer, 0)
    if answer == DEFER:
        view.deferred = seat
    elif answer == PLAY:
        table.playing |= 1 << seat
        table.n_playing += 1
        view.playing = table.playing
    else:
        view.dropped |= 1 << seat


@kernel
def exchange_all(rules, table, view, streams, parameters, plugins, given, trace):
    """Let everybody who plays exchange and discard, one after the other."""
    n_seats = table.n_seats
    seat = table.declarer
    if rules.exchange_first != _FROM_DECLARER:
        seat = next_seat(table.dealer, n_seats)
    for _ in range(n_seats):
        if table.playing >> seat & 1:
            _exchange(table, view, streams, parameters, plugins, given, trace, seat)
            discard_down(table, view, streams, parameters, plugins, trace, seat)
        seat = next_seat(seat, n_seats)


@kernel
def _exchange(table, view, streams, parameters, plugins, given, trace, seat):
    """Let `seat` put cards away and draw as many, with extras for face-up trumps."""
    limit = min(popcount(table.hand[seat]), stock_size(table))
    view.stock = stock_size(table)
    away = choose_exchange(table, view, streams, parameters, plugins, seat, limit)
    note(trace, EXCHANGE, seat, turn_back(away, table.shift), 0)
    count = popcount(away)
    hand = table.hand[seat] ^ away
    shown = _ZERO
    extras = 0
    for drawn in range(count):
        card = draw_card(table, streams, given)
        if drawn < FACE_DOWN:
            note(trace, DRAWN, seat, card, 0)
            hand |= turn(card, table.shift)
            continue
        note(trace, SHOWN, seat, card, 0)
        card = turn(card, table.shift)
        shown |= card
        if card == TRUMP_SOW:
            extras += EXTRAS_FOR_TRUMP_SOW
        elif card & TRUMPS:
            extras += 1
    for _ in range(min(extras, stock_size(table))):
        card = draw_card(table, streams, given)
        note(trace, EXTRA, seat, card, 0)
        hand |= turn(card, table.shift)
    table.hand[seat] = hand | shown
    table.out[seat] |= away
    view.exchanged[seat] = count
    view.shown[seat] = shown
    view.stock = stock_size(table)


@kernel
def discard_down(table, view, streams, parameters, plugins, trace, seat):
    """Let `seat` discard down to four cards, where he holds more."""
    surplus = popcount(table.hand[seat]) - HAND_SIZE
    if surplus > 0:
        away = choose_discard(table, view, streams, parameters, plugins, seat, surplus)
        note(trace, DISCARD, seat, turn_back(away, table.shift), 0)
        table.hand[seat] ^= away
        table.out[seat] |= away
