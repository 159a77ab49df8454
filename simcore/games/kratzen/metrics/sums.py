"""The sums of a run, read by name and turned into estimates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import nan
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from simcore.games.kratzen.tallying import (
    GROWTH_NORMAL,
    GROWTH_PASSED,
    GROWTH_SIEBENERMUSS,
    LAYOUT,
)
from simcore.games.kratzen.view import PASSED
from simcore.played import PlayedSums
from simcore.stats import (
    Estimate,
    LogBins,
    growth_index,
    mean_is_trusted,
    ratio_estimate,
    variance_is_trusted,
    wide_sum,
)
from simcore.tally import GROWTH_UNITS, POT_UNITS, SUB_BITS, Layout

BINS = LogBins(SUB_BITS)

NORMAL_STAKES = (GROWTH_SIEBENERMUSS, GROWTH_NORMAL, GROWTH_PASSED)
"""The classes of deals that make the tail: those whose stakes are normal."""

NO_INTERVAL = "no interval: the tail index may be below 2"
NO_MEAN = "no mean: the tail index may be below 1"

LEAST_PROFIT, MOST_PROFIT = -3.0, 1.0
"""What a deal can change of a balance, in pots: two pots and all antes, or one pot."""


@dataclass(frozen=True)
class Sums(PlayedSums):
    """The sums of a run of Kratzen."""

    layout: ClassVar[Layout] = LAYOUT

    @cached_property
    def deals(self) -> NDArray[np.int64]:
        """Deals in each batch, int64[N_BATCHES]."""
        return np.asarray(self["deals"].sum(axis=(1, 2)))

    @cached_property
    def deals_with_calls(self) -> NDArray[np.int64]:
        """Deals in which calls were made, int64[N_BATCHES]."""
        passed = self["deals"][:, PASSED].sum(axis=1)
        return np.asarray(self["contract"].sum(axis=(1, 2, 3)) + passed)

    @cached_property
    def growth_index(self) -> Estimate:
        """The tail index of the pot, from its growth in deals with normal stakes."""
        counts = self["growth"][:, NORMAL_STAKES].sum(axis=1)
        sums = self["growth_sum"][:, NORMAL_STAKES].sum(axis=1) / GROWTH_UNITS
        return growth_index(counts, sums, level=self.level)

    def profit_in_pots(
        self, profit: NDArray[np.int64], deals: NDArray[np.int64]
    ) -> Estimate:
        """Return the mean of a profit that was added up in fixed point."""
        return ratio_estimate(
            profit / POT_UNITS,
            deals,
            level=self.level,
            bounds=(LEAST_PROFIT, MOST_PROFIT),
        )

    def profit_in_chips(
        self, profit: NDArray[np.int64], deals: NDArray[np.int64]
    ) -> Estimate:
        """Return the mean of a wide sum of chips, int64[N_BATCHES, 2].

        It has an interval only where the tail of the pot allows one.
        """
        values = wide_sum(profit[:, 0], profit[:, 1]).values
        return self.if_tail_allows(ratio_estimate(values, deals, level=self.level))

    def if_tail_allows(self, mean: Estimate, *, of_pots: bool = False) -> Estimate:
        """Return a `mean` in chips without what the tail makes meaningless.

        That is the interval where the variance may be infinite, and for a mean
        `of_pots` the number itself where the true one may be.
        """
        index = self.growth_index
        # Without a deal of normal stakes no pot was ever multiplied: there is no tail.
        if index.n == 0 or mean.n == 0 or variance_is_trusted(index):
            return mean
        value, method = mean.estimate, NO_INTERVAL
        if of_pots and not mean_is_trusted(index):
            value, method = nan, NO_MEAN
        return replace(
            mean,
            estimate=value,
            standard_error=nan,
            ci_low=nan,
            ci_high=nan,
            method=method,
        )
