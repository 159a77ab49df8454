"""Quantiles of binned integers."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.stats.bins import LogBins
from simcore.stats.estimates import (
    NAN,
    TOO_FEW,
    Estimate,
    batch_error,
    check_level,
    filled_batches,
    ratio_influence,
)

_ROUNDING = 1e-9


def _locate(counts: NDArray[np.int64], q: float) -> tuple[int, float]:
    """Return the bin of a quantile and the part of its observations below.

    That is the first bin i with ``sum(counts[:i + 1]) >= q * n`` and the f in 0..1
    with ``sum(counts[:i]) + f * counts[i] == q * n``.
    """
    cumulated = np.cumsum(counts)
    target = q * float(cumulated[-1])
    # 0.07 * 100 is a little above 7: do not let rounding skip an observation.
    if abs(target - round(target)) < _ROUNDING * max(target, 1.0):
        target = float(round(target))
    i = int(np.searchsorted(cumulated, max(target, 0.5)))
    above = float(cumulated[i]) - target
    return i, min(max(1.0 - above / float(counts[i]), 0.0), 1.0)


def histogram_quantile(counts: ArrayLike, bins: LogBins, q: float) -> float:
    """Return a quantile of binned integers.

    Parameters
    ----------
    counts : int64[n_bins]
        Observations in each bin.
    bins : LogBins
        The bins.
    q : float
        Probability, 0 to 1.

    Returns
    -------
    float
        The smallest integer x with F(x) >= `q`: the exact one where the bin holds one
        value, otherwise as if the observations of a bin were spread evenly over
        its integers. NaN without observations.

    Raises
    ------
    ValueError
        If `q` is out of range.
    """
    if not 0.0 <= q <= 1.0:
        raise ValueError(f"q is {q}, must lie between 0 and 1")
    observed = np.asarray(counts, dtype=np.int64)
    if not observed.any():
        return NAN
    i, part = _locate(observed, q)
    low, width = int(bins.lower(i)), int(bins.upper(i)) - int(bins.lower(i))
    return float(low + max(math.ceil(part * width - _ROUNDING) - 1, 0))


def _bin_ends(counts: NDArray[np.int64], bins: LogBins, q: float) -> tuple[int, int]:
    """Return the smallest and the largest integer of the bin that holds a quantile."""
    i, _ = _locate(counts, q)
    return int(bins.lower(i)), int(bins.upper(i)) - 1


def quantile_estimate(
    counts: ArrayLike, bins: LogBins, q: float, *, level: float = 0.95
) -> Estimate:
    """Estimate a quantile, with an interval that knows of the sessions.

    Parameters
    ----------
    counts : int64[B, n_bins]
        Observations in each bin, for each batch.
    bins : LogBins
        The bins.
    q : float
        Probability, between 0 and 1.
    level : float
        Confidence level.

    Returns
    -------
    Estimate
        `n` counts the observations. The interval is Woodruff's [1]_: the
        proportion below the estimated quantile has a standard error over batches,
        ``q`` plus and minus a t quantile of those is carried back through the
        observed distribution. The degrees of freedom are those of
        `effective_dof`. The ends are integers: the smallest of the bin in which the
        lower one falls, and the largest of that of the upper one, for what is in a
        bin is not known any closer. The standard error is half the length of the
        interval divided by the t quantile.

        An end is NaN where ``q`` plus or minus its margin leaves 0 to 1: the data
        hold too few independent sessions beyond the quantile to bound it on that
        side. The standard error is NaN then, too.

    Raises
    ------
    ValueError
        For a wrong `q`, `level` or shape.

    Notes
    -----
    The variance of the proportion is taken as at least that of independent
    observations, ``q * (1 - q) / n``. Wilson's interval and the inversion of a
    batch t test were tried for the proportion: both miss above the 99 % quantile
    6 to 14 % of the time with 40 sessions, this one 2 to 4 %.

    References
    ----------
    .. [1] R. S. Woodruff, Confidence intervals for medians and other position
       measures, Journal of the American Statistical Association 47 (1952),
       635-646.
    """
    check_level(level)
    if not 0.0 < q < 1.0:
        raise ValueError(f"q is {q}, must lie between 0 and 1")
    observed = filled_batches(counts, ndim=2).astype(np.int64)
    pooled = observed.sum(axis=0)
    n = int(pooled.sum())
    if n == 0:
        return Estimate(0, NAN)
    value = histogram_quantile(pooled, bins, q)
    if len(observed) < 2:
        return Estimate(n, value, method=TOO_FEW)
    i, part = _locate(pooled, q)
    below = observed[:, :i].sum(axis=1) + part * observed[:, i]
    error, factor = batch_error(ratio_influence(below, observed.sum(axis=1)), level)
    margin = factor * max(error, math.sqrt(q * (1.0 - q) / n))
    low = _bin_ends(pooled, bins, q - margin)[0] if q > margin else NAN
    high = _bin_ends(pooled, bins, q + margin)[1] if q + margin < 1.0 else NAN
    return Estimate(
        n=n,
        estimate=value,
        standard_error=(high - low) / (2.0 * factor),
        ci_low=float(low),
        ci_high=float(high),
        method="Woodruff over batches",
    )
