"""Estimates against closed forms, scipy and numpy."""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from simcore.stats import (
    Estimate,
    LogBins,
    growth_index,
    hill_index,
    histogram_quantile,
    jackknife_estimate,
    mean_is_trusted,
    mean_log_estimate,
    proportion_estimate,
    quantile_estimate,
    ratio_estimate,
    t_quantile,
    variance_is_trusted,
    wide_sum,
)
from simcore.stats.estimates import effective_dof

BINS = LogBins()
N_BINS = BINS.n_bins(2**50)


def binned(values, bins=BINS):
    """Return counts [B, n_bins] of integers [B, n]."""
    rows = np.atleast_2d(values)
    return np.stack([np.bincount(bins.index(row), minlength=N_BINS) for row in rows])


def has_no_interval(estimate):
    """Return whether error and interval are NaN."""
    return all(
        math.isnan(value)
        for value in (estimate.standard_error, estimate.ci_low, estimate.ci_high)
    )


# Student's t


@pytest.mark.parametrize("dof", [1, 1.5, 2, 3, 7, 29, 99, 1234.5, 1e4, 1e6])
@pytest.mark.parametrize("p", [0.5001, 0.6, 0.75, 0.9, 0.975, 0.995, 0.9999])
def test_t_quantile_matches_scipy(p, dof):
    assert t_quantile(p, dof) == pytest.approx(scipy.stats.t.ppf(p, dof), rel=1e-8)


def test_t_quantile_is_symmetric_and_ends_in_the_normal():
    assert t_quantile(0.5, 3) == 0.0
    assert t_quantile(0.025, 9) == -t_quantile(0.975, 9)
    assert t_quantile(0.975, math.inf) == pytest.approx(scipy.stats.norm.ppf(0.975))


@pytest.mark.parametrize(("p", "dof"), [(0.0, 5), (1.0, 5), (0.9, 0.5), (0.9, 0)])
def test_t_quantile_rejects(p, dof):
    with pytest.raises(ValueError, match="must"):
        t_quantile(p, dof)


def test_effective_dof_counts_the_batches_that_matter():
    normal = scipy.stats.norm.ppf((np.arange(1000) + 0.5) / 1000)
    assert effective_dof(normal) == pytest.approx(999, rel=0.02)
    assert effective_dof(np.array([1.0, -1.0] * 20)) == 39.0
    few = np.zeros(100)
    few[:6] = [1, 1, 1, -1, -1, -1]
    assert 10 < effective_dof(few) < 16
    assert effective_dof(np.zeros(10)) == 9.0


# Ratios


def test_ratio_matches_the_textbook():
    rng = np.random.default_rng(1)
    x = rng.integers(10, 50, 60)
    y = rng.poisson(2 * x)
    result = ratio_estimate(y, x)
    ratio = y.sum() / x.sum()
    error = math.sqrt(60 * np.var(y - ratio * x, ddof=1)) / x.sum()
    assert (result.n, result.estimate) == (x.sum(), ratio)
    assert result.standard_error == pytest.approx(error, rel=1e-12)
    dof = effective_dof(y - ratio * x)
    reach = scipy.stats.t.ppf(0.975, dof) * error
    assert (result.ci_low, result.ci_high) == pytest.approx(
        (ratio - reach, ratio + reach)
    )


def test_equal_batches_give_the_t_interval_of_a_mean():
    y = np.array([3, 1, 4, 1, 5, 9, 2, 6])
    result = ratio_estimate(y, np.ones(8), level=0.9)
    assert result.standard_error == pytest.approx(scipy.stats.sem(y))
    expected = scipy.stats.t.interval(0.9, effective_dof(y - y.mean()), y.mean())
    assert result.ci_high - result.estimate == pytest.approx(
        (expected[1] - y.mean()) * scipy.stats.sem(y)
    )


def test_ratio_of_large_integers_is_exact():
    y = np.array([2**61 + 1, 2**61 + 1, 2**61 + 2, 2**61])
    assert ratio_estimate(y, [1, 1, 1, 1]).estimate == (4 * 2**61 + 4) / 4


def test_ratio_bounds_cut_the_interval():
    free = ratio_estimate([-9, 9, -9, 9], [4, 4, 4, 4])
    cut = ratio_estimate([-9, 9, -9, 9], [4, 4, 4, 4], bounds=(-3, 1))
    assert free.ci_low < -3
    assert (cut.ci_low, cut.ci_high) == (-3, 1)


def test_wider_level_is_wider():
    narrow, wide = (
        ratio_estimate([1, 2, 3, 4], [2, 3, 3, 4], level=level) for level in (0.9, 0.99)
    )
    assert wide.ci_low < narrow.ci_low < narrow.ci_high < wide.ci_high


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: ratio_estimate([1, 2], [1, 2, 3]), "shape"),
        (lambda: ratio_estimate([1, 2], [1, -2]), "negative"),
        (lambda: ratio_estimate([1, 2], [1, 2], level=95), "level"),
        (lambda: proportion_estimate([3, 1], [2, 2]), "successes"),
        (lambda: proportion_estimate([-1, 1], [2, 2]), "successes"),
        (lambda: jackknife_estimate(float, 3, 1), "axes"),
        (lambda: quantile_estimate([1, 2], BINS, 0.5), "axes"),
        (lambda: quantile_estimate([[1, 2]], BINS, 1.0), "q is"),
        (lambda: histogram_quantile([1, 2], BINS, 1.1), "q is"),
        (lambda: growth_index([[1, 2]], [[1, 2, 3]]), "shape"),
        (lambda: growth_index([[1, 2]], [[1, -2]]), "negative"),
        (lambda: growth_index([[1, 0]], [[1, 2]]), "without deals"),
        (lambda: hill_index([[1, 2]], BINS, 0.0), "fraction"),
        (lambda: wide_sum([1, 2], [1]), "differ"),
        (lambda: LogBins(17), "sub_bits"),
        (lambda: BINS.index([-1]), "values"),
        (lambda: BINS.index([2**62]), "values"),
        (lambda: BINS.lower(-1), "bin"),
        (lambda: BINS.upper(BINS.n_bins(2**62 - 1)), "bin"),
    ],
)
def test_wrong_input_is_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()


# Proportions


def test_proportion_without_clustering_is_wilson():
    hits = np.tile([30, 31, 32], 4000)
    result = proportion_estimate(hits, np.full(12_000, 100))
    expected = scipy.stats.binomtest(int(hits.sum()), 1_200_000).proportion_ci(
        0.95, "wilson"
    )
    assert (result.ci_low, result.ci_high) == pytest.approx(expected, rel=1e-5)


def test_clustered_proportion_is_wilson_of_the_effective_size():
    hits, trials = np.array([0, 20, 5, 15, 20, 0]), np.full(6, 20)
    result = proportion_estimate(hits, trials)
    error = scipy.stats.sem(hits) / 20
    assert result.standard_error == pytest.approx(error)
    t = scipy.stats.t.ppf(0.975, effective_dof(hits - 10.0))
    # Wilson's ends are the p where |0.5 - p| = t * sqrt(p * (1 - p) / size).
    for end in (result.ci_low, result.ci_high):
        spread = error * math.sqrt(end * (1 - end) / 0.25)
        assert abs(end - 0.5) == pytest.approx(t * spread)


@pytest.mark.parametrize("n_sessions", [None, 300, 10_000])
def test_proportion_of_nothing_and_everything(n_sessions):
    trials = np.full(50, 40)
    none = proportion_estimate(0 * trials, trials, n_sessions=n_sessions)
    every = proportion_estimate(trials, trials, n_sessions=n_sessions)
    units = min(n_sessions or 50, 2000)
    limit = scipy.stats.binomtest(0, units).proportion_ci(0.95, "exact").high
    assert (none.ci_low, none.ci_high) == pytest.approx((0, limit))
    assert (every.ci_low, every.ci_high) == pytest.approx((1 - limit, 1))
    assert math.isnan(none.standard_error)


@pytest.mark.parametrize("hits", [[1, 0, 0, 0], [20, 20, 20, 19], [0, 20, 0, 0]])
def test_proportion_stays_inside(hits):
    result = proportion_estimate(hits, [20, 20, 20, 20])
    assert 0 <= result.ci_low < result.estimate < result.ci_high <= 1


# Jackknife


def test_jackknife_of_a_mean_is_its_standard_error():
    y = np.array([3.0, 1.0, 4.0, 1.0, 5.0, 9.0])
    result = jackknife_estimate(
        lambda s: s[0] / s[1], np.stack([y, np.ones(6)], axis=1), n=6
    )
    assert result.estimate == pytest.approx(y.mean())
    assert result.standard_error == pytest.approx(scipy.stats.sem(y))


def test_jackknife_agrees_with_the_delta_method():
    rng = np.random.default_rng(2)
    x = rng.integers(900, 1100, 100)
    y = rng.poisson(3 * x)
    by_jackknife = jackknife_estimate(lambda s: s[0] / s[1], np.c_[y, x], n=7)
    by_delta = ratio_estimate(y, x)
    assert by_jackknife.n == 7
    assert by_jackknife.standard_error == pytest.approx(
        by_delta.standard_error, rel=0.01
    )


def test_jackknife_without_a_leave_out_value_has_no_interval():
    result = jackknife_estimate(
        lambda s: math.log(s[0]) if s[0] else math.nan, [[3, 1], [0, 1]], n=5
    )
    assert result.estimate == math.log(3)
    assert has_no_interval(result)


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
    result = hill_index(counts, BINS, 0.049)
    assert (result.threshold, result.n_exceedances) == (256.0, 10**10)
    assert result.n == 2 * 10**11
    assert result.estimate == pytest.approx(index, rel=1e-4)


def test_hill_is_the_maximum_of_the_grouped_likelihood():
    rng = np.random.default_rng(8)
    counts = binned((100 * rng.pareto(1.3, (30, 400)) + 100).astype(np.int64))
    result = hill_index(counts, BINS, 0.1)
    pooled = counts.sum(axis=0)
    used = np.flatnonzero(
        (pooled > 0) & (BINS.lower(np.arange(N_BINS)) >= result.threshold)
    )
    low, high = BINS.lower(used) / result.threshold, BINS.upper(used) / result.threshold
    found = scipy.optimize.minimize_scalar(
        lambda a: -pooled[used] @ np.log(low**-a - high**-a), bounds=(0.1, 9)
    )
    # The jackknife takes off the bias, which is about 1/k of the estimate.
    assert result.estimate == pytest.approx(found.x, rel=5 / result.n_exceedances)
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
    result = hill_index(counts, bins, 0.1)
    tail = values[values >= result.threshold]
    classic = 1 / np.mean(np.log(tail / result.threshold))
    assert result.estimate == pytest.approx(classic, rel=5e-3)


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


# Wide sums


def test_wide_sum_is_exact():
    rng = np.random.default_rng(10)
    terms = [[int(x) for x in rng.integers(0, 2**62, 500)] for _ in range(4)]
    high = np.array([sum(x >> 32 for x in row) for row in terms])
    low = np.array([sum(x & (2**32 - 1) for x in row) for row in terms])
    result = wide_sum(high, low)
    assert result.total == sum(sum(row) for row in terms)
    assert result.values.tolist() == [float(sum(row)) for row in terms]


def test_wide_sum_keeps_signs_and_shapes():
    result = wide_sum([[-1, 0], [2, 2**40]], [[2**32 - 3, 5], [2**33, 1]])
    assert result.values.dtype == np.float64
    assert result.values.tolist() == [[-3, 5], [2**34, float(2**72 + 1)]]
    assert result.total == -3 + 5 + 2**34 + 2**72 + 1


# What all have in common

ESTIMATORS = [
    pytest.param(lambda c: ratio_estimate(c[:, 40], c.sum(axis=1)), id="ratio"),
    pytest.param(
        lambda c: proportion_estimate(c[:, 40], c.sum(axis=1)), id="proportion"
    ),
    pytest.param(
        lambda c: jackknife_estimate(lambda s: s[40] / s.sum(), c, int(c.sum())),
        id="jackknife",
    ),
    pytest.param(lambda c: quantile_estimate(c, BINS, 0.6), id="quantile"),
    pytest.param(
        lambda c: growth_index(c, c * BINS.centre(range(50)) / 30), id="growth"
    ),
    pytest.param(
        lambda c: mean_log_estimate(c, c * BINS.centre(range(50)) / 30), id="log"
    ),
    pytest.param(lambda c: hill_index(c, BINS, 0.2), id="hill"),
]


@pytest.fixture
def histogram():
    """Return counts [12, 50] of batches, mostly small values."""
    weights = np.where(np.arange(50) < 30, 30.0, 100 / (1 + np.arange(50)))
    return np.random.default_rng(11).poisson(weights, (12, 50))


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_empty_batches_and_their_order_change_nothing(estimator, histogram):
    result = estimator(histogram)
    assert result.ci_low <= result.estimate <= result.ci_high
    padded = np.concatenate([np.zeros((5, 50), dtype=int), histogram[::-1]])
    other = estimator(padded)
    assert other.n == result.n
    assert (other.estimate, other.standard_error, other.ci_low, other.ci_high) == (
        pytest.approx(
            (result.estimate, result.standard_error, result.ci_low, result.ci_high),
            rel=1e-10,
        )
    )


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_one_batch_has_no_interval_and_none_no_estimate(estimator, histogram):
    one = estimator(histogram[:1])
    assert math.isfinite(one.estimate)
    assert has_no_interval(one)
    none = estimator(histogram[:0])
    assert none.n == 0
    assert math.isnan(none.estimate)
    assert has_no_interval(none)


@pytest.mark.parametrize("estimator", [e for e in ESTIMATORS if e.id != "quantile"])
def test_the_same_sessions_tenfold_shrink_the_error(estimator, histogram):
    small = estimator(histogram)
    large = estimator(np.tile(histogram, (10, 1)))
    ratio = large.standard_error / small.standard_error
    assert ratio == pytest.approx(math.sqrt(0.1), rel=0.2)
