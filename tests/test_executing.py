"""Executors: chunks in any order, in a window, and one answer whatever the order."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import numpy as np
import pytest

import simcore.executing
from simcore.errors import StrategyError
from simcore.executing import CHUNKS_AHEAD, Chunk, Task, Threads
from simcore.plan import Plan
from simcore.runner import Merge, Outcome, run_plan
from tests.games.helpers import make_plan

N_CHUNKS = 7


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Return a plan of some chunks, the last of which is not whole."""
    one = make_plan("random", deals=2000, seed=11)
    return replace(one, sessions=N_CHUNKS * one.chunk_sessions - 100)


@pytest.fixture(scope="module")
def outcome(plan) -> Outcome:
    """Return what the plan gives on one thread."""
    return run_plan(plan, 1)


def all_tasks(plan: Plan):
    """Yield the tasks of a plan."""
    return (Task(plan, index) for index in range(plan.n_chunks))


class Shuffled:
    """An executor that gives the chunks of another one back in some order."""

    def __init__(self, order):
        self.order = order

    def run(self, tasks, stop):
        found = {chunk.index: chunk for chunk in Threads(2).run(tasks, stop)}
        for index in self.order:
            yield found[index]


@pytest.mark.parametrize("seed", range(4))
def test_sums_do_not_depend_on_the_order_in_which_chunks_arrive(plan, outcome, seed):
    order = np.random.default_rng(seed).permutation(N_CHUNKS)
    again = run_plan(plan, executor=Shuffled(order))
    assert again.is_complete
    assert np.array_equal(again.sums, outcome.sums)


def test_what_is_merged_has_no_gap(plan):
    chunks = [Chunk(plan, i, np.full((1, 1), 10**i), 1) for i in range(4)]
    merge = Merge(plan)
    merge.sums = np.zeros((1, 1), np.int64)
    seen = []
    for index in (2, 0, 3, 1):
        merge.add(chunks[index])
        seen.append((int(merge.sums[0, 0]), merge.sessions, merge.n_chunks))
    assert seen == [(0, 0, 0), (1, 1, 1), (1, 1, 1), (1111, 4, 4)]


def test_a_window_bounds_how_far_chunks_are_ahead_of_a_slow_one(plan, monkeypatch):
    """The first chunk ends only when nothing more is begun without it."""
    begun, full = [], Event()

    def slow(job, task, stop):
        begun.append(task.index)
        if len(begun) == 2 * CHUNKS_AHEAD:
            full.set()
        if task.index == 0:
            assert full.wait(60)
            assert len(begun) == 2 * CHUNKS_AHEAD
        return Chunk(task.plan, task.index, np.zeros((1, 1), np.int64), 1)

    monkeypatch.setattr(simcore.executing, "run_chunk", slow)
    chunks = list(Threads(2).run(all_tasks(plan), np.zeros(1, np.uint8)))
    assert sorted(chunk.index for chunk in chunks) == list(range(N_CHUNKS))
    assert chunks[0].index != 0


def test_the_first_mistake_is_told_after_all_chunks_before_it(plan, monkeypatch):
    failed = Event()

    def wrong(job, task, stop):
        if task.index == 3:
            failed.set()
        if task.index >= 2:
            assert failed.wait(60)
            raise StrategyError(f"chunk {task.index}")
        assert task.index == 0 or failed.wait(60)
        return Chunk(task.plan, task.index, np.zeros((1, 1), np.int64), 1)

    monkeypatch.setattr(simcore.executing, "run_chunk", wrong)
    found = []
    with pytest.raises(StrategyError, match="chunk 2"):
        found.extend(
            chunk.index for chunk in Threads(4).run(all_tasks(plan), np.zeros(1, "u1"))
        )
    assert found == [0, 1]


def test_an_executor_that_is_closed_stops_what_is_running(plan):
    stop = np.zeros(1, np.uint8)
    chunks = Threads(2).run(all_tasks(plan), stop)
    next(chunks)
    chunks.close()
    assert stop[0]
    stop[0] = 0
    assert len(list(Threads(2).run(all_tasks(plan), stop))) == N_CHUNKS
    assert not stop[0]
