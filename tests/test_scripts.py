"""The scripts that compare the built-in players say what they say they do."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import simcore

SCRIPTS = Path(__file__).parents[1] / "scripts"


def script(name: str) -> dict[str, Any]:
    """Return what a script defines."""
    return runpy.run_path(str(SCRIPTS / f"{name}.py"))


def test_the_heuristic_beats_random_play_in_every_game_of_points(capsys):
    found = script("compare_heuristics")
    found["main"](200)
    first, *lines = capsys.readouterr().out.splitlines()
    assert "95 % intervals; seed 1" in first
    assert [line.split()[0] for line in lines] == ["chibre", "rook", "klaberjass"]
    for line in lines:
        form = r"heuristic over random +\+(\S+) +\[\+(\S+), \+(\S+)\] +200 deals"
        match = re.search(form, line)
        assert match is not None, line
        margin, low, high = map(float, match.groups())
        assert 0 < low < margin < high


def test_the_script_tells_the_numbers_of_a_duel(capsys):
    script("compare_heuristics")["main"](200)
    printed = capsys.readouterr().out
    table = simcore.duel("klaberjass", ["heuristic", "random"], deals=200, seed=1)
    assert f"{table['estimate'][0]:+.2f}" in printed


def test_every_preset_of_kratzen_meets_every_other(capsys):
    found = script("compare_presets")
    found["main"](20)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[2:]] == list(found["PLAYERS"])
