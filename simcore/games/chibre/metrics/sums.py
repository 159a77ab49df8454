"""The sums of a run of Chibre, read by name and turned into estimates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import expm1
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.games.chibre.tallying import LAYOUT, N_TRUMPS
from simcore.games.chibre.view import N_SEATS, OBENABE
from simcore.plan import Plan
from simcore.stats import (
    Estimate,
    LogBins,
    proportion_estimate,
    quantile_estimate,
    ratio_estimate,
)

QUANTILES = (0.1, 0.5, 0.9)
TEAMS = {"team 0": [0], "team 1": [1]}
"""Each team with one of its seats: what is counted by team counts once."""

TRUMPS = ("clubs", "diamonds", "hearts", "spades", "obenabe", "undenufe")

Counts = NDArray[np.int64]


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

    def __getitem__(self, name: str) -> Counts:
        """Return a block of sums by name, int64[N_BATCHES, *shape]."""
        return LAYOUT.block(self.outcome.sums, name)

    @cached_property
    def deals(self) -> Counts:
        """Deals in each batch, int64[N_BATCHES]."""
        return np.asarray(self["said"].sum(axis=(1, 2)))

    @property
    def trumps(self) -> range:
        """The trumps that the rules allow to be named."""
        has_modes = self.outcome.plan.rules.as_dict()["modes"] == "all"
        return range(N_TRUMPS if has_modes else OBENABE)

    def seats(self) -> Iterator[tuple[str, list[int]]]:
        """Yield every seat, then every strategy, with the seats it stands for."""
        yield from ((f"seat {seat}", [seat]) for seat in range(N_SEATS))
        yield from self.strategies()

    def strategies(self) -> Iterator[tuple[str, list[int]]]:
        """Yield every strategy with its seats."""
        found: dict[str, list[int]] = {}
        for seat, player in enumerate(self.outcome.plan.seats):
            found.setdefault(player.text, []).append(seat)
        yield from found.items()

    def share(self, hits: Counts, tries: Counts) -> Estimate:
        """Return the estimate of a share, both int64[N_BATCHES].

        A share of nothing or everything rests on the number of sessions that had
        tries; if these fell where they may, about as many as are given here.
        """
        sessions = self.outcome.sessions
        filled = -expm1(-int(tries.sum()) / sessions) * sessions if sessions else 0
        return proportion_estimate(
            hits, tries, level=self.level, n_sessions=int(filled)
        )

    def mean(self, total: Counts, count: Counts) -> Estimate:
        """Return the estimate of a mean, both int64[N_BATCHES]."""
        return ratio_estimate(total, count, level=self.level)

    def quantiles(
        self, counts: Counts, bins: LogBins
    ) -> Iterator[tuple[str, Estimate]]:
        """Yield quantiles of a histogram, int64[N_BATCHES, n_bins], by name."""
        for q in QUANTILES:
            found = quantile_estimate(counts, bins, q, level=self.level)
            yield f"{100 * q:g} % quantile", found
