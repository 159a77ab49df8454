"""Intervals of a probability from trials, few or many successes among them."""

import math

from simcore.stats.beta import beta_quantile
from simcore.stats.student import t_quantile

MOST_ALIKE = 4.0
"""Design effect of the trials of a session where too few successes show it.

About twice the largest seen with the built-in strategies, single bins of the pot
included. Where all trials of longer sessions end alike, and none did so yet, limits are
too low.
"""

_PRIOR_SUCCESSES = 4.0
"""How many successes weigh as much as `MOST_ALIKE` in a design effect."""

_INDEPENDENT = (100.0, 1000.0)
_CLUSTERED = (10.0, 40.0)
"""Between so many independent successes one interval gives way to the other."""


def wilson_ends(p: float, size: float, factor: float) -> tuple[float, float]:
    """Return the ends of Wilson's score interval for p observed in `size` trials."""
    weight = factor * factor / size
    centre = p + 0.5 * weight
    half = factor * math.sqrt(p * (1.0 - p) / size + 0.25 * weight / size)
    return (
        max(0.0, (centre - half) / (1.0 + weight)),
        min(1.0, (centre + half) / (1.0 + weight)),
    )


def exact_ends(p: float, size: float, level: float) -> tuple[float, float]:
    """Return the ends of the Clopper-Pearson interval for p observed in `size` trials.

    Neither `size` nor the number of successes need be whole.
    """
    if p > 0.5:
        low, high = exact_ends(1.0 - p, size, level)
        return 1.0 - high, 1.0 - low
    miss = 0.5 - 0.5 * level
    hits, misses = p * size, (1.0 - p) * size
    low = beta_quantile(miss, hits, misses + 1.0) if hits > 0.0 else 0.0
    return low, 1.0 - beta_quantile(miss, misses, hits + 1.0)


def independent_ends(p: float, size: float, level: float) -> tuple[float, float]:
    """Return the ends of an interval for p observed in `size` independent trials.

    Those of Clopper and Pearson for up to 100 successes (or failures), Wilson's from
    1000 on, and a mixture in between.
    """
    wilson = wilson_ends(p, size, t_quantile(0.5 + 0.5 * level, math.inf))
    many = _share_of_many(min(p, 1.0 - p) * size, _INDEPENDENT)
    return _mixed(exact_ends(p, size, level), wilson, many) if many < 1.0 else wilson


def clustered_ends(
    p: float,
    size: float,
    level: float,
    *,
    effect: float,
    factor: float,
    n_sessions: float,
) -> tuple[tuple[float, float], bool]:
    """Return the ends of an interval for p in sessions of several trials each.

    Parameters
    ----------
    p : float
        Share of successes.
    size : float
        Number of trials.
    level : float
        Confidence level.
    effect : float
        Design effect as observed, at least 1.
    factor : float
        How many standard errors an interval reaches with it, a t quantile.
    n_sessions : float
        Sessions in which there were trials.

    Returns
    -------
    ends : tuple of two floats
    is_rare : bool
        Whether there were too few successes (or failures) for Wilson's interval.

    Notes
    -----
    For many independent successes this is Wilson's interval with the effective size
    ``size / effect``. For few it is that of Clopper and Pearson with an effective
    size [1]_. As few successes tell little of the design effect, what was observed is
    averaged with `MOST_ALIKE` (or with the trials of a session, if less), which weighs
    as much as 4 successes and with none stands alone; the t quantile counts as far as
    what was observed does. No end lies nearer to 0 or 1 than the limit that is given
    where nothing or everything succeeded.

    References
    ----------
    .. [1] E. L. Korn, B. I. Graubard, Confidence intervals for proportions with
       small expected number of positive counts estimated from survey data,
       Survey Methodology 24 (1998), 193-201.
    """
    rare = min(p, 1.0 - p) * size
    many = _share_of_many(rare / effect, _CLUSTERED)
    wilson = wilson_ends(p, size / effect, factor)
    if many == 1.0:
        return wilson, False
    normal = t_quantile(0.5 + 0.5 * level, math.inf)
    alike = min(MOST_ALIKE, size / max(1.0, n_sessions))
    weight = _PRIOR_SUCCESSES / (_PRIOR_SUCCESSES + rare)
    reach = weight + (1.0 - weight) * (factor / normal) ** 2
    shrunk = weight * alike + (1.0 - weight) * (1.0 + (effect - 1.0) * reach)
    low, high = _mixed(exact_ends(p, size / shrunk, level), wilson, many)
    limit = exact_ends(0.0, size / alike, level)[1]
    return (min(low, 1.0 - limit), max(high, limit)), True


def _share_of_many(successes: float, limits: tuple[float, float]) -> float:
    """Return the weight, 0 to 1, of the interval for many successes."""
    few, many = limits
    return min(1.0, max(0.0, (successes - few) / (many - few)))


def _mixed(
    first: tuple[float, float], second: tuple[float, float], weight: float
) -> tuple[float, float]:
    """Return the ends between those of two intervals; the second has the weight."""
    low, high = (a + weight * (b - a) for a, b in zip(first, second, strict=True))
    return low, high
