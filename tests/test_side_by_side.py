"""Sessions that are played at once, and the questions that lie over a view."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simcore.api import make_plan
from simcore.engine import N_STAGES
from simcore.jit import kernel
from simcore.overlay import beneath, overlay_maker
from simcore.registry import find_game
from simcore.sessions import _by_batch
from simcore.table import question, written_down
from simcore.tally import N_BATCHES
from simcore.view import QUESTION, VIEW_FIELDS

FIRST_SESSION = 90
VIEW = np.dtype(VIEW_FIELDS)

lay_over = overlay_maker("seat", "hand")


@kernel
def looked_at(views, seat, hand):
    """Return what an overlay shows of itself, of the record, and what lies beneath."""
    overlay = lay_over(views[0], (seat, hand))
    shown = overlay.seat, overlay.hand, overlay.trick, overlay.played[2]
    return shown, beneath(overlay).seat


@kernel
def write(views):
    """Write a question down that has another number in each of its fields."""
    hand, out, legal = np.uint64(2), np.uint64(3), np.uint64(4)
    led, best, cards = np.uint64(6), np.uint64(7), np.uint64(9)
    asked = question(views[0], 1, hand, out, legal, 5, led, best, 8, cards)
    written_down(asked)


def sums_of(plan: Any, *runs: tuple[int, int]) -> Any:
    """Return the sums of runs of `plan`, each a first session and a number of them."""
    engine = plan.game.engine
    job = engine.make_job(plan)
    sums = engine.layout.zeros()
    for first, number in runs:
        assert (
            engine.run_chunk(job, first, number, sums, np.zeros(1, np.uint8)) == number
        )
    return sums


@pytest.mark.parametrize("number", [1, N_STAGES - 1, N_STAGES + 1, 5 * N_STAGES])
def test_sessions_side_by_side_are_those_played_one_by_one(number):
    plan = make_plan(
        find_game("kratzen"), rules={}, strategies="random", sessions=1, deals=7
    )
    one_by_one = [(FIRST_SESSION + place, 1) for place in range(number)]
    together = sums_of(plan, (FIRST_SESSION, number))
    assert np.array_equal(together, sums_of(plan, *one_by_one))


def test_matches_that_end_at_different_times_are_played_to_their_ends():
    plan = make_plan(find_game("chibre"), rules={}, strategies="random", matches=1)
    one_by_one = [(FIRST_SESSION + place, 1) for place in range(N_STAGES + 3)]
    together = sums_of(plan, (FIRST_SESSION, N_STAGES + 3))
    assert np.array_equal(together, sums_of(plan, *one_by_one))


@pytest.mark.parametrize("number", [1, 99, 100, 101, 250, 1000])
def test_every_session_is_played_once_and_those_of_a_batch_together(number):
    order = [int(_by_batch(place, number)) for place in range(number)]
    assert sorted(order) == list(range(number))
    batches = [session % N_BATCHES for session in order]
    assert batches == sorted(batches)


def test_an_overlay_hides_some_fields_and_shows_the_rest():
    views = np.zeros(1, VIEW)
    views["seat"], views["hand"], views["trick"] = 9, 9, 5
    views["played"][0, 2] = 6
    assert looked_at(views, 3, np.uint64(4)) == ((3, 4, 5, 6), 9)
    assert views["seat"] == 9


def test_a_question_that_is_written_down_is_all_in_the_record():
    views = np.zeros(1, VIEW)
    write(views)
    assert [int(views[name][0]) for name in QUESTION] == list(range(1, 10))
