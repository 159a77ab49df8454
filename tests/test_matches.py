"""Deals that stand alone, and whole matches: how they are asked for, run and told."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import simcore
import simcore.plan
from simcore.api import make_plan, sweep
from simcore.cli.main import main
from simcore.errors import UsageError
from simcore.plan import MATCH_DEALS
from simcore.registry import find_game
from simcore.report import print_report
from simcore.runner import run_plan

CHIBRE = find_game("chibre")
RANDOM = ("chibre", "--strategies", "random", "--seed", "4")


def invoke(*words: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, list(words), standalone_mode=False)


def says(*words: str) -> str:
    """Return what a command prints, having made sure that it succeeds."""
    result = invoke(*words)
    assert result.exception is None, result.exception
    return result.stdout


def plan(**values: Any):
    """Return a plan of Chibre with random players."""
    return make_plan(
        CHIBRE, **{"rules": {}, "seed": 4, "strategies": "random"} | values
    )


def test_deals_are_sessions_of_one_deal():
    alone = plan(deals=500)
    assert (alone.sessions, alone.deals, alone.matches) == (500, 1, False)
    assert (alone.unit, alone.n_chunks) == ("deals", 1)
    usual = plan()
    assert (usual.sessions, usual.deals) == (CHIBRE.default_sessions, 1)


def test_matches_are_sessions_with_a_bound():
    whole = plan(matches=500)
    assert (whole.sessions, whole.deals, whole.matches) == (500, MATCH_DEALS, True)
    assert whole.unit == "matches"
    assert whole.digest != plan(deals=500).digest
    assert whole.describe()["matches"] is True


def test_a_match_that_is_not_won_is_left_at_the_bound():
    endless = replace(plan(matches=30, rules={"target": 10**9}), deals=20)
    layout = CHIBRE.engine.layout
    outcome = run_plan(endless)
    assert layout.block(outcome.sums, "won").sum() == 0
    assert layout.block(outcome.sums, "cut_off").sum() == 30


def test_the_first_lines_say_deals_or_matches():
    text = says("run", *RANDOM, "--deals", "2000")
    lines = text.splitlines()
    assert lines[:2] == [
        "chibre, 4 players: random",
        "2,000 deals, seed 4; rules: defaults",
    ]
    assert "interval over deals" in lines[2]
    lines = says("run", *RANDOM, "--matches", "30").splitlines()
    assert lines[1] == "30 matches, seed 4; rules: defaults"
    assert "interval over matches" in lines[2]


def test_an_incomplete_run_tells_of_matches():
    whole = plan(matches=30)
    outcome = replace(run_plan(replace(whole, sessions=10)), plan=whole)
    text = io.StringIO()
    print_report([], outcome, file=text)
    assert "INCOMPLETE: stopped after 10 of 30 matches" in text.getvalue()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "chibre", "--sessions", "3"], "chibre is counted in deals or matches"),
        (["run", "chibre", "--deals", "3", "--matches", "2"], "not both"),
        (["run", "chibre", "--matches", "0"], "matches is 0 but takes 1 to 2^64"),
        (["run", "chibre", "--deals", "0"], "deals is 0 but takes 1 to 2^64"),
        (["run", "kratzen", "--matches", "3"], "kratzen is not played in matches"),
        (["records", "kratzen", "-n", "1", "--matches"], "not played in matches"),
        (["records", "chibre", "-n", "1", "--deals", "3"], "how many deals to write"),
        (["records", "chibre", "--session", "1", "--deal", "1"], "say --matches"),
        (
            ["records", "chibre", "--session", "1", "--deal", "10000", "--matches"],
            "deal is 10000 but a session has deals 0 to 9999",
        ),
        (["pot", "chibre"], "chibre is not played for a pot"),
        (["sweep", "chibre", "--grid", "melds=true", "--pot"], "not played for a pot"),
        (["sweep", "chibre", "--grid", "deals=1,2"], "the grid cannot vary 'deals'"),
    ],
)
def test_mistakes_are_told_in_one_sentence(words, message):
    result = invoke(*words)
    assert isinstance(result.exception, UsageError)
    assert message in str(result.exception)
    assert "\n" not in str(result.exception)


def test_results_say_whether_sessions_are_matches():
    settings = {"strategies": "random", "seed": 4}
    alone = simcore.run("chibre", deals=300, **settings)
    assert not alone["matches"].any()
    assert (alone["sessions"][0], alone["deals"][0]) == (300, 1)
    whole = simcore.run("chibre", matches=20, **settings)
    assert whole["matches"].all()
    assert whole.attrs["provenance"]["plan"]["matches"] is True


def test_a_sweep_plays_matches_on_the_same_cards(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(
        'game = "chibre"\nstrategies = "random"\nmatches = 10\nseed = 4\n'
        "[grid]\nmelds = [true, false]\n",
        encoding="utf-8",
    )
    text = says("sweep", str(path), "--format", "csv")
    line = ["sweep", *RANDOM, "--grid", "melds=true,false", "--matches", "10"]
    assert says(*line, "--format", "csv") == text
    assert ": 2 cells of 10 matches, seed 4" in says("sweep", str(path))
    # What is said on the command line beats the file.
    assert ": 2 cells of 50 deals, seed 4" in says("sweep", str(path), "--deals", "50")
    table = sweep(
        "chibre", {"melds": [True, False]}, strategies="random", matches=10, seed=4
    )
    assert table["matches"].all()
    assert table["sessions"].unique().tolist() == [10]


def test_records_follow_a_match_from_deal_to_deal():
    lines = says("records", *RANDOM, "-n", "40", "--matches").splitlines()
    before: dict[str, Any] | None = None
    for record in map(json.loads, lines):
        if record["deal"] == 0:
            assert record["scores_before"] == [0, 0]
            assert record["first"] is True
        else:
            assert before is not None
            scores = np.add(before["scores_before"], before["result"]["score"])
            assert record["scores_before"] == scores.tolist()
            assert max(scores) < 1000
        before = record
    alone = says("records", *RANDOM, "-n", "3").splitlines()
    assert [json.loads(line)["session"] for line in alone] == [0, 1, 2]
