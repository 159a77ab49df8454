"""Chunks done by the workers of a Dask scheduler: an executor like threads here.

Dask's own scheduler and workers do the work. A chunk depends on its order and its
sessions only, so Dask may do it again wherever it likes: a worker that dies costs the
chunks that it had.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import SimcoreError
from simcore.executing import Chunk, Chunks, Task
from simcore.plan import Plan
from simcore.pool import RETRIES, ClusterError, LostError, Pool

if TYPE_CHECKING:
    from distributed import Future

_TICK = 0.2
"""Seconds between looks at the flag that stops a run."""


@dataclass(eq=False)
class _Sent:
    """A task that was sent, and what has become of it."""

    task: Task
    future: Future | None = None
    is_done: bool = False
    error: SimcoreError | None = None


class Cluster:
    """An executor of the workers of a Dask scheduler; see `simcore.executing.Executor`.

    Parameters
    ----------
    pool : Pool

    Notes
    -----
    Its window follows the number of threads that the cluster has.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._arrived: SimpleQueue[_Sent] = SimpleQueue()

    def run(self, tasks: Iterator[Task], stop: NDArray[np.uint8]) -> Chunks:
        """Yield the chunk of each task once, in any order; see `Executor`.

        Where the scheduler or all workers go away, it tells so and ends, as if it had
        been stopped: chunks that are there are not lost by that.

        Raises
        ------
        StrategyError
            If a strategy cannot be used or breaks the rules.
        ClusterError
            If a worker cannot be used, or if no chunk was ever done.
        """
        has_begun = False
        try:
            with closing(self._run(tasks, stop)) as chunks:
                for chunk in chunks:
                    has_begun = True
                    yield chunk
        except LostError as error:
            if not has_begun:
                raise ClusterError(str(error)) from None
            self._pool.tell(f"Stopping here: {error}.")

    def _run(self, tasks: Iterator[Task], stop: NDArray[np.uint8]) -> Chunks:
        """Yield chunks as `run` does; raise if the cluster is lost."""
        window: deque[_Sent] = deque()
        try:
            todo = self._begin(tasks, stop)
            while True:
                if not stop[0]:
                    room = self._pool.window_size() - len(window)
                    window.extend(islice(todo, max(0, room)))
                if not window:
                    return
                sent = self._next_done(window, 0 if stop[0] else _TICK)
                if sent is None and stop[0]:
                    return
                if sent is None:
                    continue
                chunk = self._receive(sent)
                if chunk is None:  # failed: begin nothing more
                    todo = iter(())
                else:
                    yield chunk
                while window and window[0].is_done:
                    error = window.popleft().error
                    if error is not None:
                        raise error
        finally:
            running = [sent.future for sent in window if not sent.is_done]
            if running:
                stop[0] = 1
                self._drop(running)

    def _begin(self, tasks: Iterator[Task], stop: NDArray[np.uint8]) -> Iterator[_Sent]:
        """Yield each task when it was sent; the first order warms the workers up."""
        from simcore.remote import write_order

        plan: Plan | None = None
        for task in tasks:
            if plan is not task.plan:
                order = write_order(task.plan)
                if plan is None:
                    self._pool.warm_up(task.plan, order, stop)
                    if stop[0]:
                        return
                plan = task.plan
            yield self._send(task, order)

    def _send(self, task: Task, order: str) -> _Sent:
        """Send a task to the scheduler."""
        from simcore.remote import do_chunk

        sessions = task.plan.chunk(task.index)
        digest = hashlib.sha256(order.encode()).hexdigest()[:16]
        sent = _Sent(task)
        # Equal chunks have equal keys: what one run has sent is not done for another.
        key = f"simcore-{digest}-{sessions[0]}-{sessions[1]}"
        sent.future = self._pool.client.submit(
            do_chunk, order, *sessions, key=key, pure=True, retries=RETRIES
        )
        sent.future.add_done_callback(lambda _: self._arrived.put(sent))
        return sent

    def _next_done(self, window: deque[_Sent], seconds: float) -> _Sent | None:
        """Return a task of the window that is done, or None if none is for a while."""
        try:
            sent = self._arrived.get(timeout=seconds)
        except Empty:
            return None
        # What an earlier run left behind may still arrive.
        return sent if sent in window else None

    def _receive(self, sent: _Sent) -> Chunk | None:
        """Return the chunk of a task that is done, or None if it failed."""
        from simcore.compact import expand

        sent.is_done = True
        answer = self._pool.answer(sent.future)
        sent.future = None
        if isinstance(answer, SimcoreError):
            sent.error = answer
            return None
        plan = sent.task.plan
        sums = expand(answer, plan.game.engine.layout.zeros().shape)
        return Chunk(plan, sent.task.index, sums, plan.chunk(sent.task.index)[1])

    def _drop(self, futures: list[Any]) -> None:
        """Cancel what nobody wants any more."""
        if self._pool.client.status == "running":
            self._pool.client.cancel(futures)
