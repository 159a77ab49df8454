"""What is installed, and what belongs together."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

import simcore
from simcore.cli.main import COMMANDS
from simcore.loading import built_in_files
from simcore.registry import built_in_names, games

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_version_is_said_once():
    assert simcore.__version__ == PROJECT["project"]["version"] == version("simcore")


def test_the_command_is_installed():
    (script,) = entry_points(group="console_scripts", name="simcore")
    assert script.value == "simcore.__main__:start"


@pytest.mark.parametrize("name", simcore.__all__)
def test_no_module_carries_the_name_of_a_public_function(name):
    assert not (ROOT / "simcore" / f"{name}.py").exists()
    assert not (ROOT / "simcore" / name).exists()
    assert callable(getattr(simcore, name))


def test_notebooks_offer_the_public_functions_before_they_are_used():
    assert {*simcore.__all__, "__version__"} == set(dir(simcore))
    assert {"run", "pot", "sweep", "odds", "records", "replay"} <= set(simcore.__all__)


def test_every_command_has_a_module_of_its_name():
    files = {path.stem for path in (ROOT / "simcore" / "cli").glob("*.py")}
    assert set(COMMANDS) <= files


def test_every_command_has_something_to_say_of_every_game():
    tests = (ROOT / "tests" / "test_game_commands.py").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f'"{name}"' not in tests] == []


def test_an_unknown_name_is_no_attribute():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        simcore.nonsense  # noqa: B018


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
class TestEveryGame:
    def test_its_strategies_are_found(self, game):
        assert built_in_files(game.name)
        assert "random" in built_in_names(game)
        assert game.default_strategy in built_in_names(game)

    def test_its_rules_are_told_with_every_option(self, game):
        text = (ROOT / "docs" / "rules" / f"{game.name}.md").read_text(encoding="utf-8")
        for item in game.rules.options():
            assert f"`{item.name}`" in text


def test_links_between_documents_lead_somewhere():
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("results/*.md")]
    assert len(pages) > 5
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"
