"""Deals and matches of the compiled Klaberjass, replayed by its slow twin.

`tests/reference` was written from the rules alone. Here it follows the record of every
deal: taking, the dix, sequences, legal cards, bela, tricks, scores, and who has won.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pytest

from reference.klaberjass import OPTIONS, Match, RuleError, card_points
from simcore.engine import Recorder
from simcore.games.klaberjass.pack import PACK
from simcore.games.klaberjass.tallying import LAYOUT
from simcore.job import Job
from simcore.loading import strategies_folder

from .klaberjass_table import KLABERJASS, make_job
from .point_deals import MATCH_DEALS

SEED = 20_261_132

VALUES = {
    "second_round_suits": ("any", "other"),
    "meld_tie": ("elder", "none"),
    "melds": (True, False),
    "bela": (True, False),
    "target": (500, 120),
}
"""Every value of every option, and of the target a usual one and a low one."""

CASES = [dict(zip(VALUES, values, strict=True)) for values in product(*VALUES.values())]
LINEUPS = ("random", "heuristic", "random(take=0.1),heuristic(keep=0)")
DEALS_A_CASE = 630
"""Together 20,000 deals; half of them stand alone, half belong to matches."""

RARE = {
    "second_round": 1000,
    "second_round_turned_suit": 500,
    "void": 300,
    "dix": 1000,
    "melds_decided_by_cards": 5,
    "melds_decided_by_top": 300,
    "melds_decided_by_trump": 20,
    "melds_equal": 15,
    "smaller_melds_score": 10,
    "bela": 500,
    "bela_by_dix": 50,
    "must_beat_trump": 1000,
    "cannot_beat_trump": 1000,
    "must_trump": 1000,
    "tie": 50,
    "taker_lost": 1000,
    "no_trick": 100,
    "no_trick_with_melds": 10,
    "no_trick_with_bela": 3,
    "both_at_target": 50,
}
"""What the reference noticed, and how often it must have happened."""


def replay(job: Job, session: int, is_match: bool, sums: np.ndarray) -> Counter[str]:
    """Play a session, let the reference follow it, and return what it noticed."""
    seen: Counter[str] = Counter()
    match = Match(job.plan.rules.changed())
    recorder = Recorder(KLABERJASS.engine, job, session, sums)
    deal = 0
    while deal < job.plan.deals and not recorder.is_over:
        record = recorder.play(deal)
        try:
            result = match.replay(record, alone=not is_match)
        except RuleError as error:
            pytest.fail(f"session {session}, deal {deal} of {job.plan}: {error}")
        if "taker" in result:
            assert_points_of_all_cards(record, result)
        seen.update(match.seen)
        deal += 1
    recorder.close(deal)
    seen["deals"] += deal
    table = recorder.tables[0]
    winner = match.winner if is_match and match.ended else -1
    assert int(table["winner"]) == winner
    if is_match:
        assert table["score"].tolist() == match.scores
        assert recorder.is_over or deal == MATCH_DEALS
    return seen


def assert_points_of_all_cards(record: dict, result: dict) -> None:
    """Check that both players' points and those of the 14 others are 152 and 10."""
    played = {event["card"] for event in record["events"] if event["type"] == "play"}
    others = set(PACK.format(PACK.all_cards)) - played
    assert len(others) == 14
    left = sum(card_points(card, result["trump"]) for card in others)
    assert sum(result["card_points"]) + left == 152 + 10


@cache
def play_case(number: int) -> Counter[str]:
    """Play and check about DEALS_A_CASE deals by the rules of a case."""
    seen: Counter[str] = Counter()
    wanted = 0
    for lineup, matches in product(LINEUPS, (False, True)):
        wanted += DEALS_A_CASE // (2 * len(LINEUPS))
        job = make_job(lineup, matches=matches, seed=SEED + number, **CASES[number])
        traced, plain = LAYOUT.zeros(), LAYOUT.zeros()
        session = 0
        while seen["deals"] < wanted:
            seen += replay(job, session, matches, traced)
            session += 1
        stop = np.zeros(1, np.uint8)
        done = KLABERJASS.engine.run_chunk(job, 0, session, plain, stop)
        assert done == session
        np.testing.assert_array_equal(traced, plain)
    return seen


@pytest.mark.parametrize("number", range(len(CASES)))
def test_deals_and_matches_are_played_by_the_rules(number):
    assert set(CASES[number]) == set(OPTIONS)
    assert play_case(number)["deals"] >= DEALS_A_CASE


def test_everything_rare_happened():
    """No rule was agreed on only because it never applied."""
    seen: Counter[str] = Counter()
    for number in range(len(CASES)):
        seen += play_case(number)
    assert seen["deals"] >= 20_000
    assert {name: seen[name] for name in RARE if seen[name] < RARE[name]} == {}


def test_a_plugin_plays_like_the_same_strategy_built_in():
    """The file of a built-in strategy, named as a plug-in at one of the seats."""
    file = strategies_folder() / "klaberjass" / "heuristic.py"
    sums = []
    for text in ("heuristic", f"heuristic,{file}"):
        job = make_job(text, seed=SEED)
        sums.append(LAYOUT.zeros())
        KLABERJASS.engine.run_chunk(job, 0, 2000, sums[-1], np.zeros(1, np.uint8))
    np.testing.assert_array_equal(*sums)
