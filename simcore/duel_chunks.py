"""A chunk of a duel: every arrangement of the strategies on the same deals.

What a strategy is worth is what it gains a deal at one side of the table while all
other seats play the *field*: for each field a ratio of sums over its sides, then the
average of these over the fields. So a field against which sessions are long counts no
more than others.
A chunk is a pure function of (duel, first session, number of sessions).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.duel_plan import Duel, arrangement
from simcore.lineup import Seat
from simcore.tally import N_BATCHES
from simcore.view import NOBODY

_ROUNDING = 1e-12
"""What is smaller by this factor than what it was summed from may be 0."""


@dataclass
class Sums:
    """What sessions came to.

    Parameters
    ----------
    n : int
        Sessions.
    totals : float64[2 * f * k]
        For each of f fields, or for all of them pooled, what each strategy gained, over
        their number; then in how many deals. Both are averaged over the sides.
    products : float64[2 * f * k, 2 * f * k]
        Sums of products of these over sessions.
    rates, rate_squares : float64[k]
        Sums, and sums of squares, of what each gained a deal in a session, averaged
        over the fields.
    means, squares : float64[k, k]
        The same of the differences between two.
    parts, part_squares : float64[m, k, k]
        The same of what each of m arrangements adds to those differences.
    wins : int64[2, N_BATCHES, k]
        Matches that each strategy won against other strategies, and all of these that
        were won, in batches of sessions.
    """

    n: int
    totals: NDArray[np.float64]
    products: NDArray[np.float64]
    rates: NDArray[np.float64]
    rate_squares: NDArray[np.float64]
    means: NDArray[np.float64]
    squares: NDArray[np.float64]
    parts: NDArray[np.float64]
    part_squares: NDArray[np.float64]
    wins: NDArray[np.int64]

    @classmethod
    def none(cls, duel: Duel) -> Sums:
        """Return the sums of no session of a duel."""
        return cls.of(*_empty(duel, 0))

    @classmethod
    def of(cls, gains: NDArray[np.float64], deals: NDArray[np.float64]) -> Sums:
        """Return the sums of n sessions, of which none is counted as a won match.

        Parameters
        ----------
        gains : float64[f, m, n, k]
            What each arrangement adds, for each field or for all of them pooled, to
            what each strategy gained; they add up to its average over the fields.
        deals : float64[f, n, k]
            In how many deals.
        """
        fields, n, k = deals.shape
        # Of each session gains before deals, both field by field.
        whole = np.concatenate([gains.sum(axis=1), deals])
        both = np.moveaxis(whole, 1, 0).reshape(n, 2 * fields * k)
        rates = (gains / deals[:, None]).sum(axis=0)
        apart = rates[:, :, :, None] - rates[:, :, None, :]
        together = apart.sum(axis=0)
        rate = rates.sum(axis=0)
        # Not a product of matrices: those may depend on how many threads there are.
        products = np.einsum("ni,nj->ij", both, both)
        return cls(
            n,
            both.sum(axis=0),
            products,
            rate.sum(axis=0),
            (rate**2).sum(axis=0),
            together.sum(axis=0),
            (together**2).sum(axis=0),
            apart.sum(axis=1),
            (apart**2).sum(axis=1),
            np.zeros((2, N_BATCHES, k), np.int64),
        )

    def is_alike(self, one: int, other: int) -> bool:
        """Return whether two gained the same in all sessions, up to rounding."""
        parts = self.part_squares[:, one, other].sum()
        return bool(self.squares[one, other] <= _ROUNDING**2 * parts)

    def pairing(self, one: int, other: int) -> float:
        """Return by what factor the same deals shrank the variance of a difference.

        It compares with arrangements that were each dealt deals of their own, as many.
        NaN if the difference is the same in all sessions, up to rounding.
        """
        apart = (
            self.part_squares[:, one, other] - self.parts[:, one, other] ** 2 / self.n
        )
        squares = self.squares[one, other]
        paired = squares - self.means[one, other] ** 2 / self.n
        if self.is_alike(one, other) or paired <= _ROUNDING * squares:
            return np.nan
        return float(apart.sum() / paired)

    @property
    def is_uneven(self) -> bool:
        """Whether sessions have not equally many deals."""
        half = len(self.totals) // 2
        deals, squares = self.totals[half:], np.diag(self.products)[half:]
        return bool((squares * self.n > deals**2 * (1 + _ROUNDING)).any())

    def add(self, other: Sums) -> None:
        """Add the sums of other sessions."""
        self.n += other.n
        self.totals += other.totals
        self.products += other.products
        self.rates += other.rates
        self.rate_squares += other.rate_squares
        self.means += other.means
        self.squares += other.squares
        self.parts += other.parts
        self.part_squares += other.part_squares
        self.wins += other.wins


def _empty(duel: Duel, number: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return gains and deals of `number` sessions, as `Sums.of` takes them, all 0."""
    fields, k = duel.n_pools, len(duel.strategies)
    gains = np.zeros((fields, len(duel.arrangements), number, k))
    return gains, np.zeros((fields, number, k))


class _Outcome(NamedTuple):
    """What came of each session of an arrangement.

    Parameters
    ----------
    profits : float64[n, n_seats]
        What each seat gained.
    deals : float64[n]
        In how many deals.
    winners : int64[n]
        The side that won it as a match, or NOBODY.
    """

    profits: NDArray[np.float64]
    deals: NDArray[np.float64]
    winners: NDArray[np.int64]


class Arrangements:
    """Plays chunks of a duel; threads share it.

    Parameters
    ----------
    duel : Duel

    Raises
    ------
    StrategyError
        If a strategy cannot be used.
    """

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
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

    def play(self, first: int, number: int, stop: NDArray[np.uint8]) -> Sums | None:
        """Return the sums of some sessions.

        Parameters
        ----------
        first : int
            The first of them.
        number : int
            How many.
        stop : uint8[1]
            A flag that stops the play once it is not 0.

        Returns
        -------
        Sums or None
            None if it was stopped before its end.

        Raises
        ------
        StrategyError
            If a strategy breaks the rules.
        """
        duel = self.duel
        gains, deals = _empty(duel, number)
        found = {}
        for seats in self._jobs:
            outcome = self._play_at(seats, first, number, stop)
            if outcome is None:
                return None
            found[seats] = outcome
        rows = {seats: row for row, seats in enumerate(self._jobs)}
        for place, one in enumerate(duel.strategies):
            for turn, field in enumerate(duel.fields):
                pool = turn % duel.n_pools
                for side, own in enumerate(self._sides):
                    seats = self._seats(one, field, side)
                    profits, played, _ = found[seats]
                    gains[pool, rows[seats], :, place] += profits[:, own[0]]
                    deals[pool, :, place] += played
        times = len(duel.fields) * len(self._sides)
        sums = Sums.of(gains / times, deals * duel.n_pools / times)
        if duel.plan.matches:
            batches = (first + np.arange(number)) % N_BATCHES
            self._count_wins(found, batches, sums.wins)
        return sums

    def _count_wins(
        self,
        found: dict[tuple[Seat, ...], _Outcome],
        batches: NDArray[np.int64],
        wins: NDArray[np.int64],
    ) -> None:
        """Count who won the matches of each arrangement, in `wins` (out)."""
        for place, one in enumerate(self.duel.strategies):
            own, all_won = wins[:, :, place]
            others = (field for field in self.duel.fields if field != one)
            for field in others:
                for side in range(len(self._sides)):
                    winners = found[self._seats(one, field, side)].winners
                    np.add.at(own, batches[winners == side], 1)
                    np.add.at(all_won, batches[winners != NOBODY], 1)

    def _play_at(
        self,
        seats: tuple[Seat, ...],
        first: int,
        number: int,
        stop: NDArray[np.uint8],
    ) -> _Outcome | None:
        """Return what came of each session, None where they were stopped."""
        job, engine, by_deal = self._jobs[seats], self._engine, self.duel.by_deal
        tables = engine.new_table(job, number)
        if by_deal:
            plan = self._plan
            tables["dealer"] = (first + np.arange(number)) % plan.players
            plan.game.duels.lay(tables, plan.rules)
        given = np.zeros(1, engine.given)
        profits = engine.play_out(job, tables, given, first, int(by_deal), stop)
        if len(profits) < number:
            return None
        is_match = self._plan.matches
        winners = tables["winner"] if is_match else np.full(number, NOBODY)
        return _Outcome(profits, tables["deal"] + 1.0 - by_deal, winners)
