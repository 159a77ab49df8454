"""Deals and matches of Chibre, compiled; `docs/rules/chibre.md` tells the game."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from simcore.asking import number_chooser, trick_player
from simcore.games.chibre.melds import find_meld_team, find_melds
from simcore.games.chibre.pack import (
    ALL_CARDS,
    CHIBRE,
    HAND_SIZE,
    JACK,
    OBENABE,
    SEVEN_OF_DIAMONDS,
    STOECK,
    SUITS,
)
from simcore.games.chibre.ranks import card_points, turn, turn_back
from simcore.games.chibre.table import MELD, STOECK_CALL, TRUMP, WON
from simcore.games.chibre.tallying import add_deal, add_session
from simcore.games.chibre.view import DECISIONS, N_SEATS, VIEW
from simcore.jit import kernel
from simcore.rng import below, random_subset_of
from simcore.sessions import make_entries
from simcore.table import (
    NOBODY,
    RUNNING,
    TRICK,
    clear_tricks,
    next_seat,
    note,
    start_tricks,
)
from simcore.tricks import TRUMPS, from_on, lane_of

LAST_TRICK = 5
MATCH = 100
STOECK_POINTS = 20

_ALL_SEATS = (1 << N_SEATS) - 1
_ALL_MODES = 1
_SUIT_CALLS = (1 << SUITS) - 1
_MODE_CALLS = (1 << CHIBRE) - 1
_SPADES = 3
_TARGET = 1000
_TARGET_DOUBLE = 1500

_ZERO = np.uint64(0)

_choose_trump = number_chooser("chibre", DECISIONS, "trump")


@kernel
def _legal_cards(hand, lane, trumps, best):
    """Return the cards of `hand` that may follow; see the rules on undertrumping."""
    following = hand & lane
    # A Jack that is the only trump need not follow a trump lead.
    is_free = (following & ~(JACK & trumps)) == _ZERO
    base = following | (hand & ~trumps if is_free else _ZERO)
    legal = base | (hand & trumps & from_on(best))
    return legal if legal else hand


@kernel
def _as_dealt(table, cards):
    return turn_back(cards, table.trump)


@kernel
def _announce(table, view, trace, seat):
    """Announce melds with the first card."""
    if view.trick == 0 and table.n_melds[seat] > 0:
        view.melds[seat] = table.meld_points[seat]
        for meld in range(table.n_melds[seat]):
            note(trace, MELD, seat, table.meld[seat, meld], table.meld_points[seat])


@kernel
def _announce_stoeck(table, view, trace, seat, card):
    """Announce Stöck with the second of its two cards."""
    if table.stoeck == seat and card & STOECK:
        if view.played[seat] & STOECK == STOECK:
            view.stoeck = seat
            note(trace, STOECK_CALL, seat, 0, 0)


@kernel
def begin_deal(
    seed, session, deal, rules, table, view, streams, parameters, plugins, given, trace
):
    """Play deal number `deal` up to its first trick; see `simcore.sessions`."""
    _open_deal(deal, table, view, streams, given)
    _deal_cards(table, streams, given)
    _name_trump(rules, table, view, streams, parameters, plugins, trace)
    _find_melds(rules, table)
    _turn_cards(rules, table, view)
    start_tricks(table, table.chooser, HAND_SIZE)


@kernel
def _open_deal(deal, table, view, streams, given):
    """Clear what was left of the deal before; open a session with deal 0."""
    clear_tricks(table, view, N_SEATS)
    table.deal = deal
    table.playing = _ALL_SEATS
    if deal == 0:
        table.ended = RUNNING
        table.winner = NOBODY
        table.dealer = below(streams[N_SEATS], N_SEATS)
        if given is not None and given.is_given:
            table.dealer = given.dealer
        for team in range(2):
            table.score[team] = 0
    table.is_first = 1 if deal == 0 and table.is_match else 0
    table.trump = NOBODY
    table.stoeck = NOBODY
    view.trump = NOBODY
    view.is_chibre = 0
    view.stoeck = NOBODY
    for team in range(2):
        table.taken[team] = _ZERO
        view.taken[team] = _ZERO
        view.score[team] = table.score[team]
    for seat in range(N_SEATS):
        table.n_melds[seat] = 0
        table.meld_points[seat] = 0
        view.melds[seat] = 0
        view.shown[seat] = _ZERO


@kernel
def _deal_cards(table, streams, given):
    """Deal nine cards each and find who has the first say."""
    pack = ALL_CARDS
    for seat in range(N_SEATS - 1):
        n_left = HAND_SIZE * (N_SEATS - seat)
        hand = random_subset_of(streams[N_SEATS], pack, n_left, HAND_SIZE)
        table.hand[seat] = hand
        pack ^= hand
    table.hand[N_SEATS - 1] = pack
    if given is not None and given.is_given:
        for seat in range(N_SEATS):
            table.hand[seat] = given.hand[seat]
    for seat in range(N_SEATS):
        table.dealt[seat] = table.hand[seat]
    table.dealt_by = table.dealer
    table.chooser = next_seat(table.dealer, N_SEATS)
    if table.is_first:
        for seat in range(N_SEATS):
            if table.hand[seat] & SEVEN_OF_DIAMONDS:
                table.chooser = seat


@kernel
def _name_trump(rules, table, view, streams, parameters, plugins, trace):
    """Let the first chooser name trumps, or his partner after a chibre."""
    view.dealer = table.dealer
    view.chooser = table.chooser
    legal = _MODE_CALLS if rules.modes == _ALL_MODES else _SUIT_CALLS
    seat = table.chooser
    call = _choose_trump(
        table, view, streams, parameters, plugins, seat, legal | 1 << CHIBRE
    )
    note(trace, TRUMP, seat, call, 0)
    table.is_chibre = 1 if call == CHIBRE else 0
    if call == CHIBRE:
        view.is_chibre = 1
        seat = (seat + 2) & 3
        call = _choose_trump(table, view, streams, parameters, plugins, seat, legal)
        note(trace, TRUMP, seat, call, 0)
    table.trump = call
    view.trump = call
    table.trumps = TRUMPS if call < SUITS else _ZERO


@kernel
def _find_melds(rules, table):
    """Find all melds and the team that scores them."""
    table.meld_team = NOBODY
    if rules.melds:
        for seat in range(N_SEATS):
            find_melds(table, seat, table.hand[seat], table.trump)
        find_meld_team(table, table.chooser)


@kernel
def _turn_cards(rules, table, view):
    """Turn all hands so that trumps lie in the top lane, and look for Stöck."""
    for seat in range(N_SEATS):
        hand = turn(table.hand[seat], table.trump)
        table.hand[seat] = hand
        if rules.stoeck and table.trump < OBENABE and hand & STOECK == STOECK:
            table.stoeck = seat


@kernel
def _end_trick(rules, table, view, trace, winner, cards):
    """Give the cards of a trick to the team of its `winner`."""
    team = np.uint64(winner & 1)
    taken = table.taken[team] | cards
    table.taken[team] = taken
    view.taken[team] = taken
    if table.is_match or trace is not None:
        points = card_points(cards, table.trump)
        note(trace, TRICK, winner, points, 0)
        table.trick_team[view.trick] = team
        table.trick_points[view.trick] = points
    if view.trick == 0:
        _show_melds(table, view)


@kernel
def _show_melds(table, view):
    """Show the cards of the melds that score, after the first trick."""
    for seat in range(N_SEATS):
        if table.meld_team == seat & 1:
            for meld in range(table.n_melds[seat]):
                view.shown[seat] |= turn(table.meld[seat, meld], table.trump)


@kernel
def end_deal(rules, table):
    """Count the deal and let the first chooser deal next; end a match that is won."""
    _count(rules, table)
    table.dealer = table.chooser
    if table.is_match:
        target = rules.target
        if target == 0:
            target = _TARGET_DOUBLE if rules.pique_double else _TARGET
        table.winner = _find_winner(table, target)
        if table.winner != NOBODY:
            table.ended = WON


@kernel
def _count(rules, table):
    """Count the deal for both teams."""
    factor = 2 if rules.pique_double and table.trump == _SPADES else 1
    table.factor = factor
    table.last_team = table.leader & 1  # who took the last trick would lead
    table.match = NOBODY
    for team in range(2):
        points = card_points(table.taken[team], table.trump)
        points += LAST_TRICK if table.last_team == team else 0
        table.card_points[team] = points
        melds = 0
        if table.meld_team == team:
            melds = table.meld_points[team] + table.meld_points[team + 2]
        has_stoeck = table.stoeck != NOBODY and table.stoeck & 1 == team
        stoeck = STOECK_POINTS if has_stoeck else 0
        if table.tricks[team] + table.tricks[team + 2] == HAND_SIZE:
            table.match = team
            points += MATCH
        table.counted_melds[team] = melds
        table.counted_stoeck[team] = stoeck
        table.counted[team] = factor * (points + melds + stoeck)
        table.score[team] += table.counted[team]


@kernel
def _find_winner(table, target):
    """Return the team that has reached `target` first, or NOBODY.

    Where both have in one deal, what they scored counts one by one: Stöck, melds, then
    the tricks as they were taken, the match with the last.
    """
    has_0 = table.score[0] >= target
    has_1 = table.score[1] >= target
    if not (has_0 and has_1):
        return 0 if has_0 else (1 if has_1 else NOBODY)
    for team in range(2):
        start = table.score[team] - table.counted[team]
        if start + table.factor * table.counted_stoeck[team] >= target:
            return team
    for team in range(2):
        start = table.score[team] - table.counted[team]
        counted = table.counted_stoeck[team] + table.counted_melds[team]
        if start + table.factor * counted >= target:
            return team
    return _first_in_tricks(table, target)


@kernel
def _first_in_tricks(table, target):
    """Return the team that reaches `target` first by its tricks; both will."""
    counted_0 = table.counted_stoeck[0] + table.counted_melds[0]
    counted_1 = table.counted_stoeck[1] + table.counted_melds[1]
    start_0 = table.score[0] - table.counted[0]
    start_1 = table.score[1] - table.counted[1]
    for trick in range(HAND_SIZE):
        if table.trick_team[trick] == 0:
            counted_0 += table.trick_points[trick]
        else:
            counted_1 += table.trick_points[trick]
        if start_0 + table.factor * counted_0 >= target:
            return 0
        if start_1 + table.factor * counted_1 >= target:
            return 1
    return table.last_team


@kernel
def profit(table, seat):
    """Return what the team of `seat` scored in the deal, less what the others did."""
    team = seat & 1
    return np.float64(table.counted[team] - table.counted[1 - team])


_play_trick = trick_player(
    "chibre",
    DECISIONS,
    lane_led=lane_of,
    legal_cards=_legal_cards,
    as_dealt=_as_dealt,
    end_trick=_end_trick,
    before_card=_announce,
    after_card=_announce_stoeck,
    n_seats=N_SEATS,
)

ENTRIES = make_entries(
    "chibre",
    Path(__file__).parent,
    begin_deal=begin_deal,
    play_trick=_play_trick,
    end_deal=end_deal,
    add_deal=add_deal,
    add_session=add_session,
    profit=profit,
    view_dtype=VIEW,
)
