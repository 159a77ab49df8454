"""Tail indexes and logs of growth against closed forms and optimizers."""

import math

import numpy as np
import pytest
import scipy.optimize

from simcore.stats import (
    Estimate,
    LogBins,
    growth_index,
    hill_index,
    jackknife_estimate,
    mean_is_trusted,
    mean_log_estimate,
    variance_is_trusted,
)
from simcore.stats.hill import _Tail
from stats_inputs import BINS, N_BINS, binned, has_no_interval

# Growth


def growth_input(growth, weights, n_batches=20, seed=6):
    """Return counts and sums of batches with classes of growth."""
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(500, np.asarray(weights), n_batches)
    return counts, counts * np.asarray(growth, dtype=float)


def root(growth, counts):
    """Return the root of mean(g**a) = 1 by another method."""
    g, weights = np.asarray(growth)[1:], counts[1:] / counts.sum()
    return scipy.optimize.brentq(lambda a: weights @ g**a - 1, 1e-3, 60, xtol=1e-13)


@pytest.mark.parametrize(
    ("growth", "counts", "index"),
    [
        pytest.param([0, 2], [3, 1], 2.0, id="one-in-four-doubles"),
        pytest.param([0, 4], [1, 1], 0.5, id="one-in-two-quadruples"),
        pytest.param([0.5, 2], [2, 1], 1.0, id="never-cleared"),
        pytest.param([0, 1, 2, 3], [3, 3, 1, 1], 1.0, id="mean-one"),
    ],
)
def test_growth_index_of_known_roots(growth, counts, index):
    counts = np.array([counts, counts]) * 1000
    result = growth_index(counts, counts * np.asarray(growth, dtype=float))
    assert result.n == counts.sum()
    assert result.estimate == pytest.approx(index, rel=1e-12)


@pytest.mark.parametrize(
    "weights",
    [
        [0.3, 0.2, 0.2, 0.2, 0.1],
        [0.01, 0.05, 0.14, 0.4, 0.4],
        [0.9, 0.05, 0.045, 0.004, 0.001],
    ],
)
def test_growth_index_matches_brent_and_the_jackknife(weights):
    growth = np.array([0, 0.5, 1, 2, 3.25])
    counts, sums = growth_input(growth, weights)
    result = growth_index(counts, sums)
    assert result.estimate == pytest.approx(root(growth, counts.sum(axis=0)), rel=1e-9)
    jackknife = jackknife_estimate(lambda c: root(growth, c), counts, n=1)
    assert result.standard_error == pytest.approx(jackknife.standard_error, rel=0.1)
    assert result.ci_low < result.estimate < result.ci_high


def test_growth_index_hardly_depends_on_the_bins():
    rng = np.random.default_rng(7)
    growth = rng.lognormal(-0.2, 0.5, (20, 500)) * (rng.random((20, 500)) < 0.9)
    exact = scipy.optimize.brentq(lambda a: np.mean(growth**a) - 1, 0.1, 20)
    bins = BINS.index((growth * 2**20).astype(np.int64))
    n_bins = int(bins.max()) + 1
    counts = np.stack([np.bincount(b, minlength=n_bins) for b in bins])
    sums = np.stack(
        [
            np.bincount(b, weights=g, minlength=n_bins)
            for b, g in zip(bins, growth, strict=True)
        ]
    )
    assert growth_index(counts, sums).estimate == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize(
    ("growth", "counts"),
    [([0, 0.5, 1], [5, 3, 2]), ([0.5, 2], [1, 1]), ([1.5, 2], [1, 1]), ([0], [4])],
)
def test_growth_without_a_root_is_nan(growth, counts):
    counts = np.array([counts, counts])
    result = growth_index(counts, counts * np.asarray(growth, dtype=float))
    assert math.isnan(result.estimate)
    assert has_no_interval(result)
    assert not mean_is_trusted(result)


def test_mean_log_is_the_log_of_the_geometric_mean():
    growth = np.array([0, 0.5, 1, 2, 3.0])
    counts, sums = growth_input(growth, [0.3, 0.2, 0.2, 0.2, 0.1])
    pooled = counts.sum(axis=0)[1:]
    result = mean_log_estimate(counts, sums)
    assert result.n == pooled.sum()
    assert result.estimate == pytest.approx(
        np.average(np.log(growth[1:]), weights=pooled)
    )
    assert result.standard_error > 0


# Hill


def pareto_counts(index, scale, n, threshold):
    """Return the expected counts of a Pareto law above a threshold."""
    i = np.arange(N_BINS)
    edges = np.maximum(np.append(BINS.lower(i), BINS.upper(i)[-1]), threshold)
    survival = (edges / threshold) ** -index
    counts = np.rint(n * (survival[:-1] - survival[1:])).astype(np.int64)
    counts[i == BINS.index(threshold)] += n - counts.sum()
    counts[5] = (scale - 1) * n
    return counts


@pytest.mark.parametrize("index", [0.6, 1.0, 2.7])
def test_hill_recovers_a_pareto_law_from_expected_counts(index):
    counts = np.tile(pareto_counts(index, 20, 10**9, 256), (10, 1))
    result = hill_index(counts, BINS, 0.02, most=10**12)
    assert result.n == 2 * 10**11
    assert result.threshold > 256.0
    assert 0.02 <= result.n_exceedances / result.n < 0.025
    assert result.estimate == pytest.approx(index, rel=1e-4)


def test_the_tail_of_hill_grows_no_further_than_to_its_most():
    counts = np.tile(pareto_counts(1.0, 20, 10**6, 256), (10, 1))
    few, many = (hill_index(counts, BINS, 0.02, most) for most in (2000, 10**12))
    assert 2000 <= few.n_exceedances < 2200
    assert few.threshold > many.threshold
    assert few.standard_error > many.standard_error


def test_hill_is_the_maximum_of_the_grouped_likelihood():
    rng = np.random.default_rng(8)
    counts = binned((100 * rng.pareto(1.3, (30, 400)) + 100).astype(np.int64))
    result = hill_index(counts, BINS, 0.1)
    tail = _Tail(counts.astype(float), BINS, 0.1)
    pooled = counts.sum(axis=0)
    used = np.flatnonzero(
        (pooled > 0) & (BINS.lower(np.arange(N_BINS)) >= result.threshold)
    )
    low, high = BINS.lower(used) / result.threshold, BINS.upper(used) / result.threshold
    found = scipy.optimize.minimize_scalar(
        lambda a: -pooled[used] @ np.log(low**-a - high**-a), bounds=(0.1, 9)
    )
    assert tail.index() == pytest.approx(found.x, rel=1e-6)
    # The jackknife takes off the bias, which is about 1/k of the estimate.
    assert tail.jackknife()[0] == pytest.approx(found.x, rel=5 / result.n_exceedances)
    assert pooled[used].sum() == result.n_exceedances
    assert result.n_exceedances >= 1200 > pooled[used[1:]].sum()


def test_hill_with_fine_bins_is_the_classic_estimator():
    rng = np.random.default_rng(9)
    values = (2**20 * (1 + rng.pareto(0.8, (40, 200)))).astype(np.int64)
    values = np.minimum(values, 2**49)
    bins = LogBins(12)
    counts = np.stack(
        [np.bincount(bins.index(row), minlength=bins.n_bins(2**50)) for row in values]
    )
    grouped = _Tail(counts.astype(float), bins, 0.1)
    tail = values[values >= grouped.threshold]
    classic = 1 / np.mean(np.log(tail / grouped.threshold))
    assert grouped.index() == pytest.approx(classic, rel=5e-3)


def test_hill_averages_thresholds_from_twice_to_half_of_the_tail():
    rng = np.random.default_rng(7)
    counts = binned((50 * rng.lognormal(0, 2, (50, 400))).astype(np.int64))
    tails = [
        _Tail(counts.astype(float), BINS, part * 0.05)
        for part in (2, 2**0.5, 1, 0.5**0.5, 0.5)
    ]
    indexes = [tail.jackknife()[0] for tail in tails]
    result = hill_index(counts, BINS, 0.05)
    assert indexes == sorted(indexes)
    assert result.estimate == pytest.approx(np.mean(indexes), rel=1e-12)


def test_where_there_is_no_power_law_hill_does_not_close_in_on_an_index():
    rng = np.random.default_rng(7)
    counts = binned((50 * rng.lognormal(0, 2, (50, 400))).astype(np.int64))
    few, many = (
        hill_index(np.tile(counts, (times, 1)), BINS, 0.05, most=10**9)
        for times in (1, 100)
    )
    assert many.estimate == pytest.approx(few.estimate, rel=0.01)
    # Chance alone would leave a tenth.
    assert many.standard_error > 0.5 * few.standard_error


def test_hill_in_one_bin_or_one_batch_has_no_interval():
    one_bin = hill_index(binned([[7, 7], [7, 7]]), BINS, 0.5)
    assert math.isnan(one_bin.estimate)
    assert (one_bin.threshold, one_bin.n_exceedances) == (7.0, 4)
    one_batch = hill_index(binned([[7, 900], [7, 7]]), BINS, 1.0)
    assert math.isfinite(one_batch.estimate)
    assert has_no_interval(one_batch)


def test_hill_never_takes_zero_as_its_threshold():
    assert hill_index(binned([[0, 0, 3, 9]] * 3), BINS, 1.0).threshold == 1.0


# What to trust


@pytest.mark.parametrize(
    ("low", "mean", "variance"),
    [(0.9, False, False), (1.0, False, False), (1.1, True, False), (2.1, True, True)],
)
def test_trust_needs_the_whole_interval(low, mean, variance):
    index = Estimate(10, low + 0.5, 0.1, low, low + 1, "")
    assert mean_is_trusted(index) is mean
    assert variance_is_trusted(index) is variance


def test_an_unknown_index_is_not_trusted():
    assert not mean_is_trusted(Estimate(10, 3.0))
    assert not variance_is_trusted(Estimate(10, 3.0))
