"""What is said on standard error while a run is going on."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import simcore.jit
from simcore.progress import compiling, progress, say
from tests.games.helpers import make_plan

PLAN = make_plan("random", sessions=100)


class Terminal(io.StringIO):
    """A text file that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_nothing_is_shown_where_nobody_looks(capsys):
    with progress(PLAN) as show:
        assert show is None
    assert capsys.readouterr().err == ""


def test_a_sentence_that_nobody_can_hear_stops_nothing(monkeypatch):
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(sys, "stderr", Full())
    say("Compiling")


def test_a_terminal_shows_how_far_a_run_is(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress(PLAN) as show:
        assert show is not None
        show(0, 100)
        show(50, 100)
    assert "kratzen" in terminal.getvalue()
    assert "50%" in terminal.getvalue()


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        (Path("cache"), "this kind of run, about 20 s; later ones start at once."),
        (None, "so every run compiles again; set SIMCORE_CACHE_DIR"),
    ],
)
def test_compiling_says_why_there_is_a_wait(folder, words, monkeypatch, capsys):
    monkeypatch.setattr(simcore.jit, "cache_folder", lambda: folder)
    compiling(PLAN)()
    said = capsys.readouterr()
    assert words in said.err
    assert said.err.startswith("Compiling the kratzen kernels")
    assert said.out == ""
