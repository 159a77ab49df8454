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
from stats_inputs import BINS, binned

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


def test_quantiles_spread_what_is_in_a_bin_over_its_integers():
    i = int(BINS.index(1000))
    inside = np.arange(int(BINS.lower(i)), int(BINS.upper(i)))
    counts = binned(np.repeat(inside, 7))[0]
    for q in (1e-9, 0.01, 0.25, 0.5, 0.7, 1.0):
        exact = np.quantile(inside, q, method="inverted_cdf")
        assert histogram_quantile(counts, BINS, q) == exact
    assert math.isnan(histogram_quantile(0 * counts, BINS, 0.5))


def test_an_interval_of_a_quantile_reaches_to_the_ends_of_bins():
    values = np.tile([10, 40, 41, 41, 100], (50, 100))
    result = quantile_estimate(binned(values), BINS, 0.5)
    assert (result.ci_low, result.ci_high) == (40, 41)  # the median is 41
    assert result.estimate in {40, 41}
    top = quantile_estimate(binned(values), BINS, 0.9)
    assert (top.ci_low, top.ci_high) == (100, 103)


def test_quantile_estimate_of_alike_batches_is_the_binomial_interval():
    counts = np.tile(binned(np.arange(32))[0] * 100, (100, 1))
    result = quantile_estimate(counts, BINS, 0.5)
    n = 320_000
    margin = scipy.stats.t.ppf(0.975, 99) * math.sqrt(0.25 / n)
    assert (result.n, result.estimate) == (n, 15)
    pooled = counts.sum(axis=0)
    # Numbers below 32 have a bin each, so there is nothing to widen.
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
