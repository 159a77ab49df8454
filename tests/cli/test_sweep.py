"""The command `simcore sweep`."""

from __future__ import annotations

import csv
import io
import json

import pytest
from click.testing import CliRunner, Result

import simcore.executing
from simcore.cli.main import main
from simcore.results import COLUMNS

SMALL = ("--strategies", "random", "--sessions", "20", "--deals", "5", "--seed", "4")
TWO_CELLS = ("kratzen", "--grid", "players=3,4", *SMALL)


def sweep(*words: object) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, ["sweep", *map(str, words)], standalone_mode=False)


def as_rows(text: str) -> list[dict[str, str]]:
    """Return CSV as rows."""
    return list(csv.DictReader(io.StringIO(text)))


def test_a_table_has_a_row_for_each_cell():
    lines = sweep(*TWO_CELLS).stdout.splitlines()
    assert lines[0].startswith("kratzen, random: 2 cells of 20 sessions, seed 4; ±")
    assert lines[2].split()[:2] == ["cell", "players"]
    assert [line.split()[:2] for line in lines[3:5]] == [["1", "3"], ["2", "4"]]
    assert lines[6].endswith("compared with players=4")


def test_csv_and_json_hold_a_row_for_each_cell_and_number():
    rows = as_rows(sweep(*TWO_CELLS, "--format", "csv").stdout)
    assert list(rows[0]) == list(COLUMNS)
    assert {row["settings"] for row in rows} == {"players=3", "players=4"}
    document = json.loads(sweep(*TWO_CELLS, "--format", "json").stdout)
    assert len(document["rows"]) == len(rows)
    assert document["plan"]["grid"] == {"players": ["3", "4"]}


@pytest.mark.parametrize("suffix", ["csv", "json", "parquet"])
def test_the_output_file_holds_the_whole_table(tmp_path, suffix):
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"sweep.{suffix}"
    assert sweep(*TWO_CELLS, "--output", path).return_value == 0
    assert path.stat().st_size > 0
    again = sweep(*TWO_CELLS, "--output", path)
    assert "--force overwrites it" in str(again.exception)
    assert sweep(*TWO_CELLS, "--output", path, "--force").return_value == 0


def test_the_output_is_byte_identical_for_any_jobs(tmp_path):
    texts = set()
    for jobs in (1, 2, 7):
        path = tmp_path / f"{jobs}.csv"
        sweep(*TWO_CELLS, "--output", path, "--jobs", jobs)
        texts.add(path.read_bytes())
    assert len(texts) == 1


def test_pot_adds_the_tables_of_pot():
    rows = as_rows(sweep(*TWO_CELLS, "--pot", "--format", "csv").stdout)
    assert "growth" in {row["table"] for row in rows}


def test_a_dry_run_lists_the_cells_and_says_how_long_they_take():
    done = sweep(*TWO_CELLS, "--dry-run", "--format", "csv")
    assert done.stdout == "cell,players\n1,3\n2,4\n"
    assert "2 cells of 20 sessions take about" in done.stderr
    assert "as measured by short trials of cells 1, 2" in done.stderr


def test_many_cells_are_warned_of(monkeypatch):
    monkeypatch.setattr("simcore.cli.sweep.MANY_CELLS", 2)
    assert "2 cells; --dry-run says how long it takes" in sweep(*TWO_CELLS).stderr


def test_an_interrupted_sweep_keeps_what_is_done(tmp_path, monkeypatch):
    run_chunk = simcore.executing.run_chunk

    def interrupted(job, *rest):
        if job.plan.players == 5:
            raise KeyboardInterrupt
        return run_chunk(job, *rest)

    monkeypatch.setattr(simcore.executing, "run_chunk", interrupted)
    path = tmp_path / "sweep.csv"
    words = ("kratzen", "--grid", "players=3,4,5", *SMALL, "--output", path)
    done = sweep(*words, "--jobs", 1)
    assert done.return_value == 130
    assert done.stdout.splitlines()[-1] == "INCOMPLETE: stopped after 2 of 3 cells"
    rows = as_rows(path.read_text(encoding="utf-8"))
    assert {row["players"] for row in rows} == {"3", "4"}
    origin = json.loads(path.with_name("sweep.csv.meta.json").read_text())
    assert origin["plan"]["complete"] is False


def test_a_sweep_stopped_at_once_says_so(monkeypatch):
    def interrupted(*rest):
        raise KeyboardInterrupt

    monkeypatch.setattr(simcore.executing, "run_chunk", interrupted)
    done = sweep(*TWO_CELLS)
    assert done.return_value == 130
    assert done.stdout == ""
    assert "no cell is complete yet" in done.stderr


FILE = """
game = "kratzen"
strategies = "random"
sessions = 20
deals = 5
seed = 4
[set]
ante = 2
[grid]
players = [3, 4]
cut = ["always", "never"]
"""


def test_a_file_does_what_the_same_options_do(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(FILE, encoding="utf-8")
    words = (*TWO_CELLS, "--grid", "cut=always,never", "--set", "ante=2")
    same = sweep(*words, "--format", "csv").stdout
    assert sweep(path, "--format", "csv").stdout == same


@pytest.mark.parametrize("name", ["study.toml", "STUDY.TOML"])
def test_a_file_may_begin_with_a_byte_order_mark(tmp_path, name):
    path = tmp_path / name
    path.write_text(FILE, encoding="utf-8-sig")
    assert "random: 4 cells of 20 sessions" in sweep(path).stdout


def test_a_file_nested_beyond_reason_is_told_of(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text("x = " + "[" * 9999, encoding="utf-8")
    assert str(sweep(path).exception) == f"{path} is nested too deep"


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        (["--players", 5], {"cut=always", "cut=never"}),
        (["--set", "cut=muss"], {"players=3", "players=4"}),
        (["--grid", "cut=muss"], {"players=3 cut=muss", "players=4 cut=muss"}),
        (["--grid", "ante=3", "--players", 4, "--set", "cut=never"], {"ante=3"}),
    ],
)
def test_options_beat_the_file(tmp_path, words, settings):
    path = tmp_path / "study.toml"
    path.write_text(FILE, encoding="utf-8")
    rows = as_rows(sweep(path, *words, "--format", "csv").stdout)
    assert {row["settings"] for row in rows} == settings


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["kratzen"], "the grid is empty; give --grid key=value,value"),
        (["kratzn", "--grid", "players=3"], "did you mean kratzen?"),
        (["kratzen", "--grid", "playrs=3"], "did you mean players?"),
        (
            ["kratzen", "--grid", "seat9.strategy=random"],
            "4 players sit at seats 0 to 3",
        ),
        (["kratzen", "--grid", "seat0.strategy=nonsense"], "no strategy 'nonsense'"),
        (["kratzen", "--grid", "players=3", "--players", "4"], "set for all cells too"),
        (["kratzen", "--grid", "ante=1:5:0"], "the range 1:5:0 of ante has step 0"),
        (["kratzen", "--grid", "ante=5:1:1"], "the range 5:1:1 of ante is empty"),
        (["none.toml"], "none.toml cannot be read"),
    ],
)
def test_mistakes_are_told_in_one_sentence(run_simcore, words, message):
    done = run_simcore("sweep", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("simcore: ")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
