"""The tables of Kratzen, from runs: against records, each other and known figures."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from simcore.games.kratzen.metrics import (
    TITLES,
    histograms,
    pot_metrics,
    run_metrics,
)
from simcore.games.kratzen.metrics.sums import NO_INTERVAL, NO_MEAN
from simcore.metric import Bin
from simcore.recording import list_records
from simcore.runner import Outcome, run_plan
from simcore.stats import Estimate
from tests.games.estimates import Key, by_name
from tests.games.helpers import make_plan


@pytest.fixture(scope="module", params=[3, 4, 6])
def played(request) -> Outcome:
    """Return the outcome of a run under the usual rules."""
    plan = make_plan("random", request.param, sessions=300, deals=30, seed=7)
    return run_plan(plan, jobs=1)


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
