"""The four tricks of a deal and their settlement."""

from __future__ import annotations

import numpy as np

from simcore.games.kratzen.dealing import HAND_SIZE
from simcore.games.kratzen.decisions import choose_card
from simcore.games.kratzen.table import (
    CARD,
    TRICK,
    next_seat,
    note,
    pay,
    turn_back,
)
from simcore.games.kratzen.view import MUSS, NORMAL, SIEBENERMUSS
from simcore.jit import kernel
from simcore.tricks import TRUMPS, lane_of, must_head

_ZERO = np.uint64(0)
_TO_DECLARER = 1


@kernel
def play_tricks(table, view, streams, parameters, plugins, trace):
    """Play four tricks, the declarer leading to the first."""
    leader = table.declarer
    for trick in range(HAND_SIZE):
        view.trick = trick
        leader = _play_trick(table, view, streams, parameters, plugins, trace, leader)
        table.tricks[leader] += 1
        view.tricks[leader] += 1
        note(trace, TRICK, leader, 0, 0)


@kernel
def _play_trick(table, view, streams, parameters, plugins, trace, leader):
    """Play one trick and return the seat that wins it."""
    view.led = _ZERO
    view.best = _ZERO
    view.table = _ZERO
    view.winner = leader
    hand = table.hand[leader]
    card = choose_card(
        table, view, streams, parameters, plugins, leader, hand, hand
    )
    note(trace, CARD, leader, turn_back(card, table.shift), turn_back(hand, table.shift))
    table.hand[leader] = hand ^ card
    view.played[leader] |= card
    lane = lane_of(card)
    in_contest = lane | TRUMPS
    best = card
    on_table = card
    winner = leader
    view.led = card
    seat = leader
    for _ in range(table.n_seats - 1):
        seat = next_seat(seat, table.n_seats)
        if table.playing >> seat & 1 == 0:
            continue
        hand = table.hand[seat]
        legal = must_head(hand, lane, best)
        view.best = best
        view.winner = winner
        view.table = on_table
        card = choose_card(
            table, view, streams, parameters, plugins, seat, hand, legal
        )
        note(
            trace, CARD, seat, turn_back(card, table.shift), turn_back(legal, table.shift)
        )
        table.hand[seat] = hand ^ card
        view.played[seat] |= card
        on_table |= card
        contender = card & in_contest
        winner = seat if contender > best else winner
        best = contender if contender > best else best
    return winner


@kernel
def settle(rules, table):
    """Pay tricks and penalties; set the stakes of the next deal."""
    pot = table.pot_before
    kind = table.kind
    are_paid = (
        kind == NORMAL
        or (kind == MUSS and rules.muss_pays)
        or (kind == SIEBENERMUSS and rules.siebenermuss_pays)
    )
    if are_paid:
        share = pot // HAND_SIZE
        for seat in range(table.n_seats):
            draw = share * table.tricks[seat]
            if rules.remainder == _TO_DECLARER and seat == table.declarer:
                draw += pot % HAND_SIZE
            table.draws[seat] = draw
            table.balance[seat] += draw
            table.change[seat] += draw
            table.pot -= draw
    # Who is short is as good as random: selects, not branches, on the way to the pot.
    pots_in_all = 0
    for seat in range(table.n_seats):
        pots = pots_owed(rules, kind, seat == table.declarer, table.tricks[seat])
        pots = pots if table.playing >> seat & 1 else 0
        owed = pots * pot
        if rules.pot_cap > 0 and owed > rules.pot_cap:
            owed = rules.pot_cap
            table.capped = 1
        pots_in_all += pots
        table.owed[seat] = owed
        table.penalties[seat] = pay(rules, table, seat, owed)
    table.stakes = MUSS if are_paid and pots_in_all == 0 else NORMAL


@kernel
def pots_owed(rules, kind, is_declarer, tricks):
    """Return how many pots a player owes for his `tricks`: 0, 1 or 2."""
    is_strict = is_declarer & (kind != SIEBENERMUSS)
    doubles = is_strict | (is_declarer & (rules.siebenermuss_declarer_double != 0))
    pots = 2 if doubles else 1
    needed = 2 if is_strict else 1
    return pots if tricks < needed else 0
