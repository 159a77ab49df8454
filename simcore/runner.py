"""Running a plan: chunks on threads, merged in order, stopped without loss."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UsageError
from simcore.job import Job
from simcore.plan import MOST_JOBS, Plan

CHUNKS_AHEAD = 2
"""Chunks in work or waiting for each thread; bounds the memory of a run."""

Progress = Callable[[int, int], None]
"""Called with the sessions done and the sessions in all, after each chunk."""


@dataclass(frozen=True)
class Outcome:
    """The sums of a run.

    Parameters
    ----------
    plan : Plan
        What was to be run.
    sums : int64[N_BATCHES, size]
        The accumulators of the game over all complete chunks.
    sessions : int
        How many sessions they hold: the first ones of the plan, without a gap.
    seconds : float
        Wall time.
    """

    plan: Plan
    sums: NDArray[np.int64]
    sessions: int
    seconds: float

    @property
    def is_complete(self) -> bool:
        """Whether the whole plan was run."""
        return self.sessions == self.plan.sessions


def default_jobs() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def n_threads(jobs: int | None) -> int:
    """Return how many threads `jobs` asks for: None for one a processor.

    Raises
    ------
    UsageError
        If it makes no sense.
    """
    if jobs is None:
        return min(default_jobs(), MOST_JOBS)
    if not 1 <= jobs <= MOST_JOBS:
        raise UsageError(f"jobs is {jobs} but takes 1 to {MOST_JOBS}")
    return jobs


def run_plan(
    plan: Plan,
    jobs: int | None = None,
    progress: Progress | None = None,
    compiling: Callable[[], None] | None = None,
    stop: NDArray[np.uint8] | None = None,
) -> Outcome:
    """Run `plan` on `jobs` threads and return its sums.

    Parameters
    ----------
    jobs : int, optional
        Threads; the number of processors by default. The sums do not depend on it.
    progress : Progress, optional
    compiling : callable, optional
        Called before work that compiles a kernel for the first time.
    stop : uint8[1], optional
        A flag that stops the run once it is not 0; by default one that Ctrl-C sets.

    Notes
    -----
    Ctrl-C stops the threads at their next session. The outcome then holds the chunks
    that were complete before the first one that was not, and is not complete.

    Raises
    ------
    UsageError
        If `jobs` makes no sense.
    StrategyError
        If a strategy cannot be used or breaks the rules.
    """
    start = time.perf_counter()
    jobs = n_threads(jobs)
    engine = plan.game.engine
    job = engine.make_job(plan)
    if compiling is not None and not engine.is_compiled(job):
        compiling()
    sums = engine.layout.zeros()
    sessions = 0
    if progress is not None:
        progress(0, plan.sessions)
    waiting: deque[Future[_Part | None]] = deque()
    todo = iter(range(plan.n_chunks))
    with _stop_flag() as own_flag, ThreadPoolExecutor(jobs) as pool:
        stop = own_flag if stop is None else stop
        try:
            while True:
                for index in islice(todo, jobs * CHUNKS_AHEAD - len(waiting)):
                    waiting.append(pool.submit(_run_one, job, engine, index, stop))
                if not waiting:
                    break
                part = waiting.popleft().result()
                if part is None:
                    break
                sums += part.sums
                sessions += part.sessions
                if progress is not None:
                    progress(sessions, plan.sessions)
        finally:
            own_flag[0] = 1
            for future in waiting:
                future.cancel()
    return Outcome(plan, sums, sessions, time.perf_counter() - start)


@dataclass(frozen=True)
class _Part:
    """The sums of one whole chunk."""

    sums: NDArray[np.int64]
    sessions: int


def _run_one(
    job: Job, engine: Any, index: int, stop: NDArray[np.uint8]
) -> _Part | None:
    """Return the sums of a chunk, or None if it was stopped before its end."""
    first, count = job.plan.chunk(index)
    sums = engine.layout.zeros()
    done = engine.run_chunk(job, first, count, sums, stop)
    return _Part(sums, count) if done == count else None


@contextmanager
def _stop_flag() -> Iterator[NDArray[np.uint8]]:
    """Yield a flag, uint8[1], that the first Ctrl-C sets; the second one interrupts.

    Outside the main thread no signal can be caught, and the flag stays 0.
    """
    flag = np.zeros(1, np.uint8)
    if threading.current_thread() is not threading.main_thread():
        yield flag
        return
    before = signal.getsignal(signal.SIGINT)

    def on_signal(number: int, frame: object) -> None:
        flag[0] = 1
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, on_signal)
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, before)
