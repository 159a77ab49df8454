"""The cut, the cards and the turn-up of a deal."""

from __future__ import annotations

import numpy as np

from simcore.games.kratzen.pack import (
    ALL_CARDS,
    SEVENS,
    SOWS,
    SPECIAL,
    WELI_UNTURNED,
)
from simcore.games.kratzen.table import (
    ANTE,
    CUT,
    HAND,
    MAX_CUTS,
    TURNUP,
    pay,
    turn,
)
from simcore.games.kratzen.view import MUSS
from simcore.jit import kernel, popcount, trailing_zeros
from simcore.rng import PURPOSE_CUT, open_stream, random_bit, random_subset_of
from simcore.table import next_seat, note, seat_to_right

CUT_ALWAYS, CUT_MUSS, CUT_NEVER = range(3)

HAND_SIZE = 4

_ZERO = np.uint64(0)
_TOP_LANE = np.uint64(48)


@kernel
def stake(rules, table):
    """Pay what is staked before the cut, by the seat that has the pack."""
    table.staked = table.stakes
    dealer = table.dealer
    if table.stakes == MUSS:
        for seat in range(table.n_seats):
            pay(rules, table, seat, 2 * rules.ante if seat == dealer else rules.ante)
    else:
        pay(rules, table, dealer, rules.ante)


@kernel
def act_on_shown(rules, table, card, trace):
    """Let one special `card` that was shown at the cut move the pack and cost antes."""
    if card & SOWS:
        table.dealer = next_seat(table.dealer, table.n_seats)
    elif card & SEVENS:
        table.dealer = seat_to_right(table.dealer, table.n_seats)
    elif card & WELI_UNTURNED:
        for seat in range(table.n_seats):
            paid = pay(rules, table, seat, rules.ante)
            note(trace, ANTE, seat, paid, 0)
        return
    else:
        return
    paid = pay(rules, table, table.dealer, rules.ante)
    note(trace, ANTE, table.dealer, paid, 0)


@kernel
def cut_pack(seed, session, deal, rules, table, streams, given, trace):
    """Cut until an ordinary card shows; return that card, the bottom one."""
    stream = streams[table.n_seats]
    first = random_bit(stream, ALL_CARDS)
    if given is not None and given.is_given:
        first = given.cut_first[0]
    if first & SPECIAL:
        cutting = streams[table.n_seats + 1]
        open_stream(cutting, seed, session, deal, PURPOSE_CUT)
        for cut in range(1, MAX_CUTS + 1):
            second = random_bit(cutting, ALL_CARDS ^ first)
            if given is not None and given.is_given:
                second = given.cut_second[cut - 1]
            note(trace, CUT, 0, first, second)
            table.cuts += 1
            act_on_shown(rules, table, first, trace)
            act_on_shown(rules, table, second, trace)
            pack = ALL_CARDS ^ SPECIAL if cut == MAX_CUTS else ALL_CARDS
            first = random_bit(cutting, pack)
            if given is not None and given.is_given:
                first = given.cut_first[cut]
            if first & SPECIAL == _ZERO:
                break
    note(trace, CUT, 0, first, 0)
    return first


@kernel
def deal_cards(rules, table, view, streams, given, trace):
    """Deal four cards each, turn up the card that fixes trumps, turn all lanes.

    Returns
    -------
    uint64
        The card that fixes trumps, lanes not turned.
    """
    n_seats = table.n_seats
    stream = streams[n_seats]
    pack = ALL_CARDS ^ table.bottom
    n_left = popcount(pack)
    for seat in range(n_seats):
        hand = random_subset_of(stream, pack, n_left, HAND_SIZE)
        n_left -= HAND_SIZE
        if given is not None and given.is_given:
            hand = given.hand[seat]
        note(trace, HAND, seat, hand, 0)
        table.hand[seat] = hand
        pack ^= hand
    card = random_bit(stream, pack)
    if given is not None and given.is_given:
        card = given.turnup[0]
    pack ^= card
    turned_up = card
    note(trace, TURNUP, 0, card, 0)
    if card == WELI_UNTURNED:
        card = random_bit(stream, pack)
        if given is not None and given.is_given:
            card = given.turnup[1]
        pack ^= card
        turned_up |= card
        note(trace, TURNUP, 0, card, 0)
    table.stock = pack
    table.turnup = turned_up
    table.hand[table.dealer] |= turned_up
    shift = shift_of(card)
    table.shift = shift
    for seat in range(n_seats):
        table.hand[seat] = turn(table.hand[seat], shift)
    view.turnup = turn(turned_up, shift)
    view.bottom = turn(table.bottom, shift)
    return card


@kernel
def shift_of(card):
    """Return how far the lanes must be turned to make the suit of `card` trumps."""
    return _TOP_LANE - (np.uint64(trailing_zeros(card)) & _TOP_LANE)


@kernel
def stock_size(table):
    """Return how many cards the stock holds."""
    return popcount(table.stock) + (1 if table.bottom else 0)


@kernel
def draw_card(table, streams, given):
    """Take the next card of the stock (not empty) and return it, lanes not turned."""
    if given is not None and table.drawn < given.n_stock:
        card = given.stock[table.drawn]
        table.drawn += 1
        table.stock &= ~card
        if card == table.bottom:
            table.bottom = _ZERO
        return card
    if table.stock:
        card = random_bit(streams[table.n_seats], table.stock)
        table.stock ^= card
        return card
    card = table.bottom
    table.bottom = _ZERO
    return card
