"""Integer log-spaced bins, as the kernels fill them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

_MAX_BITS = 62


@dataclass(frozen=True, slots=True)
class LogBins:
    """Bins of width 1 for small integers and ``2**sub_bits`` an octave above.

    For an integer x >= 0 with e = floor(log2(x))::

        index(x) = x                                             x < 2**(sub_bits+1)
                 = ((e - sub_bits) << sub_bits) + (x >> (e - sub_bits))    otherwise

    so a kernel needs one count of leading zeros (e = 63 - clz(x)) and two shifts.
    The bins are contiguous, and no wider than a part ``2**-sub_bits`` of their
    lower edge [1]_.

    Attributes
    ----------
    sub_bits : int
        Logarithm to base 2 of the number of bins in an octave, 0 to 16.

    References
    ----------
    .. [1] G. Tene, HdrHistogram: A High Dynamic Range Histogram,
       http://hdrhistogram.org
    """

    sub_bits: int = 4

    def __post_init__(self) -> None:
        """Check the range of `sub_bits`."""
        if not 0 <= self.sub_bits <= 16:
            raise ValueError(f"sub_bits is {self.sub_bits}, must be 0 to 16")

    def index(self, values: ArrayLike) -> NDArray[np.int64]:
        """Return the bins of integers.

        Parameters
        ----------
        values : int64[...]
            Integers from 0 to ``2**62 - 1``.

        Returns
        -------
        int64[...]
            Their bins.
        """
        x = np.asarray(values, dtype=np.int64)
        if np.any(x < 0) or np.any(x >> _MAX_BITS):
            raise ValueError(f"values must lie between 0 and 2**{_MAX_BITS} - 1")
        exponent = np.frexp(x.astype(np.float64))[1].astype(np.int64) - 1
        # Above 2**53 the conversion to float can round up to the next power.
        exponent -= (x >> np.maximum(exponent, 0)) == 0
        shift = np.maximum(exponent - self.sub_bits, 0)
        return np.asarray((shift << self.sub_bits) + (x >> shift), dtype=np.int64)

    def _shift(self, index: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the bins as an array and the base-2 logarithm of their widths."""
        i = np.asarray(index, dtype=np.int64)
        if np.any(i < 0) or np.any(i >= self.n_bins(2**_MAX_BITS - 1)):
            raise ValueError("no such bin")
        return i, np.maximum((i >> self.sub_bits) - 1, 0)

    def lower(self, index: ArrayLike) -> NDArray[np.int64]:
        """Return the smallest integers, int64[...], of the bins int64[...]."""
        i, shift = self._shift(index)
        return np.asarray((i - (shift << self.sub_bits)) << shift, dtype=np.int64)

    def upper(self, index: ArrayLike) -> NDArray[np.int64]:
        """Return the first integers beyond the bins: ``lower(index + 1)``."""
        _, shift = self._shift(index)
        return np.asarray(self.lower(index) + (np.int64(1) << shift), dtype=np.int64)

    def centre(self, index: ArrayLike) -> NDArray[np.float64]:
        """Return the geometric mean, float64[...], of a bin's ends.

        The ends are the smallest and the largest integer of the bin, so a bin
        that holds one integer has this as its centre.
        """
        low = self.lower(index).astype(np.float64)
        high = (self.upper(index) - 1).astype(np.float64)
        return np.sqrt(low * high)

    def n_bins(self, max_value: int) -> int:
        """Return how many bins the integers 0 to `max_value` need."""
        shift = max(int(max_value).bit_length() - 1 - self.sub_bits, 0)
        return (shift << self.sub_bits) + (int(max_value) >> shift) + 1
