"""The difference between two runs of the same deals."""

import math

from simcore.stats.estimates import Estimate, batch_error, check_level

METHOD = "paired over batches"


def paired_difference(
    changed: Estimate, base: Estimate, *, level: float = 0.95
) -> Estimate:
    """Estimate how much an estimate differs between two runs of the same sessions.

    Parameters
    ----------
    changed, base : Estimate
        The same quantity in two runs with one seed, so that session s, and with it
        batch b, holds the same cards in both.
    level : float
        Confidence level.

    Returns
    -------
    Estimate
        ``changed - base``; `n` is the smaller of their numbers of observations. The
        influence of a batch on a difference is the difference of its influences
        (linearisation, [1]_), so what the cards do to both runs alike cancels out; the
        interval is that of `batch_error`. Without an interval where one of the two has
        no influences: it is no smooth function of sums, or has too few batches.

    References
    ----------
    .. [1] C.-E. Sarndal, B. Swensson, J. Wretman, Model Assisted Survey Sampling
       (1992), 5.5.
    """
    check_level(level)
    n = min(changed.n, base.n)
    value = changed.estimate - base.estimate
    if math.isnan(value):
        return Estimate(n, value)
    if changed.influence is None or base.influence is None:
        return Estimate(n, value, method="no interval for a difference")
    influence = changed.influence - base.influence
    error, factor = batch_error(influence, level)
    return Estimate(
        n=n,
        estimate=value,
        standard_error=error,
        ci_low=value - factor * error,
        ci_high=value + factor * error,
        method=METHOD,
        influence=influence,
    )
