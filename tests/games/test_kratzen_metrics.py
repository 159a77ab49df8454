"""The tables of Kratzen: from sums with known answers, from records, and by chance."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from simcore.games.kratzen.metrics import (
    TITLES,
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
from simcore.metric import Bin, Metric
from simcore.recording import list_records
from simcore.runner import Outcome, run_plan
from simcore.stats import Estimate, LogBins
from simcore.tally import GROWTH_UNITS, N_BATCHES, POT_UNITS
from tests.games.helpers import make_plan

BINS = LogBins(4)

Key = tuple[str, str, str]
Filled = dict[str, np.ndarray[Any, Any]]


def by_name(metrics: Iterable[Metric]) -> dict[Key, Estimate]:
    """Return estimates by table, item and metric, which no two may share."""
    metrics = list(metrics)
    found = {(one.table, one.item, one.metric): one.estimate for one in metrics}
    assert len(found) == len(metrics)
    return found


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


@pytest.fixture(scope="module", params=[3, 4, 6])
def played(request) -> Outcome:
    """Return the outcome of a run under the usual rules."""
    plan = make_plan("random", request.param, sessions=300, deals=30, seed=7)
    return run_plan(plan, jobs=1)


# --- sums with known answers ---


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
        doubled = round(100 * share)
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


def test_the_median_growth_has_an_honest_interval():
    """Growth is 3, or somewhere in the bin from 1 on, more often in some sessions."""
    rng = np.random.default_rng(5)
    plan = make_plan("random", sessions=N_BATCHES)
    held = 0
    for _ in range(400):
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
        found = Growth(played, (GROWTH_NORMAL,)).median()
        held += found.ci_low <= 1.03 <= found.ci_high
    assert 0.92 <= held / 400 <= 0.98


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


# --- runs ---


def check_sum(found: dict[Key, Estimate], table: str, item: str, names: Any) -> None:
    """Check that shares of the same thing add up to one."""
    parts = [found[table, item, name] for name in names]
    assert len({part.n for part in parts}) == 1
    if parts[0].n:
        assert sum(part.estimate for part in parts) == pytest.approx(1.0)


def test_shares_add_up_to_one(played):
    run, pot = by_name(run_metrics(played)), by_name(pot_metrics(played))
    kinds = ("muss", "siebenermuss", "normal", "passed")
    check_sum(run, "pot", "deals", kinds)
    for kind in kinds:
        check_sum(pot, "next deal", f"after {kind}", kinds)
    lengths = [*map(str, range(1, 11)), "more than 10"]
    check_sum(pot, "cycle", "deals until cleared", lengths)
    for item in ("schlagen", "all three", "became siebenermuss"):
        check_sum(run, "contracts", item, [f"tricks {number}" for number in range(5)])
    assert sum(pot["kinds", kind, "share"].estimate for kind in kinds) == (
        pytest.approx(1.0)
    )
    called = [
        run["contracts", item, "called"]
        for item in ("all three", "uncontested", "became siebenermuss")
    ]
    passed = run["pot", "deals", "passed"]
    deals_with_calls = called[0].n
    assert sum(part.estimate for part in called) + (
        passed.estimate * passed.n / deals_with_calls
    ) == pytest.approx(1.0)


def test_histograms_hold_everything_once(played):
    parts: dict[tuple[str, str], list[Bin]] = {}
    for one in histograms(played):
        parts.setdefault((one.histogram, one.item), []).append(one)
    assert ("pot", "all deals") in parts
    assert ("growth", "normal stakes") in parts
    for bins in parts.values():
        assert {sum(one.number for one in bins)} == {one.share.n for one in bins}
        assert sum(one.share.estimate for one in bins) == pytest.approx(1.0)
        assert all(first.high < second.low for first, second in pairwise(bins))


def test_every_table_has_a_title_and_every_estimate_its_error(played):
    for one in [*run_metrics(played), *pot_metrics(played)]:
        assert one.table in TITLES
        if one.estimate.n == 0 or one.estimate.method in {NO_INTERVAL, NO_MEAN}:
            continue
        low, high = one.estimate.ci_low, one.estimate.ci_high
        assert not low > one.estimate.estimate + 1e-12
        assert not high < one.estimate.estimate - 1e-12
        if one.unit == "share" and one.table != "compared":
            assert 0 <= low <= high <= 1


@pytest.mark.parametrize(
    "rules", [{}, {"muss_pays": True, "siebenermuss_pays": True, "cut": "never"}]
)
def test_tables_agree_with_the_records_of_the_same_deals(rules):
    deals, sessions = 12, 25
    plan = make_plan(
        "random,threshold,random,normal",
        deals=deals,
        sessions=sessions,
        seed=11,
        **rules,
    )
    records = list(list_records(plan, deals * sessions))
    results = [record["result"] for record in records]
    outcome = run_plan(plan, jobs=1)
    run, pot = by_name(run_metrics(outcome)), by_name(pot_metrics(outcome))

    for kind, count in Counter(result["kind"] for result in results).items():
        share = run["pot", "deals", kind]
        assert share.estimate * share.n == pytest.approx(count)
    cleared = sum(result["next"] == "muss" for result in results)
    share = run["pot", "deals", "cleared"]
    assert share.estimate * share.n == pytest.approx(cleared)

    made = [
        result["tricks"][result["declarer"]] >= 2
        for result in results
        if result["kind"] == "normal" and len(result["active"]) > 1
    ]
    assert run["contracts", "all three", "made"].n == len(made)
    assert run["contracts", "all three", "made"].estimate == pytest.approx(
        np.mean(made)
    )
    for seat in range(4):
        joins = [
            (event["plays"], record["result"]["tricks"][seat])
            for record in records
            for event in record["events"]
            if event["type"] == "join" and event["seat"] == seat
        ]
        joined = run["joins", f"seat {seat}", "joined"]
        assert joined.n == len(joins)
        assert joined.estimate == pytest.approx(np.mean([play for play, _ in joins]))
        success = run["joins", f"seat {seat}", "success"]
        assert success.estimate == pytest.approx(
            np.mean([tricks > 0 for play, tricks in joins if play])
        )
        pots = np.mean([r["balance_change"][seat] / r["pot_before"] for r in results])
        profit = run["profit", f"seat {seat}", "profit in pots"]
        assert profit.estimate == pytest.approx(pots)
    logs = [
        math.log(result["pot_after"] / result["pot_before"])
        for record, result in zip(records, results, strict=True)
        if record["stakes"] == "normal" and result["next"] != "muss"
    ]
    mean_log = run["pot", "pot", "mean log growth"]
    assert mean_log.n == len(logs)
    assert mean_log.estimate == pytest.approx(np.mean(logs), abs=2e-3)
    follow = Counter(
        (first["result"]["kind"], second["result"]["kind"])
        for first, second in pairwise(records)
        if second["deal"] > 0
    )
    for (kind, following), count in follow.items():
        share = pot["next deal", f"after {kind}", following]
        assert share.estimate * share.n == pytest.approx(count)


def test_chips_are_conserved():
    """What the players have lost is what is left in the pots."""
    deals, sessions = 9, 20
    plan = make_plan("random", 5, deals=deals, sessions=sessions, seed=3)
    left = sum(
        record["result"]["pot_after"]
        for record in list_records(plan, deals * sessions)
        if record["deal"] == deals - 1
    )
    found = by_name(run_metrics(run_plan(plan, jobs=1)))
    profits = [found["profit", f"seat {s}", "profit in chips"] for s in range(5)]
    assert sum(one.estimate * one.n for one in profits) == pytest.approx(-left)
    together = found["profit", "random", "profit in chips"]
    assert together.estimate * together.n == pytest.approx(-left)


def test_strategies_are_put_together_over_their_seats():
    plan = make_plan("random,normal,random,normal", deals=20, sessions=50)
    found = by_name(run_metrics(run_plan(plan, jobs=1)))
    for metric in ("profit in pots", "profit in chips"):
        seats = [found["profit", f"seat {seat}", metric] for seat in (1, 3)]
        both = found["profit", "normal", metric]
        assert both.n == sum(one.n for one in seats)
        assert both.estimate == pytest.approx(np.mean([one.estimate for one in seats]))


def test_single_deals_of_random_players_have_the_known_figures():
    """The C program for the same work, and the rules, tell what must come out."""
    plan = make_plan("random", deals=1, sessions=200_000, seed=5)
    found = by_name(run_metrics(run_plan(plan)))
    known = {
        ("pot", "deals", "mean cuts"): 3 / 8,
        ("pot", "deals", "siebenermuss"): 4 / 31,
        ("duty", "muss", "declarer"): 0.423,
        ("duty", "muss", "left 1"): 0.576,
        ("duty", "muss", "left 2"): 0.581,
        ("duty", "muss", "left 3"): 0.585,
    }
    for key, figure in known.items():
        rounding = 0.0005 if key[0] == "duty" else 0.0
        error = 4 * found[key].standard_error + rounding
        assert found[key].estimate == pytest.approx(figure, abs=error)
