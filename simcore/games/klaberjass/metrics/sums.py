"""The sums of a run, read by name and turned into estimates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import expm1
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.games.klaberjass.tallying import LAYOUT
from simcore.plan import Plan
from simcore.stats import Estimate, LogBins, proportion_estimate, ratio_estimate
from simcore.tally import SUB_BITS

BINS = LogBins(SUB_BITS)


class Played(Protocol):
    """What is read of the outcome of a run."""

    @property
    def plan(self) -> Plan:
        """What was to be run."""

    @property
    def sums(self) -> NDArray[np.int64]:
        """The accumulators, int64[N_BATCHES, LAYOUT.size]."""

    @property
    def sessions(self) -> int:
        """How many sessions they hold."""


@dataclass(frozen=True)
class Sums:
    """The sums of a run, and how sure the estimates made of them should be."""

    outcome: Played
    level: float = 0.95

    def __getitem__(self, name: str) -> NDArray[np.int64]:
        """Return a block of sums by name, int64[N_BATCHES, *shape]."""
        return LAYOUT.block(self.outcome.sums, name)

    @property
    def plan(self) -> Plan:
        """What was to be run."""
        return self.outcome.plan

    @cached_property
    def taken(self) -> NDArray[np.int64]:
        """Deals that somebody took, int64[N_BATCHES]."""
        return np.asarray(self["taken_by"].sum(axis=(1, 2)))

    @cached_property
    def deals(self) -> NDArray[np.int64]:
        """Deals in each batch, the void ones too, int64[N_BATCHES]."""
        return np.asarray(self.taken + self["void"][:, 0])

    def share(self, hits: NDArray[np.int64], tries: NDArray[np.int64]) -> Estimate:
        """Return the estimate of a share, both int64[N_BATCHES].

        A share of nothing or everything rests on the number of sessions that had
        tries; if these fell where they may, about as many as are given here.
        """
        sessions = self.outcome.sessions
        filled = -expm1(-int(tries.sum()) / sessions) * sessions if sessions else 0
        return proportion_estimate(
            hits, tries, level=self.level, n_sessions=int(filled)
        )

    def mean(self, total: NDArray[np.int64], count: NDArray[np.int64]) -> Estimate:
        """Return the estimate of a mean, both int64[N_BATCHES]."""
        return ratio_estimate(total, count, level=self.level)
