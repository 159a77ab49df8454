"""Intervals that hold at all times at once: one may look and stop at any time."""

import math

from simcore.stats.estimates import NAN, Estimate, check_level

METHOD = "confidence sequence"

_ETA = 2.0
"""Epochs of the boundary double the variance that has been seen."""

_S = 1.4
_ZETA_S = 3.105548
"""Riemann's zeta of `_S`, rounded up: the epochs' parts of the error add up to all."""

_K1 = (_ETA**0.25 + _ETA**-0.25) / math.sqrt(2.0)
_K2 = (math.sqrt(_ETA) + 1.0) / 2.0


class MeanSequence:
    """A mean of bounded observations with an interval for every number of them.

    Observations come in chunks. With probability `level` the interval holds the mean
    after all chunks at once, so the rule by which one stops is free.

    Parameters
    ----------
    width : float
        The largest observation less the smallest that there can be.
    level : float
        Confidence level.
    among : int
        How many sequences are to hold at once: each errs with an equal part of the
        probability (Bonferroni).

    Notes
    -----
    The empirical Bernstein sequence of [1]_, theorem 4, with the stitched boundary of
    its equation 10. Each observation is predicted by the mean of the chunks before its
    own; what the predictions miss adds up to the variance. Deviations are
    sub-exponential, and so sub-gamma, with the width as scale.

    References
    ----------
    .. [1] S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, Time-uniform,
       nonparametric, nonasymptotic confidence sequences, Annals of Statistics 49
       (2021), 1055-1080.
    """

    def __init__(self, width: float, level: float = 0.95, among: int = 1) -> None:
        check_level(level)
        self._width = width
        self._alpha = 0.5 * (1.0 - level) / among
        self._variance = 0.0
        self.n = 0
        self.total = 0.0

    def add(self, n: int, total: float, squares: float) -> None:
        """Add a chunk: how many observations, their sum, and that of their squares.

        Observations may be shifted by a constant, so that 0 lies in their range.
        """
        prediction = self.total / self.n if self.n else 0.0
        missed = squares - 2.0 * prediction * total + n * prediction**2
        self._variance += max(0.0, missed)
        self.n += n
        self.total += total

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        if self.n == 0:
            return math.inf
        least = self._width**2
        variance = max(self._variance, least)
        epoch = math.log(variance / least, _ETA) + 1.0
        tail = _S * math.log(epoch) + math.log(_ZETA_S / self._alpha)
        extra = _K2 * self._width * tail
        return (math.sqrt(_K1**2 * variance * tail + extra**2) + extra) / self.n

    def estimate(self, n: int) -> Estimate:
        """Return the mean of what was added; `n` counts what is behind it."""
        if self.n == 0:
            return Estimate(0, NAN)
        mean, margin = self.total / self.n, self.margin
        return Estimate(n, mean, NAN, mean - margin, mean + margin, METHOD)
