"""The tables of Rook: from sums with known answers, and from records."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from simcore.engine import Recorder
from simcore.games.rook.metrics import HEADLINES, TITLES, notes, run_metrics
from simcore.games.rook.pack import HIGH, LOW
from simcore.games.rook.tallying import LAYOUT
from simcore.runner import Outcome, run_plan
from simcore.tally import N_BATCHES

from .estimates import by_name
from .point_deals import events
from .rook_table import ROOK, make_job, make_plan


def hand_made(**blocks) -> Outcome:
    """Return an outcome in which every batch holds these sums, one session each."""
    sums = LAYOUT.zeros()
    LAYOUT.block(sums, "sessions")[:] = 1
    for name, values in blocks.items():
        block = LAYOUT.block(sums, name)
        for place, value in values.items():
            block[(slice(None), *np.atleast_1d(place))] = value
    plan = make_plan("random", sessions=N_BATCHES)
    return Outcome(plan, sums, N_BATCHES, 1.0)


def test_bids_and_declarations_have_the_shares_that_were_counted():
    """Three deals in hearts at 75, one high at 180, and a void one, each time."""
    outcome = hand_made(
        void={0: 1},
        deals={(2, 0): 3, (HIGH, 21): 1},
        made={(2, 0): 2, (HIGH, 21): 1},
        side={(2, 0): 240, (HIGH, 21): 180},
        score={(2, 0, 0): 105, (2, 0, 1): 105, (2, 0, 2): 900, (HIGH, 21, 0): 180},
        kitty={0: 10, 1: 30},
        kitty_won={0: 3},
        moon={0: 1, 1: 1},
    )
    found = by_name(run_metrics(outcome))
    values = {key: one.estimate for key, one in found.items()}
    assert values["deals", "deals", "void"] == pytest.approx(0.2)
    assert values["deals", "kitty", "kitty points"] == pytest.approx(10)
    assert values["deals", "kitty", "to declarer's side"] == pytest.approx(7.5)
    assert values["deals", "kitty", "won by declarer's side"] == pytest.approx(0.75)
    assert values["deals", "moon", "bid"] == pytest.approx(0.25)
    assert values["deals", "moon", "shot when bid"] == 1
    assert values["declarations", "suit", "played"] == pytest.approx(0.75)
    assert values["declarations", "suit", "made"] == pytest.approx(2 / 3)
    assert values["declarations", "suit", "side's points"] == pytest.approx(80)
    assert values["declarations", "suit", "declarer scores"] == pytest.approx(35)
    assert values["declarations", "suit", "defender scores"] == pytest.approx(100)
    assert found["declarations", "suit", "defender scores"].n == 9 * N_BATCHES
    assert found["declarations", "low", "made"].n == 0
    assert values["declarations", "all", "side's points"] == pytest.approx(105)
    assert values["bids", "180", "made"] == 1
    assert {item for table, item, _ in found if table == "bids"} == {"75", "180"}


def test_scores_are_told_by_seat_strategy_and_role():
    outcome = hand_made(
        deals={(0, 0): 4, (LOW, 1): 1},
        declared={0: 3, 1: 2},
        partnered={2: 5},
        seat_made={0: 3},
        seat_score={(0, 0): 300, (0, 2): 40, (1, 0): -150, (1, 2): 60},
    )
    values = {k: one.estimate for k, one in by_name(run_metrics(outcome)).items()}
    assert values["scores", "seat 0", "score a deal"] == pytest.approx(68)
    assert values["scores", "seat 0", "declares"] == pytest.approx(0.6)
    assert values["scores", "seat 0", "made"] == 1
    assert values["scores", "seat 0", "as declarer"] == pytest.approx(100)
    assert values["scores", "seat 0", "as defender"] == pytest.approx(20)
    assert values["scores", "seat 1", "as declarer"] == pytest.approx(-75)
    assert values["scores", "seat 1", "as defender"] == pytest.approx(20)
    assert values["scores", "random", "score a deal"] == pytest.approx(10)
    assert values["scores", "random", "made"] == pytest.approx(0.6)


def test_matches_are_told_where_some_were_played():
    outcome = hand_made(
        started={0: 4},
        matches={0: 2, 3: 1},
        length={5: 3},
        length_sum={0: 15},
        margin={8: 3},
        margin_sum={0: 24},
    )
    metrics = run_metrics(outcome)
    values = {key: one.estimate for key, one in by_name(metrics).items()}
    assert values["matches", "seat 0", "won"] == pytest.approx(2 / 3)
    assert values["matches", "random", "won"] == 1
    assert values["matches", "matches", "unfinished"] == pytest.approx(0.25)
    assert values["matches", "deals a match", "mean"] == pytest.approx(5)
    assert values["matches", "deals a match", "50 % quantile"] == 5
    assert values["matches", "margin", "mean"] == pytest.approx(8)
    assert "Unfinished" in notes(metrics)["matches"][0]
    alone = run_metrics(hand_made(deals={(0, 0): 1}))
    assert "matches" not in {one.table for one in alone}
    assert notes(alone) == {}


def test_empty_sums_give_no_estimates_and_no_warnings():
    for one in run_metrics(Outcome(make_plan(), LAYOUT.zeros(), 0, 0.0)):
        assert one.estimate.n == 0
        assert math.isnan(one.estimate.estimate)


def test_every_table_has_a_title_and_every_headline_its_metric():
    plan = make_plan("random", sessions=300, matches=True)
    metrics = run_metrics(run_plan(plan, jobs=1))
    assert {one.table for one in metrics} == TITLES.keys()
    assert set(HEADLINES.values()) <= by_name(metrics).keys()
    for one in metrics:
        assert not one.estimate.ci_low > one.estimate.estimate + 1e-9
        assert not one.estimate.ci_high < one.estimate.estimate - 1e-9


@pytest.mark.parametrize("rules", [{}, {"all_pass": "dealer", "defenders": "own"}])
def test_tables_agree_with_the_records_of_the_same_deals(rules):
    plan = make_plan(
        "random,heuristic,random,heuristic,random", sessions=150, seed=11, **rules
    )
    job = ROOK.engine.make_job(plan)
    records = [next(ROOK.engine.records(job, n)) for n in range(150)]
    results = [record["result"] for record in records]
    played = [one for one in results if "declarer" in one]
    found = by_name(run_metrics(run_plan(plan, jobs=1)))

    void = found["deals", "deals", "void"]
    assert void.estimate * void.n == pytest.approx(len(results) - len(played))
    for bid, count in Counter(one["bid"] for one in played).items():
        share = found["bids", str(bid), "played"]
        assert share.estimate * share.n == pytest.approx(count)
    made = found["declarations", "all", "made"]
    assert made.estimate == pytest.approx(np.mean([one["made"] for one in played]))
    kitty = found["deals", "kitty", "kitty points"]
    points = [one["kitty_points"] for one in played]
    assert kitty.estimate == pytest.approx(np.mean(points))
    for seat in range(5):
        score = found["scores", f"seat {seat}", "score a deal"]
        expected = np.mean([one["score"][seat] for one in results])
        assert score.estimate == pytest.approx(expected)
        roles = [one["score"][seat] for one in played if one["declarer"] == seat]
        if roles:
            score = found["scores", f"seat {seat}", "as declarer"]
            assert score.estimate == pytest.approx(np.mean(roles))
    left = found["deals", "deals", "left seat leads"]
    led = [events(one, "declare") for one in records]
    count = sum(one[0]["leader"] != one[0]["seat"] for one in led if one)
    assert left.estimate * left.n == pytest.approx(count)


def test_matches_agree_with_the_records_of_the_same_matches():
    plan = make_plan("random", sessions=60, seed=5, matches=True)
    job = make_job("random", sessions=60, seed=5, matches=True)
    winners: Counter[int] = Counter()
    lengths = []
    for session in range(60):
        recorder = Recorder(ROOK.engine, job, session)
        deal = 0
        while not recorder.is_over and deal < plan.deals:
            recorder.play(deal)
            deal += 1
        if recorder.is_over:
            winners[int(recorder.tables["winner"][0])] += 1
            lengths.append(deal)
    found = by_name(run_metrics(run_plan(plan, jobs=1)))
    for seat in range(5):
        wins = found["matches", f"seat {seat}", "won"]
        assert wins.estimate * wins.n == pytest.approx(winners[seat])
    mean = found["matches", "deals a match", "mean"]
    assert mean.estimate == pytest.approx(np.mean(lengths))
