"""Chunks done by the workers of a Dask scheduler: an executor like threads here.

Dask's own scheduler and workers do the work. A chunk depends on its order and its
sessions only, so Dask may do it again wherever it likes: a worker that dies costs the
chunks that it had.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.duel_plan import Duel
from simcore.errors import SimcoreError
from simcore.executing import Chunk, Chunks, Task
from simcore.plan import Plan
from simcore.pool import RETRIES, ClusterError, LostError, Pool

if TYPE_CHECKING:
    from distributed import Future

_TICK = 0.2
"""Seconds between looks at the flag that stops a run."""


@dataclass(frozen=True, eq=False)
class Call:
    """A chunk that is asked for.

    Parameters
    ----------
    work : Plan or Duel
        Of what.
    first : int
        Its first session.
    number : int
        How many it has.
    """

    work: Plan | Duel
    first: int
    number: int


Answers = Generator[tuple[Call, Any], None, None]
"""Calls with their answers; to be closed by who does not want the rest."""


@dataclass(eq=False)
class _Sent:
    """A call that was sent, and what has become of it."""

    call: Call
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

        Raises
        ------
        StrategyError, ClusterError
            As `answers` does.
        """
        from simcore.compact import expand

        asked: dict[Call, Task] = {}

        def calls() -> Iterator[Call]:
            for task in tasks:
                call = Call(task.plan, *task.plan.chunk(task.index))
                asked[call] = task
                yield call

        with closing(self.answers(calls(), stop)) as answers:
            for call, answer in answers:
                task = asked.pop(call)
                shape = task.plan.game.engine.layout.zeros().shape
                sums = expand(answer, shape)
                yield Chunk(task.plan, task.index, sums, call.number)

    def answers(self, calls: Iterator[Call], stop: NDArray[np.uint8]) -> Answers:
        """Yield each call once, in any order, with what a worker answered.

        Where the scheduler or all workers go away, it tells so and ends, as if it had
        been stopped: answers that are there are not lost by that.

        Parameters
        ----------
        calls : iterator of Call
            Drawn from as the tasks of an `Executor`: those of a plan or a duel behind
            each other, and never more than a window ahead.
        stop : uint8[1]
            As of an `Executor`.

        Yields
        ------
        Call
        bytes or Sums
            See `simcore.remote.do_chunk`.

        Raises
        ------
        StrategyError
            If a strategy cannot be used or breaks the rules.
        ClusterError
            If a worker cannot be used, or if no chunk was ever done.
        """
        has_begun = False
        try:
            with closing(self._answers(calls, stop)) as answers:
                for answer in answers:
                    has_begun = True
                    yield answer
        except LostError as error:
            if not has_begun:
                raise ClusterError(str(error)) from None
            self._pool.tell(f"Stopping here: {error}.")

    def _answers(self, calls: Iterator[Call], stop: NDArray[np.uint8]) -> Answers:
        """Yield answers as `answers` does; raise if the cluster is lost."""
        window: deque[_Sent] = deque()
        try:
            todo = self._begin(calls, stop)
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
                answer = self._receive(sent)
                if answer is None:  # failed: begin nothing more
                    todo = iter(())
                else:
                    yield sent.call, answer
                while window and window[0].is_done:
                    error = window.popleft().error
                    if error is not None:
                        raise error
        finally:
            running = [sent.future for sent in window if not sent.is_done]
            if running:
                stop[0] = 1
                self._drop(running)

    def _begin(self, calls: Iterator[Call], stop: NDArray[np.uint8]) -> Iterator[_Sent]:
        """Yield each call when it was sent; the first order warms the workers up."""
        from simcore.remote import write_order

        work: Plan | Duel | None = None
        for call in calls:
            if work is not call.work:
                order = write_order(call.work)
                if work is None:
                    self._pool.warm_up(call.work.game, order, stop)
                    if stop[0]:
                        return
                work = call.work
            yield self._send(call, order)

    def _send(self, call: Call, order: str) -> _Sent:
        """Send a call to the scheduler."""
        from simcore.remote import do_chunk

        digest = hashlib.sha256(order.encode()).hexdigest()[:16]
        sent = _Sent(call)
        # Equal chunks have equal keys: what one run has sent is not done for another.
        key = f"simcore-{digest}-{call.first}-{call.number}"
        sent.future = self._pool.client.submit(
            do_chunk,
            order,
            call.first,
            call.number,
            key=key,
            pure=True,
            retries=RETRIES,
        )
        sent.future.add_done_callback(lambda _: self._arrived.put(sent))
        return sent

    def _next_done(self, window: deque[_Sent], seconds: float) -> _Sent | None:
        """Return a call of the window that is done, or None if none is for a while."""
        try:
            sent = self._arrived.get(timeout=seconds)
        except Empty:
            return None
        # What an earlier run left behind may still arrive.
        return sent if sent in window else None

    def _receive(self, sent: _Sent) -> Any:
        """Return the answer to a call that is done, or None if it failed."""
        sent.is_done = True
        answer = self._pool.answer(sent.future)
        sent.future = None
        if isinstance(answer, SimcoreError):
            sent.error = answer
            return None
        return answer

    def _drop(self, futures: list[Any]) -> None:
        """Cancel what nobody wants any more."""
        if self._pool.client.status == "running":
            self._pool.client.cancel(futures)
