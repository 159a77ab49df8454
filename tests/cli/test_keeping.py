"""Runs that are kept: when, what is in their folders, and going on with them."""

from __future__ import annotations

import errno
import json
import os
import re
from datetime import datetime
from pathlib import Path

import pandas as pd
import pytest

from simcore import part_files, runfolder
from simcore.cli.main import start
from simcore.errors import UsageError
from simcore.manifest import Manifest
from simcore.runfolder import open_folder
from tests.cli.kept import (
    GRID,
    RUN,
    SEEDED,
    SMALL_SWEEP,
    complaint,
    halve,
    listed,
    simcore,
)
from tests.plugin_files import FINE

pytestmark = pytest.mark.usefixtures("small_chunks")

# --- when a folder is made ---


def test_a_short_run_leaves_nothing(results):
    simcore(*SEEDED)
    assert list(results.iterdir()) == []
    assert "no runs in" in simcore("runs").stderr


def test_a_long_run_is_kept_unless_it_is_not_to_be(results, monkeypatch):
    monkeypatch.setattr(runfolder, "LONG_CHUNKS", 4)
    first = simcore(*SEEDED, "--format", "csv")
    (row,) = listed()
    assert re.fullmatch("run-kratzen-[0-9a-f]{8}", row["run"])
    assert f"kept in {results / row['run']}" in first.stderr
    again = simcore(*SEEDED, "--format", "csv")
    assert "holds this run already, finished" in again.stderr
    assert again.stdout == first.stdout
    assert len(listed()) == 1
    simcore(*RUN, "--sessions", "200", "--seed", "5", "--no-save")
    assert len(listed()) == 1
    monkeypatch.setattr(runfolder, "LONG_CHUNKS", 5)
    simcore(*RUN, "--sessions", "200", "--seed", "6")
    assert len(listed()) == 1


def test_a_sweep_is_kept_unless_it_is_not_to_be(results):
    done = simcore(*SMALL_SWEEP, "--format", "csv")
    (row,) = listed()
    assert row["kind"] == "sweep"
    folder = results / row["run"]
    assert (folder / "result.csv").read_text() == done.stdout
    assert len(list((folder / "parts").iterdir())) == 4 * 2
    again = simcore(*SMALL_SWEEP, "--format", "csv", "--no-save")
    assert again.stdout == done.stdout
    assert again.stderr == ""


def test_a_run_goes_on_without_a_folder_where_none_can_be_made(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SIMCORE_RESULTS", str(tmp_path / "file"))
    done = simcore(*SMALL_SWEEP, "--format", "csv")
    assert "the run is not kept" in done.stderr
    assert done.stdout == simcore(*SMALL_SWEEP, "--format", "csv", "--no-save").stdout


def test_a_folder_that_was_asked_for_must_be_made(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SIMCORE_RESULTS", str(tmp_path / "file"))
    assert "cannot be written" in complaint(capsys, *SEEDED, "--save", "night")


# --- what it holds ---


@pytest.mark.parametrize("kind", ["run", "pot"])
def test_what_is_kept_is_printed_again(kind, results, tmp_path):
    words = [kind, *SEEDED[1:], "--level", "0.9"]
    for style in ("table", "csv", "json"):
        shown = simcore(*words, "--format", style).stdout
        kept = simcore(*words, "--format", style, "--save", "night").stdout
        assert kept == shown
        assert simcore("show", "night", "--format", style).stdout == shown
        if style == "csv":
            assert (results / "night" / "result.csv").read_text() == shown
            again = simcore("resume", "night", "--format", style)
            assert again.stdout == shown
            assert "night is finished" in again.stderr
    assert (results / "night" / "result.histograms.csv").exists() == (kind == "pot")
    path = tmp_path / "again.parquet"
    simcore("show", "night", "--output", path)
    assert len(pd.read_parquet(path)) > 20
    assert path.with_name("again.histograms.parquet").exists() == (kind == "pot")


def test_a_sweep_is_printed_again(tmp_path):
    words = [*SMALL_SWEEP, "--pot", "--save", "study"]
    for style in ("table", "csv", "json"):
        shown = simcore(*words, "--format", style).stdout
        assert simcore("show", "study", "--format", style).stdout == shown
    path = tmp_path / "again.csv"
    simcore("show", "study", "--output", path)
    assert path.read_text() == simcore("show", "study", "--format", "csv").stdout


def test_the_manifest_tells_all(results, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(FINE)
    words = SEEDED[:2] + SEEDED[4:]
    simcore(*words, "--strategies", "mine.py,random,random,random", "--save", "night")
    found = json.loads((results / "night" / "manifest.json").read_text())
    assert found["manifest_version"] == 2
    assert (found["kind"], found["game"], found["length"]) == ("run", "kratzen", 200)
    assert found["about"]["rules"]["cut"] == "always"
    assert found["about"]["strategies"][0]["name"] == "mine.py"
    assert found["sources"][0]["file"] == "mine.py"
    digest = found["sources"][0]["digest"]
    kept = results / "night" / "strategies" / digest / "mine.py"
    assert kept.read_text() == FINE
    assert all(found[key] for key in ("engine", "simcore", "command"))


def test_runs_are_listed_with_their_state(results):
    simcore(*SEEDED, "--save", "night")
    simcore(*SMALL_SWEEP, "--save", "study", "--shard", "2/3")
    for part in sorted((results / "night" / "parts").iterdir())[1:]:
        part.unlink()
    (results / "broken").mkdir()
    (results / "broken" / "manifest.json").write_text("{")
    (results / "else").mkdir()
    broken, night, study = listed()
    assert broken["run"] == "broken"
    assert "is not JSON" in broken["state"]
    assert (night["run"], night["state"], night["length"]) == (
        "night",
        "unfinished",
        "200",
    )
    assert night["done"] == "0.975"
    assert (study["run"], study["shard"]) == ("study.2of3", "2/3")
    assert study["state"] == "finished"
    rows = json.loads(simcore("runs", "--format", "json").stdout)
    assert [row["run"] for row in rows] == ["broken", "night", "study.2of3"]
    assert "unfinished" in simcore("runs").stdout


def test_runs_tell_people_how_far_how_old_and_how_large_they_are(results):
    simcore(*SEEDED, "--save", "night")
    for part in sorted((results / "night" / "parts").iterdir())[1:]:
        part.unlink()
    files = [path for path in (results / "night").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files if path.name != "lock")
    for path in files:
        os.utime(path, (1_000_000, 1_000_000))
    (row,) = listed()
    assert (row["size"], row["written"]) == (str(size), "1970-01-12T13:46:40+00:00")
    here = datetime.fromtimestamp(1_000_000).strftime("%Y-%m-%d %H:%M")
    heading, line = simcore("runs").stdout.splitlines()
    assert heading.split()[6:9] == ["done", "written", "size"]
    assert f" 97.5 %  {here}  " in line
    assert f"{size / 1000:5.1f} kB" in line


# --- going on ---


@pytest.mark.parametrize("words", [SEEDED, SMALL_SWEEP], ids=["run", "sweep"])
def test_the_table_of_a_resumed_run_is_that_of_one_never_stopped(words, results):
    whole = simcore(*words, "--format", "csv", "--save", "x")
    halve(results / "x")
    shown = simcore("show", "x", code=130)
    assert "INCOMPLETE" in shown.stdout or "stopped before" in shown.stderr
    again = simcore("resume", "x", "--format", "csv", "--jobs", "1")
    assert again.stdout == whole.stdout
    assert (results / "x" / "result.csv").read_text() == whole.stdout
    halve(results / "x")
    same = simcore(*words, "--format", "csv", "--save", "x")
    assert "of it already, and goes on" in same.stderr
    assert same.stdout == whole.stdout


def test_a_resumed_run_writes_the_file_that_was_asked_for(results, tmp_path):
    path = tmp_path / "run.csv"
    simcore(*SEEDED, "--save", "x", "--output", path)
    text = path.read_text()
    for rest in (path.unlink, lambda: path.write_text("of the same run, cut short")):
        rest()
        simcore("resume", "x")
        assert path.read_text() == text
    for meta in tmp_path.glob("*.meta.json"):
        meta.write_text("{}")
    path.write_text("mine")
    done = simcore("resume", "x")
    assert "holds something else and is left as it is" in done.stderr
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("kind", "words", "longer"),
    [
        ("run", ["kratzen", "--deals", 500], ["--sessions", 200, 270]),
        ("pot", ["kratzen", "--deals", 500], ["--sessions", 65, 66]),
        ("run", ["klaberjass"], ["--matches", 300, 700]),
        ("run", ["rook"], ["--deals", 2**15, 2**15 + 5]),
        ("sweep", ["kratzen", *GRID[:2], "--deals", 500], ["--sessions", 70, 150]),
    ],
    ids=["run", "pot", "matches", "deals", "sweep"],
)
def test_an_extended_run_is_a_fresh_one_of_that_length(kind, words, longer):
    unit, before, after = longer
    fixed = [kind, *words, "--strategies", "random", "--seed", 9, "--format", "csv"]
    fresh = simcore(*fixed, unit, after, "--no-save")
    simcore(*fixed, unit, before, "--save", "x")
    extended = simcore("extend", "x", unit, after, "--format", "csv")
    assert extended.stdout == fresh.stdout
    assert simcore("show", "x", "--format", "csv").stdout == fresh.stdout
    once_more = simcore("extend", "x", unit, after, "--format", "csv")
    assert once_more.stdout == fresh.stdout
    assert f"has {after} {unit[2:]} already" in once_more.stderr


def test_a_strategy_that_has_changed_is_told_and_its_old_text_taken(
    results, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    file = Path("mine.py")
    file.write_text(FINE)
    words = [*SEEDED[:2], *SEEDED[4:], "--strategies", "mine.py,random,random,random"]
    whole = simcore(*words, "--save", "x", "--format", "csv")
    halve(results / "x")
    file.write_text("nonsense(")
    again = simcore("resume", "x", "--format", "csv")
    assert "mine.py has changed since x was begun" in again.stderr
    assert again.stdout == whole.stdout
    file.unlink()
    assert simcore("show", "x", "--format", "csv").stdout == whole.stdout


def test_a_full_disk_costs_nothing_but_what_it_did_not_take(results, monkeypatch):
    whole = simcore(*SEEDED, "--format", "csv").stdout
    write = part_files.write_whole
    calls = []

    def full(path, data, flush):
        calls.append(path)
        if len(calls) > 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, data, flush)

    with monkeypatch.context() as patch:
        patch.setattr(part_files, "write_whole", full)
        done = simcore(*SEEDED, "--save", "x", "--format", "csv")
    assert done.stdout == whole
    assert done.stderr.count("No space left on device; the run goes on") == 1
    assert listed()[0]["state"] == "unfinished"
    assert simcore("resume", "x", "--format", "csv").stdout == whole
    assert listed()[0]["state"] == "finished"


def test_the_tables_are_those_that_were_asked_for_last(results, tmp_path):
    simcore(*SEEDED, "--save", "x")
    other = simcore(*SEEDED, "--save", "x", "--level", 0.5, "--format", "csv")
    for command in ("show", "resume"):
        assert simcore(command, "x", "--format", "csv").stdout == other.stdout
    assert (results / "x" / "result.csv").read_text() == other.stdout
    simcore(*SMALL_SWEEP, "--save", "s")
    other = simcore(*SMALL_SWEEP, "--save", "s", "--pot", "--format", "csv")
    for command in ("show", "resume"):
        assert simcore(command, "s", "--format", "csv").stdout == other.stdout


def test_the_output_is_found_from_another_folder(results, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    simcore(*SEEDED, "--save", "x", "--output", "x.csv")
    text = Path("x.csv").read_text()
    halve(results / "x")
    Path("x.csv").unlink()
    Path("x.csv.meta.json").unlink()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    simcore("resume", "x")
    assert (tmp_path / "x.csv").read_text() == text
    assert list(Path().iterdir()) == []


def test_a_full_disk_costs_a_sweep_nothing_but_its_file(tmp_path, monkeypatch, capsys):
    whole = simcore(*SMALL_SWEEP, "--format", "csv", "--no-save").stdout

    def full(*rest, **more):
        raise UsageError("sweep.csv cannot be written: No space left on device")

    monkeypatch.setattr("simcore.results.write_parts", full)
    monkeypatch.setattr("simcore.cli.sweep.SECONDS_BETWEEN_WRITES", 0.0)
    words = [*SMALL_SWEEP, "--format", "csv", "--output", tmp_path / "sweep.csv"]
    with pytest.raises(SystemExit) as leaving:
        start(list(map(str, words)))
    assert leaving.value.code == 2
    found = capsys.readouterr()
    assert found.out == whole
    assert found.err.count("No space left on device; the sweep goes on") == 1


def test_a_manifest_reads_back_as_it_was(results):
    simcore(*SEEDED, "--save", "x", "--shard", "1/2")
    manifest = open_folder("x.1of2").manifest
    assert manifest.shard == (1, 2)
    folder = results / "copy"
    folder.mkdir()
    manifest.write(folder)
    assert Manifest.read(folder) == manifest
