"""The option `--precision` of the commands that simulate."""

from __future__ import annotations

import csv
import io
import json

import pytest

from simcore.manifest import Manifest, plain_digest
from simcore.runfolder import results_root

SMALL = ("kratzen", "--strategies", "random", "--deals", "20", "--seed", "3")


def test_it_prints_what_a_plain_run_of_that_length_prints(run_simcore):
    done = run_simcore("run", *SMALL, "--precision", "made=0.01")
    assert done.returncode == 0
    assert done.stderr == (
        "simcore: after 13,107 sessions, contracts.all three.made is known to ±0.0026\n"
    )
    plain = run_simcore("run", *SMALL, "--sessions", "13107")
    assert done.stdout == plain.stdout


def test_it_says_when_the_maximum_came_first(run_simcore):
    done = run_simcore(
        "pot", *SMALL, "--precision", "normal.cleared=1e-5", "--max", "500"
    )
    assert done.returncode == 0
    assert "500 sessions" in done.stdout
    assert "stopped at the most, 500 sessions: " in done.stderr
    assert "not known to ±1e-05, only to ±0.0" in done.stderr
    assert "--max allows more" in done.stderr


def test_a_sweep_shows_how_long_each_cell_became(run_simcore):
    done = run_simcore(
        "sweep", *SMALL, "--grid", "players=3,4", "--precision", "made=0.0005",
        "--max", "2000",
    )  # fmt: skip
    assert done.returncode == 0
    assert "2 cells of up to 2,000 sessions" in done.stdout
    header = next(line for line in done.stdout.splitlines() if "cell " in line)
    assert "sessions" in header
    assert done.stderr.count("stopped at the most, 2,000 sessions") == 2
    assert "kept in" in done.stderr


def test_it_takes_the_place_of_the_number_in_a_file(run_simcore, tmp_path):
    (tmp_path / "study.toml").write_text(
        'game = "kratzen"\nstrategies = "random"\nsessions = 70\ndeals = 20\nseed = 3\n'
        "[grid]\nplayers = [3, 4]\n",
        encoding="utf-8",
    )
    precise = ("--precision", "made=0.5", "--max", "1500", "--format", "csv")
    done = run_simcore("sweep", "study.toml", *precise)
    assert done.returncode == 0
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert {(row["sessions"], row["deals"]) for row in rows} == {("1500", "20")}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--precision", "made"], "precision is 'made' but takes METRIC=WIDTH"),
        (["--max", "9"], "max is 9 but goes with precision only"),
        (
            ["--precision", "made=1", "--sessions", "9"],
            "sessions is 9 but precision decides how many; max is the most",
        ),
        (["--precision", "maed=1"], "there is no metric 'maed'; did you mean made?"),
        (
            ["--precision", "made=1", "--shard", "1/2"],
            "--shard does not go with --precision: how long a run is depends on all of"
            " its chunks; find out once how many sessions it takes, and ask for these",
        ),
    ],
)
def test_what_does_not_go_together_is_one_sentence(words, sentence, run_simcore):
    done = run_simcore("run", *SMALL, *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"simcore: {sentence}\n"


def test_it_can_be_kept_resumed_shown_and_extended(run_simcore):
    words = ("run", *SMALL, "--format", "csv")
    plain = run_simcore(*words, "--precision", "made=0.01")
    kept = run_simcore(*words, "--precision", "made=0.01", "--save", "night")
    assert kept.stdout == plain.stdout
    for again in (
        run_simcore(*words, "--precision", "made=0.01", "--save", "night"),
        run_simcore("resume", "night", "--format", "csv"),
        run_simcore("show", "night", "--format", "csv"),
        run_simcore("extend", "night", "--max", "10000000", "--format", "csv"),
    ):
        assert again.returncode == 0
        assert again.stdout == plain.stdout
    (row,) = csv.DictReader(io.StringIO(run_simcore("runs", "--format", "csv").stdout))
    assert (row["length"], row["done"], row["state"]) == ("13107", "1", "finished")
    longer = run_simcore("extend", "night", "--sessions", "14000", "--format", "csv")
    assert longer.stdout == run_simcore(*words, "--sessions", "14000").stdout


def test_a_sweep_is_shown_with_the_length_of_each_cell(run_simcore):
    done = run_simcore(
        "sweep", *SMALL, "--grid", "players=3,4", "--precision", "made=0.0005",
        "--max", "2000", "--save", "study",
    )  # fmt: skip
    shown = run_simcore("show", "study")
    assert shown.stdout == done.stdout
    resumed = run_simcore("resume", "study")
    assert resumed.stdout == done.stdout
    assert resumed.stderr.count("stopped at the most, 2,000 sessions") == 2


def test_a_file_of_the_beginning_is_overwritten_by_the_whole(run_simcore, tmp_path):
    words = ("run", *SMALL, "--precision", "made=0.01", "--save", "x")
    output = tmp_path / "o.csv"
    run_simcore(*words, "--output", str(output))
    whole = output.read_text()
    # As after Ctrl-C at a time at which nobody knew how long the run would become.
    plan = json.loads((tmp_path / "o.csv.meta.json").read_text())
    manifest = Manifest.read(results_root() / "x")
    plan["plan"]["digest"] = plain_digest(manifest.about)
    (tmp_path / "o.csv.meta.json").write_text(json.dumps(plan))
    output.write_text("partial")
    again = run_simcore("resume", "x")
    assert "holds something else" not in again.stderr
    assert output.read_text() == whole


def test_a_longer_most_is_an_extension(run_simcore):
    words = ("run", *SMALL, "--precision", "made=0.01", "--save", "x")
    run_simcore(*words)
    done = run_simcore(*words, "--max", "6e6")
    assert done.returncode == 2
    assert done.stderr.endswith("; simcore extend x --max 6000000 makes it longer\n")


def test_the_length_that_became_of_it_is_compared(run_simcore):
    run_simcore("run", *SMALL, "--precision", "made=0.01", "--save", "x")
    run_simcore("run", *SMALL, "--sessions", "13107", "--save", "y")
    done = run_simcore("show", "x", "y")
    assert done.returncode == 0
    assert "differ" not in done.stderr
