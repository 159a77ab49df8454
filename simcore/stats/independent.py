"""Estimates from observations that are independent of one another.

For deals that are made anew each time, as those of a situation are; deals of one
session hang together and need the estimates over batches.
"""

import math

from simcore.stats.binomial import wilson_ends
from simcore.stats.estimates import NAN, Estimate, check_level
from simcore.stats.student import t_quantile

ALL_EQUAL = "all deals equal"
"""The method of a mean of observations that did not vary: its error is unknown."""


def independent_mean(
    n: int, total: float, squares: float, *, level: float = 0.95
) -> Estimate:
    """Estimate a mean from independent observations.

    Parameters
    ----------
    n : int
        How many.
    total, squares : float
        Their sum and the sum of their squares.
    level : float
        Confidence level.

    Returns
    -------
    Estimate
        With a t interval; none for a single observation, or where all were equal:
        what has not varied yet may still, and the rules say whether it can.

    Raises
    ------
    ValueError
        For a wrong `level`.
    """
    check_level(level)
    if n == 0:
        return Estimate(0, NAN)
    mean = total / n
    if n == 1:
        return Estimate(1, mean, method="a single deal")
    variance = max(0.0, squares - total * mean) / (n - 1)
    if variance <= _ROUNDING * squares / n:
        return Estimate(n, mean, method=ALL_EQUAL)
    error = math.sqrt(variance / n)
    margin = t_quantile(0.5 + 0.5 * level, n - 1) * error
    return Estimate(n, mean, error, mean - margin, mean + margin, "independent deals")


_ROUNDING = 1e-12
"""A variance smaller than this part of the mean square is rounding."""


def independent_share(successes: int, n: int, *, level: float = 0.95) -> Estimate:
    """Estimate a probability from independent trials, with Wilson's interval [1]_.

    Parameters
    ----------
    successes, n : int
        How many of how many trials.
    level : float
        Confidence level.

    Raises
    ------
    ValueError
        For more successes than trials, or a wrong `level`.

    References
    ----------
    .. [1] E. B. Wilson, Probable inference, the law of succession, and statistical
       inference, Journal of the American Statistical Association 22 (1927), 209-212.
    """
    check_level(level)
    if not 0 <= successes <= n:
        raise ValueError("successes must lie between 0 and the number of trials")
    if n == 0:
        return Estimate(0, NAN)
    p = successes / n
    error = math.sqrt(p * (1.0 - p) / n)
    low, high = wilson_ends(p, n, t_quantile(0.5 + 0.5 * level, math.inf))
    return Estimate(n, p, error, low, high, "Wilson, independent deals")
