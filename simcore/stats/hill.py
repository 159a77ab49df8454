"""How heavy the tail of a pot is, from the largest pots."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.stats.bins import LogBins
from simcore.stats.estimates import (
    NAN,
    NO_SPREAD,
    Estimate,
    batch_error,
    check_level,
    filled_batches,
    without_rounding,
)

_TOLERANCE = 1e-13
_MAX_STEPS = 500

_PARTS = tuple(2.0 ** (i / 2) for i in range(2, -3, -1))
"""The tails whose indexes are averaged, in parts of the one that is asked for."""


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


class _Tail:
    """The largest part of a sample, in the bins from a threshold on.

    Parameters
    ----------
    observed : float64[B, n_bins]
        Counts of each batch.
    bins : LogBins
    fraction : float
        As for `hill_index`.
    """

    def __init__(
        self, observed: NDArray[np.float64], bins: LogBins, fraction: float
    ) -> None:
        pooled = observed.sum(axis=0)
        beyond = np.cumsum(pooled[::-1])[::-1]
        self.first = max(int(np.flatnonzero(beyond >= fraction * beyond[0])[-1]), 1)
        used = self.first + np.flatnonzero(pooled[self.first :] > 0)
        lower, upper = bins.lower(used), bins.upper(used)
        self.threshold = float(bins.lower(self.first))
        self.counts = observed[:, used]
        self.distance = np.log(lower / self.threshold)
        self.width = np.log(upper / lower)

    @property
    def n_spread(self) -> int:
        """How many batches hold anything beyond the first bin."""
        return int(np.count_nonzero(self.counts[:, self.distance > 0].sum(axis=1)))

    def index(self) -> float:
        """Return the index of all batches together."""
        together = self.counts.sum(axis=0, keepdims=True)
        return float(_pareto_fit(together, self.distance, self.width)[0])

    def jackknife(self) -> tuple[float, NDArray[np.float64]]:
        """Return the index without its bias, and the influence of each batch.

        Two batches at least must be spread. The correction is at most half of the
        index.
        """
        a = self.index()
        counts, n_batches = self.counts, len(self.counts)
        left_out = np.full(n_batches, a)
        has_any = counts.any(axis=1)
        rest = counts.sum(axis=0) - counts[has_any]
        left_out[has_any] = _pareto_fit(rest, self.distance, self.width)
        bias = (n_batches - 1) * (float(left_out.mean()) - a)
        shrink = (n_batches - 1) / n_batches
        return max(a - bias, 0.5 * a), shrink * (left_out.mean() - left_out)


def _smoothed(tails: Sequence[_Tail], level: float) -> tuple[float, float, float]:
    """Return the mean index over thresholds, its error, and how many an interval has.

    Parameters
    ----------
    tails : sequence of _Tail
        Spread ones, with thresholds half an octave of the tail apart.
    level : float
        Confidence level.

    Returns
    -------
    tuple of three floats
        The index; its standard error; how many of these an interval reaches.
    """
    indexes, influences = zip(*(tail.jackknife() for tail in tails), strict=True)
    index = float(np.mean(indexes))
    mean = without_rounding(np.mean(influences, axis=0), index)
    chance, factor = batch_error(mean, level)
    # Half of the squared difference of two thresholds is the variance from one to
    # another, as far as it is more than chance makes it.
    excess = [
        (indexes[i] - indexes[i + 2]) ** 2
        - batch_error(influences[i] - influences[i + 2], level)[0] ** 2
        for i in range(len(tails) - 2)
    ]
    between = max(0.5 * float(np.mean(excess)), 0.0) if excess else 0.0
    # Thresholds an octave apart wander each for itself: two of them are averaged.
    error = sqrt(chance**2 + 0.5 * between)
    return index, error, factor


def hill_index(
    counts: ArrayLike,
    bins: LogBins,
    fraction: float = 0.01,
    most: int = 2000,
    *,
    level: float = 0.95,
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
    most : int
        The most pots that are the tail, where `fraction` would make it more.
    level : float
        Confidence level.

    Returns
    -------
    HillEstimate
        `n` counts all pots. The estimate is the index of the Pareto law that makes
        the binned exceedances most likely (Hill's estimator [1]_ for grouped data
        [2]_; the centres of bins play no part), with the jackknife over batches for
        its bias, and smoothed [3]_: the mean over five thresholds, from twice to half
        of the tail. Its variance is that of the jackknife and what the index wanders
        between thresholds beyond chance; the degrees of freedom are those of
        `effective_dof`. The interval is cut at 0. `threshold` and `n_exceedances` are
        those of the middle. All is NaN where the tail fills a single bin; error and
        interval where it would without one batch, or where nothing varies at all.

    Raises
    ------
    ValueError
        For a wrong shape, `fraction` or `level`.

    Notes
    -----
    A pot follows the law of its tail only far out, and where it grows by a few
    factors, with ripples that never end. So the index depends on the threshold, and
    an interval from chance alone would close in on a value next to the truth. Hence
    the smoothing, which levels ripples; the excess of differences between thresholds
    over chance, measured by moments as between the studies of a meta-analysis [4]_;
    and a tail that ceases to grow with the sample, so that chance remains the larger
    part.

    What all thresholds share stays unseen: values that sessions never reach because
    they end first are missing from the tail. Where the growth is known
    `growth_index` is better.

    References
    ----------
    .. [1] B. M. Hill, A simple general approach to inference about the tail of a
       distribution, Annals of Statistics 3 (1975), 1163-1174.
    .. [2] Y. Virkar, A. Clauset, Power-law distributions in binned empirical data,
       Annals of Applied Statistics 8 (2014), 89-119.
    .. [3] S. Resnick, C. Starica, Smoothing the Hill estimator, Advances in Applied
       Probability 29 (1997), 271-293.
    .. [4] R. DerSimonian, N. Laird, Meta-analysis in clinical trials, Controlled
       Clinical Trials 7 (1986), 177-188.
    """
    check_level(level)
    if not 0.0 < fraction <= 1.0:
        raise ValueError(f"fraction is {fraction}, must be above 0 and at most 1")
    observed = filled_batches(counts, ndim=2).astype(np.float64)
    n = round(float(observed.sum()))
    if n == 0:
        return HillEstimate(0, NAN)
    fraction = min(fraction, most / n)
    tail = _Tail(observed, bins, fraction)
    found = HillEstimate(
        n=n,
        estimate=NAN,
        method="tail in one bin",
        threshold=tail.threshold,
        n_exceedances=round(float(tail.counts.sum())),
    )
    if tail.n_spread == 0:
        return found
    if tail.n_spread == 1:
        return replace(found, estimate=tail.index(), method="rests on a single batch")
    tails = [_Tail(observed, bins, min(x * fraction, 1.0)) for x in _PARTS]
    index, error, factor = _smoothed([one for one in tails if one.n_spread > 1], level)
    if not error > 0.0:
        return replace(found, estimate=index, method=NO_SPREAD)
    return replace(
        found,
        estimate=index,
        standard_error=error,
        ci_low=max(index - factor * error, 0.0),
        ci_high=index + factor * error,
        method="grouped Hill, smoothed, jackknife over batches",
    )
