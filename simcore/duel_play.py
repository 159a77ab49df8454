"""Playing a duel: every arrangement of the strategies on the same deals.

What a strategy is worth is what it gains at one side of the table while all other seats
play the *field*, averaged over the sides, and over the fields where there are several.
A chunk is a pure function of (duel, number), and chunks are added in order.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from simcore.lineup import Seat
from simcore.plan import Plan
from simcore.runner import Progress, stop_flag
from simcore.stats import MeanSequence

CHUNK_DEALS = 1 << 14
"""About how many deals a chunk has, each of which is played once an arrangement."""

_CHUNKS_AHEAD = 2


@dataclass(frozen=True, kw_only=True)
class Duel:
    """A comparison of strategies.

    Parameters
    ----------
    plan : Plan
        Rules, seed, sessions and deals; its seats are those of the first arrangement.
    strategies : tuple of Seat
        What is compared.
    fields : tuple of Seat
        Who sits at the other side, in turn.
    by_deal : bool
        Whether each deal stands alone, at a table with the usual pot: a session of
        `plan` is a deal then.
    stop_when : float, optional
        Half the width that the intervals of all differences may have.
    level : float
        The confidence level of those.
    """

    plan: Plan
    strategies: tuple[Seat, ...]
    fields: tuple[Seat, ...]
    by_deal: bool
    stop_when: float | None
    level: float

    @property
    def unit(self) -> str:
        """What is compared one by one: ``sessions``, ``deals`` or ``matches``."""
        return "deals" if self.by_deal else self.plan.unit

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The strategies that are compared with each other, by their places."""
        return list(combinations(range(len(self.strategies)), 2))

    @property
    def arrangements(self) -> list[tuple[Seat, ...]]:
        """All ways in which the seats are filled, each once."""
        players = self.plan.players
        return list(
            dict.fromkeys(
                arrangement(one, field, own, players)
                for one in self.strategies
                for field in self.fields
                for own in self.plan.game.duels.sides(players)
            )
        )

    @property
    def chunk_sessions(self) -> int:
        """How many sessions a chunk has (the last may have fewer)."""
        if self.plan.matches:
            return 64
        return max(1, CHUNK_DEALS // self.plan.deals)


def arrangement(
    one: Seat, field: Seat, own: tuple[int, ...], players: int
) -> tuple[Seat, ...]:
    """Return who sits where with a strategy in the seats `own`, a field elsewhere."""
    return tuple(one if seat in own else field for seat in range(players))


@dataclass
class Sums:
    """What sessions came to.

    Parameters
    ----------
    n : int
        Sessions.
    totals : float64[2 * k]
        For each strategy what it gained, then for each in how many deals; both averaged
        over all arrangements.
    products : float64[2 * k, 2 * k]
        Sums of products of these over sessions.
    means : float64[k, k], squares : float64[k, k]
        Sums, and sums of squares, of the differences between what two gained a deal in
        a session.
    parts, part_squares : float64[m, k, k]
        The same of what each of m arrangements adds to those differences.
    """

    n: int
    totals: NDArray[np.float64]
    products: NDArray[np.float64]
    means: NDArray[np.float64]
    squares: NDArray[np.float64]
    parts: NDArray[np.float64]
    part_squares: NDArray[np.float64]

    @classmethod
    def of(cls, gains: NDArray[np.float64], deals: NDArray[np.float64]) -> Sums:
        """Return the sums of n sessions.

        Parameters
        ----------
        gains : float64[m, n, k]
            What each arrangement adds to what each strategy gained.
        deals : float64[n, k]
            In how many deals.
        """
        whole = gains.sum(axis=0)
        both = np.concatenate([whole, deals], axis=1)
        rates = gains / deals
        apart = rates[:, :, :, None] - rates[:, :, None, :]
        together = apart.sum(axis=0)
        # Not a product of matrices: those may depend on how many threads there are.
        products = np.einsum("ni,nj->ij", both, both)
        return cls(
            len(deals),
            both.sum(axis=0),
            products,
            together.sum(axis=0),
            (together**2).sum(axis=0),
            apart.sum(axis=1),
            (apart**2).sum(axis=1),
        )

    def pairing(self, one: int, other: int) -> float:
        """Return by what factor the same deals shrank the variance of a difference.

        It compares with arrangements that were each dealt deals of their own, as many.
        """
        apart = (
            self.part_squares[:, one, other] - self.parts[:, one, other] ** 2 / self.n
        )
        paired = self.squares[one, other] - self.means[one, other] ** 2 / self.n
        return float(apart.sum() / paired) if paired > 0 else np.inf

    def add(self, other: Sums) -> None:
        """Add the sums of other sessions."""
        self.n += other.n
        self.totals += other.totals
        self.products += other.products
        self.means += other.means
        self.squares += other.squares
        self.parts += other.parts
        self.part_squares += other.part_squares


@dataclass
class Played:
    """What was played of a duel.

    Parameters
    ----------
    duel : Duel
    sums : Sums
    sequences : list of MeanSequence
        One for each pair.
    is_complete : bool
        Whether it was not interrupted.
    is_decided : bool
        Whether it stopped because all was known that was asked for.
    seconds : float
    """

    duel: Duel
    sums: Sums
    sequences: list[MeanSequence]
    is_complete: bool = False
    is_decided: bool = False
    seconds: float = 0.0


def play_duel(
    duel: Duel,
    jobs: int,
    progress: Progress | None = None,
    compiling: Callable[[], None] | None = None,
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

    Raises
    ------
    StrategyError
        If a strategy cannot be used or breaks the rules.
    """
    begin = time.perf_counter()
    plan, k = duel.plan, len(duel.strategies)
    if compiling and not plan.game.engine.is_compiled_for_playing_out():
        compiling()
    least, most = plan.game.duels.bounds(plan.rules)
    # Each of the pairs may err with its part of the probability (Bonferroni).
    level = 1.0 - (1.0 - duel.level) / len(duel.pairs)
    played = Played(
        duel,
        Sums.of(np.zeros((len(duel.arrangements), 0, k)), np.zeros((0, k))),
        [MeanSequence(2.0 * (most - least), level) for _ in duel.pairs],
    )
    with stop_flag() as stop, ThreadPoolExecutor(jobs) as pool:
        table = _Arrangements(duel, stop)
        chunks = _in_order(pool, table, jobs * _CHUNKS_AHEAD)
        with closing(chunks):
            for sums in chunks:
                if sums is None:
                    break
                _add(played, sums)
                if progress is not None:
                    progress(played.sums.n, plan.sessions)
                if _is_decided(played):
                    played.is_decided = True
                    break
            stop[0] = 1  # what was begun beyond the end is not needed
    played.is_complete = played.is_decided or played.sums.n == plan.sessions
    played.seconds = time.perf_counter() - begin
    return played


def _add(played: Played, sums: Sums) -> None:
    """Add a chunk."""
    played.sums.add(sums)
    for (one, other), sequence in zip(played.duel.pairs, played.sequences, strict=True):
        total, squares = sums.means[one, other], sums.squares[one, other]
        sequence.add(sums.n, float(total), float(squares))


def _is_decided(played: Played) -> bool:
    """Return whether each difference is known well enough, or its sign is."""
    wanted = played.duel.stop_when
    return wanted is not None and all(
        one.margin <= wanted or abs(one.total) > one.n * one.margin
        for one in played.sequences
    )


def _in_order(
    pool: ThreadPoolExecutor, table: _Arrangements, ahead: int
) -> Generator[Sums | None, None, None]:
    """Yield the chunks in order, played by the threads of `pool`."""
    waiting: deque[Future[Sums | None]] = deque()
    try:
        for first, number in _chunks(table.duel):
            waiting.append(pool.submit(table.play, first, number))
            if len(waiting) > ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _chunks(duel: Duel) -> Iterator[tuple[int, int]]:
    """Yield the first session of each chunk and how many it has."""
    size, sessions = duel.chunk_sessions, duel.plan.sessions
    for first in range(0, sessions, size):
        yield first, min(size, sessions - first)


class _Arrangements:
    """Plays chunks of a duel; threads share it.

    Parameters
    ----------
    duel : Duel
    stop : uint8[1]
        A flag that stops the play.
    """

    def __init__(self, duel: Duel, stop: NDArray[np.uint8]) -> None:
        self.duel = duel
        self._stop = stop
        plan = duel.plan
        self._engine = plan.game.engine
        self._plan = replace(plan, deals=2) if duel.by_deal else plan
        self._sides = plan.game.duels.sides(plan.players)
        self._jobs = {
            seats: self._engine.make_steered_job(replace(self._plan, seats=seats))
            for seats in duel.arrangements
        }

    def _seats(self, one: Seat, field: Seat, side: int) -> tuple[Seat, ...]:
        """Return the arrangement with a strategy at a side and a field elsewhere."""
        return arrangement(one, field, self._sides[side], self.duel.plan.players)

    def play(self, first: int, number: int) -> Sums | None:
        """Return the sums of `number` sessions, None where they were stopped."""
        duel = self.duel
        deals = np.zeros((number, len(duel.strategies)))
        gains = np.zeros((len(self._jobs), *deals.shape))
        found = {}
        for seats in self._jobs:
            outcome = self._play_at(seats, first, number)
            if outcome is None:
                return None
            found[seats] = outcome
        places = {seats: number for number, seats in enumerate(self._jobs)}
        for place, one in enumerate(duel.strategies):
            for field in duel.fields:
                for side, own in enumerate(self._sides):
                    seats = self._seats(one, field, side)
                    profits, played = found[seats]
                    gains[places[seats], :, place] += profits[:, own[0]]
                    deals[:, place] += played
        times = len(duel.fields) * len(self._sides)
        return Sums.of(gains / times, deals / times)

    def _play_at(
        self, seats: tuple[Seat, ...], first: int, number: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
        """Return what each seat gained in each session, and in how many deals."""
        job, engine, by_deal = self._jobs[seats], self._engine, self.duel.by_deal
        tables = engine.new_table(job, number)
        if by_deal:
            plan = self._plan
            tables["dealer"] = (first + np.arange(number)) % plan.players
            plan.game.duels.lay(tables, plan.rules)
        given = np.zeros(1, engine.given)
        profits = engine.play_out(job, tables, given, first, int(by_deal), self._stop)
        if len(profits) < number:
            return None
        return profits, tables["deal"] + 1.0 - by_deal
