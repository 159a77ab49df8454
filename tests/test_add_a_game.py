"""The toy game of `docs/add-a-game.md`, dropped into a copy of simcore, is a game."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "add-a-game.md"
COPIED = ("simcore", "strategies", "tests", "docs", "pyproject.toml")

_FILE = re.compile(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
_OWN = re.compile(
    r"(simcore/games|strategies)/trio/.+"
    r"|docs/rules/trio\.md|tests/reference/trio\.py|tests/games/test_trio_\w+\.py"
)

COMMANDS = (
    "games",
    "rules trio",
    "strategies trio",
    "run trio --deals 300 --seed 1",
    "run trio --matches 20 --seed 1 --set last_trick=3",
    "sweep trio --grid last_trick=1,2 --deals 100 --seed 1",
    "records trio -n 3 --seed 1",
    "records trio -n 3 --matches --seed 1",
    "bench trio --seconds 0.01",
)

DRIVER = """
import sys
from simcore.cli.main import main
for line in sys.argv[1:]:
    print("$", line, flush=True)
    main(line.split(), standalone_mode=False)
"""


def files_of_page() -> dict[str, str]:
    """Return the files that the page shows, by their paths."""
    return dict(_FILE.findall(PAGE.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """Return a copy of simcore with the files of the page added."""
    folder = tmp_path_factory.mktemp("copy")
    skipped = shutil.ignore_patterns("__pycache__", ".*")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=skipped)
        else:
            shutil.copy(source, folder / name)
    for name, text in files_of_page().items():
        path = folder / name
        assert not path.exists(), f"{name} would be overwritten"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def in_copy(folder: Path, *words: str) -> str:
    """Return what a Python program prints in the copy, having succeeded."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_no_file_of_anybody_else_is_touched():
    names = list(files_of_page())
    assert len(names) > 10
    assert all(_OWN.fullmatch(name) for name in names)


def test_every_command_knows_the_game(copy):
    printed = in_copy(copy, "-c", DRIVER, *COMMANDS)
    parts = re.split(r"^\$ (.*)\n", printed, flags=re.MULTILINE)[1:]
    shown = dict(zip(parts[::2], parts[1::2], strict=True))
    assert list(shown) == list(COMMANDS)
    assert all(text.strip() for text in shown.values())
    assert "three players, five tricks, no trumps" in shown["games"]
    assert "300 deals, seed 1; rules: defaults" in shown[COMMANDS[3]]
    assert "20 matches, seed 1; rules: last_trick=3" in shown[COMMANDS[4]]
    assert "deals a match" in shown[COMMANDS[4]]


@pytest.mark.slow
def test_the_game_keeps_to_the_contract_and_to_its_rules(copy):
    tests = [str(path) for path in sorted((copy / "tests" / "games").glob("*trio*.py"))]
    assert len(tests) == 3
    quietly = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "passed" in in_copy(copy, *quietly, *tests)
    contract = ("tests/test_game_contract.py", "-k", "trio")
    printed = in_copy(copy, *quietly, *contract, "-m", "slow or not slow")
    assert "passed" in printed


@pytest.mark.slow
@pytest.mark.parametrize(
    "tool", ["ruff check", "ruff format --check", "mypy simcore/games/trio"]
)
def test_the_page_is_written_as_the_rest_is(copy, tool):
    module, *words = tool.split()
    pytest.importorskip(module)
    places = [] if module == "mypy" else [name for name in files_of_page()]
    in_copy(copy, "-m", module, *words, *(n for n in places if n.endswith(".py")))


@pytest.mark.slow
def test_no_layer_is_broken(copy):
    pytest.importorskip("importlinter")
    in_copy(
        copy, "-c", "from importlinter.cli import lint_imports_command as run; run()"
    )
