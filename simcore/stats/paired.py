"""The difference between two runs with one seed."""

import math

import numpy as np
from numpy.typing import NDArray

from simcore.stats.estimates import (
    NO_SPREAD,
    Estimate,
    check_level,
    effective_dof,
    without_rounding,
)
from simcore.stats.student import t_quantile

METHOD = "paired over batches"

FROM_BOTH = "from both intervals"
"""The method where batches do not show what a side or the difference varies."""

SAME = "the same in every batch"
"""The method of a difference of 0 in each batch: it has no interval."""


def paired_difference(
    changed: Estimate,
    base: Estimate,
    *,
    level: float = 0.95,
    bounds: tuple[float, float] = (-math.inf, math.inf),
) -> Estimate:
    """Estimate how much an estimate differs between two runs with one seed.

    Parameters
    ----------
    changed, base : Estimate
        The same quantity in two runs, with intervals at `level`. Batch b holds the
        sessions of the same numbers in both, so that batches are independent of one
        another, whatever the two runs have in common within them.
    level : float
        Confidence level.
    bounds : tuple of two floats, optional
        Limits that the true difference cannot pass; the interval is cut there.

    Returns
    -------
    Estimate
        ``changed - base``; `n` is the smaller of their numbers of observations. The
        influence of a batch on a difference is the difference of its influences
        (linearisation, [1]_), so what the cards do to both runs alike cancels out;
        where they have no cards in common the variances add up. The error comes from
        the batches that hold data, the t quantile has the degrees of freedom of
        `effective_dof`, at most the smaller number of these batches less one.

        Batches without spread do not show an error. A difference of 0 in every batch
        has no interval, `SAME`. If one of the two estimates, or their difference, is
        otherwise the same in all batches, the interval comes from those of the two as
        if they were independent (MOVER [2]_, of Wilson intervals Newcombe's [3]_); it
        is unknown where one of these is. So it is where one of the two has no
        influences: it is no smooth function of sums, or has too few batches.

    References
    ----------
    .. [1] C.-E. Sarndal, B. Swensson, J. Wretman, Model Assisted Survey Sampling
       (1992), 5.5.
    .. [2] G. Y. Zou, A. Donner, Construction of confidence limits about effect
       measures: a general approach, Statistics in Medicine 27 (2008), 1693-1702.
    .. [3] R. G. Newcombe, Interval estimation for the difference between independent
       proportions: comparison of eleven methods, Statistics in Medicine 17 (1998),
       873-890.
    """
    check_level(level)
    n = min(changed.n, base.n)
    value = changed.estimate - base.estimate
    if math.isnan(value):
        return Estimate(n, value)
    if changed.influence is None or base.influence is None:
        return Estimate(n, value, method="no interval for a difference")
    scale = max(abs(changed.estimate), abs(base.estimate))
    # Scaled so that the sum of squares is the variance, from however many batches.
    first, second = _scaled(changed.influence), _scaled(base.influence)
    kept = ~(np.isnan(changed.influence) & np.isnan(base.influence))
    influence = without_rounding((first - second)[kept], scale)
    if not influence.any() and not without_rounding(np.array([value]), scale).any():
        return Estimate(n, 0.0, method=SAME)
    if not (first.any() and second.any() and influence.any()):
        return _from_both(changed, base)
    error = math.sqrt(math.fsum((influence * influence).tolist()))
    dof = min(_n_filled(changed.influence), _n_filled(base.influence)) - 1.0
    factor = t_quantile(0.5 + 0.5 * level, min(dof, effective_dof(influence)))
    return Estimate(
        n=n,
        estimate=value,
        standard_error=error,
        ci_low=max(value - factor * error, bounds[0]),
        ci_high=min(value + factor * error, bounds[1]),
        method=METHOD,
    )


def _n_filled(influence: NDArray[np.float64]) -> int:
    """Return how many batches hold data."""
    return int(np.count_nonzero(~np.isnan(influence)))


def _scaled(influence: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return influences whose squares add up to a variance, 0 for empty batches."""
    n_batches = _n_filled(influence)
    return np.nan_to_num(influence) * math.sqrt(n_batches / (n_batches - 1))


def _from_both(changed: Estimate, base: Estimate) -> Estimate:
    """Return a difference with an interval from those of the two, where they have any.

    Its lower margin comes from the lower end of `changed` and the upper one of `base`,
    its upper margin from the two others, each the root of a sum of squares.
    """
    n, value = min(changed.n, base.n), changed.estimate - base.estimate
    below = math.hypot(changed.estimate - changed.ci_low, base.ci_high - base.estimate)
    above = math.hypot(changed.ci_high - changed.estimate, base.estimate - base.ci_low)
    if math.isnan(below) or math.isnan(above):
        return Estimate(n, value, method=NO_SPREAD)
    return Estimate(n, value, math.nan, value - below, value + above, FROM_BOTH)
