"""How much of a sum hangs on its few largest terms."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.stats.bins import LogBins
from simcore.stats.estimates import NAN, Estimate, check_level, filled_batches
from simcore.stats.ratios import jackknife_estimate


def top_share(
    counts: ArrayLike, bins: LogBins, fraction: float = 0.001, *, level: float = 0.95
) -> Estimate:
    """Estimate what part of a mean comes from the largest observations.

    Parameters
    ----------
    counts : int64[B, n_bins]
        Observations in each bin, for each batch.
    bins : LogBins
        The bins.
    fraction : float
        Which part of the observations counts as the largest, above 0 and at most 1.
    level : float
        Confidence level.

    Returns
    -------
    Estimate
        `n` counts the observations. The estimate is their part of the sum of all: a
        point of the Lorenz curve [1]_; the interval is that of `jackknife_estimate`,
        cut at 0 and 1. Of values without a variance the share is that of the sample
        at hand: it need not settle, and its interval means nothing.

    Raises
    ------
    ValueError
        For a wrong shape, `fraction` or `level`.

    Notes
    -----
    An observation stands for the centre of its bin. With 16 bins an octave a sum is
    off by 3 % at the most, should all lie at one edge, and the share by 6 % of itself;
    where they are spread over their bins, by less than a hundredth.

    References
    ----------
    .. [1] J. L. Gastwirth, A general definition of the Lorenz curve, Econometrica 39
       (1971), 1037-1039.
    """
    check_level(level)
    if not 0.0 < fraction <= 1.0:
        raise ValueError(f"fraction is {fraction}, must be above 0 and at most 1")
    observed = filled_batches(counts, ndim=2)
    n = int(observed.sum())
    if n == 0:
        return Estimate(0, NAN)
    used = np.flatnonzero(observed.any(axis=0))[::-1]  # the largest first
    values = bins.centre(used)

    def share(pooled: NDArray[np.int64]) -> float:
        below = np.cumsum(pooled) - pooled
        wanted = fraction * pooled.sum()
        largest = np.clip(wanted - below, 0.0, pooled)
        everything = float(pooled @ values)
        return float(largest @ values) / everything if everything > 0.0 else NAN

    found = jackknife_estimate(share, observed[:, used], n, level=level)
    return replace(
        found, ci_low=max(found.ci_low, 0.0), ci_high=min(found.ci_high, 1.0)
    )
