"""The tables of Kratzen, made from sums with known answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from interval_kinds import assert_covers, holds
from simcore.games.kratzen.metrics import (
    histograms,
    notes,
    pot_metrics,
    run_metrics,
)
from simcore.games.kratzen.metrics.growth_tables import Growth
from simcore.games.kratzen.metrics.sums import NO_INTERVAL, NO_MEAN, Sums
from simcore.games.kratzen.tallying import (
    BECAME_SIEBENERMUSS,
    CONTESTED,
    GROWTH_MUSS,
    GROWTH_NORMAL,
    GROWTH_SIEBENERMUSS,
    LAYOUT,
    UNCONTESTED,
)
from simcore.games.kratzen.view import ANDERE, MUSS, NORMAL, PASSED, SCHLAGEN
from simcore.runner import Outcome
from simcore.stats import Estimate, LogBins
from simcore.tally import GROWTH_UNITS, N_BATCHES, POT_UNITS
from tests.games.estimates import by_name
from tests.games.helpers import make_plan

BINS = LogBins(4)

Filled = dict[str, np.ndarray[Any, Any]]


def hand_made(fill: Callable[[Filled, int], None], **rules: Any) -> Outcome:
    """Return an outcome whose sums `fill` writes, batch by batch, one session each."""
    sums = LAYOUT.zeros()
    blocks = {name: LAYOUT.block(sums, name) for name in LAYOUT.shapes}
    assert all(np.shares_memory(block, sums) for block in blocks.values())
    for batch in range(N_BATCHES):
        blocks["sessions"][batch] = 1
        fill({name: block[batch] for name, block in blocks.items()}, batch)
    plan = make_plan("random", sessions=N_BATCHES, **rules)
    return Outcome(plan, sums, N_BATCHES, 1.0)


def add_growth(sums: Filled, group: int, deals: dict[float, int]) -> None:
    """Add deals with these growths to a class of the sums."""
    for growth, count in deals.items():
        units = round(growth * GROWTH_UNITS)
        sums["growth"][group, BINS.index(units)] += count
        sums["growth_sum"][group, BINS.index(units)] += count * units


def fill_contracts(sums: Filled, batch: int) -> None:
    """Add ten deals with calls, of which five are contested schlagen."""
    sums["deals"][NORMAL, 1] = 7
    sums["deals"][PASSED, 1] = 2
    sums["deals"][MUSS, 0] = 1
    sums["contract"][CONTESTED, SCHLAGEN] = [1, 1, 2, 0, 1]
    sums["contract"][CONTESTED, ANDERE] = [0, 1, 0, 0, 0]
    sums["contract"][UNCONTESTED, SCHLAGEN] = [0, 0, 0, 0, 1]
    sums["contract"][BECAME_SIEBENERMUSS, ANDERE] = [1, 0, 0, 0, 0]
    sums["contract_pots"][CONTESTED, SCHLAGEN] = -POT_UNITS
    # A loss of 5 chips in two words: the high one is negative, the low one is not.
    sums["contract_chips"][CONTESTED, SCHLAGEN] = [-1, 2**32 - 5]


def test_contracts_have_the_shares_that_were_counted():
    found = by_name(run_metrics(hand_made(fill_contracts)))
    schlagen = found["contracts", "schlagen", "called"]
    assert (schlagen.n, schlagen.estimate) == (10 * N_BATCHES, 0.5)
    assert found["contracts", "schlagen", "made"].estimate == pytest.approx(0.6)
    assert found["contracts", "schlagen", "made"].n == 5 * N_BATCHES
    assert found["contracts", "andere", "made"].estimate == 0.0
    assert found["contracts", "all three", "made"].estimate == pytest.approx(0.5)
    assert found["contracts", "schlagen", "tricks 2"].estimate == pytest.approx(0.4)
    profit = found["contracts", "schlagen", "profit in pots"]
    assert profit.estimate == pytest.approx(-0.2)
    profit = found["contracts", "schlagen", "profit in chips"]
    assert profit.estimate == pytest.approx(-1.0)
    called = sum(
        found["contracts", item, "called"].estimate
        for item in ("all three", "uncontested", "became siebenermuss")
    )
    assert called == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("rules", "item", "is_there"),
    [
        ({}, "forced schlagen", False),
        ({"all_pass": "dealer"}, "forced schlagen", True),
        ({}, "became siebenermuss", True),
        ({"siebenermuss_on": "turnup"}, "became siebenermuss", False),
    ],
)
def test_rows_that_the_rules_forbid_are_left_out(rules, item, is_there):
    found = by_name(run_metrics(hand_made(fill_contracts, **rules)))
    assert (("contracts", item, "called") in found) is is_there


@pytest.mark.parametrize(
    ("share", "has_interval", "has_mean"),
    [
        pytest.param(0.2, True, True, id="index 2.3"),
        pytest.param(0.4, False, True, id="index 1.3"),
        pytest.param(0.6, False, False, id="index 0.7"),
    ],
)
def test_the_tail_decides_what_is_said_of_chips(share, has_interval, has_mean):
    """A pot that doubles with probability p, else clears, has the index log2(1/p)."""

    def fill(sums: Filled, batch: int) -> None:
        doubled = round(100 * share) + (-1) ** batch
        add_growth(sums, GROWTH_NORMAL, {0.0: 100 - doubled, 2.0: doubled})
        sums["deals"][NORMAL, 1] = 100
        sums["pot"][NORMAL, 10] = 100
        sums["profit_chips"][0] = [0, 100 * (3 + batch % 2)]

    outcome = hand_made(fill)
    run, pot = run_metrics(outcome), pot_metrics(outcome)
    index = by_name(run)["pot", "tail index", "from growth"]
    assert index.estimate == pytest.approx(math.log2(1 / share))
    assert by_name(pot)["tail", "tail index", "from growth"] == index
    profit = by_name(run)["profit", "seat 0", "profit in chips"]
    assert profit.estimate == pytest.approx(3.5)
    assert math.isfinite(profit.standard_error) is has_interval
    assert math.isfinite(profit.ci_low) is has_interval
    assert (profit.method == NO_INTERVAL) is not has_interval
    mean = by_name(pot)["size", "normal", "mean"]
    assert math.isfinite(mean.estimate) is has_mean
    assert (mean.method == NO_MEAN) is not has_mean
    (sentence,) = notes(run)["profit"]
    assert f"{index.estimate:.2f}" in sentence
    assert ("no interval" in sentence) is not has_interval
    assert ("need not exist" in sentence) is not has_mean
    below = 1 if index.ci_high < 1 else 2
    assert (f"it is below {below}" in sentence) is (index.ci_high < 2)
    assert ("none is shown" in notes(pot)["size"][0]) is not has_mean


def test_single_deals_have_no_tail_and_keep_their_intervals():
    def fill(sums: Filled, batch: int) -> None:
        sums["deals"][MUSS, 0] = 1
        add_growth(sums, GROWTH_MUSS, {3.0: 1})
        sums["pot"][MUSS, 5 + batch % 3] = 1
        sums["profit_chips"][0] = [-1, 2**32 - batch % 3]

    outcome = hand_made(fill, deals=1)
    found = by_name(run_metrics(outcome))
    assert found["pot", "tail index", "from growth"].n == 0
    assert math.isnan(found["pot", "tail index", "Hill"].estimate)
    assert found["profit", "seat 0", "profit in chips"].standard_error > 0
    assert math.isfinite(by_name(pot_metrics(outcome))["size", "muss", "mean"].ci_low)
    assert notes(run_metrics(outcome)) == {}


def test_growth_is_split_by_its_causes():
    def fill(sums: Filled, batch: int) -> None:
        add_growth(sums, GROWTH_NORMAL, {0.0: 5, 1.0: 1, 2.0: 4})
        add_growth(sums, GROWTH_SIEBENERMUSS, {1.0: 1, 3.0: 4})
        add_growth(sums, GROWTH_MUSS, {4.0: 3})
        sums["deals"][NORMAL, 1] = 10
        sums["deals"][1, 1] = 5
        sums["deals"][MUSS, 0] = 3

    found = by_name(pot_metrics(hand_made(fill)))
    growth = {
        (item, metric): estimate.estimate
        for (table, item, metric), estimate in found.items()
        if table == "growth"
    }
    assert growth["normal", "mean"] == pytest.approx(0.9)
    assert growth["normal", "median"] == pytest.approx(0.0)
    assert growth["normal", "cleared"] == pytest.approx(0.5)
    assert growth["normal", "doubled"] == pytest.approx(0.4)
    assert growth["normal", "mean log"] == pytest.approx(0.8 * math.log(2))
    assert growth["siebenermuss", "mean"] == pytest.approx(2.6)
    assert growth["siebenermuss", "median"] == pytest.approx(3.0)
    assert growth["muss", "mean"] == pytest.approx(4.0)
    assert growth["normal stakes", "mean"] == pytest.approx(22 / 15)
    parts = (growth[item, "part of mean"] for item in ("normal", "siebenermuss"))
    assert sum(parts) == pytest.approx(22 / 15)
    assert ("muss", "part of mean") not in growth
    assert ("muss", "cleared") not in growth
    less = found["compared", "siebenermuss less normal", "mean"]
    assert less.estimate == pytest.approx(1.7)
    assert less.n == 5 * N_BATCHES
    less = found["compared", "muss less normal", "doubled"]
    assert less.estimate == pytest.approx(0.6)


@holds("growth_tables.median")
def test_the_median_growth_has_an_honest_interval():
    """Growth is 3, or somewhere in the bin from 1 on, more often in some sessions."""
    plan = make_plan("random", sessions=N_BATCHES)

    def median(rng: np.random.Generator) -> Estimate:
        sums = LAYOUT.zeros()
        low = rng.binomial(20, rng.beta(14, 6, N_BATCHES))
        grown = (rng.uniform(1, 1.06, (N_BATCHES, 20)) * GROWTH_UNITS).round()
        in_bin = np.where(np.arange(20) < low[:, None], grown, 0).sum(axis=1)
        counts, totals = LAYOUT.block(sums, "growth"), LAYOUT.block(sums, "growth_sum")
        for place, count, total in (
            (BINS.index(GROWTH_UNITS), low, in_bin),
            (BINS.index(3 * GROWTH_UNITS), 20 - low, (20 - low) * 3 * GROWTH_UNITS),
        ):
            counts[:, GROWTH_NORMAL, place] = count
            totals[:, GROWTH_NORMAL, place] = total
        played = Sums(Outcome(plan, sums, N_BATCHES, 1.0))
        return Growth(played, (GROWTH_NORMAL,)).median()

    assert_covers(median, 1.03, n_runs=400, seed=5, kind="growth_tables.median")


def test_cycles_are_counted_to_the_deal_that_clears():
    def fill(sums: Filled, batch: int) -> None:
        sums["cycle"][[2, 3, 12]] = [6, 3, 1]
        sums["cycles_cut"][0] = 1 if batch % 10 == 0 else 0

    found = by_name(pot_metrics(hand_made(fill)))
    item = "deals until cleared"
    assert found["cycle", item, "2"].estimate == pytest.approx(0.6)
    assert found["cycle", item, "more than 10"].estimate == pytest.approx(0.1)
    assert found["cycle", item, "50 % quantile"].estimate == 2
    assert found["cycle", item, "mean"].estimate == pytest.approx(3.3)
    cut = found["cycle", "cycles", "cut off by the session's end"]
    assert cut.estimate == pytest.approx(10 / 1010)


def test_ruin_is_told_where_there_is_a_bankroll():
    def fill(sums: Filled, batch: int) -> None:
        sums["deals"][MUSS, 0] = 1
        sums["overflowed"][0] = batch == 0
        sums["capped"][0] = batch < 50
        if batch < 25:
            sums["bankrupt"][0] = 1
            sums["broke"][2] = 1
            sums["ruin"][7] = 1

    found = by_name(run_metrics(hand_made(fill, bankroll=50, pot_cap=9)))
    assert found["sessions", "sessions", "overflowed"].estimate == 0.01
    assert found["sessions", "sessions", "met the pot cap"].estimate == 0.5
    assert found["sessions", "sessions", "ended in ruin"].estimate == 0.25
    assert found["sessions", "seat 2", "ruined"].estimate == 0.25
    assert found["sessions", "seat 0", "ruined"].estimate == 0.0
    assert found["sessions", "deals until ruin", "50 % quantile"].estimate == 7
    without = run_metrics(hand_made(fill))
    assert [one.metric for one in without if one.table == "sessions"] == ["overflowed"]
    assert "2^40" in notes(without)["sessions"][0]


@pytest.mark.parametrize("make", [run_metrics, pot_metrics, histograms])
def test_empty_sums_give_no_estimates_and_no_warnings(make):
    plan = make_plan("random", bankroll=50, pot_cap=9)
    for one in make(Outcome(plan, LAYOUT.zeros(), 0, 0.0)):
        assert one.estimate.n == 0
        assert math.isnan(one.estimate.estimate)
