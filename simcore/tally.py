"""Accumulators: what kernels add up, by batch, and how the sums are named.

Every deal adds integers into one row of an ``int64[n_batches, size]`` array, the row of
its session's batch. Integers make the sums independent of the order in which chunks,
threads or machines are merged. Fractions are kept in fixed point, chips in two words.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.jit import kernel, leading_zeros

N_BATCHES = 100
"""Sessions fall into this many batches, by session number; see `docs/design.md`."""

POT_UNITS = 1 << 30
"""Fixed-point units of one pot, in sums of profit in pots."""

GROWTH_UNITS = 1 << 20
"""Fixed-point units of a growth factor of 1."""

SUB_BITS = 4
"""Log-spaced bins: 2**SUB_BITS bins an octave."""

_HALF_WORD = 32
_LOW_HALF = (1 << _HALF_WORD) - 1


class Layout:
    """Names and places of the sums in a row of accumulators.

    Parameters
    ----------
    **shapes : tuple of int
        The shape of each named block of sums, in their order in the row.
    """

    def __init__(self, **shapes: tuple[int, ...]) -> None:
        self.shapes = shapes
        self._offsets: dict[str, int] = {}
        self.size = 0
        for name, shape in shapes.items():
            self._offsets[name] = self.size
            self.size += prod(shape)

    def offset(self, name: str) -> int:
        """Return the place of the first sum of the block `name`."""
        return self._offsets[name]

    def zeros(self) -> NDArray[np.int64]:
        """Return empty accumulators, int64[N_BATCHES, size]."""
        return np.zeros((N_BATCHES, self.size), np.int64)

    def block(self, sums: NDArray[np.int64], name: str) -> NDArray[np.int64]:
        """Return the block `name` of `sums` as a view, int64[n_batches, *shape]."""
        start = self._offsets[name]
        stop = start + prod(self.shapes[name])
        return sums[:, start:stop].reshape(len(sums), *self.shapes[name])


@kernel
def add_wide(sums, place, value):
    """Add the int64 `value` to the two words of a sum: high at `place`, then low."""
    sums[place] += value >> _HALF_WORD
    sums[place + 1] += value & _LOW_HALF


@kernel
def fixed_point(value, scale):
    """Return `value` (int64) times `scale` (float64) as a whole number, rounded."""
    return np.int64(np.floor(np.float64(value) * scale + 0.5))


@kernel
def log_bin(value):
    """Return the log-spaced bin of `value` (int64, >= 0); small values are exact."""
    shift = 63 - SUB_BITS - leading_zeros(np.uint64(value))
    if shift <= 0:
        return value
    return (shift << SUB_BITS) + (value >> shift)


def n_log_bins(most: int) -> int:
    """Return how many log-spaced bins hold the values 0 to `most`."""
    shift = max(0, most.bit_length() - 1 - SUB_BITS)
    return (shift << SUB_BITS) + (most >> shift) + 1


def wide_total(block: NDArray[np.int64]) -> Any:
    """Return the exact totals of wide sums as Python ints, last axis high and low."""
    totals = block.astype(object).sum(axis=0)
    return totals[..., 0] * (1 << _HALF_WORD) + totals[..., 1]
