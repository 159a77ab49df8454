"""The estimate record, and the error of an estimate from its spread over batches.

Deals of one session are not independent, sessions are. Kernels add up whole
sessions into at most about a hundred batches (session index modulo the number of
batches), so a batch is an independent unit too, and every standard error and
interval of this package comes from the *influence* of each batch: how far the
estimate moves by what that batch holds, the influences adding up to 0.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.errors import UsageError
from simcore.stats.student import t_quantile

NAN = math.nan

TOO_FEW = "fewer than 2 batches"
"""The method of what rests on a single batch: its error is unknown."""

NO_SPREAD = "no spread over batches"
"""The method of what is the same in all batches: its error is unknown, not 0."""

_ROUNDING = 1e-12
"""Influences smaller than this part of an estimate are rounding."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate and what is known of its error; NaN where unknown.

    Attributes
    ----------
    n : int
        Observations behind the estimate (deals, contracts ...), not sessions.
    estimate : float
        The point estimate.
    standard_error : float
        Standard error over independent batches of sessions.
    ci_low, ci_high : float
        Ends of the confidence interval.
    method : str
        How the interval was made, or why there is none.
    influence : float64[B] or None
        How far each batch moves the estimate, NaN for one without data; None where
        that is not known. The error of a difference between two runs comes from it.
    """

    n: int
    estimate: float
    standard_error: float = NAN
    ci_low: float = NAN
    ci_high: float = NAN
    method: str = "no data"
    influence: NDArray[np.float64] | None = field(
        default=None, repr=False, compare=False
    )


LEVELS = (0.01, 0.999999)
"""The least and the greatest confidence level; beyond them intervals are noise."""


def check_level(level: Any) -> None:
    """Raise UsageError unless `level` is a confidence level within `LEVELS`."""
    least, greatest = LEVELS
    if not (isinstance(level, int | float) and least <= level <= greatest):
        raise UsageError(f"level is {level!r} but takes {least} to {greatest}")


def filled_batches(batches: ArrayLike, ndim: int | None = None) -> NDArray[Any]:
    """Return the batches that hold data.

    Parameters
    ----------
    batches : int64[B, ...] or float64[B, ...]
        Sums of each batch.
    ndim : int, optional
        Number of axes that the array must have.

    Returns
    -------
    int64[b, ...] or float64[b, ...]
        The batches that are not all 0.
    """
    sums = np.asarray(batches)
    if sums.ndim == 0 or ndim not in (None, sums.ndim):
        raise ValueError(f"batches of shape {sums.shape}, need {ndim or 1} axes")
    return sums[np.any(sums != 0, axis=tuple(range(1, sums.ndim)))]


def total(values: NDArray[Any]) -> int | float:
    """Return the exact sum of integers, the correctly rounded one of floats."""
    if values.dtype.kind in "iub":
        return sum(int(value) for value in values.tolist())
    return math.fsum(values.tolist())


def ratio_influence(
    numerator: NDArray[Any], denominator: NDArray[Any]
) -> NDArray[np.float64]:
    """Return the influence of each batch on a ratio of sums.

    With R the ratio and X the sum of the denominators: ``(y_b - R * x_b) / X``,
    the linearisation of [1]_.

    Parameters
    ----------
    numerator, denominator : int64[B] or float64[B]
        Sums of each batch, the denominators not all 0.

    Returns
    -------
    float64[B]
        The influences.

    References
    ----------
    .. [1] W. G. Cochran, Sampling Techniques, 3rd ed. (1977), 6.3 and 9A.1.
    """
    size = total(denominator)
    ratio = total(numerator) / size
    return np.asarray((numerator - ratio * denominator) / size, dtype=np.float64)


def spread_out(
    influence: NDArray[np.float64], kept: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return the influence of every batch, NaN for those without data.

    Parameters
    ----------
    influence : float64[b]
        Influence of each batch that was `kept`.
    kept : bool[B]
        Which batches hold data.
    """
    whole = np.full(len(kept), NAN)
    whole[kept] = influence
    return whole


def without_rounding(
    influence: NDArray[np.float64], scale: float
) -> NDArray[np.float64]:
    """Return influences, all 0 where they are no more than rounding.

    Parameters
    ----------
    influence : float64[B]
        Influence of each batch.
    scale : float
        The estimate, or what it is the difference of.
    """
    if np.abs(influence).max() <= _ROUNDING * abs(scale):
        return np.zeros(len(influence))
    return influence


def effective_dof(influence: NDArray[np.float64]) -> float:
    """Return the degrees of freedom of a variance estimated from batches.

    Satterthwaite's rule [1]_, ``2 * s**4 / var(s**2)``, which is
    ``2 * B / (kurtosis - 1)`` for B batches: close to B where batches are alike,
    about twice the number of batches that matter where a few carry all the
    variance (rare events, tails, sessions of very unequal length). At most
    B - 1 and at least 1.

    Parameters
    ----------
    influence : float64[B]
        Influence of each batch, adding up to 0; B >= 2.

    References
    ----------
    .. [1] F. E. Satterthwaite, An approximate distribution of estimates of
       variance components, Biometrics Bulletin 2 (1946), 110-114.
    """
    n_batches = len(influence)
    largest = float(np.abs(influence).max())
    if not largest > 0.0:
        return n_batches - 1.0
    squares = (influence / largest) ** 2
    kurtosis = n_batches * float(squares @ squares) / float(squares.sum()) ** 2
    if kurtosis <= 1.0:
        return n_batches - 1.0
    return max(1.0, min(n_batches - 1.0, 2.0 * n_batches / (kurtosis - 1.0)))


def batch_error(influence: NDArray[np.float64], level: float) -> tuple[float, float]:
    """Return the standard error, and how many of them an interval reaches.

    Parameters
    ----------
    influence : float64[B]
        Influence of each batch, adding up to 0; B >= 2.
    level : float
        Confidence level.

    Returns
    -------
    tuple of two floats
        ``sqrt(B / (B - 1) * sum(influence**2))``, and the quantile of Student's t
        with `effective_dof` degrees of freedom.
    """
    n_batches = len(influence)
    spread = math.fsum((influence * influence).tolist())
    error = math.sqrt(spread * n_batches / (n_batches - 1))
    return error, t_quantile(0.5 + 0.5 * level, effective_dof(influence))
