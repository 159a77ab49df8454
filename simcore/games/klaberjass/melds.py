"""Sequences: which a hand holds, what they score, and whose count."""

from __future__ import annotations

import numpy as np

from simcore.games.klaberjass.pack import SUITS
from simcore.jit import kernel, popcount
from simcore.tricks import highest
from simcore.view import NOBODY

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_RANKS = np.uint64(0xFF)

THREE, FOUR = 20, 50
_LEAST = 3
RUN_POINTS = np.array([0, 0, 0, 20, 50, 50, 50, 70, 100], np.int64)
"""Points of a run divided so that it scores most, by its length: 7 is 4 + 3."""

_TOP_SHIFT = 1
_LENGTH_SHIFT = 4
_POINTS_SHIFT = 8


@kernel
def find_runs(table, seat, hand, trump):
    """Put the sequences of `hand` (cards as dealt) into `table`, the best first."""
    table.n_runs[seat] = 0
    table.run_points[seat] = 0
    if hand & (hand >> _ONE) & (hand >> np.uint64(2)) == _ZERO:
        return
    for suit in range(SUITS):
        shift = np.uint64(16 * suit)
        lane = (hand >> shift) & _RANKS
        while lane:
            run = _next_run(lane)
            lane ^= run
            length = popcount(run)
            if length >= _LEAST:
                table.run_points[seat] += RUN_POINTS[length]
                order = _order(run, 1 if suit == trump else 0)
                _insert(table, seat, order, run << shift)


@kernel
def _next_run(lane):
    """Return the highest run in `lane` (not 0), whatever its length."""
    card = highest(lane)
    run = card
    card >>= _ONE
    while card & lane:
        run |= card
        card >>= _ONE
    return run


@kernel
def _order(run, is_trump):
    """Return a number that orders runs: points, length, top card, then trumps."""
    length = popcount(run)
    points = FOUR if length > _LEAST else THREE
    top = popcount(highest(run) - _ONE)
    return (
        points << _POINTS_SHIFT | length << _LENGTH_SHIFT | top << _TOP_SHIFT | is_trump
    )


@kernel
def points_of(order):
    """Return the points of the run with this number, as they are announced."""
    return order >> _POINTS_SHIFT


@kernel
def length_of(order):
    """Return the number of cards of the run with this number."""
    return order >> _LENGTH_SHIFT & 15


@kernel
def top_of(order):
    """Return the highest rank of the run with this number, 7 is 0."""
    return order >> _TOP_SHIFT & 7


@kernel
def is_trumps(order):
    """Return whether the run with this number is of trumps, 1 or 0."""
    return order & 1


@kernel
def _insert(table, seat, order, cards):
    """Put a run into its place among those of `seat`, the best first."""
    place = table.n_runs[seat]
    table.n_runs[seat] = place + 1
    while place > 0 and table.run_order[seat, place - 1] < order:
        table.run_order[seat, place] = table.run_order[seat, place - 1]
        table.run[seat, place] = table.run[seat, place - 1]
        place -= 1
    table.run_order[seat, place] = order
    table.run[seat, place] = cards


@kernel
def best_run(table, seat):
    """Return the number of the best run of `seat`, 0 for none."""
    return table.run_order[seat, 0] if table.n_runs[seat] > 0 else 0


@kernel
def find_run_winner(table, elder, elder_wins_ties):
    """Set whose sequences count."""
    own = best_run(table, elder)
    other = best_run(table, 1 - elder)
    table.run_winner = NOBODY
    if own > other:
        table.run_winner = elder
    elif other > own:
        table.run_winner = 1 - elder
    elif own > 0 and elder_wins_ties:
        table.run_winner = elder
