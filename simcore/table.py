"""What the tables of all games have in common, and the trace of what happens at one.

A game adds its own fields to those of `TABLE_FIELDS`; the kernels of `simcore.asking`
and `simcore.sessions` need only these.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.jit import kernel
from simcore.overlay import beneath, overlay_maker
from simcore.view import MAX_SEATS as MAX_SEATS
from simcore.view import NOBODY as NOBODY
from simcore.view import QUESTION

RUNNING, ABSENT = 0, -1
"""`ended` of a session that goes on, and of none; games number their ends from 1."""

TABLE_FIELDS: list[Any] = [
    ("n_seats", "i8"),
    ("strategy", "i8", MAX_SEATS),  # numbers of strategies, see simcore.job
    ("ended", "i8"),  # why the session is over; RUNNING: it is not
    ("session", "u8"),
    ("is_match", "i8"),  # whether deals belong to a match, or each stands alone
    ("deal", "i8"),  # number of the deal in the session
    ("dealer", "i8"),
    ("playing", "i8"),  # bit s for each seat s that plays
    ("tricks_left", "i8"),  # tricks of the deal that have not been completed
    ("leader", "i8"),  # who leads to the next trick
    ("trumps", "u8"),  # the cards that are trumps
    ("hand", "u8", MAX_SEATS),
    ("out", "u8", MAX_SEATS),  # what each seat has put away
    ("tricks", "i8", MAX_SEATS),
    ("wrong", "i8"),  # whether a strategy broke the rules; then who, where, how
    ("wrong_seat", "i8"),
    ("wrong_decision", "i8"),
    ("wrong_answer", "u8"),
]
"""The engine's side of a table; no strategy ever sees it."""

_ZERO = np.uint64(0)

CARD, TRICK = 0, 1
"""The kinds of row in a trace that all games share; a game numbers its own from 2."""


@kernel
def note(trace, kind, seat, first, second):
    """Append a row to `trace` (int64[n, 4], its first cell counts), if there is one."""
    if trace is not None:
        row = trace[0, 0] + 1
        trace[0, 0] = row
        trace[row, 0] = kind
        trace[row, 1] = seat
        trace[row, 2] = np.int64(first)
        trace[row, 3] = np.int64(second)


@kernel
def next_seat(seat, n_seats):
    """Return the seat to the left of `seat`."""
    return seat + 1 if seat + 1 < n_seats else 0


@kernel
def seat_to_right(seat, n_seats):
    """Return the seat to the right of `seat`."""
    return seat - 1 if seat > 0 else n_seats - 1


_lay_over = overlay_maker(*QUESTION)


@kernel
def question(view, seat, hand, out, legal, limit, led, best, winner, cards):
    """Return the view of an asked `seat`, who sees `cards` on the table."""
    return _lay_over(view, (seat, hand, out, legal, limit, led, best, winner, cards))


@kernel
def question_apart(table, view, seat, legal, limit):
    """Return the view of a `seat` that is asked for something else than a card."""
    hand, out = table.hand[seat], table.out[seat]
    return question(view, seat, hand, out, legal, limit, _ZERO, _ZERO, NOBODY, _ZERO)


@kernel
def written_down(asked):
    """Return the record of a question, with all of its fields in memory."""
    view = beneath(asked)
    view.seat = asked.seat
    view.hand = asked.hand
    view.out = asked.out
    view.legal = asked.legal
    view.limit = asked.limit
    view.led = asked.led
    view.best = asked.best
    view.winner = asked.winner
    view.table = asked.table
    return view


@kernel
def object_to(table, seat, decision, answer):
    """Remember the first answer of a strategy that the rules do not allow."""
    if table.wrong == 0:
        table.wrong = 1
        table.wrong_seat = seat
        table.wrong_decision = decision
        table.wrong_answer = answer


@kernel
def clear_tricks(table, view, n_seats):
    """Clear what both records hold of the tricks and discards of the deal before."""
    table.tricks_left = 0
    view.n_seats = n_seats
    view.trick = 0
    for seat in range(n_seats):
        table.out[seat] = _ZERO
        table.tricks[seat] = 0
        view.played[seat] = _ZERO
        view.tricks[seat] = 0


@kernel
def start_tricks(table, leader, n_tricks):
    """Let `leader` lead to the first of `n_tricks` tricks."""
    table.tricks_left = n_tricks
    table.leader = leader
