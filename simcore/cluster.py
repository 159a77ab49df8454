"""Chunks done by the workers of a Dask scheduler: an executor like threads here.

Dask's own scheduler and workers do the work. A chunk depends on its order and its
sessions only, so Dask may do it again wherever it likes: a worker that dies costs the
chunks that it had.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import SimcoreError
from simcore.executing import CHUNKS_AHEAD, Chunk, Chunks, Task
from simcore.plan import Plan

if TYPE_CHECKING:
    from distributed import Client, Future

WORKER_SECONDS = 300.0
"""How long to wait while a scheduler has no worker: clusters start them on demand."""

_RETRIES = 2
"""How often a chunk is tried again that failed for a reason of the worker's."""

_TICK = 0.2
"""Seconds between looks at the flag that stops a run."""

_GLANCE = 0.02
"""Seconds between looks at workers that get ready."""

_COUNT_SECONDS = 2.0
"""Seconds between counts of the threads of a cluster, which may grow and shrink."""

_TELL_SECONDS = 2.0
"""What takes no longer than this is not told."""

Tell = Callable[[str], None]
"""Tells the user, in a sentence, why there is a wait or an early end."""


class ClusterError(SimcoreError):
    """A cluster that cannot be used, or fails."""


class _LostError(ClusterError):
    """The scheduler, or its last worker, is gone."""


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
    client : distributed.Client
    tell : callable
    worker_seconds : float
        How long to wait while there is no worker.

    Notes
    -----
    Its window follows the number of threads that the cluster has.
    """

    def __init__(
        self, client: Client, tell: Tell, worker_seconds: float = WORKER_SECONDS
    ) -> None:
        self._client = client
        self._tell = tell
        self._worker_seconds = worker_seconds
        self._address = str(client.scheduler.address)
        self._arrived: SimpleQueue[_Sent] = SimpleQueue()
        self._threads: dict[str, int] = {}
        self._counted = -float("inf")
        self._alone_since: float | None = None
        self._has_told = False

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
        except _LostError as error:
            if not has_begun:
                raise ClusterError(str(error)) from None
            self._tell(f"Stopping here: {error}.")

    def _run(self, tasks: Iterator[Task], stop: NDArray[np.uint8]) -> Chunks:
        """Yield chunks as `run` does; raise if the cluster is lost."""
        window: deque[_Sent] = deque()
        try:
            todo = self._begin(tasks, stop)
            while True:
                if not stop[0]:
                    room = self._window_size() - len(window)
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
                    self._warm_up(task.plan, order, stop)
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
        sent.future = self._client.submit(
            do_chunk, order, *sessions, key=key, pure=True, retries=_RETRIES
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
        answer = self._answer(sent.future)
        sent.future = None
        if isinstance(answer, SimcoreError):
            sent.error = answer
            return None
        plan = sent.task.plan
        sums = expand(answer, plan.game.engine.layout.zeros().shape)
        return Chunk(plan, sent.task.index, sums, plan.chunk(sent.task.index)[1])

    def _answer(self, future: Any) -> Any:
        """Return what a worker answered, or the error that tells why it did not."""
        try:
            return future.result()
        except CancelledError:
            raise self._lost() from None
        except Exception as error:
            if self._client.status != "running":
                raise self._lost() from None
            return self._failure(error)

    def _failure(self, error: Exception) -> ClusterError:
        """Return in words why Dask got no answer from a worker."""
        from distributed.scheduler import KilledWorker

        if isinstance(error, KilledWorker):
            number = error.allowed_failures + 1
            return ClusterError(f"{number} workers died one after another at one chunk")
        if isinstance(error, ImportError):
            return ClusterError(
                f"a worker of {self._address} cannot import simcore ({error}); install"
                " the same version there"
            )
        lines = str(error).splitlines() or [""]
        return ClusterError(
            f"a worker of {self._address} failed: {type(error).__name__}: {lines[0]}"
        )

    def _lost(self) -> _LostError:
        """Return the error for a scheduler that is gone."""
        return _LostError(f"the Dask scheduler at {self._address} is gone")

    def _warm_up(self, plan: Plan, order: str, stop: NDArray[np.uint8]) -> None:
        """Have an order checked, and its kernels compiled, by every worker at once.

        A worker that comes later does it with its first chunk.
        """
        from simcore.remote import warm_up

        futures = {
            address: self._client.submit(
                warm_up, order, pure=False, workers=[address], retries=_RETRIES
            )
            for address in sorted(self._workers())
        }
        start = time.monotonic()
        has_told = False
        while not stop[0] and any(not one.done() for one in futures.values()):
            time.sleep(_GLANCE)
            alive = self._workers()
            futures = {key: one for key, one in futures.items() if key in alive}
            if not has_told and time.monotonic() - start > _TELL_SECONDS:
                has_told = True
                self._tell(
                    f"The workers get the {plan.game.name} kernels ready; where they"
                    " have to compile, this takes about 20 s."
                )
        for future in futures.values():
            answer = None if stop[0] else self._answer(future)
            if answer is not None:
                raise answer

    def _workers(self) -> dict[str, int]:
        """Return the threads of each worker by its address, as counted lately."""
        now = time.monotonic()
        if now - self._counted > _COUNT_SECONDS and self._client.status == "running":
            self._counted = now
            with suppress(OSError):
                self._threads = dict(self._client.nthreads())
        return self._threads

    def _window_size(self) -> int:
        """Return how many tasks may be sent and not yet yielded."""
        threads = sum(self._workers().values())
        if threads:
            self._alone_since = None
        else:
            self._wait_for_workers()
        # A cluster that grows on demand must see that there is work.
        return CHUNKS_AHEAD * max(1, threads)

    def _wait_for_workers(self) -> None:
        """Tell that there are no workers, or raise when this has taken too long."""
        now = time.monotonic()
        if self._alone_since is None:
            self._alone_since, self._has_told = now, False
        waited = now - self._alone_since
        limit = f"{self._worker_seconds:g} s"
        starts = f"`dask worker {self._address}` starts one"
        if waited > self._worker_seconds:
            raise _LostError(
                f"the Dask scheduler at {self._address} has had no worker for {limit};"
                f" {starts}"
            )
        if waited > _TELL_SECONDS and not self._has_told:
            self._has_told = True
            self._tell(
                f"The Dask scheduler at {self._address} has no worker; waiting up to"
                f" {limit} for one. {starts.capitalize()}."
            )

    def _drop(self, futures: list[Any]) -> None:
        """Cancel what nobody wants any more."""
        if self._client.status == "running":
            self._client.cancel(futures)
