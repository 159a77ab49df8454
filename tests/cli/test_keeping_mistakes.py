"""What is said of mistakes with runs that are kept."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest

import simcore.keeping as simcore_keeping
from simcore.runfolder import open_folder
from tests.cli.kept import (
    RUN,
    SEEDED,
    complaint,
    listed,
    simcore,
)

pytestmark = pytest.mark.usefixtures("small_chunks")


def test_a_run_that_is_not_there_is_told(capsys, results, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command in ("resume", "show", "merge"):
        assert "there is no run 'nihgt'" in complaint(capsys, command, "nihgt")
    simcore(*SEEDED, "--save", "night")
    for command in ("resume", "show", "merge"):
        assert complaint(capsys, command, "nihgt") == (
            f"there is no run 'nihgt' in {results}; did you mean night?"
        )
    words = ("extend", "nihgt", "--sessions", 300)
    assert "did you mean night?" in complaint(capsys, *words)
    (tmp_path / "other").mkdir()
    assert complaint(capsys, "show", "other") == (
        "other is no run folder: it has no manifest.json"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "is spoiled: it is not JSON"),
        ("[1]", "is no manifest of simcore"),
        ('{"manifest_version": 1}', "is spoiled: it has no about"),
        ('{"manifest_version": 99}', "reads up to 2; a newer one has written it"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_told(capsys, results, text, sentence):
    simcore(*SEEDED, "--save", "night")
    (results / "night" / "manifest.json").write_text(text)
    for command in ("resume", "show"):
        assert sentence in complaint(capsys, command, "night")


def test_other_kernels_are_refused(capsys, results, monkeypatch):
    simcore(*SEEDED, "--save", "night")
    monkeypatch.setattr("simcore.runfolder.engine_digest", lambda game: "0" * 16)
    for words in (["resume", "night"], ["extend", "night", "--sessions", "300"]):
        sentence = complaint(capsys, *words)
        assert "night was begun with other kernels of kratzen" in sentence
        assert "cannot be mixed" in sentence
    assert "holds another run: engine is" in complaint(
        capsys, *SEEDED, "--save", "night"
    )


def test_another_version_is_told(results):
    simcore(*SEEDED, "--save", "night")
    path = results / "night" / "manifest.json"
    path.write_text(path.read_text().replace('"simcore": "', '"simcore": "0.0.'))
    done = simcore("resume", "night")
    assert "night was begun by simcore 0.0." in done.stderr


def test_a_name_that_is_taken_is_told(capsys, results):
    simcore(*SEEDED, "--save", "night")
    words = (*SEEDED, "--set", "ante=3", "--save", "night")
    assert complaint(capsys, *words) == (
        f"{results / 'night'} holds another run: rules.ante is 1 and 3; take another"
        " name than night"
    )
    assert "is no name for a run" in complaint(capsys, *SEEDED, "--save", "../x")
    assert "is no name for a run" in complaint(capsys, *SEEDED, "--save", "")
    words = (*SEEDED, "--save", "x", "--no-save")
    assert complaint(capsys, *words) == (
        "--no-save does not go with --save, which keeps the run"
    )


def test_extending_takes_the_unit_of_the_run(capsys):
    simcore(*SEEDED, "--save", "night")
    told = [
        (["--deals", 300], "night is counted in sessions; say --sessions"),
        (
            [],
            "say how long the run is to be: --sessions, --deals or --matches, or --max"
            " for one with a precision",
        ),
        (
            ["--max", 10],
            "night has a fixed number of sessions, which --max does not go with; say"
            " --sessions",
        ),
        (["--sessions", 10], "night has 200 sessions already; 10 is fewer"),
        (["--sessions", 0], "night has 200 sessions already; 0 is fewer"),
    ]
    for words, sentence in told:
        assert complaint(capsys, "extend", "night", *words) == sentence


def test_two_processes_do_not_share_a_folder(capsys, results, monkeypatch):
    monkeypatch.setattr("simcore.durable._PATIENCE", 0.05)
    simcore(*SEEDED, "--save", "night")
    with open_folder("night").held():
        sentence = complaint(capsys, "resume", "night")
        assert re.fullmatch(
            rf"{re.escape(str(results / 'night'))} is in use by process \d+ on .+",
            sentence,
        )
        assert "in use" in complaint(capsys, *SEEDED, "--save", "night")
        assert listed()[0]["state"].startswith(f"running (process {os.getpid()} on ")
        simcore("show", "night")
    assert listed()[0]["state"] == "finished"


def test_runs_that_differ_are_told_when_shown_together():
    simcore(*SEEDED, "--save", "a")
    simcore(*SEEDED, "--save", "b", "--set", "cut=never")
    done = simcore("show", "a", "b")
    assert "a and b differ: rules.cut is 'always' and 'never'" in done.stderr
    assert "different kernels" not in done.stderr
    assert "differ" not in simcore("show", "a", "a").stderr


def test_other_kernels_are_told_when_shown_together(capsys, results):
    simcore(*SEEDED, "--save", "a")
    simcore(*SEEDED, "--save", "b")
    folder = open_folder("b")
    text = (folder.path / "manifest.json").read_text()
    text = text.replace(folder.manifest.engine, "0123456789abcdef")
    (folder.path / "manifest.json").write_text(text)
    for style in ("csv", "table"):
        done = simcore("show", "a", "b", "--format", style)
        assert "a and b were made by different kernels" in done.stderr
        assert "b was made by other kernels, of simcore" in done.stderr
    written = (results / "b" / "result.csv").read_text()
    assert simcore("show", "b", "--format", "csv").stdout == written
    head = simcore("show", "b").stdout.split()[:4]
    assert head == ["settings", "table", "item", "metric"]
    assert "cannot read its sums" in complaint(capsys, "show", "b", "--format", "json")
    (results / "b" / "result.csv").unlink()
    assert "begun with other kernels" in complaint(capsys, "show", "b")


def test_a_longer_run_of_that_name_is_an_extension(capsys, results):
    simcore(*SEEDED, "--save", "night")
    words = (*RUN, "--sessions", 300, "--seed", 4, "--save", "night")
    assert complaint(capsys, *words) == (
        f"{results / 'night'} holds another run: sessions is 200 and 300; simcore"
        " extend night --sessions 300 makes it longer"
    )


def test_what_was_extended_meanwhile_is_not_taken_for_the_shorter_run(
    capsys, results, monkeypatch
):
    simcore(*SEEDED, "--save", "night")
    take = simcore_keeping.take_folder

    def overtaken(*rest):
        """Return the folder after another process has made its run longer."""
        folder = take(*rest)
        monkeypatch.setattr(simcore_keeping, "take_folder", take)
        simcore("extend", "night", "--sessions", 300)
        return folder

    monkeypatch.setattr(simcore_keeping, "take_folder", overtaken)
    sentence = complaint(capsys, *SEEDED, "--save", "night")
    assert "holds another run: sessions is 300 and 200" in sentence
    assert listed()[0]["state"] == "finished"
    assert listed()[0]["length"] == "300"


def test_a_part_that_cannot_be_read_is_not_thrown_away(capsys, results, monkeypatch):
    simcore(*SEEDED, "--save", "night")
    parts = sorted(path.name for path in (results / "night" / "parts").iterdir())
    read = Path.read_bytes

    def away(path):
        if path.suffix == ".part":
            raise OSError(errno.EIO, "Input/output error")
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", away)
        for words in (["resume", "night"], ["show", "night"]):
            assert "cannot be read: Input/output error" in complaint(capsys, *words)
    left = sorted(path.name for path in (results / "night" / "parts").iterdir())
    assert left == parts
    assert "is finished" in simcore("resume", "night").stderr


def test_an_extension_that_cannot_be_written_leaves_the_run(
    capsys, results, monkeypatch
):
    simcore(*SEEDED, "--save", "night")

    def full(*rest):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("simcore.manifest.write_whole", full)
        sentence = complaint(capsys, "extend", "night", "--sessions", 300)
    assert sentence.endswith(
        "manifest.json cannot be written: No space left on device; the run is as it was"
    )
    assert (results / "night" / "result.csv").exists()
    assert listed()[0]["length"] == "200"
