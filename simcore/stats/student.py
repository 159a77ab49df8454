"""Quantiles of Student's t distribution, without a numerical library."""

from functools import lru_cache
from math import exp, inf, lgamma, log, log1p, pi, sqrt
from statistics import NormalDist

from simcore.stats.beta import beta_fraction

_MAX_NEWTON_STEPS = 200


def _t_survival(t: float, dof: float) -> float:
    """Return P(T > t) for t > 0: half of I_x(dof/2, 1/2), x = dof / (dof + t^2)."""
    a, b = 0.5 * dof, 0.5
    square = t * t
    log_beta = lgamma(a) + lgamma(b) - lgamma(a + b)
    # x^a (1-x)^b / B(a, b); log1p keeps the digits of x near 1 (large dof).
    front = exp(-a * log1p(square / dof) + b * log(square / (dof + square)) - log_beta)
    if square * (a + 1.0) > (b + 1.0) * dof:
        return 0.5 * front * beta_fraction(a, b, dof / (dof + square)) / a
    return 0.5 - 0.5 * front * beta_fraction(b, a, square / (dof + square)) / b


def _t_density(t: float, dof: float) -> float:
    """Return the density of Student's t at `t`."""
    scale = lgamma(0.5 * (dof + 1.0)) - lgamma(0.5 * dof)
    return exp(scale - 0.5 * (dof + 1.0) * log1p(t * t / dof)) / sqrt(dof * pi)


@lru_cache(maxsize=1024)
def t_quantile(p: float, dof: float) -> float:
    """Return the quantile of Student's t distribution.

    Parameters
    ----------
    p : float
        Probability, ``0 < p < 1``.
    dof : float
        Degrees of freedom, at least 1; ``inf`` gives the normal quantile.

    Returns
    -------
    float
        The value that T does not exceed with probability `p`; relative error
        below 1e-8 for `dof` up to 1e6 and `p` from 0.0001 to 0.9999.

    Raises
    ------
    ValueError
        If `p` or `dof` is out of range.

    Notes
    -----
    Newton's method on the survival function, which is the incomplete beta
    function of [1]_, started at the normal quantile. For p > 1/2 that start
    lies left of the root (t has the heavier tails), and there the survival
    function is convex and decreasing, so that the steps approach the root from
    the left and cannot overshoot.

    References
    ----------
    .. [1] Abramowitz and Stegun, Handbook of Mathematical Functions, 26.5.27
       and 26.7.1.
    """
    if not 0.0 < p < 1.0:
        raise ValueError(f"p is {p}, must lie between 0 and 1")
    if not dof >= 1.0:
        raise ValueError(f"dof is {dof}, must be at least 1")
    if p < 0.5:
        return -t_quantile(1.0 - p, dof)
    if p == 0.5:
        return 0.0
    t = NormalDist().inv_cdf(p)
    if dof == inf:
        return t
    for _ in range(_MAX_NEWTON_STEPS):
        step = (_t_survival(t, dof) - (1.0 - p)) / _t_density(t, dof)
        t += step
        if step <= 1e-12 * t:
            break
    return t


def joint_t_quantile(level: float, number: int, dof: float) -> float:
    """Return how many standard errors intervals reach that hold all at once.

    Parameters
    ----------
    level : float
        The probability that all of them hold, or more.
    number : int
        How many intervals there are; of one it is the usual quantile.
    dof : float
        Degrees of freedom of each standard error.

    Returns
    -------
    float
        A quantile of Student's t, each interval erring with an equal part of the
        probability [1]_. That holds however the estimates and their errors hang
        together; methods that estimate the correlations as well reach less far, and
        too little where there are few observations.

    References
    ----------
    .. [1] O. J. Dunn, Multiple comparisons among means, Journal of the American
       Statistical Association 56 (1961), 52-64.
    """
    return t_quantile(1.0 - 0.5 * (1.0 - level) / number, dof)
