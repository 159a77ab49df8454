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
    top_share,
    variance_is_trusted,
    wide_sum,
)
from simcore.tally import GROWTH_UNITS, POT_UNITS, SUB_BITS, Layout

BINS = LogBins(SUB_BITS)

NORMAL_STAKES = (GROWTH_SIEBENERMUSS, GROWTH_NORMAL, GROWTH_PASSED)
"""The classes of deals that make the tail: those whose stakes are normal."""

NO_INTERVAL = "no interval: the tail index may be below 2"
NO_MEAN = "no mean: the tail index may be below 1"

BOUNDED = "no power law: "
"""How the method of an index begins where an option bounds the pot."""

LIMITS = {
    "pot_cap": ("capped", "met the pot cap"),
    "bankroll": ("bankrupt", "ended in ruin"),
}
"""Options that bound the pot; where sessions that met them are counted, and told."""

LEAST_LIMITED = 100
"""From so many sessions that met a limit on, it bounds the pot within what was seen."""

TOP = 0.001
"""The largest pots, of which one is told how much of the mean they are."""

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

    @cached_property
    def limit(self) -> str | None:
        """The option that bounds the pot within what was seen, None if none does.

        Above `pot_cap` a deal adds chips to the pot and multiplies it no more, until it
        is cleared: its tail falls faster than any power. With a `bankroll` the pot
        never holds more than all players brought. But a limit that was hardly ever met
        is too far away to be of help to a mean of this run.
        """
        rules = self.plan.rules.as_dict()
        for option, (block, _) in LIMITS.items():
            met = int(self[block].sum())
            if rules[option] is not None and met >= LEAST_LIMITED:
                return option
        return None

    @cached_property
    def tail_index(self) -> Estimate:
        """The tail index as it is shown: none where a limit bounds the pot."""
        return self.unless_bounded(self.growth_index)

    def unless_bounded(self, index: Estimate) -> Estimate:
        """Return an index, without its numbers where a limit bounds the pot."""
        if self.limit is None or index.n == 0:
            return index
        return without_numbers(index, f"{BOUNDED}{self.limit} bounds the pot")

    @property
    def has_variance(self) -> bool:
        """Whether the tail of the pot lets means in chips have a variance."""
        index = self.growth_index
        # Without a deal of normal stakes no pot was ever multiplied: there is no tail.
        if index.n == 0 or self.limit is not None:
            return True
        return variance_is_trusted(index)

    @cached_property
    def top_share(self) -> Estimate:
        """What part of the mean pot is that of the largest pots, `TOP` of all."""
        pots = self["pot"].sum(axis=1)
        found = top_share(pots, BINS, TOP, level=self.level)
        if found.n == 0 or self.has_variance:
            return found
        return without_numbers(found, NO_INTERVAL, found.estimate)

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
        if mean.n == 0 or self.has_variance:
            return mean
        if of_pots and not mean_is_trusted(self.growth_index):
            return without_numbers(mean, NO_MEAN)
        return without_numbers(mean, NO_INTERVAL, mean.estimate)


def without_numbers(found: Estimate, why: str, estimate: float = nan) -> Estimate:
    """Return what is left of an estimate that has no interval."""
    return replace(
        found,
        estimate=estimate,
        standard_error=nan,
        ci_low=nan,
        ci_high=nan,
        method=why,
        influence=None,
    )
