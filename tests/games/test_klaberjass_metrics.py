"""The tables of Klaberjass: from known sums, and recounted from records."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from simcore.games.klaberjass.metrics import HEADLINES, TITLES, notes, run_metrics
from simcore.games.klaberjass.tallying import LAYOUT, LOST, TIED, WON
from simcore.runner import Outcome, run_plan
from simcore.tally import N_BATCHES, log_bin

from .estimates import Key, by_name
from .klaberjass_table import KLABERJASS, make_plan
from .point_deals import events

HOLDING_NAMES = ("neither", "jass", "menel", "jass and menel")
SIDES = ("taker", "other")


def hand_made(strategies: str = "random", **values: Any) -> Outcome:
    """Return an outcome in which each batch holds the same ten sessions."""
    sums = LAYOUT.zeros()
    block = {name: LAYOUT.block(sums, name) for name in LAYOUT.shapes}
    block["sessions"][:] = 10
    block["void"][:] = 2
    # Eight deals taken by seat 0 as the dealer, in round 2, with jass and menel.
    block["result"][:, 1, 3] = [5, 2, 1]
    block["points"][:, 1, 3] = [400, 320]
    block["sum"][:, 1, 3] = [480, 400]
    block["score"][:, 1, 3] = [440, 560]
    block["takes"][:, 1, 1] = [5, 2, 1]
    block["taken_by"][:, 0] = [5, 2, 1]
    block["seat_score"][:] = [440, 560]
    block["place_score"][:] = [560, 440]
    block["dix"][:] = 4
    block["held_runs"][:] = [6, 2]
    block["melds"][:] = [4, 1]
    block["meld_points"][:] = [120, 50]
    block["bela"][:] = [2, 1]
    block["trickless"][:] = [0, 1]
    block["matches"][:] = [6, 2]
    block["length"][:, log_bin(9)] = 8
    block["length_sum"][:] = 72
    block["margin"][:, log_bin(20)] = 8
    block["margin_sum"][:] = 160
    plan = make_plan(strategies, sessions=10 * N_BATCHES, **values)
    return Outcome(plan, sums, 10 * N_BATCHES, 1.0)


EXPECTED = {
    ("takes", "dealer, round 2", "share"): 0.8,
    ("takes", "dealer, round 2", "won"): 5 / 8,
    ("takes", "dealer, round 2", "tied"): 1 / 8,
    ("takes", "dealer, round 2", "lost"): 2 / 8,
    ("takes", "elder, round 1", "share"): 0.0,
    ("takes", "nobody", "share"): 0.2,
    ("taker", "all", "share"): 1.0,
    ("taker", "round 1", "share"): 0.0,
    ("taker", "round 2, jass and menel", "won"): 5 / 8,
    ("taker", "jass and menel", "points"): 50.0,
    ("taker", "round 2", "other's points"): 40.0,
    ("taker", "all", "sum"): 60.0,
    ("taker", "all", "other's sum"): 50.0,
    ("taker", "all", "score"): 55.0,
    ("taker", "all", "other's score"): 70.0,
    ("melds", "taker", "sequence held"): 6 / 8,
    ("melds", "taker", "sequences scored"): 4 / 8,
    ("melds", "taker", "points of sequences"): 15.0,
    ("melds", "other", "points when scored"): 50.0,
    ("melds", "taker", "bela"): 2 / 8,
    ("melds", "other", "points of bela"): 2.5,
    ("deals", "dix", "exchanged"): 0.5,
    ("deals", "other", "without a trick"): 1 / 8,
    ("score", "seat 0", "takes"): 0.8,
    ("score", "seat 0", "won as taker"): 5 / 8,
    ("score", "seat 0", "score"): 44.0,
    ("score", "seat 0", "difference"): -12.0,
    ("score", "seat 1", "difference"): 12.0,
    ("score", "elder", "difference"): 12.0,
    ("score", "dealer", "score"): 44.0,
    ("matches", "seat 0", "won"): 0.75,
    ("matches", "matches", "unfinished"): 0.2,
    ("matches", "deals a match", "mean"): 9.0,
    ("matches", "deals a match", "50 % quantile"): 9.0,
    ("matches", "margin", "mean"): 20.0,
}


def test_the_tables_say_what_was_counted():
    found = by_name(run_metrics(hand_made(matches=True)))
    for key, value in EXPECTED.items():
        assert found[key].estimate == pytest.approx(value), key
    assert found["taker", "all", "won"].n == 8 * N_BATCHES
    assert found["takes", "nobody", "share"].n == 10 * N_BATCHES
    assert found["taker", "round 1", "won"].n == 0
    assert {table for table, _, _ in found} == set(TITLES)
    assert set(HEADLINES.values()) <= set(found)


def test_strategies_are_told_apart():
    found = by_name(run_metrics(hand_made("heuristic,random", matches=True)))
    for table, metric in (("score", "difference"), ("matches", "won")):
        for seat, name in enumerate(("heuristic", "random")):
            assert found[table, name, metric] == found[table, f"seat {seat}", metric]
    found = by_name(run_metrics(hand_made("random", matches=True)))
    assert found["score", "random", "score"].estimate == 50.0
    assert found["score", "random", "takes"].estimate == 0.4
    # Of one strategy at both seats neither is better.
    assert ("score", "random", "difference") not in found
    assert ("matches", "random", "won") not in found


@pytest.mark.parametrize("off", ["melds", "bela"])
def test_what_is_not_played_is_not_shown(off):
    found = by_name(run_metrics(hand_made(**{off: False})))
    shown = {metric for table, _, metric in found if table == "melds"}
    assert ("sequence held" in shown) is (off != "melds")
    assert ("bela" in shown) is (off != "bela")


def test_matches_are_shown_where_they_were_played():
    assert not [one for one in run_metrics(hand_made()) if one.table == "matches"]


def test_unfinished_matches_are_mentioned():
    assert list(notes(run_metrics(hand_made(matches=True)))) == ["matches"]
    assert notes(run_metrics(hand_made())) == {}


# Recounted from records.


class Recount:
    """Sums of numbers by table, item and metric."""

    def __init__(self) -> None:
        self.values: dict[Key, list[float]] = defaultdict(list)

    def add(self, record: dict[str, Any]) -> None:
        """Count a deal."""
        result = record["result"]
        taken = "passed" not in result
        self.put("takes", "nobody", "share", not taken)
        for seat in (0, 1):
            item = f"seat {seat}"
            difference = result["score"][seat] - result["score"][1 - seat]
            place = "dealer" if seat == record["dealer"] else "elder"
            self.put("score", item, "takes", taken and result["taker"] == seat)
            self.put("score", item, "score", result["score"][seat])
            self.put("score", item, "difference", difference)
            self.put("score", place, "difference", difference)
        if taken:
            self._add_taker(record, result)
            self._add_rest(record, result)

    def _add_taker(self, record: dict[str, Any], result: dict[str, Any]) -> None:
        """Count how the taker fared."""
        taker = result["taker"]
        sums = [
            sum(result[key][seat] for key in ("card_points", "melds", "bela"))
            for seat in (taker, 1 - taker)
        ]
        order = (sums[0] > sums[1], sums[0] < sums[1], sums[0] == sums[1])
        played = {event["card"] for event in events(record, "play", taker)}
        trump = result["trump"]
        holding = (f"J{trump}" in played) + 2 * (f"9{trump}" in played)
        number = f"round {result['round']}"
        name = HOLDING_NAMES[holding]
        place = "dealer" if taker == record["dealer"] else "elder"
        rows = [("taker", item) for item in ("all", number, name, f"{number}, {name}")]
        for table, item in (*rows, ("takes", f"{place}, {number}")):
            for metric, which in (("won", WON), ("lost", LOST), ("tied", TIED)):
                self.put(table, item, metric, order[which])
        for table, item in rows:
            for own, seat in ((True, taker), (False, 1 - taker)):
                for key, metric in (("card_points", "points"), ("score", "score")):
                    metric = metric if own else f"other's {metric}"
                    self.put(table, item, metric, result[key][seat])
            self.put(table, item, "sum", sums[0])
            self.put(table, item, "other's sum", sums[1])
        self.put("score", f"seat {taker}", "won as taker", order[WON])

    def _add_rest(self, record: dict[str, Any], result: dict[str, Any]) -> None:
        """Count sequences, bela, the dix and tricks."""
        self.put("deals", "dix", "exchanged", bool(events(record, "dix")))
        for side, item in enumerate(SIDES):
            seat = result["taker"] ^ side
            points = result["melds"][seat]
            held = bool(events(record, "meld", seat))
            self.put("melds", item, "sequence held", held)
            self.put("melds", item, "sequences scored", points > 0)
            self.put("melds", item, "points of sequences", points)
            if points:
                self.put("melds", item, "points when scored", points)
            self.put("melds", item, "bela", result["bela"][seat] > 0)
            self.put("melds", item, "points of bela", result["bela"][seat])
            winners = [event["winner"] for event in events(record, "trick")]
            self.put("deals", item, "without a trick", seat not in winners)

    def put(self, table: str, item: str, metric: str, value: float) -> None:
        """Add a number."""
        self.values[table, item, metric].append(float(value))


@pytest.mark.parametrize("matches", [False, True])
def test_the_tables_are_those_of_the_records(matches):
    n_sessions = 40 if matches else 600
    plan = make_plan(
        "heuristic,random(take=0.4)", sessions=n_sessions, seed=4, matches=matches
    )
    engine = KLABERJASS.engine
    job = engine.make_job(plan)
    recount = Recount()
    lengths, margins, wins = [], [], [0, 0]
    for session in range(n_sessions):
        deals = list(engine.records(job, session))
        for record in deals:
            recount.add(record)
        scores = np.add(deals[-1]["scores_before"], deals[-1]["result"]["score"])
        lengths.append(len(deals))
        margins.append(abs(int(scores[0] - scores[1])))
        wins[int(scores.argmax())] += 1
    found = by_name(run_metrics(run_plan(plan, jobs=1)))
    assert len(recount.values) > 100
    for key, values in recount.values.items():
        assert found[key].n == len(values), key
        assert found[key].estimate == pytest.approx(np.mean(values)), key
    if matches:
        assert found["matches", "seat 0", "won"].estimate == wins[0] / n_sessions
        mean = found["matches", "deals a match", "mean"].estimate
        assert mean == pytest.approx(np.mean(lengths))
        mean = found["matches", "margin", "mean"].estimate
        assert mean == pytest.approx(np.mean(margins))
        assert found["matches", "matches", "unfinished"].estimate == 0
