"""`docs/odds.md` shows what its commands print, and each option once."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import simcore
from simcore.cli.main import main
from simcore.cli.odds import odds
from simcore.registry import find_game

TEXT = (Path(__file__).parents[1] / "docs" / "odds.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```sh\n(simcore odds .*?)```\n\n```text\n(.*?)```", TEXT, re.S)
GAMES = ("kratzen", "chibre", "klaberjass", "rook")


@pytest.mark.parametrize(("command", "shown"), EXAMPLES)
def test_the_examples_show_what_is_printed(command, shown, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command.replace("\\\n", " "))[1:]
    printed = CliRunner().invoke(main, words, standalone_mode=False).stdout
    lines = [line.rstrip() for line in printed.splitlines()]
    place = 0
    for line in shown.splitlines():
        if line != "...":
            assert line in lines[place:]
            place += lines[place:].index(line) + 1


def test_every_option_is_in_an_example():
    shown = " ".join(command for command, _ in EXAMPLES).split()
    for parameter in odds.params:
        option = parameter.opts[0]
        if option.startswith("--"):
            assert option in shown


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_and_feature_is_told(game):
    part = next(part for part in TEXT.split("\n## ") if part.lower().startswith(game))
    known = {parameter.name: parameter.opts[0] for parameter in odds.params}
    situations = find_game(game).situations
    for fact in situations.FACTS:
        assert f"`{known[fact]}`" in part
    for feature in situations.FEATURES:
        assert f"`{feature}`" in part


def test_the_example_in_python_works():
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    names: dict[str, object] = {}
    exec(code.replace("seed=1", "seed=1, deals=100"), names)
    assert names["simcore"] is simcore
    assert set(names["worth"]["metric"]) >= {"chips", "less drop"}
