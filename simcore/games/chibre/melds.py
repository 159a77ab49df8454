"""The melds of a hand: the best disjoint choice, and which team's count."""

from __future__ import annotations

import numpy as np

from simcore.games.chibre.pack import N_RANKS
from simcore.jit import kernel, popcount
from simcore.table import NOBODY
from simcore.tricks import highest, lowest

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_RANKS = np.uint64(0x1FF)
_FOURS = np.uint64(0x1F8)
_NINE = np.uint64(1 << 3)
_JACK = np.uint64(1 << 5)
_ONE_RANK = np.uint64(0x0001000100010001)

FOUR_OF_A_KIND = 100
FOUR_NINES = 150
FOUR_JACKS = 200
_LONGEST = 5
_RUN_POINTS = np.array([0, 0, 0, 20, 50, 100, 100, 100, 100, 100], np.int64)
"""Points of a run announced as one meld, by its length."""


@kernel
def find_melds(table, seat, hand, trump):
    """Put the melds of `hand` (cards as dealt) into `table` for `seat`.

    Tries every choice among the fours of a kind, of which nine cards hold two at most,
    and takes the most points; among equals the one whose best meld is best.
    """
    table.n_melds[seat] = 0
    table.meld_points[seat] = 0
    runs = hand & (hand >> _ONE) & (hand >> np.uint64(2))
    fours = _fours(hand)
    if runs == _ZERO and fours == _ZERO:
        return
    points, rank = _announce(table, seat, hand, _ZERO, trump)
    chosen = _ZERO
    if fours:
        first = lowest(fours)
        for choice in (first, fours ^ first, fours):
            more, better = _announce(table, seat, hand, choice, trump)
            if more > points or (more == points and better > rank):
                points, rank, chosen = more, better, choice
        _announce(table, seat, hand, chosen, trump)
    table.meld_points[seat] = points


@kernel
def _fours(hand):
    """Return the ranks (bits 0 to 8) of which `hand` holds all four, if they count."""
    halves = hand & (hand >> np.uint64(32))
    return halves & (halves >> np.uint64(16)) & _FOURS


@kernel
def _four_points(rank):
    """Return the points of four cards of the `rank` (one bit)."""
    if rank == _JACK:
        return FOUR_JACKS
    return FOUR_NINES if rank == _NINE else FOUR_OF_A_KIND


@kernel
def meld_order(points, n_cards, top, is_trump):
    """Return a number that orders melds: points, length, top card, then trumps."""
    return ((points << 4 | n_cards) << 4 | top) << 1 | is_trump


@kernel
def _next_run(lane):
    """Return the highest run in `lane` (9 bits, not 0), whatever its length."""
    top = highest(lane)
    run = top
    below = top >> _ONE
    while below & lane:
        run |= below
        below >>= _ONE
    return run


@kernel
def _first_part(run):
    """Return the upper part of `run` that is announced as one meld.

    Only from eight cards on do two parts score more than one: 5 + 3 and 5 + 4.
    """
    length = popcount(run)
    if length < N_RANKS - 1:
        return run
    rest = run
    for _ in range(length - _LONGEST):
        rest ^= lowest(rest)
    return rest


@kernel
def _announce(table, seat, hand, fours, trump):
    """Announce the ranks in `fours` and the runs of the cards that are left.

    Returns
    -------
    (int64, int64)
        The points of all melds, and the best of them as a number.
    """
    table.n_melds[seat] = 0
    points = 0
    left = fours
    while left:
        rank = lowest(left)
        left ^= rank
        worth = _four_points(rank)
        points += worth
        order = meld_order(worth, 4, popcount(rank - _ONE), 0)
        _insert(table, seat, order, rank * _ONE_RANK)
    cards = hand & ~(fours * _ONE_RANK)
    for suit in range(4):
        shift = np.uint64(16 * suit)
        lane = (cards >> shift) & _RANKS
        while lane:
            run = _first_part(_next_run(lane))
            lane ^= run
            length = popcount(run)
            worth = _RUN_POINTS[length]
            if worth > 0:
                points += worth
                top = popcount(highest(run) - _ONE)
                order = meld_order(worth, length, top, 1 if suit == trump else 0)
                _insert(table, seat, order, run << shift)
    best = table.meld_order[seat, 0] if table.n_melds[seat] > 0 else 0
    return points, best


@kernel
def _insert(table, seat, order, cards):
    """Put a meld into its place among those of `seat`, the best first."""
    place = table.n_melds[seat]
    table.n_melds[seat] = place + 1
    while place > 0 and table.meld_order[seat, place - 1] < order:
        table.meld_order[seat, place] = table.meld_order[seat, place - 1]
        table.meld[seat, place] = table.meld[seat, place - 1]
        place -= 1
    table.meld_order[seat, place] = order
    table.meld[seat, place] = cards


@kernel
def find_meld_team(table, leader):
    """Set the team whose melds score: that of the best meld, the earliest if equal."""
    table.meld_team = NOBODY
    best = 0
    for turn in range(4):
        seat = (leader + turn) & 3
        if table.n_melds[seat] > 0 and table.meld_order[seat, 0] > best:
            best = table.meld_order[seat, 0]
            table.meld_team = seat & 1
