"""How heavy the tail of a pot is: indices from growth and from the pot itself.

A pot that each deal multiplies by a random growth g, or clears (g = 0), has a power
law: P(pot > x) falls like x**-a, where a is the root of E[g**a] = 1 [1]_ [2]_. At
a <= 1 the pot has no mean, at a <= 2 no variance.

References
----------
.. [1] H. Kesten, Random difference equations and renewal theory for products of
   random matrices, Acta Mathematica 131 (1973), 207-248.
.. [2] C. M. Goldie, Implicit renewal theory and tails of solutions of random
   equations, Annals of Applied Probability 1 (1991), 126-166.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.stats.bins import LogBins
from simcore.stats.estimates import (
    NAN,
    Estimate,
    batch_error,
    check_level,
    filled_batches,
)
from simcore.stats.ratios import ratio_estimate

_TOLERANCE = 1e-13
_MAX_STEPS = 500


@dataclass(frozen=True, slots=True)
class HillEstimate(Estimate):
    """A tail index and the part of the sample it was taken from.

    Attributes
    ----------
    threshold : float
        Smallest value that counts as the tail, the lower edge of a bin.
    n_exceedances : int
        Observations at or above the threshold.
    """

    threshold: float = NAN
    n_exceedances: int = 0


def _growth_classes(
    counts: ArrayLike, sums: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return counts of all deals, counts with g > 0, and log g of those bins.

    Returns
    -------
    tuple of float64[b], float64[b, m] and float64[m]
        b batches hold data, m bins hold deals with g > 0. A bin stands for the
        mean of its growths, pooled over batches.
    """
    count = np.asarray(counts)
    weight = np.asarray(sums, dtype=np.float64)
    if count.ndim != 2 or count.shape != weight.shape:
        raise ValueError(
            f"need two arrays of one shape [B, n], got {count.shape} and {weight.shape}"
        )
    if np.any(count < 0) or np.any(weight < 0):
        raise ValueError("a count or a sum of growths is negative")
    pooled, growth = count.sum(axis=0), weight.sum(axis=0)
    if np.any((pooled == 0) & (growth > 0)):
        raise ValueError("a bin without deals has a sum of growths")
    count = filled_batches(count)
    grows = growth > 0
    return (
        count.sum(axis=1).astype(np.float64),
        count[:, grows].astype(np.float64),
        np.log(growth[grows] / pooled[grows]),
    )


def _growth_root(
    n_deals: float, counts: NDArray[np.float64], log_growth: NDArray[np.float64]
) -> float:
    """Return the positive root a of ``sum(counts * g**a) = n_deals``.

    The sum is convex in a, so Newton's method comes down on the larger root from
    any point right of it. The largest growth alone fills the sum at the start.

    Parameters
    ----------
    n_deals : float
        Deals, those with g = 0 included.
    counts, log_growth : float64[m]
        Deals in each bin, all above 0, and the logarithm of its growth, at least
        one above 0; their mean is below 0 unless some g is 0.
    """
    top = int(np.argmax(log_growth))
    a = math.log(n_deals / counts[top]) / log_growth[top]
    for _ in range(_MAX_STEPS):
        terms = counts * np.exp(a * log_growth)
        step = float((terms.sum() - n_deals) / (terms @ log_growth))
        a -= step
        if step <= _TOLERANCE * a:
            break
    return float(a)


def growth_index(
    counts: ArrayLike, sums: ArrayLike, *, level: float = 0.95
) -> Estimate:
    """Estimate the tail index of a pot from its growth a deal.

    Parameters
    ----------
    counts : int64[B, n_bins]
        Deals by growth g = pot after / pot before, for each batch. Deals that
        cleared the pot are a bin of their own.
    sums : float64[B, n_bins]
        Sum of g in each bin; 0 in the bin of cleared deals.
    level : float
        Confidence level.

    Returns
    -------
    Estimate
        `n` counts the deals. The estimate is the positive root a of
        mean(g**a) = 1. The standard error is that of the mean over batches at the
        root, divided by its slope in a (delta method); the interval is symmetric,
        cut at 0, with the degrees of freedom of `effective_dof`. All NaN, the
        method saying why, where no g is above 1 (no power law) or where nothing
        clears the pot and mean(log g) >= 0 (no stationary law).

    Raises
    ------
    ValueError
        For shapes that differ, negative input or a wrong `level`.

    Notes
    -----
    A bin stands for the mean of its growths, which is exact for a = 1 and
    elsewhere off by a part ``a * (a - 1) * w**2 / 24`` of its term for bins of
    relative width w: 0.0003 for w = 1/16 and a = 2.

    An interval on log a and the inversion of a batch t test were tried; all cover
    94 to 96 %, this one is the simplest.
    """
    check_level(level)
    deals, grown, log_growth = _growth_classes(counts, sums)
    n = round(float(deals.sum()))
    if n == 0:
        return Estimate(0, NAN)
    pooled = grown.sum(axis=0)
    if not np.any(log_growth > 0.0):
        return Estimate(n, NAN, method="no growth above 1")
    if pooled.sum() == n and pooled @ log_growth >= 0.0:
        return Estimate(n, NAN, method="no positive root")
    a = _growth_root(n, pooled, log_growth)
    if len(deals) < 2:
        return Estimate(n, a, method="fewer than 2 batches")
    power = np.exp(a * log_growth)
    slope = float(pooled @ (power * log_growth))
    error, factor = batch_error((grown @ power - deals) / slope, level)
    return Estimate(
        n=n,
        estimate=a,
        standard_error=error,
        ci_low=max(a - factor * error, 0.0),
        ci_high=a + factor * error,
        method="root, delta over batches",
    )


def mean_log_estimate(
    counts: ArrayLike, sums: ArrayLike, *, level: float = 0.95
) -> Estimate:
    """Estimate the mean of log g over the deals with g > 0.

    Parameters
    ----------
    counts, sums : int64[B, n_bins], float64[B, n_bins]
        Deals by growth and sums of growths, as for `growth_index`.
    level : float
        Confidence level.

    Returns
    -------
    Estimate
        `n` counts the deals with g > 0. See `ratio_estimate`. A bin stands for the
        mean of its growths, so the estimate is too high by up to ``w**2 / 24`` or
        so for bins of relative width w: 0.0002 for w = 1/16.

    Raises
    ------
    ValueError
        For shapes that differ, negative input or a wrong `level`.
    """
    _, grown, log_growth = _growth_classes(counts, sums)
    return ratio_estimate(
        grown @ log_growth, grown.sum(axis=1).astype(np.int64), level=level
    )


def _pareto_fit(
    counts: NDArray[np.float64],
    distance: NDArray[np.float64],
    width: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the index of the Pareto law most likely to give binned counts.

    A bin of logarithmic `width` w that begins at the logarithmic `distance` d from
    the threshold has the probability exp(-a*d) * (1 - exp(-a*w)), so the score is
    ``sum(counts * (w / expm1(a * w) - d))``. It is convex and decreasing in a, and
    above its value with ``1/a - w/2`` in place of the fraction: Newton's method
    climbs from the root of that, without overshooting.

    Parameters
    ----------
    counts : float64[k, m]
        Observations in m bins, of k samples, each with some beyond the first bin.
    distance, width : float64[m]
        The bins.

    Returns
    -------
    float64[k]
        The index of each sample.
    """
    log_sum = counts @ (distance + 0.5 * width)
    a = counts.sum(axis=1) / log_sum
    for _ in range(_MAX_STEPS):
        rise = np.expm1(a[:, None] * width)
        score = np.sum(counts * (width / rise - distance), axis=1)
        fall = np.sum(counts * width**2 * (1.0 + 1.0 / rise) / rise, axis=1)
        a = a + score / fall
        if np.all(score <= _TOLERANCE * a * fall):
            break
    return np.asarray(a, dtype=np.float64)


def hill_index(
    counts: ArrayLike, bins: LogBins, fraction: float = 0.01, *, level: float = 0.95
) -> HillEstimate:
    """Estimate the tail index of a pot from the largest pots (Hill).

    Parameters
    ----------
    counts : int64[B, n_bins]
        Pots in each bin, for each batch.
    bins : LogBins
        The bins.
    fraction : float
        Part of the pooled sample that is the tail, above 0 and at most 1. The
        threshold is the largest lower edge of a bin, not below 1, that leaves at
        least this part above it.
    level : float
        Confidence level.

    Returns
    -------
    HillEstimate
        `n` counts all pots. The estimate is the index of the Pareto law that makes
        the binned exceedances most likely (Hill's estimator [1]_ for grouped data
        [2]_; the centres of bins play no part), with the jackknife over batches for
        its bias and its standard error, and the degrees of freedom of
        `effective_dof`. The interval is cut at 0. All is NaN where the tail fills
        a single bin; error and interval where it would without one batch.

    Raises
    ------
    ValueError
        For a wrong shape, `fraction` or `level`.

    Notes
    -----
    The interval knows of chance and of sessions, not of the bias that comes from
    counting values as tail that are not in it yet: with many deals it is short and
    next to the truth, unless `fraction` falls as the sample grows. Where the growth
    is known `growth_index` is better. Values that sessions never reach because they
    end first (overflow) are missing from the tail.

    References
    ----------
    .. [1] B. M. Hill, A simple general approach to inference about the tail of a
       distribution, Annals of Statistics 3 (1975), 1163-1174.
    .. [2] Y. Virkar, A. Clauset, Power-law distributions in binned empirical data,
       Annals of Applied Statistics 8 (2014), 89-119.
    """
    check_level(level)
    if not 0.0 < fraction <= 1.0:
        raise ValueError(f"fraction is {fraction}, must be above 0 and at most 1")
    observed = filled_batches(counts, ndim=2).astype(np.float64)
    pooled = observed.sum(axis=0)
    n = round(float(pooled.sum()))
    if n == 0:
        return HillEstimate(0, NAN)
    beyond = np.cumsum(pooled[::-1])[::-1]
    first = max(int(np.flatnonzero(beyond >= fraction * n)[-1]), 1)
    used = first + np.flatnonzero(pooled[first:] > 0)
    tail = filled_batches(observed[:, used])
    size = round(float(tail.sum()))
    threshold = float(bins.lower(first))
    lower, upper = bins.lower(used), bins.upper(used)
    distance, width = np.log(lower / threshold), np.log(upper / lower)
    farther = tail[:, distance > 0].sum(axis=1)
    if not np.any(farther > 0):
        return HillEstimate(
            n, NAN, method="tail in one bin", threshold=threshold, n_exceedances=size
        )
    together = tail.sum(axis=0)
    a = float(_pareto_fit(together[None, :], distance, width)[0])
    if np.count_nonzero(farther) < 2:
        return HillEstimate(
            n,
            a,
            method="rests on a single batch",
            threshold=threshold,
            n_exceedances=size,
        )
    left_out = _pareto_fit(together - tail, distance, width)
    n_batches = len(tail)
    bias = (n_batches - 1) * (float(left_out.mean()) - a)
    a = max(a - bias, 0.5 * a)
    shrink = (n_batches - 1) / n_batches
    error, factor = batch_error(shrink * (left_out.mean() - left_out), level)
    return HillEstimate(
        n=n,
        estimate=a,
        standard_error=error,
        ci_low=max(a - factor * error, 0.0),
        ci_high=a + factor * error,
        method="grouped Hill, jackknife over batches",
        threshold=threshold,
        n_exceedances=size,
    )


def mean_is_trusted(index: Estimate) -> bool:
    """Return whether a tail index says that the mean exists.

    True only where the whole interval lies above 1; an unknown interval is no.
    """
    return index.ci_low > 1.0


def variance_is_trusted(index: Estimate) -> bool:
    """Return whether a tail index says that the variance exists.

    True only where the whole interval lies above 2; an unknown interval is no.
    """
    return index.ci_low > 2.0
