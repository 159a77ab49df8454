"""Ratios of sums over sessions, rates, and smooth functions of sums."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.stats.binomial import clustered_ends, independent_ends
from simcore.stats.estimates import (
    NAN,
    NO_SPREAD,
    TOO_FEW,
    Estimate,
    batch_error,
    check_level,
    filled_batches,
    ratio_influence,
    spread_out,
    total,
    without_rounding,
)


def batch_pair(
    numerator: ArrayLike, denominator: ArrayLike
) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_]]:
    """Return both arrays without the batches that hold no data, and which were kept.

    Parameters
    ----------
    numerator, denominator : int64[B] or float64[B]
        Sums of each batch.

    Raises
    ------
    ValueError
        If the shapes differ or a denominator is negative.
    """
    above, below = np.asarray(numerator), np.asarray(denominator)
    if above.ndim != 1 or above.shape != below.shape:
        raise ValueError(
            f"need two arrays of one shape [B], got {above.shape} and {below.shape}"
        )
    if np.any(below < 0):
        raise ValueError("a denominator is negative")
    kept = (above != 0) | (below != 0)
    return above[kept], below[kept], kept


def ratio_estimate(
    numerator: ArrayLike,
    denominator: ArrayLike,
    *,
    level: float = 0.95,
    bounds: tuple[float, float] | None = None,
) -> Estimate:
    """Estimate a ratio of sums over sessions, such as profit a deal.

    Parameters
    ----------
    numerator : int64[B] or float64[B]
        Sum of the quantity in each batch.
    denominator : int64[B] or float64[B]
        Number of observations (or sum of weights) in each batch, not negative.
    level : float
        Confidence level.
    bounds : tuple of two floats, optional
        Limits that the true value cannot pass; the interval is cut there.

    Returns
    -------
    Estimate
        `n` is the total of the denominator. The interval is the estimate plus
        and minus a t quantile times the linearised standard error [1]_; the
        degrees of freedom are those of `effective_dof`, at most the number of
        batches with data less one. With fewer than two such batches, or without
        any spread between them, error and interval are unknown; without data all
        is NaN.

    Raises
    ------
    ValueError
        For shapes that differ, a negative denominator or a wrong `level`.

    Notes
    -----
    For rates use `proportion_estimate`: near 0 and 1 this interval collapses.
    It needs a numerator with a finite variance, see `variance_is_trusted`.

    References
    ----------
    .. [1] W. G. Cochran, Sampling Techniques, 3rd ed. (1977), 6.3 and 9A.1.
    """
    check_level(level)
    above, below, kept = batch_pair(numerator, denominator)
    size = total(below)
    if size == 0:
        return Estimate(0, NAN)
    value = total(above) / size
    if len(below) < 2:
        return Estimate(round(size), value, method=TOO_FEW)
    influence = without_rounding(ratio_influence(above, below), value)
    whole = spread_out(influence, kept)
    if not influence.any():
        return Estimate(round(size), value, method=NO_SPREAD, influence=whole)
    error, factor = batch_error(influence, level)
    low, high = bounds if bounds is not None else (-math.inf, math.inf)
    return Estimate(
        n=round(size),
        estimate=value,
        standard_error=error,
        ci_low=max(value - factor * error, low),
        ci_high=min(value + factor * error, high),
        method="delta over batches",
        influence=whole,
    )


def jackknife_estimate(
    function: Callable[[NDArray[Any]], float],
    batches: ArrayLike,
    n: int,
    *,
    level: float = 0.95,
) -> Estimate:
    """Estimate a smooth function of sums, with the delete-one-batch jackknife.

    Parameters
    ----------
    function : callable
        Takes the sum over batches, an array of shape ``[...]``, and returns a
        float.
    batches : int64[B, ...] or float64[B, ...]
        Sums of each batch. Batches that are all 0 are left out.
    n : int
        Observations behind the estimate, passed on to the result.
    level : float
        Confidence level.

    Returns
    -------
    Estimate
        The function of all data (not corrected for bias), the jackknife
        standard error [1]_, and a t interval with the degrees of freedom of
        `effective_dof`. Error and interval are NaN where the function is NaN
        without one of the batches, or the same without any of them.

    Raises
    ------
    ValueError
        For a wrong `level` or an array without axes.

    Notes
    -----
    The function must be smooth: for quantiles use `quantile_estimate`.

    References
    ----------
    .. [1] K. M. Wolter, Introduction to Variance Estimation, 2nd ed. (2007), 4.2.
    """
    check_level(level)
    sums = filled_batches(batches)
    if len(sums) == 0:
        return Estimate(n, NAN)
    everything = sums.sum(axis=0)
    value = float(function(everything))
    if len(sums) < 2:
        return Estimate(n, value, method=TOO_FEW)
    left_out = np.array([float(function(everything - batch)) for batch in sums])
    if not np.all(np.isfinite(left_out)):
        return Estimate(n, value, method="rests on a single batch")
    shrink = (len(sums) - 1) / len(sums)
    influence = without_rounding(shrink * (left_out.mean() - left_out), value)
    if not influence.any():
        return Estimate(n, value, method=NO_SPREAD)
    error, factor = batch_error(influence, level)
    return Estimate(
        n=n,
        estimate=value,
        standard_error=error,
        ci_low=value - factor * error,
        ci_high=value + factor * error,
        method="jackknife over batches",
    )


def proportion_estimate(
    successes: ArrayLike,
    trials: ArrayLike,
    *,
    level: float = 0.95,
    n_sessions: float | None = None,
) -> Estimate:
    """Estimate a rate, such as contracts made per contested deal.

    Parameters
    ----------
    successes : int64[B]
        Successes in each batch.
    trials : int64[B]
        Trials in each batch.
    level : float
        Confidence level.
    n_sessions : float, optional
        Independent sessions in which there were trials; the number of batches with
        data if omitted. As many as trials say that each session had one.

    Returns
    -------
    Estimate
        `n` counts the trials. Where each session had one, they are independent: the
        interval is that of Clopper and Pearson where successes or failures are few,
        Wilson's where they are many. Otherwise it is Wilson's score interval [1]_ with
        the effective sample size ``n / deff``: the design effect compares the
        linearised variance over batches with ``p * (1 - p) / n``. The t quantile
        has the degrees of freedom of `effective_dof`, which is Korn and Graubard's
        correction of the effective size [2]_ with a rule for rare events. With fewer
        than 40 successes it gives way to Clopper and Pearson's with an effective
        size, see `binomial.clustered_ends`.

    Raises
    ------
    ValueError
        For shapes that differ, more successes than trials, or a wrong `level`.

    Notes
    -----
    A design effect below 1 is taken as 1: mostly it is chance, and the interval
    would be too short.

    With no success at all, or no failure, the batches show no variance and the
    design effect is taken as 4, or as the trials of a session if they are fewer. The
    standard error is NaN there, as it is where all batches have the same share.

    References
    ----------
    .. [1] C. Franco, R. J. A. Little, T. A. Louis, E. V. Slud, Comparative study
       of confidence intervals for proportions in complex sample surveys, Journal
       of Survey Statistics and Methodology 7 (2019), 334-364.
    .. [2] E. L. Korn, B. I. Graubard, Confidence intervals for proportions with
       small expected number of positive counts estimated from survey data,
       Survey Methodology 24 (1998), 193-201.
    """
    check_level(level)
    hits, tries, kept = batch_pair(successes, trials)
    if np.any(hits < 0) or np.any(hits > tries):
        raise ValueError("successes must lie between 0 and the number of trials")
    size = round(total(tries))
    if size == 0:
        return Estimate(0, NAN)
    p = total(hits) / size
    if len(tries) < 2:
        return Estimate(size, p, method=TOO_FEW)
    sessions = len(tries) if n_sessions is None else n_sessions
    error, effect, factor, influence = NAN, 1.0, 1.0, np.zeros(len(tries))
    if 0.0 < p < 1.0:
        influence = without_rounding(ratio_influence(hits, tries), p)
        error, factor = batch_error(influence, level)
        effect = max(1.0, error * error * size / (p * (1.0 - p)))
    if sessions >= size:
        low, high = independent_ends(p, size, level)
        method = "binomial, one trial a session"
    else:
        (low, high), is_rare = clustered_ends(
            p, size, level, effect=effect, factor=factor, n_sessions=sessions
        )
        method = "exact, effective size" if is_rare else "Wilson, effective size"
    whole = spread_out(influence, kept)
    return Estimate(size, p, error or NAN, low, high, method, whole)
