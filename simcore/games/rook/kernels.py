"""Deals and matches of Rook, compiled; `docs/rules/rook.md` tells the game."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from simcore.asking import card_chooser, cards_chooser, number_chooser, trick_player
from simcore.games.rook.pack import (
    ALL_CARDS,
    HAND_SIZE,
    HIGH,
    KITTY_SIZE,
    LOW,
    ROOK_ALONE,
    ROOK_DEALT,
)
from simcore.games.rook.ranks import (
    ACES,
    FIVES,
    KINGS_AND_TENS,
    card_points,
    turn,
    turn_back,
)
from simcore.games.rook.table import BID, BURY, CALLED, DECLARE, KITTY, WON
from simcore.games.rook.tallying import add_deal, add_session
from simcore.games.rook.view import (
    BID_STEP,
    DECISIONS,
    LEAST_BID,
    MOST_BID,
    N_SEATS,
    PASS,
    VIEW,
)
from simcore.jit import kernel, popcount
from simcore.rng import below, random_subset_of
from simcore.sessions import make_entries
from simcore.table import RUNNING, TRICK, clear_tricks, next_seat, note, start_tricks
from simcore.tricks import TRUMPS, lane_of
from simcore.view import NOBODY

_ALL_SEATS = (1 << N_SEATS) - 1
_N_CARDS = N_SEATS * HAND_SIZE + KITTY_SIZE
_N_BIDS = (MOST_BID - LEAST_BID) // BID_STEP + 1
_ALL_BIDS = (1 << _N_BIDS + 1) - 1
_DECLARATIONS = (1 << LOW + 1) - 1
_SELF_OR_LEFT = 0b11
_TO_DEALER = 1
_ACE_LOW = 1
_OWN = 1

_ZERO = np.uint64(0)

_choose_bid = number_chooser("rook", DECISIONS, "bid")
_choose_trump = number_chooser("rook", DECISIONS, "trump")
_choose_partner = card_chooser("rook", DECISIONS, "partner")
_choose_lead = number_chooser("rook", DECISIONS, "lead")
_choose_bury = cards_chooser("rook", DECISIONS, "bury", exactly=True)


@kernel
def _lane_led(card):
    """Return the suit that was led; the Rook alone is a suit of its own."""
    return card if card == ROOK_ALONE else lane_of(card) & ~ROOK_ALONE


@kernel
def _legal_cards(hand, lane, trumps, best):
    """Return the cards that may follow: the suit, or anything if void."""
    following = hand & lane
    return following if following else hand


@kernel
def _as_dealt(table, cards):
    """Return turned cards as they were dealt."""
    return turn_back(cards, table.trump, table.ace_is_low)


@kernel
def _reveal(table, view, trace, seat, card):
    """Let everybody see who the partner is when the called card is played."""
    if card == table.called:
        view.partner = seat


@kernel
def begin_deal(
    seed, session, deal, rules, table, view, streams, parameters, plugins, given, trace
):
    """Play deal number `deal` up to its first trick; see `simcore.sessions`."""
    _open_deal(rules, deal, table, view, streams, given)
    _deal_cards(table, streams, given)
    _hold_auction(rules, table, view, streams, parameters, plugins, trace)
    if table.declarer != NOBODY:
        leader = _declare(table, view, streams, parameters, plugins, trace)
        start_tricks(table, leader, HAND_SIZE)


@kernel
def end_deal(rules, table):
    """Count the deal, if somebody declared, and pass the next to the left."""
    if table.declarer != NOBODY:
        _count(rules, table)
    _close_deal(rules, table)


@kernel
def _open_deal(rules, deal, table, view, streams, given):
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
        for seat in range(N_SEATS):
            table.score[seat] = 0
    table.dealt_by = table.dealer
    table.declarer = NOBODY
    table.trump = NOBODY
    table.ace_is_low = 1 if rules.low_ace == _ACE_LOW else 0
    table.bid = 0
    view.dealer = table.dealer
    view.bid = 0
    view.bidder = NOBODY
    view.passed = 0
    view.declarer = NOBODY
    view.trump = NOBODY
    view.trumps = _ZERO
    view.called = _ZERO
    view.partner = NOBODY
    view.ace_is_low = table.ace_is_low
    view.rook = ROOK_DEALT
    view.aces = ACES
    view.tens = KINGS_AND_TENS
    view.fives = FIVES
    for seat in range(N_SEATS):
        table.taken[seat] = _ZERO
        table.counted[seat] = 0
        view.taken[seat] = _ZERO
        view.bids[seat] = 0
        view.score[seat] = table.score[seat]


@kernel
def _deal_cards(table, streams, given):
    """Deal ten cards each; the three that are left are the kitty."""
    pack = ALL_CARDS
    for seat in range(N_SEATS):
        n_left = _N_CARDS - HAND_SIZE * seat
        hand = random_subset_of(streams[N_SEATS], pack, n_left, HAND_SIZE)
        if given is not None and given.is_given:
            hand = given.hand[seat]
        table.hand[seat] = hand
        table.dealt[seat] = hand
        pack ^= hand
    table.kitty = pack


@kernel
def _hold_auction(rules, table, view, streams, parameters, plugins, trace):
    """Ask for bids until one stands; set declarer and bid, or NOBODY."""
    seat = table.dealer
    bid = PASS
    bidder = NOBODY
    passed = 0
    while popcount(np.uint64(passed)) < N_SEATS - 1 or bidder == NOBODY:
        seat = next_seat(seat, N_SEATS)
        if passed >> seat & 1:
            continue
        legal = (_ALL_BIDS & ~((2 << bid) - 1)) | 1 << PASS
        answer = _choose_bid(table, view, streams, parameters, plugins, seat, legal)
        points = LEAST_BID + BID_STEP * (answer - 1) if answer > PASS else 0
        note(trace, BID, seat, points, 0)
        if answer == PASS:
            passed |= 1 << seat
            view.passed = passed
            if passed == _ALL_SEATS:
                break
            continue
        bid = answer
        bidder = seat
        table.bid = points
        view.bid = points
        view.bidder = seat
        view.bids[seat] = points
        if bid == _N_BIDS:
            break
    table.declarer = bidder
    if bidder == NOBODY and rules.all_pass == _TO_DEALER:
        table.declarer = table.dealer
        table.bid = LEAST_BID
    view.declarer = table.declarer
    view.bid = table.bid


@kernel
def _declare(table, view, streams, parameters, plugins, trace):
    """Take the kitty, declare trumps and partner, bury three cards; say who leads."""
    seat = table.declarer
    note(trace, KITTY, seat, table.kitty, 0)
    table.hand[seat] |= table.kitty
    trump = _choose_trump(
        table, view, streams, parameters, plugins, seat, _DECLARATIONS
    )
    table.trump = trump
    table.trumps = TRUMPS if trump < HIGH else ROOK_ALONE
    view.trump = trump
    view.trumps = table.trumps
    for player in range(N_SEATS):
        table.hand[player] = turn(table.hand[player], trump, table.ace_is_low)
    view.rook = turn(ROOK_DEALT, trump, table.ace_is_low)
    if trump == LOW:
        view.aces = turn(ACES, trump, table.ace_is_low)
        view.tens = turn(KINGS_AND_TENS, trump, table.ace_is_low)
        view.fives = turn(FIVES, trump, table.ace_is_low)
    others = turn(ALL_CARDS, trump, table.ace_is_low) ^ table.hand[seat]
    called = _choose_partner(table, view, streams, parameters, plugins, seat, others)
    table.called = called
    view.called = called
    for player in range(N_SEATS):
        if table.hand[player] & called:
            table.partner = player
    is_left = _choose_lead(
        table, view, streams, parameters, plugins, seat, _SELF_OR_LEFT
    )
    table.led_by_left = is_left
    leader = next_seat(seat, N_SEATS) if is_left else seat
    if trace is not None:
        note(trace, DECLARE, seat, trump, leader)
        note(trace, CALLED, seat, _as_dealt(table, called), 0)
    away = _choose_bury(table, view, streams, parameters, plugins, seat, KITTY_SIZE)
    if trace is not None:
        note(trace, BURY, seat, _as_dealt(table, away), 0)
    table.hand[seat] ^= away
    table.out[seat] = away
    return leader


@kernel
def _end_trick(rules, table, view, trace, winner, cards):
    """Give the cards of a trick to its `winner`."""
    place = np.uint64(winner)
    taken = table.taken[place] | cards
    table.taken[place] = taken
    view.taken[place] = taken
    if trace is not None:
        note(trace, TRICK, winner, _points_of(table, cards), 0)


@kernel
def _points_of(table, cards):
    """Return the points of turned cards."""
    return card_points(_as_dealt(table, cards) if table.trump == LOW else cards)


@kernel
def _count(rules, table):
    """Count both sides and settle who scores what."""
    declarer, partner = table.declarer, table.partner
    last = table.leader  # who took the last trick would lead to the next
    table.last = last
    kitty = _points_of(table, table.out[declarer])
    table.kitty_points = kitty
    all_points = 0
    for seat in range(N_SEATS):
        points = _points_of(table, table.taken[seat])
        table.points[seat] = points
        all_points += points
    own_kitty = kitty if last in (declarer, partner) else 0
    side = table.points[declarer] + table.points[partner] + own_kitty
    others = all_points + kitty - side
    table.side = side
    table.made = 1 if side >= table.bid else 0
    table.moon = 1 if table.bid == MOST_BID and side == MOST_BID else 0
    success = side + (rules.moon_bonus if table.moon else 0)
    for seat in range(N_SEATS):
        score = others
        if rules.defenders == _OWN:
            score = table.points[seat] + (kitty if seat == last else 0)
        if seat in (declarer, partner):
            score = success if table.made else -table.bid
        table.counted[seat] = score
        table.score[seat] += score


@kernel
def _close_deal(rules, table):
    """Pass the deal to the left; end a match that is won."""
    table.dealer = next_seat(table.dealt_by, N_SEATS)
    if not table.is_match:
        return
    high = table.score[0]
    winner = 0
    is_tied = False
    for seat in range(1, N_SEATS):
        score = table.score[seat]
        is_tied = score == high or (is_tied and score < high)
        winner = seat if score > high else winner
        high = max(high, score)
    if high >= rules.target and not is_tied:
        table.winner = winner
        table.ended = WON


@kernel
def profit(table, seat):
    """Return what `seat` scored in the deal."""
    return np.float64(table.counted[seat])


_play_trick = trick_player(
    "rook",
    DECISIONS,
    lane_led=_lane_led,
    legal_cards=_legal_cards,
    as_dealt=_as_dealt,
    end_trick=_end_trick,
    after_card=_reveal,
    n_seats=N_SEATS,
)

ENTRIES = make_entries(
    "rook",
    Path(__file__).parent,
    begin_deal=begin_deal,
    play_trick=_play_trick,
    end_deal=end_deal,
    add_deal=add_deal,
    add_session=add_session,
    profit=profit,
    view_dtype=VIEW,
)
