"""Sums that are kept as two integers because one would overflow."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

LOW_BITS = 32


class WideSum(NamedTuple):
    """A sum in two forms.

    Attributes
    ----------
    values : float64[...]
        The value of each batch, correctly rounded.
    total : int
        The exact sum of all of them.
    """

    values: NDArray[np.float64]
    total: int


def wide_sum(high: ArrayLike, low: ArrayLike) -> WideSum:
    """Put together sums whose terms were split into 32-bit halves.

    Parameters
    ----------
    high, low : int64[...]
        Sums of ``x >> 32`` and of ``x & (2**32 - 1)``. The low sums may well be
        above ``2**32``.

    Returns
    -------
    WideSum
        ``high * 2**32 + low``, computed in Python integers.

    Raises
    ------
    ValueError
        If the shapes differ.
    """
    upper, lower = np.asarray(high), np.asarray(low)
    if upper.shape != lower.shape:
        raise ValueError(f"shapes {upper.shape} and {lower.shape} differ")
    exact: NDArray[Any] = np.array(
        [
            (int(h) << LOW_BITS) + int(x)
            for h, x in zip(upper.ravel(), lower.ravel(), strict=True)
        ],
        dtype=object,
    )
    return WideSum(exact.reshape(upper.shape).astype(np.float64), sum(exact.tolist()))
