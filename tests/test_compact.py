"""Sums as few bytes, and back."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.compact import expand, squeeze


@pytest.mark.parametrize("share", [0, 0.01, 1])
def test_sums_come_back_as_they_were(share):
    rng = np.random.default_rng(5)
    sums = rng.integers(-(1 << 63), 1 << 63, (7, 300), np.int64)
    sums[rng.random(sums.shape) >= share] = 0
    again = expand(squeeze(sums), sums.shape)
    assert again.dtype == np.int64
    assert np.array_equal(again, sums)


def test_what_is_mostly_0_takes_few_bytes():
    sums = np.zeros((100, 7000), np.int64)
    sums[:, :300] = np.arange(300)
    assert len(squeeze(sums)) < sums.nbytes / 50
