"""Bins and quantiles against closed forms, scipy and numpy."""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats

from simcore.stats import (
    LogBins,
    histogram_quantile,
    quantile_estimate,
)
from stats_inputs import BINS, N_BINS, binned

# Bins


@pytest.mark.parametrize("sub_bits", [0, 1, 4, 7])
def test_bins_are_contiguous_and_monotone(sub_bits):
    bins = LogBins(sub_bits)
    i = np.arange(bins.n_bins(2**62 - 1))
    lower, upper = bins.lower(i), bins.upper(i)
    assert lower[0] == 0
    assert int(upper[-1]) == 2**62
    np.testing.assert_array_equal(upper[:-1], lower[1:])
    np.testing.assert_array_equal(bins.index(lower), i)
    np.testing.assert_array_equal(bins.index(upper - 1), i)
    assert np.all((upper - lower) * 2**sub_bits <= np.maximum(lower, 2**sub_bits))
    centre = bins.centre(i)
    assert np.all((lower <= centre) & (centre < upper))


@pytest.mark.parametrize("sub_bits", [0, 2, 4])
def test_index_is_the_stated_formula(sub_bits):
    def formula(x):
        if x < 2 ** (sub_bits + 1):
            return x
        shift = x.bit_length() - 1 - sub_bits
        return (shift << sub_bits) + (x >> shift)

    edges = [2**k + d for k in range(62) for d in (-1, 0, 1)]
    rng = np.random.default_rng(3)
    values = [*range(5000), *edges, *(2 ** rng.uniform(0, 61.9, 2000)).astype(int)]
    values = [int(x) for x in values if 0 <= x < 2**62]
    bins = LogBins(sub_bits)
    assert bins.index(values).tolist() == [formula(x) for x in values]
    assert bins.n_bins(1000) == formula(1000) + 1


def test_small_integers_have_a_bin_each():
    i = np.arange(32)
    np.testing.assert_array_equal(BINS.index(i), i)
    np.testing.assert_array_equal(BINS.centre(i), i)
    assert BINS.upper(32) - BINS.lower(32) == 2
    assert BINS.index(np.arange(6).reshape(2, 3)).shape == (2, 3)


# Quantiles


@pytest.mark.parametrize("n", [1, 2, 7, 100])
def test_quantiles_of_small_integers_are_exact(n):
    values = np.random.default_rng(n).integers(0, 32, n)
    counts = binned(values)[0]
    for q in ["0", "0.07", "0.1", "0.25", "0.29", "0.5", "0.58", "0.9", "0.99", "1"]:
        rank = max(math.ceil(Fraction(q) * n), 1)
        expected = np.sort(values)[rank - 1]
        assert histogram_quantile(counts, BINS, float(q)) == expected


def test_quantiles_of_large_integers_are_within_a_bin():
    values = np.random.default_rng(4).integers(10**6, 10**7, 5000)
    counts = binned(values)[0]
    for q in (0.01, 0.5, 0.99):
        exact = np.quantile(values, q, method="inverted_cdf")
        assert histogram_quantile(counts, BINS, q) == pytest.approx(exact, rel=1 / 100)


def test_quantile_is_interpolated_between_the_integers_of_a_bin():
    counts = np.zeros(N_BINS, dtype=np.int64)
    i = int(BINS.index(1000))
    counts[i] = 4
    low, high = int(BINS.lower(i)), int(BINS.upper(i)) - 1
    assert histogram_quantile(counts, BINS, 0.5) == (low + high) / 2
    assert histogram_quantile(counts, BINS, 1.0) == high
    assert math.isnan(histogram_quantile(0 * counts, BINS, 0.5))


def test_quantile_estimate_of_alike_batches_is_the_binomial_interval():
    counts = np.tile(binned(np.arange(32))[0] * 100, (100, 1))
    result = quantile_estimate(counts, BINS, 0.5)
    n = 320_000
    margin = scipy.stats.t.ppf(0.975, 99) * math.sqrt(0.25 / n)
    assert (result.n, result.estimate) == (n, 15)
    pooled = counts.sum(axis=0)
    assert result.ci_low == histogram_quantile(pooled, BINS, 0.5 - margin)
    assert result.ci_high == histogram_quantile(pooled, BINS, 0.5 + margin)


def test_quantile_ends_beyond_the_data_are_nan():
    counts = binned(np.random.default_rng(5).integers(0, 10**6, (40, 25)))
    top = quantile_estimate(counts, BINS, 0.999)
    assert math.isfinite(top.ci_low)
    assert math.isnan(top.ci_high)
    assert math.isnan(top.standard_error)
    bottom = quantile_estimate(counts, BINS, 0.001)
    assert math.isnan(bottom.ci_low)
    assert math.isfinite(bottom.ci_high)


def test_one_value_everywhere_does_not_bound_a_far_quantile():
    counts = np.tile(binned([5, 5, 5])[0], (10, 1))
    assert quantile_estimate(counts, BINS, 0.5).ci_high == 5
    assert math.isnan(quantile_estimate(counts, BINS, 0.99).ci_high)
