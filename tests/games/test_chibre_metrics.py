"""The tables of Chibre: from sums with known answers, from records, and by chance."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import sqrt
from statistics import mean

import numpy as np
import pytest

from simcore.games.chibre.metrics import HEADLINES, TITLES, notes, run_metrics
from simcore.games.chibre.pack import CHIBRE as SAY_CHIBRE
from simcore.games.chibre.tallying import LAYOUT, MATCH, SCORE
from simcore.runner import Outcome, run_plan
from simcore.tally import N_BATCHES

from .chibre_table import CHIBRE, make_job, make_plan
from .estimates import by_name

STANDARD_ERRORS = 4.5


def hand_made(fill: Callable[[dict], None], **values) -> Outcome:
    """Return an outcome whose sums `fill` writes, batch by batch, one session each."""
    sums = LAYOUT.zeros()
    blocks = {name: LAYOUT.block(sums, name) for name in LAYOUT.shapes}
    for batch in range(N_BATCHES):
        blocks["sessions"][batch] = 1
        fill({name: block[batch] for name, block in blocks.items()})
    return Outcome(make_plan(sessions=N_BATCHES, **values), sums, N_BATCHES, 1.0)


def fill_deals(sums: dict) -> None:
    """Add three deals: clubs with 100 and 50 points, hearts after a chibre with 79."""
    sums["points"][0, 0, [100, 50]] = 1
    sums["points"][1, 2, 79] = 1
    sums["choice"][0, 0, SCORE : SCORE + 2] = [250, 164]
    sums["choice"][1, 2, SCORE : SCORE + 2] = [79, 78]
    sums["choice"][0, 0, MATCH + 1] = 1
    sums["said"][1, 0] = 2
    sums["said"][2, SAY_CHIBRE] = 1
    sums["lead"][[1, 2]] = [86, 1]
    sums["score"][:] = [243, 328]


def test_deals_have_the_numbers_that_were_counted():
    found = by_name(run_metrics(hand_made(fill_deals)))
    value = {key: one.estimate for key, one in found.items()}
    assert value["trumps", "clubs", "named"] == pytest.approx(2 / 3)
    assert value["trumps", "clubs", "points"] == 75
    assert value["trumps", "all", "50 % quantile"] == 79
    assert value["trumps", "all", "79 or more"] == pytest.approx(2 / 3)
    assert value["trumps", "clubs", "match against"] == 0.5
    assert value["trumps", "clubs", "match"] == 0
    assert value["trumps", "chibre, hearts", "points"] == 79
    assert found["trumps", "hearts", "points"].n == 0
    assert value["first say", "all", "value"] == pytest.approx(87 / 3)
    assert value["first say", "chibre", "said"] == pytest.approx(1 / 3)
    assert value["first say", "clubs", "others' score"] == 82
    assert value["sayers", "seat 1", "first say"] == pytest.approx(2 / 3)
    assert value["sayers", "seat 2", "chibre"] == 1
    assert value["sayers", "seat 1", "value"] == 43
    assert value["score", "team 0", "score"] == 81
    assert value["score", "team 1", "profit"] == pytest.approx(85 / 3)
    assert found["score", "team 1", "profit"].n == 3 * N_BATCHES
    assert value["score", "random", "profit"] == 0
    assert not any(table == "matches" for table, _, _ in found)


def fill_matches(sums: dict) -> None:
    """Add five matches, one of them cut off and one won with fewer points."""
    fill_deals(sums)
    sums["won"][:] = [3, 1]
    sums["cut_off"][0] = 1
    sums["behind"][0] = 1
    sums["length"][[5, 9]] = 2
    sums["length_sum"][0] = 28
    sums["margin"][[0, 20]] = [1, 3]
    sums["margin_sum"][0] = 55


def test_matches_have_the_numbers_that_were_counted():
    lineup = "heuristic,random,heuristic,random"
    metrics = run_metrics(hand_made(fill_matches, strategies=lineup, matches=True))
    value = {key: one.estimate for key, one in by_name(metrics).items()}
    assert value["matches", "team 0", "won"] == 0.75
    assert value["matches", "random", "won"] == 0.25
    assert value["matches", "deals a match", "mean"] == 7
    assert value["matches", "deals a match", "90 % quantile"] == 9
    assert value["matches", "margin", "mean"] == 13.75
    assert value["matches", "margin", "50 % quantile"] == 20
    assert value["matches", "margin", "won with fewer points"] == 0.25
    assert value["matches", "matches", "unfinished"] == 0.2
    assert list(notes(metrics)) == ["matches"]


def test_titles_and_headlines_name_what_there_is():
    metrics = run_metrics(hand_made(fill_matches, modes="all"))
    assert {one.table for one in metrics} == set(TITLES)
    assert set(HEADLINES.values()) <= set(by_name(metrics))
    assert {one.unit for one in metrics} == {"share", "points", "deals"}


def test_modes_have_rows_only_where_the_rules_have_them():
    for modes, is_there in (("suits", False), ("all", True)):
        found = by_name(run_metrics(hand_made(fill_deals, modes=modes)))
        assert (("trumps", "obenabe", "named") in found) is is_there


# What the records say, and what is known.


def test_the_tables_say_what_the_records_say():
    job = make_job("heuristic,random,random,heuristic", seed=3, modes="all")
    sums = LAYOUT.zeros()
    records = [
        next(iter(CHIBRE.engine.records(job, session, sums=sums)))
        for session in range(600)
    ]
    found = by_name(run_metrics(Outcome(job.plan, sums, len(records), 1.0)))
    own, lead, held = [], [], []
    for record in records:
        result = record["result"]
        team = result["chooser"] % 2
        own.append(result["card_points"][team])
        lead.append(result["score"][team] - result["score"][1 - team])
        held.append([e for e in record["events"] if e["type"] == "meld"])
    assert found["trumps", "all", "points"].estimate == pytest.approx(mean(own))
    half = mean(points >= 79 for points in own)
    assert found["trumps", "all", "79 or more"].estimate == pytest.approx(half)
    assert found["first say", "all", "value"].estimate == pytest.approx(mean(lead))
    chibre = mean(record["result"]["chibre"] for record in records)
    assert found["first say", "chibre", "said"].estimate == pytest.approx(chibre)
    at_2 = [event for events in held for event in events if event["seat"] == 2]
    share = len(at_2) / len(records)
    assert found["melds", "seat 2", "held"].estimate == pytest.approx(share)
    points = mean(event["points"] for event in at_2 if event["scores"])
    assert found["melds", "seat 2", "points"].estimate == pytest.approx(points)
    score = mean(record["result"]["score"][1] for record in records)
    assert found["score", "team 1", "score"].estimate == pytest.approx(score)


@cache
def random_deals() -> dict[str, np.ndarray]:
    """Return the sums of 400,000 deals of random players, over all batches."""
    sums = run_plan(make_plan(sessions=400_000, seed=5), jobs=1).sums
    return {name: LAYOUT.block(sums, name).sum(axis=0) for name in LAYOUT.shapes}


def assert_share(hits: int, tries: int, share: float) -> None:
    """Make sure that a share is what it must be, to within chance."""
    error = sqrt(share * (1 - share) / tries)
    assert abs(hits / tries - share) < STANDARD_ERRORS * error


def test_two_in_35_hold_stoeck():
    sums = random_deals()
    deals = sums["said"].sum()
    for seat in range(4):
        assert_share(sums["stoeck"][seat], deals, 2 / 35)


def test_random_points_are_those_of_the_yardstick():
    """Mean 78.5, variance 1064 and 0.0101 matches, by the same work done in C.

    The sums are the first chooser's, whose mean the last trick's lead moves a little;
    by team 0, who has the first say in half the deals, the mean is 78.5.
    """
    sums = random_deals()
    counts = sums["points"].sum(axis=(0, 1))
    deals = counts.sum()
    values = np.arange(len(counts))
    own = (counts * values).sum() / deals
    spread = (counts * (values - 78.5) ** 2).sum() / deals
    assert abs(own - 78.5) < 1
    assert abs(spread - 1064) < 10
    matches = sums["choice"][:, :, MATCH : MATCH + 2].sum()
    assert_share(matches, deals, 0.0101)


def test_card_points_add_up_to_157_and_scores_to_257_after_a_match():
    job = make_job("random", seed=9, melds=False, stoeck=False)
    totals = set()
    for session in range(1500):
        [record] = CHIBRE.engine.records(job, session)
        result = record["result"]
        assert sum(result["card_points"]) == 157
        totals.add((sum(result["score"]), result["match"] is not None))
    assert totals == {(157, False), (257, True)}


def test_matches_are_won_by_either_team_alike():
    plan = make_plan(sessions=4000, seed=2, matches=True, target=300)
    found = by_name(run_metrics(run_plan(plan, jobs=1)))
    won = found["matches", "team 0", "won"]
    assert won.n == 4000
    assert abs(won.estimate - 0.5) < STANDARD_ERRORS * sqrt(0.25 / 4000)
    assert found["matches", "matches", "unfinished"].estimate == 0
    assert found["matches", "margin", "mean"].estimate > 0
