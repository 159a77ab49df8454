"""How heavy the tail of a pot is, from the largest pots."""

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
        `effective_dof`. The correction is at most half of the estimate, the interval
        is cut at 0. All is NaN where the tail fills a single bin; error and interval
        where it would without one batch.

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
