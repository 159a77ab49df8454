"""Deals and matches of the compiled Rook, replayed event by event by its slow twin.

`tests/reference` was written from the rules alone. Here it follows the record of every
deal: bids, kitty, declaration, discard, legal cards, tricks, scores, and who has won.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pytest

from reference.rook import OPTIONS, Match, RuleError
from simcore.engine import Recorder
from simcore.games.rook.tallying import LAYOUT
from simcore.job import Job
from simcore.loading import strategies_folder

from .point_deals import MATCH_DEALS
from .rook_table import ROOK, make_job

SEED = 20_261_131

VALUES = {
    "all_pass": ("redeal", "dealer"),
    "low_ace": ("high", "low"),
    "defenders": ("share", "own"),
    "moon_bonus": (0, 100),
    "target": (500, 120),
}
"""Every value of every option, and for numbers usual and others."""

CASES = [dict(zip(VALUES, values, strict=True)) for values in product(*VALUES.values())]
LINEUPS = (
    "random",
    "heuristic",
    "random,heuristic,random(bid=0.9),heuristic(base=40),random(bid=0.2)",
    "random(bid=0.05)",
)
DEALS_A_CASE = 640
"""Together 20,000 deals; half of them stand alone, half belong to matches."""

RARE = {
    "passed": 100,
    "dealer_forced": 100,
    "bid_180": 100,
    "rook_in_kitty": 100,
    "high_game": 100,
    "low_game": 100,
    "low_game_low_ace": 100,
    "rook_called": 100,
    "left_leads": 100,
    "rook_discarded": 50,
    "rook_led_in_trumps": 100,
    "rook_led_in_no_trump": 100,
    "rook_when_void": 100,
    "rook_must_follow": 100,
    "rook_won_in_trumps": 50,
    "ace_won_in_low_game": 100,
    "partner_hidden": 100,
    "kitty_to_declarers": 100,
    "kitty_to_defenders": 100,
    "kitty_decided": 50,
    "failed_bid": 100,
    "exact_bid": 50,
    "match_won": 100,
    "tie_at_target": 20,
}
"""What the reference noticed, and how often it must have happened."""


def replay(job: Job, session: int, is_match: bool, sums: np.ndarray) -> Counter[str]:
    """Play a session, let the reference follow it, and return what it noticed."""
    seen: Counter[str] = Counter()
    match = Match(job.plan.rules.changed())
    recorder = Recorder(ROOK.engine, job, session, sums)
    deal = 0
    while deal < job.plan.deals and not recorder.is_over:
        record = recorder.play(deal)
        try:
            result = match.replay(record, alone=not is_match)
        except RuleError as error:
            pytest.fail(f"session {session}, deal {deal} of {job.plan}: {error}")
        if "declarer" in result:
            assert sum(result["points"]) + result["kitty_points"] == 180
            assert result["declarer"] != result["partner"]
        seen.update(match.seen)
        deal += 1
    recorder.close(deal)
    seen["deals"] += deal
    table = recorder.tables[0]
    if is_match:
        assert table["winner"] == (-1 if match.winner is None else match.winner)
        assert table["score"].tolist() == match.scores
        assert recorder.is_over or deal == MATCH_DEALS
    return seen


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
        done = ROOK.engine.run_chunk(job, 0, session, plain, np.zeros(1, np.uint8))
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
    """The file of a built-in strategy, named as a plug-in at two of the seats."""
    file = strategies_folder() / "rook" / "random.py"
    texts = (
        "random,random,heuristic,random,heuristic",
        f"random,{file},heuristic,{file}:random,heuristic",
    )
    sums = []
    for text in texts:
        job = make_job(text, seed=SEED)
        sums.append(LAYOUT.zeros())
        ROOK.engine.run_chunk(job, 0, 2000, sums[-1], np.zeros(1, np.uint8))
    np.testing.assert_array_equal(*sums)
