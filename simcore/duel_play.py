"""Playing a duel: its chunks done by threads or by a cluster, added in order.

The first chunks, without a gap, are what a duel is at any time, and it may be decided
after each. So who does them, and how many are done beyond the end, changes nothing.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simcore.duel_chunks import Arrangements, Sums
from simcore.duel_plan import LEAST_UNITS, Duel
from simcore.executing import CHUNKS_AHEAD
from simcore.runner import Progress, stop_flag
from simcore.stats import MeanSequence

if TYPE_CHECKING:
    from simcore.cluster import Cluster

_InOrder = Generator[Sums, None, None]
"""The chunks of a duel in order; it ends early where it was stopped."""


@dataclass
class Played:
    """What was played of a duel.

    Parameters
    ----------
    duel : Duel
    sums : Sums
    differences : list of MeanSequence
        What is known at any time of each pair's difference.
    gains : list of MeanSequence
        The same of what each strategy gains.
    is_complete : bool
        Whether it was not interrupted.
    is_decided : bool
        Whether it stopped because all was known that was asked for.
    seconds : float
    """

    duel: Duel
    sums: Sums
    differences: list[MeanSequence]
    gains: list[MeanSequence]
    is_complete: bool = False
    is_decided: bool = False
    seconds: float = 0.0

    @property
    def has_answer(self) -> bool:
        """Whether enough was played to tell what it came to."""
        return self.sums.n >= LEAST_UNITS


def play_duel(
    duel: Duel,
    jobs: int,
    progress: Progress | None = None,
    compiling: Callable[[], None] | None = None,
    cluster: Cluster | None = None,
) -> Played:
    """Play until all sessions are played, or all that was asked for is known.

    Parameters
    ----------
    duel : Duel
    jobs : int
        Threads; the result does not depend on them.
    progress : Progress, optional
    compiling : callable, optional
        Called if kernels must be compiled first.
    cluster : Cluster, optional
        Whose workers play, in place of threads here; it tells of waits itself.

    Raises
    ------
    StrategyError
        If a strategy cannot be used or breaks the rules.
    ClusterError
        If a worker cannot be used, or if no chunk was ever done.
    """
    begin = time.perf_counter()
    engine = duel.plan.game.engine
    if cluster is None and compiling and not engine.is_compiled_for_playing_out():
        compiling()
    played = _begun(duel)
    with stop_flag() as stop:
        if cluster is None:
            chunks = _played_here(duel, jobs, stop)
        else:
            chunks = _played_by(cluster, duel, stop)
        with closing(chunks):
            for sums in chunks:
                _add(played, sums)
                if progress is not None:
                    progress(played.sums.n, duel.plan.sessions)
                if _is_decided(played):
                    played.is_decided = True
                    break
    played.is_complete = played.is_decided or played.sums.n == duel.plan.sessions
    played.seconds = time.perf_counter() - begin
    return played


def _begun(duel: Duel) -> Played:
    """Return a duel of which nothing is played yet."""
    plan, k, pairs = duel.plan, len(duel.strategies), len(duel.pairs)
    least, most = plan.game.duels.bounds(plan.rules)
    width = most - least
    return Played(
        duel,
        Sums.none(duel),
        [MeanSequence(2.0 * width, duel.level, pairs) for _ in range(pairs)],
        [MeanSequence(width, duel.level, k) for _ in range(k)],
    )


def _add(played: Played, sums: Sums) -> None:
    """Add a chunk."""
    played.sums.add(sums)
    pairs = played.duel.pairs
    for (one, other), sequence in zip(pairs, played.differences, strict=True):
        total, squares = sums.means[one, other], sums.squares[one, other]
        sequence.add(sums.n, float(total), float(squares))
    for place, sequence in enumerate(played.gains):
        total, squares = sums.rates[place], sums.rate_squares[place]
        sequence.add(sums.n, float(total), float(squares))


def _is_decided(played: Played) -> bool:
    """Return whether each difference is known well enough, or its sign is."""
    wanted = played.duel.stop_when
    if wanted is None or not played.has_answer:
        return False
    return all(
        one.margin <= wanted or abs(one.total) > one.n * one.margin
        for one in played.differences
    )


def _played_here(duel: Duel, jobs: int, stop: NDArray[np.uint8]) -> _InOrder:
    """Yield the chunks, played by `jobs` threads."""
    waiting: deque[Future[Sums | None]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        table = Arrangements(duel)
        chunks = _chunks(duel)
        try:
            while True:
                room = jobs * CHUNKS_AHEAD - len(waiting)
                for first, number in islice(chunks, room):
                    waiting.append(pool.submit(table.play, first, number, stop))
                sums = waiting.popleft().result() if waiting else None
                if sums is None:
                    return
                yield sums
        finally:
            stop[0] = 1  # what was begun beyond the end is not needed
            for future in waiting:
                future.cancel()


def _played_by(cluster: Cluster, duel: Duel, stop: NDArray[np.uint8]) -> _InOrder:
    """Yield the chunks, played by the workers of `cluster`, which come in any order."""
    from simcore.cluster import Call

    early: dict[int, Sums] = {}
    done = 0
    calls = (Call(duel, *sessions) for sessions in _chunks(duel))
    with closing(cluster.answers(calls, stop)) as answers:
        for call, answer in answers:
            early[call.first] = answer
            while (sums := early.pop(done, None)) is not None:
                done += sums.n
                yield sums


def _chunks(duel: Duel) -> Iterator[tuple[int, int]]:
    """Yield the first session of each chunk and how many it has."""
    size, sessions = duel.chunk_sessions, duel.plan.sessions
    for first in range(0, sessions, size):
        yield first, min(size, sessions - first)
