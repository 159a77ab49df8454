"""The command `simcore bench`."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import simcore.plan
from simcore.cli.main import main
from simcore.runner import default_jobs


@pytest.mark.parametrize("words", [["kratzen"], ["--all"]], ids=" ".join)
def test_json_holds_every_workload_with_one_thread_and_all(words, monkeypatch):
    monkeypatch.setattr(simcore.plan, "CHUNK_DEALS", 1000)
    result = CliRunner().invoke(
        main, ["bench", *words, "--json", "--seconds", "0.01"], catch_exceptions=False
    )
    rows = json.loads(result.stdout)
    pairs = [(row["workload"], row["threads"]) for row in rows]
    for name in ("kratzen_muss", "kratzen_normal"):
        assert {threads for workload, threads in pairs if workload == name} == {
            1,
            default_jobs(),
        }
    for row in rows:
        assert set(row) >= {"deals", "seconds", "deals_per_s", "plays_per_s"}
        assert row["deals_per_s"] > 0
        assert row["plays_per_s"] > row["deals_per_s"]


def test_a_game_must_be_named(run_simcore):
    done = run_simcore("bench")
    assert done.returncode == 2
    assert done.stderr == "simcore: name a game, or say --all for every game\n"


def test_an_unknown_game_names_the_nearest(run_simcore):
    done = run_simcore("bench", "kratz")
    assert done.returncode == 2
    assert "did you mean kratzen?" in done.stderr


def test_a_time_must_be_a_number(run_simcore):
    done = run_simcore("bench", "kratzen", "--seconds", "nan")
    assert done.returncode == 2
    assert "'nan' is not a valid number" in done.stderr
