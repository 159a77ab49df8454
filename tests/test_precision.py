"""Runs that go on until a number is known: how they end, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

import simcore
from simcore.errors import UsageError
from simcore.games.kratzen.metrics import HEADLINES
from simcore.metric import Metric
from simcore.precision import Goals, looks, run_until_precise
from simcore.registry import find_game
from simcore.results import as_csv
from simcore.stats import (
    Estimate,
    LogBins,
    proportion_estimate,
    quantile_estimate,
    ratio_estimate,
)
from simcore.targets import Target, find_key, half_width, longest, parse_targets
from tests.games.helpers import make_plan

KRATZEN = find_game("kratzen")
MADE = "contracts.all three.made"
LOW, HIGH = 0.92, 0.98


def goals(**widths: float) -> Goals:
    """Return goals for `run` in Kratzen."""
    return Goals(parse_targets(widths), KRATZEN)


def long_plan(**values):
    """Return a plan of some chunks, quick to play."""
    return make_plan("random", sessions=60_000, deals=20, seed=3, **values)


def test_of_a_number_that_is_named_twice_the_smaller_width_counts():
    assert parse_targets(["made=0.02", "all_three.Made=1", "MADE=0.001"]) == (
        Target("made", 0.001),
        Target("all_three.Made", 1.0),
    )


def test_a_width_beyond_all_reach_is_told_as_any_other():
    with pytest.warns(RuntimeWarning, match="made is not known to ±1e-200"):
        simcore.run(
            "kratzen",
            strategies="random",
            precision="made=1e-200",
            maximum=1500,
            deals=5,
            seed=1,
        )


# Where a run is looked at


def test_looks_are_whole_chunks_that_grow_by_half():
    plan = make_plan("random", sessions=10**6, deals=60)
    found = list(looks(plan))
    chunks = [n // plan.chunk_sessions for n in found[:-1]]
    assert chunks[:6] == [1, 2, 3, 5, 8, 12]
    assert all(n % plan.chunk_sessions == 0 for n in found[:-1])
    assert found[-1] == plan.sessions
    assert found == sorted(set(found))


@pytest.mark.parametrize("deals", [1, 60, 10_000, 10**6])
def test_no_look_comes_before_a_thousand_sessions(deals):
    assert next(looks(make_plan("random", sessions=10**7, deals=deals))) >= 1000
    assert list(looks(make_plan("random", sessions=30, deals=deals))) == [30]


# How a run ends


def test_a_run_ends_as_soon_as_the_number_is_known():
    plan, width = long_plan(), 0.0018
    found = run_until_precise(plan, goals(made=width))
    ((_, made),) = found.known
    assert found.missed == []
    assert half_width(made) <= width
    places = list(looks(plan))
    place = places.index(found.outcome.sessions)
    assert 0 < place < len(places) - 1
    shorter = simcore.run(
        "kratzen", strategies="random", sessions=places[place - 1], deals=20, seed=3
    )
    rows = shorter[(shorter["item"] == "all three") & (shorter["metric"] == "made")]
    assert ((rows["ci_high"] - rows["ci_low"]) / 2 > width).all()


def test_every_target_is_met():
    found = run_until_precise(
        long_plan(), goals(**{MADE: 0.01, "tail index.from growth": 0.002})
    )
    assert len(found.met) == 2
    assert all(half_width(one) <= target.width for target, one in found.known)


def test_it_is_bit_for_bit_a_plain_run_of_that_length_for_any_jobs():
    values = {"strategies": "random", "deals": 20, "seed": 3}
    tables = [
        simcore.run(
            "kratzen", **values, precision="made=0.0018", maximum=60_000, jobs=jobs
        )
        for jobs in (1, 3)
    ]
    (sessions,) = tables[0]["sessions"].unique()
    assert 1000 <= sessions < 60_000
    plain = simcore.run("kratzen", **values, sessions=int(sessions))
    texts = {as_csv(table) for table in [*tables, plain]}
    assert len(texts) == 1
    plans = [table.attrs["provenance"]["plan"] for table in [*tables, plain]]
    assert plans[0] == plans[1] == plans[2]


def test_the_maximum_is_told_when_it_comes_first():
    with pytest.warns(RuntimeWarning, match=r"made is not known to ±1e-06, only to ±"):
        table = simcore.run(
            "kratzen", strategies="random", precision="made=1e-6", maximum=700, seed=1
        )
    assert set(table["sessions"]) == {700}
    assert table["complete"].all()


def test_a_stopped_run_is_not_complete():
    plan, stop = long_plan(), np.ones(1, np.uint8)
    found = run_until_precise(plan, goals(made=0.001), stop=stop)
    assert not found.outcome.is_complete
    assert found.outcome.sessions == 0
    assert found.known == ()


def test_every_cell_of_a_sweep_goes_on_until_its_own_width():
    table = simcore.sweep(
        "kratzen",
        {"all.strategy": ["random", "normal"]},
        deals=20,
        seed=3,
        precision={"made": 0.0028},
        maximum=60_000,
    )
    cells = table[table["table"] != "effects"]
    lengths = cells.groupby("cell")["sessions"].unique()
    assert len(lengths[1]) == len(lengths[2]) == 1
    assert lengths[1][0] != lengths[2][0]
    rows = cells[(cells["item"] == "all three") & (cells["metric"] == "made")]
    assert ((rows["ci_high"] - rows["ci_low"]) / 2 <= 0.0028).all()
    alone = simcore.run(
        "kratzen", strategies="random", deals=20, seed=3, sessions=int(lengths[1][0])
    )
    first = cells[cells["cell"] == 1]
    assert first["estimate"].tolist() == pytest.approx(
        alone["estimate"].tolist(), nan_ok=True, rel=0, abs=0
    )
    effects = table[table["table"] == "effects"]
    assert effects["ci_low"].notna().all()


def test_pots_and_matches_have_precision_too():
    table = simcore.pot(
        "kratzen", precision="tail index.from growth=0.05", deals=20, seed=1
    )
    assert 1000 <= table["sessions"].iloc[0] < 5_000_000
    table = simcore.run(
        "klaberjass", strategies="random", precision="won=0.05", matches=9000, seed=1
    )
    assert table["matches"].all()
    assert table["sessions"].iloc[0] == 2048


# What is asked for


@pytest.mark.parametrize(
    ("wanted", "targets"),
    [
        ("made=0.002", [("made", 0.002)]),
        (["a.b = 1", "c=2e-3"], [("a.b", 1.0), ("c", 0.002)]),
        ({"normal(join=1.6).made": 0.1}, [("normal(join=1.6).made", 0.1)]),
    ],
)
def test_targets_are_read(wanted, targets):
    assert parse_targets(wanted) == tuple(Target(*one) for one in targets)


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ("made", "precision is 'made' but takes METRIC=WIDTH"),
        ("=1", "precision is '=1' but takes METRIC=WIDTH"),
        ("made=x", "the precision of made is 'x' but takes numbers above 0"),
        ("made=0", "the precision of made is '0' but takes numbers above 0"),
        ("made=nan", "the precision of made is 'nan' but takes numbers above 0"),
        ([], "precision names no metric; give METRIC=WIDTH"),
    ],
)
def test_what_is_no_target_is_refused(wanted, sentence):
    with pytest.raises(UsageError) as error:
        parse_targets(wanted)
    assert str(error.value) == sentence


def metrics(*words: str) -> list[Metric]:
    """Return metrics named ``table.item.metric.unit``."""
    return [Metric(*word.split("."), Estimate(9, 0.5)) for word in words]


TABLE = metrics(
    "contracts.andere.made.share",
    "contracts.all three.made.share",
    "profit.seat 0.profit in pots.pots",
    "profit.seat 0.profit in chips.chips",
    "joins.seat 0.success.share",
    "joins.seat 1.success.share",
    "pot.pot.50 % quantile.chips",
)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("made", "contracts.all three.made"),  # of the numbers that a sweep shows
        ("contract made", "contracts.all three.made"),
        ("andere.made", "contracts.andere.made"),
        ("contracts.andere.made", "contracts.andere.made"),
        ("Seat_0.Profit_in_Pots", "profit.seat 0.profit in pots"),
        ("seat 1.success", "joins.seat 1.success"),
    ],
)
def test_a_number_is_found_by_its_name(name, key):
    assert ".".join(find_key(name, TABLE, HEADLINES)) == key


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mdae", "there is no metric 'mdae'; did you mean made?"),
        (
            "success",
            "metric 'success' may be any of joins.seat 0.success,"
            " joins.seat 1.success; name one",
        ),
        (
            "profit in chips",
            "profit.seat 0.profit in chips is in chips, whose variance is not to be"
            " trusted: no number of deals makes it precise;"
            " ask for profit.seat 0.profit in pots",
        ),
        (
            "50 % quantile",
            "pot.pot.50 % quantile is in chips, whose variance is not to be trusted:"
            " no number of deals makes it precise;"
            " ask for profit.seat 0.profit in pots",
        ),
    ],
)
def test_what_cannot_be_known_is_refused(name, sentence):
    with pytest.raises(UsageError) as error:
        find_key(name, TABLE, HEADLINES)
    assert str(error.value) == sentence


def test_mistakes_are_told_before_anything_is_run():
    with pytest.raises(UsageError, match="did you mean"):
        run_until_precise(long_plan(), goals(maed=1.0), progress=pytest.fail)


def test_rows_that_are_there_only_if_something_happens_are_waited_for():
    rook = find_game("rook")
    table = simcore.run(
        "rook", strategies="random", precision="bids.180.made=0.2", seed=1
    )
    assert "180" in set(table["item"])
    with pytest.raises(UsageError, match=r"no metric 'bids\.77\.made'"):
        simcore.run("rook", strategies="random", precision="bids.77.made=0.2", seed=1)
    assert rook.metrics.TITLES["bids"]


@pytest.mark.parametrize(
    ("game", "asked", "found"),
    [
        ("kratzen", {}, (5_000_000, None, None)),
        ("kratzen", {"deals": 7, "maximum": 9}, (9, 7, None)),
        ("rook", {}, (None, 100_000_000, None)),
        ("rook", {"maximum": 9}, (None, 9, None)),
        ("rook", {"matches": 8}, (None, None, 8)),
    ],
)
def test_a_plan_is_as_long_as_it_may_get(game, asked, found):
    usual = dict.fromkeys(("sessions", "deals", "matches", "maximum"))
    length = longest(find_game(game), **(usual | asked))
    assert tuple(length[key] for key in ("sessions", "deals", "matches")) == found


@pytest.mark.parametrize(
    ("game", "asked", "sentence"),
    [
        ("kratzen", {"sessions": 9}, "sessions is 9 but precision decides how many"),
        ("rook", {"deals": 9}, "deals is 9 but precision decides how many"),
        ("rook", {"matches": 9, "maximum": 8}, "matches is the most matches already"),
    ],
)
def test_a_number_does_not_go_with_a_precision(game, asked, sentence):
    usual = dict.fromkeys(("sessions", "deals", "matches", "maximum"))
    with pytest.raises(UsageError, match=sentence):
        longest(find_game(game), **(usual | asked))


@pytest.mark.parametrize(
    ("ends", "metric", "half"),
    [
        ((0.1, 0.4), "made", 0.15),
        ((0.1, math.nan), "99 % quantile", math.inf),
        ((math.nan, math.nan), "made", math.inf),
        ((0.5, 0.5), "mean", math.inf),  # no spread yet: as good as unknown
        ((5.0, 5.0), "50 % quantile", 0.0),
    ],
)
def test_half_of_an_interval(ends, metric, half):
    one = Metric("t", "i", metric, "share", Estimate(9, 0.5, 0.1, *ends, "m"))
    assert half_width(one) == pytest.approx(half)


# What stopping does to intervals


def stopped(make, sizes, width, rng):
    """Return the interval at the first look at which it is short enough."""
    estimates = make(rng, sizes)
    for found in estimates:
        if found.ci_high - found.ci_low <= 2 * width:
            return found, True
    return found, False


SIZES = np.array([1000, 2000, 3000, 5000, 8000, 12_000, 18_000, 27_000])
"""Sessions at each look, the first ones as early as they can come."""


def batched(values, sizes):
    """Yield the sums over batches of values [n_sessions] at each look."""
    batch = np.arange(len(values)) % 100
    for size in sizes:
        yield np.bincount(batch[:size], values[:size], minlength=100)


def rates(rng, sizes, p=0.3):
    """Yield a rate at each look; sessions have rates of their own."""
    n = int(sizes[-1])
    trials = rng.integers(1, 6, n)
    hits = rng.binomial(trials, rng.beta(4 * p, 4 * (1 - p), n))
    for above, below in zip(batched(hits, sizes), batched(trials, sizes), strict=True):
        yield proportion_estimate(above, below)


def skewed_means(rng, sizes):
    """Yield a mean of skewed values at each look."""
    values = rng.exponential(1.0, int(sizes[-1])) ** 2
    for above, below in zip(
        batched(values, sizes), batched(np.ones(len(values)), sizes), strict=True
    ):
        yield ratio_estimate(above, below)


def medians(rng, sizes):
    """Yield a median at each look, from bins that hold one number each up to 511."""
    bins = LogBins(8)
    values = rng.lognormal(5.0, 1.0, int(sizes[-1])).astype(np.int64)
    places = bins.index(values)
    n_bins = int(places.max()) + 1
    batch = np.arange(len(values)) % 100
    for size in sizes:
        keys = batch[:size] * n_bins + places[:size]
        counts = np.bincount(keys, minlength=100 * n_bins)
        yield quantile_estimate(counts.reshape(100, n_bins), bins, 0.5)


@pytest.mark.parametrize(
    ("make", "truth", "width"),
    [
        pytest.param(rates, 0.3, 0.008, id="rates"),
        pytest.param(skewed_means, 2.0, 0.12, id="skewed means"),
        pytest.param(medians, math.floor(math.exp(5.0)), 3.5, id="medians"),
    ],
)
def test_intervals_of_stopped_runs_cover(make, truth, width):
    rng = np.random.default_rng(11)
    runs = [stopped(make, SIZES, width, rng) for _ in range(500)]
    assert np.mean([is_met for _, is_met in runs]) > 0.9
    assert len({found.n for found, _ in runs}) > 2
    covered = np.mean([found.ci_low <= truth <= found.ci_high for found, _ in runs])
    assert LOW <= covered <= HIGH
