"""Deals and matches of Trio, compiled; `docs/rules/trio.md` tells the game."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from simcore.asking import trick_player
from simcore.games.trio.rules import PACK
from simcore.games.trio.table import WON, add_deal, add_session
from simcore.games.trio.view import DECISIONS, HAND_SIZE, N_SEATS, VIEW
from simcore.jit import kernel
from simcore.rng import below, random_subset
from simcore.sessions import make_entries
from simcore.table import RUNNING, TRICK, clear_tricks, next_seat, note, start_tricks
from simcore.tricks import lane_of
from simcore.view import NOBODY

_ALL_CARDS = np.uint64(PACK.all_cards)
_ALL_SEATS = (1 << N_SEATS) - 1


@kernel
def _legal_cards(hand, lane, trumps, best):
    following = hand & lane
    return following if following else hand


@kernel
def _as_dealt(table, cards):
    return cards


@kernel
def _end_trick(rules, table, view, trace, winner, cards):
    """Count a trick, the last one for more."""
    points = rules.last_trick if view.trick == HAND_SIZE - 1 else 1
    table.counted[winner] += points
    table.score[winner] += points
    note(trace, TRICK, winner, points, 0)


_play_trick = trick_player(
    "trio",
    DECISIONS,
    lane_led=lane_of,
    legal_cards=_legal_cards,
    as_dealt=_as_dealt,
    end_trick=_end_trick,
    n_seats=N_SEATS,
)


@kernel
def begin_deal(
    seed, session, deal, rules, table, view, streams, parameters, plugins, given, trace
):
    """Play deal number `deal` up to its first trick; see `simcore.sessions`."""
    _open_deal(deal, table, view, streams, given)
    _deal_cards(table, view, streams, given)
    start_tricks(table, next_seat(table.dealer, N_SEATS), HAND_SIZE)


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
        for seat in range(N_SEATS):
            table.score[seat] = 0
    table.dealt_by = table.dealer
    view.dealer = table.dealer
    for seat in range(N_SEATS):
        table.counted[seat] = 0
        view.score[seat] = table.score[seat]


@kernel
def _deal_cards(table, view, streams, given):
    """Deal five cards each; streams[N_SEATS] is the table's own."""
    pack = _ALL_CARDS
    for seat in range(N_SEATS):
        hand = random_subset(streams[N_SEATS], pack, HAND_SIZE)
        pack ^= hand
        if given is not None and given.is_given:
            hand = given.hand[seat]
        table.hand[seat] = hand
        table.dealt[seat] = hand


@kernel
def end_deal(rules, table):
    """Pass the deal to the left; end a match when one player alone is ahead."""
    table.dealer = next_seat(table.dealer, N_SEATS)
    if not table.is_match:
        return
    for seat in range(N_SEATS):
        is_ahead = table.score[seat] >= rules.target
        for other in range(N_SEATS):
            if other != seat and table.score[other] >= table.score[seat]:
                is_ahead = False
        if is_ahead:
            table.winner = seat
            table.ended = WON


@kernel
def profit(table, seat):
    """Return what `seat` gained in the deal."""
    return np.float64(table.counted[seat])


ENTRIES = make_entries(
    "trio",
    Path(__file__).parent,
    begin_deal=begin_deal,
    play_trick=_play_trick,
    end_deal=end_deal,
    add_deal=add_deal,
    add_session=add_session,
    profit=profit,
    view_dtype=VIEW,
)
