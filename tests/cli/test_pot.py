"""The command `simcore pot`."""

from __future__ import annotations

import csv
import io
import json

import pandas as pd
import pytest

from simcore.results import COLUMNS, HISTOGRAM_COLUMNS, SUFFIXES

SMALL = ("kratzen", "--strategies", "random", "--sessions", "60", "--deals", "20")
SEEDED = (*SMALL, "--seed", "5")


def test_the_tables_tell_of_the_pot(run_simcore):
    done = run_simcore("pot", *SEEDED)
    assert done.returncode == 0
    words = (
        "staked as",
        "after siebenermuss",
        "99.9 %",
        "Hill",
        "part of mean",
        "siebenermuss less normal",
        "deals until cleared",
        "overflowed",
    )
    for word in words:
        assert word in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert "ruin" not in done.stdout


def test_a_bankroll_adds_ruin_and_a_pot_cap_its_share(run_simcore):
    done = run_simcore("pot", *SEEDED, "--set", "bankroll=40", "--set", "pot_cap=30")
    for word in ("ended in ruin", "deals until ruin", "met the pot cap", "seat 2"):
        assert word in done.stdout


def test_a_heavy_tail_takes_the_mean_away(run_simcore):
    """Random players join anything: their pot has no mean."""
    done = run_simcore("pot", *SEEDED, "--format", "json")
    rows = json.loads(done.stdout)["rows"]
    means = [row for row in rows if (row["table"], row["metric"]) == ("size", "mean")]
    assert len(means) == 5
    assert {row["estimate"] for row in means if row["n"]} == {None}
    assert {row["method"] for row in means if row["n"]} == {
        "no mean: the tail index may be below 1"
    }


def test_csv_is_the_same_for_any_number_of_jobs(run_simcore):
    chunks = ("--sessions", "30000", "--seed", "5")  # three chunks, where SMALL has one
    texts = {
        run_simcore("pot", *SMALL, *chunks, "--format", "csv", "--jobs", jobs).stdout
        for jobs in ("1", "2")
    }
    assert len(texts) == 1
    rows = csv.DictReader(io.StringIO(texts.pop()))
    assert rows.fieldnames == list(COLUMNS)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_distributions_are_written_beside_the_result(suffix, run_simcore, tmp_path):
    done = run_simcore("pot", *SEEDED, "--output", f"pot{suffix}")
    assert (done.returncode, done.stderr) == (0, "")
    path = tmp_path / f"pot.histograms{suffix}"
    if suffix == ".csv":
        table = pd.read_csv(path)
    elif suffix == ".json":
        table = pd.DataFrame(json.loads(path.read_text(encoding="utf-8"))["rows"])
    else:
        table = pd.read_parquet(path)
    assert list(table.columns) == list(HISTOGRAM_COLUMNS)
    assert set(table["histogram"]) == {"pot", "growth", "deals until cleared"}
    pots = table[(table["histogram"] == "pot") & (table["item"] == "all deals")]
    assert pots["count"].sum() == pots["n"].iloc[0]
    assert (pots["low"] <= pots["high"]).all()


def test_old_distributions_are_kept_unless_forced(run_simcore, tmp_path):
    path = tmp_path / "pot.histograms.csv"
    path.write_text("old")
    done = run_simcore("pot", *SEEDED, "--output", "pot.csv")
    assert done.returncode == 2
    assert done.stderr == (
        "simcore: pot.histograms.csv exists; --force overwrites it\n"
    )
    assert path.read_text() == "old"
    assert not (tmp_path / "pot.csv").exists()
    assert run_simcore("pot", *SEEDED, "--output", "pot.csv", "--force").returncode == 0
    assert path.read_text() != "old"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nonsense"], "there is no game 'nonsense'; known: chibre, "),
        (
            ["kratzen", "--set", "bankroll=3"],
            "option bankroll is '3' but takes none, 4 to 1099511627776",
        ),
        (["kratzen", "--output", "pot.xls"], "pot.xls must end in"),
    ],
)
def test_mistakes_are_told_in_one_sentence(words, message, run_simcore):
    done = run_simcore("pot", *words)
    assert done.returncode == 2
    assert done.stderr.startswith(f"simcore: {message}")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_help_shows_examples(run_simcore):
    text = run_simcore("pot", "--help").stdout
    assert "simcore pot kratzen --players 6 --set pot_cap=100 --seed 7" in text
