"""`docs/results.md` names every table and every number of every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import simcore
from simcore.registry import games
from simcore.results import COLUMNS

TEXT = (Path(__file__).parents[1] / "docs" / "results.md").read_text(encoding="utf-8")


def sections(game: str) -> str:
    """Return what stands under all headings with a command and a game, or matches."""
    parts = re.split("^## ", TEXT, flags=re.MULTILINE)
    heading = rf"[^\n]*`simcore \w+ {game}`\n|Matches\n"
    return "".join(part for part in parts if re.match(heading, part))


def words_of(text: str) -> set[str]:
    """Return everything in code marks, numbers in it made alike."""
    return {alike(word) for word in re.findall("`([^`]+)`", text)}


def alike(name: str) -> str:
    """Return a name with every number 0: of a series only the first is told."""
    return re.sub(r"\d+(\.\d+)?", "0", name)


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_every_table_and_number_is_explained(game):
    if game.plays_matches:
        lengths = [{"deals": 3000}, {"matches": 20}]
    else:
        lengths = [{"sessions": 200}]
    words = words_of(sections(game.name))
    for length in lengths:
        table = simcore.run(game.name, strategies="random", seed=1, **length)
        assert set(table["table"]) <= words
        assert {alike(name) for name in table["metric"]} <= words
        assert set(table["unit"]) <= words_of(TEXT)


def test_every_column_is_explained():
    assert set(COLUMNS) <= words_of(TEXT)
