"""Running a plan: chunks done anywhere, merged in order, stopped without loss."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UsageError
from simcore.executing import Chunk, Executor, Task, Threads
from simcore.plan import MOST_JOBS, Plan

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
    executor: Executor | None = None,
) -> Outcome:
    """Run `plan` and return its sums.

    Parameters
    ----------
    jobs : int, optional
        Threads; the number of processors by default. The sums do not depend on it.
    progress : Progress, optional
    compiling : callable, optional
        Called before work that compiles a kernel for the first time.
    stop : uint8[1], optional
        A flag that stops the run once it is not 0; by default one that Ctrl-C sets.
    executor : Executor, optional
        Where chunks are done, in place of `jobs` threads here; it tells of `compiling`
        itself.

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
    if executor is None:
        executor = Threads(n_threads(jobs), compiling)
    merge = Merge(plan)
    done = 0
    if progress is not None:
        progress(0, plan.sessions)
    with _stop_flag() as own_flag:
        tasks = (Task(plan, index) for index in range(plan.n_chunks))
        stop = own_flag if stop is None else stop
        with closing(executor.run(tasks, stop)) as chunks:
            for chunk in chunks:
                merge.add(chunk)
                done += chunk.sessions
                if progress is not None:
                    progress(done, plan.sessions)
    return merge.outcome(time.perf_counter() - start)


class Merge:
    """Chunks of a plan, added up in their order.

    Parameters
    ----------
    plan : Plan

    Attributes
    ----------
    sums : int64[N_BATCHES, size]
        The accumulators over the first chunks of the plan, without a gap.
    sessions : int
        How many sessions they hold.
    n_chunks : int
        How many chunks.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.sums = plan.game.engine.layout.zeros()
        self.sessions = 0
        self.n_chunks = 0
        self._early: dict[int, Chunk] = {}

    def add(self, chunk: Chunk) -> None:
        """Add a chunk now, or when all those before it were added."""
        self._early[chunk.index] = chunk
        while self.n_chunks in self._early:
            following = self._early.pop(self.n_chunks)
            self.sums += following.sums
            self.sessions += following.sessions
            self.n_chunks += 1

    def outcome(self, seconds: float) -> Outcome:
        """Return the outcome so far; it shares the sums."""
        return Outcome(self.plan, self.sums, self.sessions, seconds)


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
