"""The command `simcore run`."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

import simcore
import simcore.results
from simcore.cli.main import main
from simcore.errors import SimcoreError
from simcore.results import COLUMNS

SMALL = ("kratzen", "--strategies", "random", "--sessions", "40", "--deals", "10")
SEEDED = (*SMALL, "--seed", "5")
CHUNKS = ("--sessions", "60000", "--seed", "5")
"""Three chunks of work, where `SMALL` has one."""


def test_the_table_says_what_was_run(run_simcore):
    done = run_simcore("run", *SEEDED, "--set", "cut=never")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "kratzen, 4 players: random"
    assert lines[1] == "40 sessions of up to 10 deals, seed 5; rules: cut=never"
    assert max(map(len, lines)) <= 100
    assert "\x1b" not in done.stdout
    assert "INCOMPLETE" not in done.stdout
    for word in ("schlagen", "tail index", "seat 3", "profit", "left 1"):
        assert word in done.stdout


def test_csv_is_the_same_for_any_number_of_jobs_and_at_any_time(run_simcore):
    texts = {
        run_simcore("run", *SMALL, *CHUNKS, "--format", "csv", "--jobs", jobs).stdout
        for jobs in ("1", "2", "5")
    }
    assert len(texts) == 1
    rows = list(csv.DictReader(io.StringIO(texts.pop())))
    assert list(rows[0]) == list(COLUMNS)
    assert {row["seed"] for row in rows} == {"5"}


def test_json_holds_the_plan_but_no_times(run_simcore):
    texts = {
        run_simcore("run", *SMALL, *CHUNKS, "--format", "json", "--jobs", jobs).stdout
        for jobs in ("1", "2")
    }
    assert len(texts) == 1
    document = json.loads(texts.pop())
    assert list(document) == ["schema_version", "plan", "rows"]
    assert document["plan"]["seed"] == 5
    assert list(document["rows"][0]) == list(COLUMNS)


def test_what_is_written_is_what_is_printed(run_simcore, tmp_path):
    done = run_simcore("run", *SEEDED, "--format", "csv", "--output", "run.csv")
    assert (tmp_path / "run.csv").read_text(encoding="utf-8") == done.stdout
    origin = json.loads((tmp_path / "run.csv.meta.json").read_text(encoding="utf-8"))
    assert origin["run"]["wall_seconds"] > 0
    again = simcore.run(
        "kratzen", strategies="random", sessions=40, deals=10, seed=5, jobs=1
    )
    assert pd.read_csv(tmp_path / "run.csv")["estimate"].equals(again["estimate"])


def test_a_drawn_seed_is_told_and_gives_the_same_result_again(run_simcore):
    first = run_simcore("run", *SMALL, "--format", "csv").stdout
    seed = next(csv.DictReader(io.StringIO(first)))["seed"]
    again = run_simcore("run", *SMALL, "--format", "csv", "--seed", seed).stdout
    assert first == again


@pytest.mark.parametrize("written", ["1e1", "1_0", "0,010"])
def test_counts_are_read_as_people_write_them(run_simcore, written):
    done = run_simcore("run", *SEEDED, "--sessions", written)
    assert done.stdout.splitlines()[1].startswith("10 sessions of")


def test_the_level_of_the_intervals_can_be_chosen(run_simcore):
    text = run_simcore("run", *SEEDED, "--format", "csv", "--level", "0.5").stdout
    half = list(csv.DictReader(io.StringIO(text)))
    text = run_simcore("run", *SEEDED, "--format", "csv").stdout
    usual = list(csv.DictReader(io.StringIO(text)))
    assert {row["level"] for row in half} == {"0.5"}
    assert float(half[0]["ci_low"]) > float(usual[0]["ci_low"])
    assert half[0]["estimate"] == usual[0]["estimate"]
    assert "50 % interval" in run_simcore("run", *SEEDED, "--level", "0.5").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["kratzn"], "there is no game 'kratzn'; did you mean kratzen?"),
        (["kratzen", "--players", "9"], "players is 9 but kratzen takes 3 to 6"),
        (["chibre", "--players", "3"], "players is 3 but chibre takes 4"),
        (
            [],
            "Missing argument 'GAME'. The games are chibre, klaberjass, kratzen, rook",
        ),
        (
            ["kratzen", "--sessions", "1.5"],
            "Invalid value for '--sessions': '1.5' is not a valid integer.",
        ),
        (["kratzen", "--sessions", "0"], "sessions is 0 but takes 1 to 2^64"),
        (["kratzen", "--deals", "0"], "deals is 0 but takes 1 to 2^31"),
        (["kratzen", "--seed", "-1"], "seed is '-1' but takes 0 to 2^64 - 1"),
        (["kratzen", "--set", "ante=0"], "option ante is '0' but takes 1 to 1000000"),
        (
            ["kratzen", "--set", "anti=1"],
            "there is no option 'anti'; did you mean ante?",
        ),
        (["kratzen", "--set", "ante"], "'ante' is not of the form option=value"),
        (
            ["kratzen", "--strategies", "randon"],
            "kratzen has no strategy 'randon'; did you mean random?",
        ),
        (
            ["kratzen", "--strategies", "random,random"],
            "2 strategies are named but 4 players sit at the table; name one for all or"
            " one for each seat",
        ),
        (
            ["kratzen", "--output", "run.txt"],
            "run.txt must end in .csv, .json or .parquet",
        ),
        (["kratzen", "--output", "no/run.csv"], "there is no folder no"),
        (
            ["kratzen", "--jobs", "0"],
            "Invalid value for '--jobs': 0 is not in the range 1<=x<=256.",
        ),
        (
            ["kratzen", "--jobs", "two"],
            "Invalid value for '--jobs': 'two' is not a valid integer.",
        ),
        (
            ["kratzen", "--strategies", ""],
            "strategy '' is not of the form name or name(parameter=value)",
        ),
        (["kratzen", "--level", "nan"], "level is nan but takes 0.01 to 0.999999"),
        (["kratzen", "--level", "1e-9"], "level is 1e-09 but takes 0.01 to 0.999999"),
        (["kratzen", "--level", "high"], "level is 'high' but takes 0.01 to 0.999999"),
        (
            ["kratzen", "--output", "x" * 300 + ".csv"],
            "x" * 300 + ".csv cannot be used: File name too long",
        ),
        (
            ["kratzen", "--format", "xml"],
            "Invalid value for '--format': 'xml' is not one of 'table', 'csv', 'json'.",
        ),
    ],
)
def test_mistakes_are_told_in_one_sentence(words, message, run_simcore):
    start = time.perf_counter()
    done = run_simcore("run", *words)
    assert done.returncode == 2
    assert done.stderr == f"simcore: {message}\n"
    assert done.stdout == ""
    # Ten times what it takes here: numba alone would take longer on a slow machine.
    assert time.perf_counter() - start < 3


def test_a_file_is_kept_unless_forced(run_simcore, tmp_path):
    path = tmp_path / "run.csv"
    path.write_text("old")
    done = run_simcore("run", *SEEDED, "--output", "run.csv")
    assert done.returncode == 2
    assert done.stderr == "simcore: run.csv exists; --force overwrites it\n"
    assert (done.stdout, path.read_text()) == ("", "old")
    done = run_simcore("run", *SEEDED, "--output", "run.csv", "--force")
    assert done.returncode == 0
    assert path.read_text() != "old"


def test_a_file_that_a_result_brings_along_is_kept_too(run_simcore, tmp_path):
    path = tmp_path / "run.csv.meta.json"
    path.write_text("old")
    done = run_simcore("run", *SEEDED, "--output", "run.csv")
    assert done.returncode == 2
    assert done.stderr == "simcore: run.csv.meta.json exists; --force overwrites it\n"
    assert path.read_text() == "old"


@pytest.mark.parametrize("seed", ["007", "7", "0x7", " 7 "])
def test_a_seed_may_be_written_in_several_ways(run_simcore, seed):
    words = ("run", *SMALL, "--seed", seed, "--format", "json")
    assert json.loads(run_simcore(*words).stdout)["plan"]["seed"] == 7


def test_parquet_without_pyarrow_is_told_before_the_run(monkeypatch, tmp_path):
    monkeypatch.setattr(simcore.results, "find_spec", lambda name: None)
    words = ["run", *SEEDED, "--output", str(tmp_path / "run.parquet")]
    with pytest.raises(SimcoreError) as told:
        main(words, standalone_mode=False)
    assert str(told.value) == "Parquet needs pyarrow: pip install 'simcore[parquet]'"


def test_a_result_that_cannot_be_written_is_still_printed(
    monkeypatch, tmp_path, capsys
):
    def fail(*arguments: object) -> str:
        raise OSError(28, "No space left on device")

    words = ["run", *SEEDED, "--jobs", "1", "--output", str(tmp_path / "run.json")]
    monkeypatch.setattr(simcore.results, "json_texts", fail)
    with pytest.raises(SimcoreError, match="No space left"):
        main(words, standalone_mode=False)
    assert "schlagen" in capsys.readouterr().out


def test_a_reader_who_goes_away_loses_nothing(run_simcore, tmp_path):
    """Standard output is closed before the result is printed, as by `| head`."""
    read, write = os.pipe()
    os.close(read)
    start = "from simcore.cli.main import start; start()"
    done = subprocess.run(
        [sys.executable, "-c", start, "run", *SEEDED, "--output", "run.csv"],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "run.csv").is_file()


def test_help_shows_examples(run_simcore):
    text = run_simcore("run", "--help").stdout
    assert "simcore run kratzen --players 5 --set cut=never --seed 7" in text


# --- interrupts ---

pytestmark_signal = pytest.mark.skipif(
    sys.platform == "win32", reason="a process cannot be sent Ctrl-C there"
)


def interrupted(folder: Path, after: float) -> subprocess.CompletedProcess[str]:
    """Start a run far too long, send Ctrl-C after some seconds; return what it did."""
    start = "from simcore.cli.main import start; start()"
    words = ("kratzen", "--strategies", "random", "--sessions", "100000000")
    rest = ("--deals", "10", "--seed", "5", "--output", "run.json", "--force")
    process = subprocess.Popen(
        [sys.executable, "-c", start, "run", *words, *rest],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    )
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


@pytestmark_signal
def test_an_interrupt_keeps_what_is_complete(run_simcore, tmp_path):
    run_simcore("run", *SEEDED)  # compiles, so that the interrupt meets a running run
    for after in (2.5, 10, 40):
        done = interrupted(tmp_path, after)
        if (tmp_path / "run.json").exists():
            break
    assert done.returncode == 130
    document = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    sessions = document["plan"]["sessions_done"]
    assert 0 < sessions < 100_000_000
    assert document["plan"]["complete"] is False
    assert f"INCOMPLETE: stopped after {sessions:,} of 100,000,000" in done.stdout
    assert f"stopped after {sessions:,} of 100,000,000 sessions" in done.stderr
    again = simcore.run(
        "kratzen", strategies="random", sessions=sessions, deals=10, seed=5
    )
    rows = pd.DataFrame(document["rows"])
    assert rows["n"].tolist() == again["n"].tolist()
    assert rows["estimate"].astype(float).equals(again["estimate"])
    assert not rows["complete"].any()


@pytestmark_signal
def test_an_interrupt_before_anything_is_complete_writes_nothing(tmp_path):
    done = interrupted(tmp_path, 0.0)
    assert done.returncode in {130, -signal.SIGINT}
    assert not (tmp_path / "run.json").exists()
