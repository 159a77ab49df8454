"""Running a plan: chunks done anywhere, merged in order, stopped without loss."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UsageError
from simcore.executing import Chunk, Executor, Task, Threads
from simcore.parts import Parts
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
    parts: Parts | None = None,
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
    parts : Parts, optional
        Where finished chunks are kept. What lies there is not done again, and where it
        is to hold some chunks of the plan only (a shard), these alone are run.

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
    merges = run_plans([plan], executor, lambda _: parts, progress, stop)
    with closing(merges):
        for merge in merges:
            return merge.outcome(time.perf_counter() - start)
    return Merge(plan).outcome(time.perf_counter() - start)


def run_plans(
    plans: Sequence[Plan],
    executor: Executor,
    parts_of: Callable[[int], Parts | None] = lambda _: None,
    progress: Progress | None = None,
    stop: NDArray[np.uint8] | None = None,
) -> Generator[Merge, None, None]:
    """Run `plans` as one stream of chunks and yield what each comes to, in order.

    Parameters
    ----------
    plans : sequence of Plan
        Each another object, though they may be equal.
    executor : Executor
    parts_of : callable, optional
        ``(place in plans) -> Parts or None``: where the chunks of a plan are kept. What
        lies there is not done again.
    progress : Progress, optional
        Told the sessions of all plans.
    stop : uint8[1], optional
        As for `run_plan`.

    Yields
    ------
    Merge
        All are complete; but where the run was stopped, the last may not be.
    """
    begun: deque[Merge] = deque()
    by_plan: dict[int, Merge] = {}
    total = sum(plan.sessions for plan in plans)
    done = 0

    def tasks() -> Iterator[Task]:
        nonlocal total, done
        for place, plan in enumerate(plans):
            parts = parts_of(place)
            if parts is not None:
                parts.clean()
            merge = by_plan[id(plan)] = Merge(plan, parts)
            begun.append(merge)
            total -= plan.sessions - plan.sessions_in(merge.chunks)
            done += merge.n_stored
            keep = None if merge.parts is None else merge.parts.keep
            yield from (Task(plan, index, keep) for index in merge.missing())

    if progress is not None:
        progress(0, total)
    with (
        # Of two flags a Ctrl-C would set the inner one only.
        stop_flag() if stop is None else nullcontext(stop) as flag,
        closing(executor.run(tasks(), flag)) as chunks,
    ):
        for chunk in chunks:
            by_plan[id(chunk.plan)].add(chunk)
            done += chunk.sessions
            if progress is not None:
                progress(done, total)
            for merge in _completed(begun):
                # Sums are megabytes and cells are many: none is held here.
                del by_plan[id(merge.plan)]
                yield merge
    yield from _completed(begun)
    if begun:
        begun[0].advance()
        yield begun[0]


def _completed(begun: deque[Merge]) -> Iterator[Merge]:
    """Take merges that are complete from the head of a queue."""
    while begun and begun[0].advance():
        merge = begun.popleft()
        merge.seal()
        yield merge


class Merge:
    """Chunks of a plan, added up in their order.

    Parameters
    ----------
    plan : Plan
    parts : Parts, optional
        Where chunks are kept, and which there are to be; by default all of the plan.
    only_reads : bool
        Leave the parts as they are, for the folder is not held.

    Attributes
    ----------
    sums : int64[N_BATCHES, size]
        The accumulators over the first chunks, without a gap.
    sessions : int
        How many sessions they hold.
    n_chunks : int
        How many chunks.
    last : int64[N_BATCHES, size], optional
        The accumulators of the last chunk, once all are added and if it may grow.
    n_stored : int
        How many sessions were there from the start, though maybe behind a gap.
    """

    def __init__(
        self, plan: Plan, parts: Parts | None = None, only_reads: bool = False
    ) -> None:
        self.plan = plan
        self.sessions = 0
        self.n_chunks = 0
        self.chunks = range(plan.n_chunks) if parts is None else parts.chunks
        self.n_stored = 0 if parts is None else parts.sessions
        self.parts = parts
        self._early: dict[int, Chunk] = {}
        # What is stored from now on is also added without being read.
        self._there = {} if parts is None else parts.stored()
        self.last: NDArray[np.int64] | None = None
        self._only_reads = only_reads

    @cached_property
    def sums(self) -> NDArray[np.int64]:
        """The sums so far; made when first needed, for sweeps begin many plans."""
        return self.plan.game.engine.layout.zeros()

    @property
    def is_complete(self) -> bool:
        """Whether all chunks were added."""
        return self.n_chunks == len(self.chunks)

    def missing(self) -> Iterator[int]:
        """Yield the numbers of the chunks that are to be done."""
        return iter(self.chunks) if self.parts is None else self.parts.missing()

    def add(self, chunk: Chunk) -> None:
        """Keep a chunk, and add it now or when all those before it were added."""
        if self.parts is not None and not chunk.is_kept:
            self.parts.keep(chunk.index, chunk.sums)
        self._early[self.chunks.index(chunk.index)] = chunk
        self.advance()

    def advance(self) -> bool:
        """Add what is there and has no gap before it; return whether that was all."""
        while not self.is_complete:
            chunk = self._early.pop(self.n_chunks, None)
            part = self._there.get(self.n_chunks)
            if chunk is not None:
                self._extend(chunk.sums, chunk.sessions, 1)
            elif self.parts is not None and part is not None:
                self._extend(self.parts.read(part), part.sessions, part.count)
            else:
                break
        return self.is_complete

    def _extend(self, sums: NDArray[np.int64], sessions: int, n_chunks: int) -> None:
        """Add the sums of the chunks that follow."""
        self.sums += sums
        self.sessions += sessions
        self.n_chunks += n_chunks
        if self.parts is not None and not self._only_reads:
            self.parts.fold(self.n_chunks, self.sums)
        if self.is_complete and self.parts and self.parts.n_whole < self.n_chunks:
            self.last = sums

    def seal(self) -> None:
        """Put the parts together; all chunks were added."""
        if self.parts is not None:
            self.parts.seal(self.sums, self.last)

    def outcome(self, seconds: float) -> Outcome:
        """Return the outcome so far; it shares the sums."""
        return Outcome(self.plan, self.sums, self.sessions, seconds)


@contextmanager
def stop_flag() -> Iterator[NDArray[np.uint8]]:
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
