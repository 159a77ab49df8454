"""The sums of a run, read by name and turned into estimates: the base of metrics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import expm1
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.plan import Plan
from simcore.stats import (
    Estimate,
    LogBins,
    proportion_estimate,
    quantile_estimate,
    ratio_estimate,
)
from simcore.tally import SUB_BITS, Layout

Counts = NDArray[np.int64]
"""Sums of each batch, int64[N_BATCHES, ...]."""

_BINS = LogBins(SUB_BITS)


class Played(Protocol):
    """What is read of the outcome of a run."""

    @property
    def plan(self) -> Plan:
        """What was to be run."""

    @property
    def sums(self) -> Counts:
        """The accumulators, int64[N_BATCHES, size]."""

    @property
    def sessions(self) -> int:
        """How many sessions they hold."""


@dataclass(frozen=True)
class PlayedSums:
    """The sums of a run, and how sure the estimates made of them should be.

    A game derives its own from this, names its `layout`, and adds what it needs.

    Parameters
    ----------
    outcome : Played
    level : float
        Confidence level of the intervals.
    """

    layout: ClassVar[Layout]
    outcome: Played
    level: float = 0.95

    def __getitem__(self, name: str) -> Counts:
        """Return a block of sums by name, int64[N_BATCHES, *shape]."""
        return self.layout.block(self.outcome.sums, name)

    @property
    def plan(self) -> Plan:
        """What was to be run."""
        return self.outcome.plan

    def share(self, hits: Counts, tries: Counts) -> Estimate:
        """Return the estimate of a share, both int64[N_BATCHES].

        How far a rare share is known hangs on how many sessions had tries. Deals that
        stand alone have one each; elsewhere they are taken to fall where they may.
        """
        sessions, n = self.outcome.sessions, int(tries.sum())
        filled: float = min(n, sessions)
        if filled and not (self.plan.deals == 1 and n <= sessions):
            filled = -expm1(-n / sessions) * sessions
        return proportion_estimate(hits, tries, level=self.level, n_sessions=filled)

    def share_of_sessions(self, hits: Counts, tries: Counts) -> Estimate:
        """Return the estimate of a share of what is once a session at the most."""
        n = int(tries.sum())
        return proportion_estimate(hits, tries, level=self.level, n_sessions=n)

    def mean(self, total: Counts, count: Counts) -> Estimate:
        """Return the estimate of a mean, both int64[N_BATCHES]."""
        return ratio_estimate(total, count, level=self.level)

    def quantiles(
        self, counts: Counts, shares: tuple[float, ...] = (0.1, 0.5, 0.9)
    ) -> Iterator[tuple[str, Estimate]]:
        """Yield quantiles of log-spaced bins, int64[N_BATCHES, n_bins], by name."""
        for q in shares:
            found = quantile_estimate(counts, _BINS, q, level=self.level)
            yield f"{100 * q:g} % quantile", found

    def strategies(self) -> dict[str, list[int]]:
        """Return the seats of each strategy."""
        found: dict[str, list[int]] = {}
        for seat, player in enumerate(self.plan.seats):
            found.setdefault(player.text, []).append(seat)
        return found

    def groups(self) -> Iterator[tuple[str, list[int]]]:
        """Yield every seat, then every strategy, by name with its seats."""
        seats = range(len(self.plan.seats))
        alone = ((f"seat {seat}", [seat]) for seat in seats)
        yield from chain(alone, self.strategies().items())


def over_seats(block: Counts, seats: list[int]) -> Counts:
    """Return a block that has the seat as its second axis, added up over `seats`."""
    return np.asarray(block[:, seats].sum(axis=1))
