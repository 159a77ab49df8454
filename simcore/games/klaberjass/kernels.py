"""Deals and matches of Klaberjass, compiled; `docs/rules/klaberjass.md` tells it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from simcore.asking import number_chooser, trick_player
from simcore.games.klaberjass.melds import (
    best_run,
    find_run_winner,
    find_runs,
    is_trumps,
    length_of,
    points_of,
    top_of,
)
from simcore.games.klaberjass.pack import (
    ALL_CARDS,
    BELA,
    DIX,
    FIRST_CARDS,
    FURTHER_CARDS,
    HAND_SIZE,
    JASS,
    MENEL,
    SUITS,
)
from simcore.games.klaberjass.ranks import card_points, turn, turn_back
from simcore.games.klaberjass.table import (
    BELA_CALL,
    COMPLETE,
    DIX_TAKEN,
    MELD,
    SECOND,
    TAKE,
    WON,
)
from simcore.games.klaberjass.tallying import add_deal, add_session
from simcore.games.klaberjass.view import DECISIONS, N_SEATS, PASS, VIEW
from simcore.jit import kernel
from simcore.rng import below, random_bit, random_subset
from simcore.sessions import make_entries
from simcore.table import RUNNING, TRICK, clear_tricks, note, start_tricks
from simcore.tricks import TRUMPS, from_on, lane_of, suit_of
from simcore.view import NOBODY

LAST_TRICK = 10
BELA_POINTS = 20

_BOTH = 0b11
_ALL_SUITS = (1 << SUITS) - 1
_ANY_SUIT = 0
_ELDER = 0
_KEEP_OR_EXCHANGE = 0b11

_ZERO = np.uint64(0)

_choose_take = number_chooser("klaberjass", DECISIONS, "take")
_choose_dix = number_chooser("klaberjass", DECISIONS, "dix")


@kernel
def _legal_cards(hand, lane, trumps, best):
    """Return the cards that may follow: only a trump lead must be beaten."""
    following = hand & lane
    beating = following & from_on(best)
    following = beating if lane == TRUMPS and beating else following
    ruffing = hand & TRUMPS
    void = ruffing if ruffing else hand
    return following if following else void


@kernel
def _as_dealt(table, cards):
    """Return turned cards as they were dealt."""
    return turn_back(cards, table.trump)


@kernel
def _announce(table, view, trace, seat):
    """Announce sequences with the first card, as far as the answers go."""
    if view.trick > 0:
        return
    elder = 1 - table.dealt_by
    own = best_run(table, seat)
    view.run_points[seat] = points_of(own)
    for run in range(table.n_runs[seat]):
        note(trace, MELD, seat, table.run[seat, run], table.run_points[seat])
    if seat == elder:
        return
    other = best_run(table, elder)
    if own > 0 and points_of(own) == points_of(other):
        view.run_length[elder] = length_of(other)
        view.run_length[seat] = length_of(own)
        if length_of(own) == length_of(other):
            view.run_top[elder] = top_of(other)
            view.run_top[seat] = top_of(own)
            if top_of(own) == top_of(other):
                view.run_trumps[elder] = is_trumps(other)
                view.run_trumps[seat] = is_trumps(own)


@kernel
def _announce_bela(table, view, trace, seat, card):
    """Announce bela with the second of its two cards."""
    if table.bela == seat and card & BELA and view.played[seat] & BELA == BELA:
        view.bela = seat
        note(trace, BELA_CALL, seat, 0, 0)


@kernel
def begin_deal(
    seed, session, deal, rules, table, view, streams, parameters, plugins, given, trace
):
    """Play deal number `deal` up to its first trick; see `simcore.sessions`."""
    _open_deal(deal, table, view, streams, given)
    _deal_cards(table, view, streams, given)
    _ask_to_take(rules, table, view, streams, parameters, plugins, trace)
    if table.taker != NOBODY:
        _complete(table, view, streams, given, trace)
        _exchange_dix(table, view, streams, parameters, plugins, trace)
        _find_melds(rules, table)
        start_tricks(table, 1 - table.dealt_by, HAND_SIZE)


@kernel
def end_deal(rules, table):
    """Count the deal, if somebody took, and pass the next to the other player."""
    if table.taker != NOBODY:
        _count(table)
    _close_deal(rules, table)


@kernel
def _open_deal(deal, table, view, streams, given):
    """Clear what was left of the deal before; open a session with deal 0."""
    clear_tricks(table, view, N_SEATS)
    table.deal = deal
    table.playing = _BOTH
    if deal == 0:
        table.ended = RUNNING
        table.winner = NOBODY
        table.dealer = below(streams[N_SEATS], N_SEATS)
        if given is not None and given.is_given:
            table.dealer = given.dealer
        for seat in range(N_SEATS):
            table.score[seat] = 0
    table.dealt_by = table.dealer
    table.taker = NOBODY
    table.trump = NOBODY
    table.trumps = TRUMPS
    table.dix = NOBODY
    table.bela = NOBODY
    table.run_winner = NOBODY
    table.round = 0
    view.dealer = table.dealer
    view.taker = NOBODY
    view.trump = NOBODY
    view.dix = NOBODY
    view.bela = NOBODY
    view.second = _ZERO
    for seat in range(N_SEATS):
        table.taken[seat] = _ZERO
        table.n_runs[seat] = 0
        table.run_points[seat] = 0
        table.card_points[seat] = 0
        table.counted_melds[seat] = 0
        table.counted_bela[seat] = 0
        table.sum[seat] = 0
        table.counted[seat] = 0
        view.taken[seat] = _ZERO
        view.score[seat] = table.score[seat]
        view.run_points[seat] = 0
        view.run_length[seat] = 0
        view.run_top[seat] = NOBODY
        view.run_trumps[seat] = NOBODY
        view.shown[seat] = _ZERO


@kernel
def _deal_cards(table, view, streams, given):
    """Deal six cards each and turn one up."""
    pack = ALL_CARDS
    for seat in range(N_SEATS):
        hand = random_subset(streams[N_SEATS], pack, FIRST_CARDS)
        if given is not None and given.is_given:
            hand = given.hand[seat]
        pack ^= hand
        table.hand[seat] = hand
        table.dealt[seat] = hand
    table.turnup = random_bit(streams[N_SEATS], pack)
    if given is not None and given.is_given:
        table.turnup = given.turnup
    table.stock = pack ^ table.turnup
    view.turnup = table.turnup


@kernel
def _ask_to_take(rules, table, view, streams, parameters, plugins, trace):
    """Ask elder and dealer in two rounds who takes, and with which trumps."""
    turned = suit_of(table.turnup)
    elder = 1 - table.dealt_by
    for number in range(1, 3):
        view.round = number
        suits = 1 << turned
        if number == 2:
            any_suit = rules.second_round_suits == _ANY_SUIT
            suits = _ALL_SUITS if any_suit else _ALL_SUITS & ~suits
        for turn_to_speak in range(N_SEATS):
            seat = elder ^ turn_to_speak
            answer = _choose_take(
                table, view, streams, parameters, plugins, seat, suits | 1 << PASS
            )
            note(trace, TAKE, seat, number, answer)
            if answer != PASS:
                table.taker = seat
                table.trump = answer
                table.round = number
                view.taker = seat
                view.trump = answer
                return


@kernel
def _complete(table, view, streams, given, trace):
    """Deal three more cards each, turn a second card, and turn all lanes."""
    elder = 1 - table.dealt_by
    pack = table.stock
    trump = table.trump
    for turn_to_get in range(N_SEATS):
        seat = elder ^ turn_to_get
        cards = random_subset(streams[N_SEATS], pack, FURTHER_CARDS)
        if given is not None and given.is_given:
            cards = given.further[seat]
        note(trace, COMPLETE, seat, cards, 0)
        pack ^= cards
        table.hand[seat] = turn(table.hand[seat] | cards, trump)
    second = random_bit(streams[N_SEATS], pack)
    if given is not None and given.is_given:
        second = given.second
    note(trace, SECOND, 0, second, 0)
    table.stock = pack ^ second
    view.second = turn(second, trump)
    view.turnup = turn(table.turnup, trump)


@kernel
def _exchange_dix(table, view, streams, parameters, plugins, trace):
    """Let the holder of the 7 of trumps take the turned-up card for it."""
    if suit_of(table.turnup) != table.trump:
        return
    for seat in range(N_SEATS):
        if table.hand[seat] & DIX:
            answer = _choose_dix(
                table, view, streams, parameters, plugins, seat, _KEEP_OR_EXCHANGE
            )
            if answer:
                note(trace, DIX_TAKEN, seat, table.turnup, 0)
                table.hand[seat] ^= DIX | view.turnup
                table.dix = seat
                view.dix = seat
            return


@kernel
def _find_melds(rules, table):
    """Find all sequences, whose count, and bela."""
    taken_with = table.hand[table.taker]
    table.holding = (1 if taken_with & JASS else 0) + (2 if taken_with & MENEL else 0)
    if rules.melds:
        for seat in range(N_SEATS):
            hand = turn_back(table.hand[seat], table.trump)
            find_runs(table, seat, hand, table.trump)
        find_run_winner(table, 1 - table.dealt_by, rules.meld_tie == _ELDER)
    if rules.bela:
        for seat in range(N_SEATS):
            if table.hand[seat] & BELA == BELA:
                table.bela = seat


@kernel
def _end_trick(rules, table, view, trace, winner, cards):
    """Give the cards of a trick to its `winner`; after the first, show sequences."""
    place = np.uint64(winner)
    taken = table.taken[place] | cards
    table.taken[place] = taken
    view.taken[place] = taken
    if trace is not None:
        note(trace, TRICK, winner, card_points(cards), 0)
    if view.trick == 0 and table.run_winner != NOBODY:
        seat = table.run_winner
        for run in range(table.n_runs[seat]):
            view.shown[seat] |= turn(table.run[seat, run], table.trump)


@kernel
def _count(table):
    """Count both sums and settle who scores what."""
    table.last = table.leader  # who took the last trick would lead to the next
    for seat in range(N_SEATS):
        points = card_points(table.taken[seat])
        points += LAST_TRICK if table.last == seat else 0
        table.card_points[seat] = points
        counts = table.run_winner == seat and table.tricks[seat] > 0
        table.counted_melds[seat] = table.run_points[seat] if counts else 0
        table.counted_bela[seat] = BELA_POINTS if table.bela == seat else 0
        table.sum[seat] = points + table.counted_melds[seat] + table.counted_bela[seat]
    taker = table.taker
    other = 1 - taker
    own, others = table.sum[taker], table.sum[other]
    table.counted[taker] = own if own > others else 0
    table.counted[other] = others + (own if own < others else 0)
    for seat in range(N_SEATS):
        table.score[seat] += table.counted[seat]


@kernel
def _close_deal(rules, table):
    """Pass the deal to the other player; end a match that is won."""
    table.dealer = 1 - table.dealt_by
    high = max(table.score[0], table.score[1])
    if table.is_match and high >= rules.target and table.score[0] != table.score[1]:
        table.winner = 0 if table.score[0] == high else 1
        table.ended = WON


@kernel
def profit(table, seat):
    """Return what `seat` scored in the deal, less what the other player did."""
    return np.float64(table.counted[seat] - table.counted[1 - seat])


_play_trick = trick_player(
    "klaberjass",
    DECISIONS,
    lane_led=lane_of,
    legal_cards=_legal_cards,
    as_dealt=_as_dealt,
    end_trick=_end_trick,
    before_card=_announce,
    after_card=_announce_bela,
    n_seats=N_SEATS,
)

ENTRIES = make_entries(
    "klaberjass",
    Path(__file__).parent,
    begin_deal=begin_deal,
    play_trick=_play_trick,
    end_deal=end_deal,
    add_deal=add_deal,
    add_session=add_session,
    profit=profit,
    view_dtype=VIEW,
)
