"""Deals of the compiled Chibre, replayed event by event by its slow twin.

`tests/reference` was written from the rules alone. Here it follows the record of every
deal, of single ones and of whole matches: who has the first say, trumps, melds, legal
cards, tricks, Stöck, scores and who wins.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import product

import numpy as np
import pytest

from reference.chibre import Match, RuleError
from simcore.games.chibre.tallying import LAYOUT
from simcore.loading import strategies_folder

from .chibre_table import CHIBRE, make_job

SEED = 20_261_130
DEALS_A_CASE = 650
LINEUPS = ("random", "heuristic", "heuristic,random,random,heuristic(chibre=9)")

CASES = [
    {"modes": modes, "melds": melds, "stoeck": stoeck, "pique_double": double}
    for modes, melds, stoeck, double in product(
        ("suits", "all"), (True, False), (True, False), (False, True)
    )
] + [{"target": target, "modes": "all"} for target in (1, 157, 300, 10_000)]
"""All mixtures of the options, and targets that end a match soon or late."""

RARE = {
    "chibre": 100,
    "obenabe": 100,
    "undenufe": 100,
    "melds_compete": 20,
    "four_nines": 5,
    "four_jacks": 5,
    "smaller_melds_score": 20,
    "melds_decided_by_cards": 2,
    "melds_decided_by_top": 100,
    "melds_decided_by_trump": 20,
    "melds_decided_by_order": 20,
    "stoeck": 100,
    "stoeck_in_sequence": 20,
    "undertrump_forbidden": 100,
    "only_trumps_must_overtrump": 20,
    "undertrump_forced": 20,
    "bour_exempt": 100,
    "match": 100,
    "pique_double": 100,
    "both_at_target": 20,
    "decided_by_stoeck": 5,
    "decided_by_melds": 10,
    "decided_by_trick": 20,
    "won_with_fewer_points": 5,
}
"""What the reference noticed, and how often at least it must have happened."""

ENDS = {name for name in RARE if name.startswith(("both", "decided", "won"))}
"""What the reference also notes of deals that stand alone, where nothing is decided."""


@dataclass
class Played:
    """What some deals held, once the reference had agreed with all of it."""

    deals: int = 0
    matches: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)

    def add(self, other: Played) -> None:
        """Add what other deals held."""
        self.deals += other.deals
        self.matches += other.matches
        self.seen += other.seen
        self.said += other.said


def name_of(number: int) -> str:
    """Return a short name for a case."""
    return "-".join(f"{value}" for value in CASES[number].values())


def replay(job, session, sums) -> Played:
    """Play one session, let the reference follow it, and return what it held."""
    played = Played(matches=int(job.plan.matches))
    match = Match(job.plan.rules.changed())
    for record in CHIBRE.engine.records(job, session, sums=sums):
        try:
            match.replay(record, alone=not job.plan.matches)
        except RuleError as error:
            pytest.fail(f"session {session} of {job.plan}: {error}: {record}")
        played.deals += 1
        played.seen.update(match.seen if job.plan.matches else match.seen - ENDS)
        played.said[record["result"]["trump"]] += 1
    assert match.ended or not job.plan.matches
    return played


@cache
def play_case(number: int) -> Played:
    """Play and check about DEALS_A_CASE deals of a case, half of them in matches."""
    played = Played()
    for place, (lineup, matches) in enumerate(product(LINEUPS, (False, True)), 1):
        job = make_job(
            lineup, seed=SEED + number, matches=matches, sessions=1, **CASES[number]
        )
        traced, session = LAYOUT.zeros(), 0
        while played.deals < DEALS_A_CASE * place // 6:
            played.add(replay(job, session, traced))
            session += 1
        plain = LAYOUT.zeros()
        CHIBRE.engine.run_chunk(job, 0, session, plain, np.zeros(1, np.uint8))
        np.testing.assert_array_equal(traced, plain)
    return played


@pytest.mark.parametrize("number", range(len(CASES)), ids=name_of)
def test_deals_are_played_by_the_rules(number):
    played = play_case(number)
    assert played.deals >= DEALS_A_CASE
    assert played.matches >= 3


@cache
def play_short_matches() -> Played:
    """Play matches in which both teams often reach the target in one deal."""
    played = Played()
    job = make_job("random", seed=SEED, matches=True, target=60)
    sums = LAYOUT.zeros()
    while played.deals < 8000:
        played.add(replay(job, played.matches, sums))
    assert LAYOUT.block(sums, "won").sum() == played.matches
    return played


def test_the_order_of_counting_is_that_of_the_rules():
    assert play_short_matches().seen["both_at_target"] >= 20


def test_everything_rare_happened():
    """No rule was agreed on only because it never applied."""
    all_played = Played()
    for number in range(len(CASES)):
        all_played.add(play_case(number))
    all_played.add(play_short_matches())
    assert all_played.deals >= 20_000
    seen = all_played.seen
    assert {name: seen[name] for name, n in RARE.items() if seen[name] < n} == {}


@pytest.mark.parametrize("modes", ["suits", "all"])
def test_modes_are_named_where_the_rules_have_them(modes):
    said: Counter[str] = Counter()
    for number, rules in enumerate(CASES):
        if rules["modes"] == modes:
            said += play_case(number).said
    wanted = {"c", "d", "h", "s"} | (
        {"obenabe", "undenufe"} if modes == "all" else set()
    )
    assert set(said) == wanted


def test_a_match_ends_with_the_deal_that_wins_it():
    job = make_job("random", seed=SEED, matches=True)
    records = list(CHIBRE.engine.records(job, 0))
    totals = [0, 0]
    for record in records:
        assert max(totals) < 1000
        assert record["scores_before"] == totals
        totals = [a + b for a, b in zip(totals, record["result"]["score"], strict=True)]
    assert max(totals) >= 1000
    assert [record.get("first", False) for record in records] == [
        True,
        *[False] * (len(records) - 1),
    ]


def test_a_deal_that_stands_alone_has_no_winner():
    job = make_job("random", seed=SEED, target=1)
    sums = LAYOUT.zeros()
    [record] = CHIBRE.engine.records(job, 0, sums=sums)
    assert "first" not in record
    assert LAYOUT.block(sums, "won").sum() == 0
    assert LAYOUT.block(sums, "cut_off").sum() == 0


def test_a_plugin_plays_like_the_same_strategy_built_in():
    """The file of a built-in strategy, named as a plug-in at two of the seats."""
    file = strategies_folder() / "chibre" / "heuristic.py"
    lineups = ("heuristic,random,heuristic,random", f"{file},random,{file},random")
    jobs = [make_job(lineup, seed=SEED, modes="all") for lineup in lineups]
    assert jobs[1].plugins is not None
    for session in range(200):
        [one], [other] = (CHIBRE.engine.records(job, session) for job in jobs)
        assert one.pop("strategies") != other.pop("strategies")
        assert one == other
