"""What is executed where: an executor takes chunks to be done and yields them done.

Whoever merges them (`simcore.runner`) asks neither where a chunk was done nor when: its
sums are integers and depend on the plan and the number of the chunk only, so that
threads, processes and machines give the same bits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.errors import SimcoreError
from simcore.job import Job
from simcore.plan import Plan
from simcore.waiting import PATIENCE, THREAD_NAME

CHUNKS_AHEAD = 2
"""Chunks for each thread that an executor is ahead of the oldest unfinished one."""


@dataclass(frozen=True, eq=False)
class Task:
    """A chunk to be done.

    Parameters
    ----------
    plan : Plan
    index : int
        Its number in the plan.
    keep : callable, optional
        ``(index, sums)``: stores a finished chunk. An executor of threads calls it
        where the chunk was done; of others the chunk is stored when it arrives.
    """

    plan: Plan
    index: int
    keep: Callable[[int, NDArray[np.int64]], None] | None = None


@dataclass(frozen=True, eq=False)
class Chunk:
    """A chunk that was done, whole.

    Parameters
    ----------
    plan : Plan
    index : int
        Its number in the plan.
    sums : int64[N_BATCHES, size]
        The accumulators of the game over its sessions.
    sessions : int
        How many sessions it holds: all of ``plan.chunk(index)``.
    is_kept : bool
        Whether it was stored already.
    """

    plan: Plan
    index: int
    sums: NDArray[np.int64]
    sessions: int
    is_kept: bool = False


Chunks = Generator[Chunk, None, None]
"""Finished chunks; to be closed by who does not want the rest."""


class Executor(Protocol):
    """Where chunks are done."""

    def run(self, tasks: Iterator[Task], stop: NDArray[np.uint8]) -> Chunks:
        """Yield the chunk of each task once, in any order.

        Parameters
        ----------
        tasks : iterator of Task
            Drawn from one by one, the tasks of a plan behind each other. An executor
            is never more than a fixed number of tasks (its window) ahead of the oldest
            one that it has not yielded: this bounds the memory of who merges in order.
        stop : uint8[1]
            A flag. Once it is not 0 nothing more is begun, chunks that were cut short
            are left out, and the iterator ends. An executor that is closed before its
            end sets it.

        Raises
        ------
        StrategyError
            If a strategy cannot be used or breaks the rules, after all chunks before
            the first that failed were yielded: which mistake is told does not depend
            on who was faster.
        """
        ...


_Future = Future[Chunk | None]


class Threads:
    """An executor of threads in this process; kernels let go of the interpreter.

    Parameters
    ----------
    jobs : int
        How many.
    compiling : callable, optional
        Called before work that compiles a kernel for the first time.
    """

    def __init__(self, jobs: int, compiling: Callable[[], None] | None = None) -> None:
        self.jobs = jobs
        self._compiling = compiling
        self._uncompiled: Job | None = None

    def run(self, tasks: Iterator[Task], stop: NDArray[np.uint8]) -> Chunks:
        """Yield the chunk of each task once, in any order; see `Executor`."""
        window: deque[_Future] = deque()
        running: set[_Future] = set()
        pool = ThreadPoolExecutor(self.jobs, thread_name_prefix=THREAD_NAME)
        todo = self._begin(tasks, pool, stop)
        try:
            while True:
                room = self.jobs * CHUNKS_AHEAD - len(window)
                begun = list(islice(todo, room))
                window.extend(begun)
                running.update(begun)
                if not window:
                    return
                patience = PATIENCE if self._is_compiling() else None
                done = wait(running, patience, return_when=FIRST_COMPLETED).done
                if not done and stop[0]:
                    return
                for future in [one for one in window if one in done]:
                    running.remove(future)
                    chunk = None if future.exception() else future.result()
                    if chunk is None:  # failed, or cut short: begin nothing more
                        todo = iter(())
                    else:
                        yield chunk
                while window and window[0] not in running:
                    window.popleft().result()
        finally:
            if running:
                stop[0] = 1
            # Chunks see the flag at their next session; a compiler sees nothing.
            pool.shutdown(wait=not self._is_compiling(), cancel_futures=True)

    def _begin(
        self, tasks: Iterator[Task], pool: ThreadPoolExecutor, stop: NDArray[np.uint8]
    ) -> Iterator[_Future]:
        """Yield what each task will become; what kernels need is made once a plan."""
        job: Job | None = None
        for task in tasks:
            try:
                if job is None or job.plan is not task.plan:
                    job = task.plan.game.engine.make_job(task.plan)
                    self._tell(job)
            except SimcoreError as error:
                failed: _Future = Future()
                failed.set_exception(error)
                yield failed
                return
            yield pool.submit(run_chunk, job, task, stop)

    def _tell(self, job: Job) -> None:
        """Tell, once, that a kernel will be compiled."""
        if job.plan.game.engine.is_compiled(job):
            return
        self._uncompiled = job
        if self._compiling is not None:
            self._compiling()
            self._compiling = None

    def _is_compiling(self) -> bool:
        """Return whether a kernel that was not there is not there yet."""
        job = self._uncompiled
        return job is not None and not job.plan.game.engine.is_compiled(job)


def run_chunk(job: Job, task: Task, stop: NDArray[np.uint8]) -> Chunk | None:
    """Return the chunk of `task`, or None if `stop` was set before its end.

    Raises
    ------
    StrategyError
        If a strategy breaks the rules.
    """
    engine = job.plan.game.engine
    first, count = task.plan.chunk(task.index)
    sums = engine.layout.zeros()
    done = engine.run_chunk(job, first, count, sums, stop)
    if done < count:
        return None
    if task.keep is not None:
        task.keep(task.index, sums)
    return Chunk(task.plan, task.index, sums, count, task.keep is not None)
