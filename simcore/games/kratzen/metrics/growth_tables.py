"""What a deal does to the pot, and how long a pot lives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.games.kratzen.metrics.sums import BINS, NORMAL_STAKES, Sums
from simcore.games.kratzen.tallying import (
    GROWTH_MUSS,
    GROWTH_NORMAL,
    GROWTH_PASSED,
    GROWTH_SIEBENERMUSS,
    GROWTH_SIEBENERMUSS_OF_MUSS,
)
from simcore.metric import Metric
from simcore.stats import (
    NO_SPREAD,
    Estimate,
    jackknife_estimate,
    mean_log_estimate,
    quantile_estimate,
    ratio_estimate,
)
from simcore.tally import GROWTH_UNITS

CLASSES: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("normal stakes", NORMAL_STAKES),
    ("normal", (GROWTH_NORMAL,)),
    ("siebenermuss", (GROWTH_SIEBENERMUSS,)),
    ("passed", (GROWTH_PASSED,)),
    ("muss", (GROWTH_MUSS,)),
    ("siebenermuss of a muss", (GROWTH_SIEBENERMUSS_OF_MUSS,)),
)
"""Classes of deals by what makes the pot grow; the first holds the next three."""

_Ratio = tuple[NDArray[Any], NDArray[np.int64]]
"""Sums by batch of what is above and below the line of a ratio."""

_EXACT_CYCLES = 10
_CYCLE_PERCENTS = (50.0, 90.0, 99.0)


class Growth:
    """Deals of some classes by their growth: pot after ÷ pot when play began.

    Parameters
    ----------
    sums : Sums
    classes : tuple of int
        The classes that are put together.
    """

    def __init__(self, sums: Sums, classes: tuple[int, ...]) -> None:
        self.level = sums.level
        self.counts: NDArray[np.int64] = sums["growth"][:, classes].sum(axis=1)
        grown = sums["growth_sum"][:, classes].sum(axis=1)
        self.grown: NDArray[np.float64] = grown / GROWTH_UNITS
        self.deals: NDArray[np.int64] = self.counts.sum(axis=1)
        self.cleared: NDArray[np.int64] = self.counts[:, 0]
        at_least_double = BINS.index(2 * GROWTH_UNITS)
        self.doubled: NDArray[np.int64] = self.counts[:, at_least_double:].sum(axis=1)

    def mean_ratio(self) -> _Ratio:
        """Return the sums of growth and the deals, by batch."""
        return self.grown.sum(axis=1), self.deals

    def log_ratio(self) -> _Ratio:
        """Return the sums of log growth and the deals that left a pot, by batch."""
        pooled, grown = self.counts.sum(axis=0), self.grown.sum(axis=0)
        grows = grown > 0
        counts = self.counts[:, grows]
        return counts @ np.log(grown[grows] / pooled[grows]), counts.sum(axis=1)

    def mean(self) -> Estimate:
        """Return the mean growth, cleared pots counting as 0."""
        return ratio_estimate(
            *self.mean_ratio(), level=self.level, bounds=(0.0, np.inf)
        )

    def mean_log(self) -> Estimate:
        """Return the mean log growth over the deals that did not clear the pot."""
        return mean_log_estimate(self.counts, self.grown, level=self.level)

    def median(self) -> Estimate:
        """Return the median growth.

        Growth has a few values that are far more frequent than all others (1, 2, 3),
        so a bin stands for the mean of what fell into it, which has an error too.
        """
        found = quantile_estimate(self.counts, BINS, 0.5, level=self.level)
        if found.n == 0:
            return found
        middle = self._mean_of_bin(found.estimate)
        if not np.isfinite(found.ci_low):
            return replace(found, estimate=middle.estimate)
        low, high = map(self._mean_of_bin, (found.ci_low, found.ci_high))
        width = found.ci_high - found.ci_low
        slope = (high.estimate - low.estimate) / width if width else 0.0
        own = 0.0 if middle.method == NO_SPREAD else middle.standard_error
        return replace(
            found,
            estimate=middle.estimate,
            standard_error=float(np.hypot(found.standard_error * slope, own)),
            ci_low=float(np.fmin(low.ci_low, low.estimate)),
            ci_high=float(np.fmax(high.ci_high, high.estimate)),
        )

    def _mean_of_bin(self, value: float) -> Estimate:
        """Return the mean growth in the bin that holds `value` (fixed point)."""
        place = BINS.index(int(value))
        return ratio_estimate(
            self.grown[:, place], self.counts[:, place], level=self.level
        )


def growth(sums: Sums) -> Iterator[Metric]:
    """Yield what deals do to the pot, by what makes it grow."""
    together = Growth(sums, NORMAL_STAKES)
    for item, classes in CLASSES:
        part = Growth(sums, classes)
        share = sums.share(part.deals, sums.deals)
        yield Metric("growth", item, "share", "share", share)
        if set(classes) <= set(NORMAL_STAKES):
            added = part.grown.sum(axis=1)
            part_of_mean = ratio_estimate(
                added, together.deals, level=sums.level, bounds=(0.0, np.inf)
            )
            yield Metric("growth", item, "part of mean", "factor", part_of_mean)
        if classes == (GROWTH_PASSED,):
            continue  # such a deal leaves the pot as it is
        if _may_clear(sums, classes):
            cleared = sums.share(part.cleared, part.deals)
            yield Metric("growth", item, "cleared", "share", cleared)
        doubled = sums.share(part.doubled, part.deals)
        yield Metric("growth", item, "doubled", "share", doubled)
        yield Metric("growth", item, "median", "factor", part.median())
        yield Metric("growth", item, "mean", "factor", part.mean())
        yield Metric("growth", item, "mean log", "log", part.mean_log())


def compared(sums: Sums) -> Iterator[Metric]:
    """Yield how a Siebenermuss and a Muss differ from a normal deal."""
    normal = Growth(sums, (GROWTH_NORMAL,))
    either = (GROWTH_SIEBENERMUSS, GROWTH_SIEBENERMUSS_OF_MUSS)
    for item, classes in (("siebenermuss", either), ("muss", (GROWTH_MUSS,))):
        part = Growth(sums, classes)
        name = f"{item} less normal"
        pairs: tuple[tuple[str, str, _Ratio, _Ratio], ...] = (
            ("mean", "factor", part.mean_ratio(), normal.mean_ratio()),
            ("mean log", "log", part.log_ratio(), normal.log_ratio()),
            (
                "doubled",
                "share",
                (part.doubled, part.deals),
                (normal.doubled, normal.deals),
            ),
        )
        for metric, unit, first, second in pairs:
            estimate = _difference(first, second, sums.level)
            yield Metric("compared", name, metric, unit, estimate)


def cycles(sums: Sums) -> Iterator[Metric]:
    """Yield how many deals it takes from a Muss until the pot is cleared."""
    counts = sums["cycle"]
    complete = counts.sum(axis=1)
    item = "deals until cleared"
    for length in range(1, _EXACT_CYCLES + 1):
        share = sums.share(counts[:, length], complete)
        yield Metric("cycle", item, str(length), "share", share)
    longer = sums.share(counts[:, _EXACT_CYCLES + 1 :].sum(axis=1), complete)
    yield Metric("cycle", item, f"more than {_EXACT_CYCLES}", "share", longer)
    for percent in _CYCLE_PERCENTS:
        estimate = quantile_estimate(counts, BINS, percent / 100, level=sums.level)
        yield Metric("cycle", item, f"{percent:g} % quantile", "deals", estimate)
    lengths = counts @ BINS.centre(np.arange(counts.shape[1]))
    mean = ratio_estimate(lengths, complete, level=sums.level)
    yield Metric("cycle", item, "mean", "deals", mean)
    cut = sums["cycles_cut"][:, 0]
    share = sums.share(cut, complete + cut)
    yield Metric("cycle", "cycles", "cut off by the session's end", "share", share)


def _may_clear(sums: Sums, classes: tuple[int, ...]) -> bool:
    """Return whether the tricks of any of the `classes` are paid."""
    rules = sums.plan.rules.as_dict()
    paid = {GROWTH_NORMAL}
    if rules["muss_pays"]:
        paid.add(GROWTH_MUSS)
    if rules["siebenermuss_pays"]:
        paid |= {GROWTH_SIEBENERMUSS, GROWTH_SIEBENERMUSS_OF_MUSS}
    return not paid.isdisjoint(classes)


def _difference(first: _Ratio, second: _Ratio, level: float) -> Estimate:
    """Return the difference of two ratios of sums that come from the same sessions."""
    batches = np.stack([*first, *second], axis=1).astype(np.float64)

    def difference(totals: NDArray[np.float64]) -> float:
        above, below, other_above, other_below = totals
        if below == 0 or other_below == 0:
            return nan
        return float(above / below - other_above / other_below)

    return jackknife_estimate(difference, batches, int(first[1].sum()), level=level)
