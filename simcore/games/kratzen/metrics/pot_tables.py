"""The pot: kinds of deals, its size when play begins, its tail, ends of sessions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from simcore.games.kratzen.metrics.growth_tables import CLASSES
from simcore.games.kratzen.metrics.sums import (
    BINS,
    LIMITS,
    NORMAL_STAKES,
    TOP,
    Sums,
    without_numbers,
)
from simcore.games.kratzen.view import MUSS, NORMAL, PASSED, SIEBENERMUSS
from simcore.metric import Bin, Metric
from simcore.stats import (
    Estimate,
    hill_index,
    mean_log_estimate,
    proportion_estimate,
    quantile_estimate,
    ratio_estimate,
)
from simcore.tally import GROWTH_UNITS

KINDS = (
    ("muss", MUSS),
    ("siebenermuss", SIEBENERMUSS),
    ("normal", NORMAL),
    ("passed", PASSED),
)

_SUMMARY_PERCENTS = (50.0, 95.0, 99.0)
_PERCENTS = (1.0, 5.0, 25.0, 50.0, 75.0, 95.0, 99.0, 99.9)
_RUIN_PERCENTS = (10.0, 50.0, 90.0)

HILL_FRACTION = 0.01
"""What part of the pots counts as the tail."""


def summary(sums: Sums) -> Iterator[Metric]:
    """Yield what `simcore run` says of the pot."""
    for name, kind in KINDS:
        count = sums["deals"][:, kind].sum(axis=1)
        yield Metric("pot", "deals", name, "share", _share_of_deals(sums, count))
    cleared = _share_of_deals(sums, sums["cycle"].sum(axis=1))
    yield Metric("pot", "deals", "cleared", "share", cleared)
    cuts = ratio_estimate(sums["cuts"][:, 0], sums.deals, level=sums.level)
    yield Metric("pot", "deals", "mean cuts", "cuts", cuts)
    pots = sums["pot"].sum(axis=1)
    yield from _quantiles("pot", "pot", "chips", pots, _SUMMARY_PERCENTS, sums.level)
    counts = sums["growth"][:, NORMAL_STAKES].sum(axis=1)
    growths = sums["growth_sum"][:, NORMAL_STAKES].sum(axis=1) / GROWTH_UNITS
    mean_log = mean_log_estimate(counts, growths, level=sums.level)
    yield Metric("pot", "pot", "mean log growth", "log", mean_log)
    yield from _indexes("pot", sums)


def kinds(sums: Sums) -> Iterator[Metric]:
    """Yield how often each kind of deal is, and which stakes it was played for."""
    for name, kind in KINDS:
        by_stakes = sums["deals"][:, kind]
        count = by_stakes.sum(axis=1)
        yield Metric("kinds", name, "share", "share", _share_of_deals(sums, count))
        staked = sums.share(by_stakes[:, 0], count)
        yield Metric("kinds", name, "staked as a muss", "share", staked)


def transitions(sums: Sums) -> Iterator[Metric]:
    """Yield which kind of deal follows which."""
    for name, kind in KINDS:
        nexts = sums["next_kind"][:, kind]
        for next_name, next_kind in KINDS:
            share = sums.share(nexts[:, next_kind], nexts.sum(axis=1))
            yield Metric("next deal", f"after {name}", next_name, "share", share)


def sizes(sums: Sums) -> Iterator[Metric]:
    """Yield quantiles and mean of the pot when play begins, also by kind of deal."""
    for name, pots in _pots(sums):
        yield from _quantiles("size", name, "chips", pots, _PERCENTS, sums.level)
        values = pots @ BINS.centre(np.arange(pots.shape[1]))
        mean = ratio_estimate(values, pots.sum(axis=1), level=sums.level)
        mean = sums.if_tail_allows(mean, of_pots=True)
        yield Metric("size", name, "mean", "chips", mean)


def tail(sums: Sums) -> Iterator[Metric]:
    """Yield the tail index of the pot by two methods."""
    yield from _indexes("tail", sums)


def sessions(sums: Sums) -> Iterator[Metric]:
    """Yield how sessions ended, and how a bankroll was lost."""
    played = sums["sessions"][:, 0]

    def share(count: NDArray[np.int64]) -> Estimate:
        return sums.share_of_sessions(count, played)

    rules = sums.plan.rules.as_dict()
    overflowed = share(sums["overflowed"][:, 0])
    yield Metric("sessions", "sessions", "overflowed", "share", overflowed)
    if rules["pot_cap"] is not None:
        capped = share(sums["capped"][:, 0])
        yield Metric("sessions", "sessions", LIMITS["pot_cap"][1], "share", capped)
    if rules["bankroll"] is None:
        return
    ruined = share(sums["bankrupt"][:, 0])
    yield Metric("sessions", "sessions", LIMITS["bankroll"][1], "share", ruined)
    for seat in range(sums.plan.players):
        broke = share(sums["broke"][:, seat])
        yield Metric("sessions", f"seat {seat}", "ruined", "share", broke)
    yield from _quantiles(
        "sessions",
        "deals until ruin",
        "deals",
        sums["ruin"],
        _RUIN_PERCENTS,
        sums.level,
    )


def histograms(sums: Sums) -> list[Bin]:
    """Return the distributions of pot, growth, cycles and ruin, bin by bin."""
    found: list[Bin] = []
    for name, pots in _pots(sums):
        found += _bins("pot", name, "chips", pots, sums.level)
    for name, classes in CLASSES:
        counts = sums["growth"][:, classes].sum(axis=1)
        found += _bins("growth", name, "factor", counts, sums.level, GROWTH_UNITS)
    for name, block in (("deals until cleared", "cycle"), ("deals until ruin", "ruin")):
        found += _bins(name, "sessions", "deals", sums[block], sums.level)
    return found


def _pots(sums: Sums) -> Iterator[tuple[str, NDArray[np.int64]]]:
    """Yield the bins of the pot, int64[N_BATCHES, n_bins], of all deals and by kind."""
    yield "all deals", sums["pot"].sum(axis=1)
    for name, kind in KINDS:
        yield name, sums["pot"][:, kind]


def _share_of_deals(sums: Sums, count: NDArray[np.int64]) -> Estimate:
    """Return the share of all deals that `count`, int64[N_BATCHES], is."""
    return sums.share(count, sums.deals)


def _quantiles(
    table: str,
    item: str,
    unit: str,
    counts: NDArray[np.int64],
    percents: tuple[float, ...],
    level: float,
) -> Iterator[Metric]:
    """Yield quantiles of values that were counted in bins."""
    for percent in percents:
        estimate = quantile_estimate(counts, BINS, percent / 100, level=level)
        yield Metric(table, item, f"{percent:g} % quantile", unit, estimate)


def _indexes(table: str, sums: Sums) -> Iterator[Metric]:
    """Yield the tail index as the root of growth and by Hill, and what it does."""
    yield Metric(table, "tail index", "from growth", "index", sums.tail_index)
    pots = sums["pot"].sum(axis=1)
    hill: Estimate = hill_index(pots, BINS, HILL_FRACTION, level=sums.level)
    if sums.growth_index.n == 0:
        # Pots that no deal has multiplied have a largest value, not a tail.
        hill = without_numbers(hill, "no deal with normal stakes")
    yield Metric(table, "tail index", "Hill", "index", sums.unless_bounded(hill))
    item = f"top {100 * TOP:g} % of deals"
    yield Metric(table, item, "share of the mean", "share", sums.top_share)


def _bins(
    histogram: str,
    item: str,
    unit: str,
    counts: NDArray[np.int64],
    level: float,
    units: int = 1,
) -> Iterator[Bin]:
    """Yield the bins that hold anything."""
    pooled = counts.sum(axis=0)
    totals = counts.sum(axis=1)
    for index in np.flatnonzero(pooled):
        share = proportion_estimate(counts[:, index], totals, level=level)
        yield Bin(
            histogram=histogram,
            item=item,
            unit=unit,
            low=int(BINS.lower(index)) / units,
            high=(int(BINS.upper(index)) - 1) / units,
            number=int(pooled[index]),
            share=share,
        )
