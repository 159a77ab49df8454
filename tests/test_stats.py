"""Estimates against closed forms, scipy and numpy."""

import math

import numpy as np
import pytest
import scipy.stats

from simcore.stats import (
    NO_SPREAD,
    LogBins,
    growth_index,
    hill_index,
    histogram_quantile,
    jackknife_estimate,
    joint_t_quantile,
    mean_log_estimate,
    proportion_estimate,
    quantile_estimate,
    ratio_estimate,
    t_quantile,
    wide_sum,
)
from simcore.stats.estimates import effective_dof
from stats_inputs import BINS, binned, has_no_interval

# Student's t


@pytest.mark.parametrize("dof", [1, 1.5, 2, 3, 7, 29, 99, 1234.5, 1e4, 1e6])
@pytest.mark.parametrize("p", [0.5001, 0.6, 0.75, 0.9, 0.975, 0.995, 0.9999])
def test_t_quantile_matches_scipy(p, dof):
    assert t_quantile(p, dof) == pytest.approx(scipy.stats.t.ppf(p, dof), rel=1e-8)


@pytest.mark.parametrize("number", [1, 3, 45])
@pytest.mark.parametrize("dof", [2, 19, 199])
def test_several_intervals_share_the_error(number, dof):
    found = joint_t_quantile(0.95, number, dof)
    assert number * 2 * scipy.stats.t.sf(found, dof) == pytest.approx(0.05)


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


@pytest.mark.parametrize(
    ("sums", "counts"),
    [
        ([180, 360], [1, 2]),  # two bids of 180 that took all points
        ([0, 0, 0], [5, 9, 2]),
        ([1.1, 2.2, 3.3], [3, 6, 9]),  # no spread but that of rounding
        ([7] * 100, [1] * 100),
    ],
)
def test_what_did_not_vary_is_not_certain(sums, counts):
    found = ratio_estimate(sums, counts)
    assert found.estimate == sum(sums) / sum(counts)
    assert has_no_interval(found)
    assert found.method == NO_SPREAD
    assert not found.influence.any()


def test_batches_without_data_have_no_influence():
    for found in (
        ratio_estimate([1, 0, 5], [2, 0, 2]),
        proportion_estimate([1, 0, 2], [2, 0, 3]),
        proportion_estimate([0, 0, 0], [2, 0, 3]),
    ):
        assert np.isnan(found.influence).tolist() == [False, True, False]


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
    hits = np.tile([0, 20, 5, 15, 20, 0], 20)
    result = proportion_estimate(hits, np.full(120, 20))
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
    units = max(n_sessions or 50, 500)  # four trials may have to end alike
    units = min(units, 2000)
    limit = scipy.stats.binomtest(0, units).proportion_ci(0.95, "exact").high
    assert (none.ci_low, none.ci_high) == pytest.approx((0, limit))
    assert (every.ci_low, every.ci_high) == pytest.approx((1 - limit, 1))
    assert math.isnan(none.standard_error)


@pytest.mark.parametrize("successes", [0, 1, 2, 9, 100, 1000, 1999, 2000])
def test_one_trial_a_session_is_clopper_pearson(successes):
    hits = np.array([successes // 2, successes - successes // 2])
    result = proportion_estimate(hits, [1000, 1000], n_sessions=2000)
    exact = scipy.stats.binomtest(successes, 2000).proportion_ci(0.95, "exact")
    ends = (result.ci_low, result.ci_high)
    # Of many successes it is Wilson's, which differs by less than one of them.
    assert ends == pytest.approx(exact, rel=1e-9 if successes != 1000 else 1e-3)


SIZES = [(1, 1e-6), (1.2, 0.05), (4, 0.05), (60, 0.05)]
"""Trials of a session, and how much more than Clopper-Pearson's a step may be."""


@pytest.mark.parametrize(("trials", "slack"), SIZES)
def test_shares_join_as_successes_are_added(trials, slack):
    """No success lowers an upper end, nor raises it more than in independent trials."""
    n, hits = round(2000 * trials), np.zeros(100, np.int64)
    last = exact = 0.0
    for k in range(70):
        found = proportion_estimate(hits, np.full(100, n // 100), n_sessions=2000)
        limit = scipy.stats.beta.ppf(0.975, k + 1, n - k)
        if k:
            assert found.ci_high >= last
            assert found.ci_high - last <= (1 + slack) * (limit - exact)
        mirrored = proportion_estimate(
            n // 100 - hits, np.full(100, n // 100), n_sessions=2000
        )
        assert mirrored.ci_low == pytest.approx(1 - found.ci_high, abs=1e-12)
        last, exact = found.ci_high, limit
        hits[k] += 1


@pytest.mark.parametrize(("trials", "fall"), [(1, 0.0), (1.2, 0.0), (20, 0.03)])
def test_shares_join_where_successes_fall_as_they_may(trials, fall):
    """Successes that meet in a batch look clustered, and less so when more come."""
    rng = np.random.default_rng(7)
    n, hits = round(2000 * trials), np.zeros(100, np.int64)
    last = 0.0
    for _ in range(200):
        found = proportion_estimate(hits, np.full(100, n // 100), n_sessions=2000)
        assert found.ci_high >= last * (1 - fall)
        last = found.ci_high
        hits[rng.integers(100)] += 1


@pytest.mark.parametrize("hits", [[1, 0, 0, 0], [20, 20, 20, 19], [0, 20, 0, 0]])
def test_proportion_stays_inside(hits):
    result = proportion_estimate(hits, [20, 20, 20, 20])
    assert 0 <= result.ci_low < result.estimate < result.ci_high <= 1


def test_equal_shares_have_the_interval_of_independent_trials():
    found = proportion_estimate([16, 16], [100, 100])
    assert math.isnan(found.standard_error)
    assert found.ci_low < 0.05 < 0.4 < found.ci_high


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


def test_estimates_without_spread_have_no_interval():
    sums = np.tile([8, 4], (5, 1))
    growth = np.tile([2, 2, 2], (5, 1)), np.tile([0.0, 1.6, 4.0], (5, 1))
    for found in (
        jackknife_estimate(lambda s: s[0] / s[1], sums, n=9),
        growth_index(*growth),
        mean_log_estimate(*growth),
        hill_index(np.tile(binned(np.array([1, 2])), (5, 1)), BINS, 1.0),
    ):
        assert math.isfinite(found.estimate)
        assert has_no_interval(found)
        assert found.method == NO_SPREAD


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


@pytest.mark.parametrize(
    "estimator", [e for e in ESTIMATORS if e.id not in {"quantile", "hill"}]
)
def test_the_same_sessions_tenfold_shrink_the_error(estimator, histogram):
    small = estimator(histogram)
    large = estimator(np.tile(histogram, (10, 1)))
    ratio = large.standard_error / small.standard_error
    assert ratio == pytest.approx(math.sqrt(0.1), rel=0.2)
