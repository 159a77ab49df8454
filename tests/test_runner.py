"""Runs: chunks that no order and no number of threads can change."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from simcore.engine import Engine
from simcore.executing import Threads
from simcore.plan import CHUNK_DEALS, Plan
from simcore.runner import Outcome, run_plan, run_plans
from tests.games.helpers import KRATZEN, make_plan

N_CHUNKS = 5


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Return a plan of four whole chunks and a part of one."""
    one = make_plan("random", deals=60, seed=11)
    return replace(one, sessions=(N_CHUNKS - 1) * one.chunk_sessions + 100)


@pytest.fixture(scope="module")
def outcome(plan) -> Outcome:
    """Return what the plan gives on one thread."""
    return run_plan(plan, 1)


def play(plan: Plan, *chunks: int) -> np.ndarray:
    """Return the sums of some chunks, played in the order given."""
    engine = KRATZEN.engine
    job, sums = engine.make_job(plan), engine.layout.zeros()
    for index in chunks:
        engine.run_chunk(job, *plan.chunk(index), sums, np.zeros(1, np.uint8))
    return sums


def test_chunks_hold_every_session_once(plan):
    assert plan.n_chunks == N_CHUNKS
    sessions = [
        session
        for first, count in map(plan.chunk, range(plan.n_chunks))
        for session in range(first, first + count)
    ]
    assert sessions == list(range(plan.sessions))
    assert plan.chunk_sessions * plan.deals <= CHUNK_DEALS


@pytest.mark.parametrize("jobs", [2, 3, 16])
def test_sums_do_not_depend_on_threads(plan, outcome, jobs):
    again = run_plan(plan, jobs)
    assert again.is_complete
    assert again.sessions == plan.sessions
    assert np.array_equal(again.sums, outcome.sums)


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (4, 2, 0, 3, 1)])
def test_sums_do_not_depend_on_the_order_of_chunks(plan, outcome, order):
    assert np.array_equal(play(plan, *order), outcome.sums)


def test_a_longer_run_begins_with_the_shorter_one(plan, outcome):
    shorter = replace(plan, sessions=2 * plan.chunk_sessions)
    rest = play(plan, *range(2, N_CHUNKS))
    assert np.array_equal(run_plan(shorter).sums + rest, outcome.sums)


def test_what_is_kept_ends_before_the_first_chunk_that_was_not_complete(
    plan, monkeypatch
):
    run_chunk = Engine.run_chunk

    def stopped(self, job, first_session, n_sessions, sums, stop):
        done = run_chunk(self, job, first_session, n_sessions, sums, stop)
        return done - 1 if first_session == plan.chunk(2)[0] else done

    monkeypatch.setattr(Engine, "run_chunk", stopped)
    outcome = run_plan(plan, 4)
    assert not outcome.is_complete
    assert outcome.sessions == 2 * plan.chunk_sessions
    assert np.array_equal(outcome.sums, play(plan, 0, 1))


@pytest.mark.skipif(sys.platform == "win32", reason="a thread cannot be signalled")
def test_ctrl_c_stops_within_seconds(plan):
    """Long chunks of long sessions; the flag is looked at after each session."""
    long = replace(plan, deals=20_000, sessions=1_000_000)
    sent = []

    def interrupt() -> None:
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(1.0, interrupt)
    timer.start()
    outcome = run_plan(long, 2)
    assert time.perf_counter() - sent[0] < 2
    assert not outcome.is_complete
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


PEAK = """
from pathlib import Path
from simcore.cli.main import start
try:
    start()
finally:
    print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak so")
def test_memory_is_bounded_and_does_not_grow_with_the_deals():
    """The longer run is five times the shorter; both have chunks for every thread."""
    run_plan(make_plan("random"))  # compiles, where nothing has yet
    peaks = []
    for sessions in ("20000", "100000"):
        words = ("run", "kratzen", "--strategies", "random", "--sessions", sessions)
        done = subprocess.run(
            [sys.executable, "-c", PEAK, *words, "--jobs", "2", "--seed", "1"],
            capture_output=True,
            text=True,
            check=True,
        )
        peaks.append(int(done.stdout.splitlines()[-1]) / 1024)
    assert max(peaks) < 400
    assert peaks[1] < peaks[0] + 20


def test_a_run_tells_that_it_compiles_only_where_it_does(monkeypatch, outcome):
    told: list[int] = []
    run_plan(outcome.plan, 1, compiling=lambda: told.append(1))
    assert told == []
    monkeypatch.setattr(Engine, "is_compiled", lambda self, job: False)
    run_plan(outcome.plan, 1, compiling=lambda: told.append(1))
    assert told == [1]


def test_a_stream_of_plans_holds_no_sums_that_were_given_out(plan):
    plans = [replace(plan, sessions=2, seed=seed) for seed in range(6)]
    given_out = []
    with closing(run_plans(plans, Threads(2))) as merges:
        for merge in merges:
            given_out.append(weakref.ref(merge.sums))
            del merge
            gc.collect()
            # The last one may still be in use.
            assert [ref() for ref in given_out[:-1]] == [None] * (len(given_out) - 1)
    assert len(given_out) == len(plans)
