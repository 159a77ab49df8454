"""The toy game of `docs/add-a-game.md`, dropped into a copy of simcore, is a game."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from simcore.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs" / "examples" / "trio"
COPIED = ("simcore", "strategies", "tests", "docs", "pyproject.toml")

_OWN = re.compile(
    r"(simcore/games|strategies)/trio/.+"
    r"|docs/rules/trio\.md|tests/reference/trio\.py|tests/games/test_trio_\w+\.py"
)
_LATER = ("metrics/duels.py", "replaying/__init__.py", "situations/__init__.py")
"""What a game that is being written may lack while all else of it works."""

DRIVER = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from simcore.cli.main import start
found = []
for words in json.load(sys.stdin):
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        try:
            start(words)
        except SystemExit as leaving:
            found.append([leaving.code or 0, out.getvalue(), err.getvalue()])
json.dump(found, sys.stdout)
"""
"""Runs commands one after the other: exit code, output and complaints of each."""


def squeezed(text: str) -> str:
    """Return a text without the spaces that its lines begin with."""
    return "".join(line.lstrip() for line in text.splitlines(keepends=True))


def blocks(language: str) -> list[str]:
    """Return the blocks of code of a language on the page."""
    found = re.findall(
        rf"^ *```{language}\n(.*?)^ *```", PAGE, re.MULTILINE | re.DOTALL
    )
    return [squeezed(block) for block in found]


def lines_of_page(start: str) -> list[list[str]]:
    """Return the lines to type that start with a word, cut into words."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    return [
        shlex.split(line, comments=True) for line in lines if line.startswith(start)
    ]


def files_of_example() -> list[str]:
    """Return the paths of the files of the example, as they lie in simcore."""
    found = (path for path in EXAMPLE.rglob("*") if path.is_file())
    return sorted(
        path.relative_to(EXAMPLE).as_posix()
        for path in found
        if "__pycache__" not in path.parts
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """Return a copy of simcore into which the example was copied as the page says."""
    folder = tmp_path_factory.mktemp("copy")
    skipped = shutil.ignore_patterns("__pycache__", ".*")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=skipped)
        else:
            shutil.copy(source, folder / name)
    for name in files_of_example():
        assert not (folder / name).exists(), f"{name} would be overwritten"
    (line,) = lines_of_page("cp ")
    subprocess.run(line, cwd=folder, check=True)
    return folder


def in_copy(folder: Path, *words: str, asked: str | None = None) -> str:
    """Return what a Python program prints in the copy, having succeeded."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        input=asked or "",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def typed(folder: Path, lines: list[list[str]]) -> list[tuple[int, str, str]]:
    """Return exit code, output and complaints of commands typed in the copy."""
    asked = json.dumps([words[1:] for words in lines])
    return [
        tuple(one) for one in json.loads(in_copy(folder, "-c", DRIVER, asked=asked))
    ]


def test_no_file_of_anybody_else_is_touched():
    names = files_of_example()
    assert len(names) > 10
    assert all(_OWN.fullmatch(name) for name in names)


def test_the_page_is_short_and_shows_what_is_in_the_files():
    assert len(PAGE.splitlines()) <= 160
    texts = [
        squeezed((EXAMPLE / name).read_text(encoding="utf-8"))
        for name in files_of_example()
    ]
    shown = blocks("python")
    assert len(shown) > 2
    for block in shown:
        assert any(block in text for text in texts), block


def test_the_page_names_every_file_of_the_example():
    page = PAGE.replace("NAME", "trio")
    for name in files_of_example():
        inner = re.sub("^(simcore/games|strategies)/trio/", "", name)
        shown = {name, inner, inner.removesuffix("__init__.py")}
        assert any(f"`{one}`" in page for one in shown), name


def test_every_command_knows_the_game(copy):
    lines = lines_of_page("simcore ")
    assert {words[1] for words in lines} == set(COMMANDS)
    shown = {}
    for words, (code, out, err) in zip(lines, typed(copy, lines), strict=True):
        line = " ".join(words[1:])
        if words[1] == "pot":
            refusal = "simcore: trio is not played for a pot\n"
            assert (code, out, err) == (2, "", refusal)
        else:
            assert code == 0, f"{line}: {err}"
            shown[line] = out
    by_start = {
        "games": "three players, five tricks, no trumps",
        "run trio --deals 300 --seed 1": "300 deals, seed 1; rules: defaults",
        "run trio --matches 20": "20 matches, seed 1; rules: last_trick=3",
        "extend evening": "30 matches, seed 1; rules: last_trick=3",
        "show evening": "deals a match",
        "merge study": "300 deals, seed 1; rules: defaults",
        "runs": "study.1of2",
        "sweep": "last_trick=2",
        "duel": "thrifty over random",
        "odds": "What each lead is worth",
        "replay": "4 records: 4 as the rules say",
        "explain": "random: ",
        "bench": "trio_random",
    }
    for start, text in by_start.items():
        found = [out for line, out in shown.items() if line.startswith(start)]
        assert found, start
        assert text in found[0], start


def test_what_is_not_written_yet_is_told_in_a_sentence(copy):
    line = "simcore records trio -n 1 --seed 1 --output kept.jsonl"
    ((code, _, _),) = typed(copy, [shlex.split(line)])
    assert code == 0
    package = copy / "simcore" / "games" / "trio"
    for name in _LATER:
        (package / name).rename(copy / name.replace("/", "."))
        if name.endswith("__init__.py"):
            shutil.rmtree((package / name).parent)
    try:
        lines = [
            "simcore duel trio thrifty random --deals 10",
            "simcore odds trio --hand Ac",
            "simcore explain trio --seed 1 --deal 0",
            "simcore explain --record kept.jsonl",
            "simcore replay kept.jsonl",
            "simcore run trio --deals 100 --seed 1",
        ]
        said = typed(copy, [shlex.split(line) for line in lines])
    finally:
        for name in _LATER:
            (package / name).parent.mkdir(exist_ok=True)
            (copy / name.replace("/", ".")).rename(package / name)
    no_replaying = "there is no replaying of trio"
    assert [one[0] for one in said] == [2, 2, 2, 2, 2, 0]
    assert [one[2] for one in said[:4]] == [
        "simcore: there are no duels of trio\n",
        "simcore: there are no odds of trio\n",
        f"simcore: {no_replaying}\n",
        f"simcore: line 1: {no_replaying}\n",
    ]
    assert said[4][1].startswith(f"line 1: {no_replaying}\n")


@pytest.mark.slow
def test_the_game_keeps_to_the_contract_and_to_its_rules(copy):
    tests = [name for name in files_of_example() if name.startswith("tests/games/")]
    assert len(tests) == 3
    quietly = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "passed" in in_copy(copy, *quietly, *tests)
    ((_, *contract),) = lines_of_page("pytest ")
    printed = in_copy(copy, *quietly, *contract, "-m", "slow or not slow")
    assert "passed" in printed


@pytest.mark.slow
@pytest.mark.parametrize(
    "tool", ["ruff check", "ruff format --check", "mypy simcore/games/trio"]
)
def test_the_example_is_written_as_the_rest_is(copy, tool):
    module, *words = tool.split()
    pytest.importorskip(module)
    files = [name for name in files_of_example() if name.endswith(".py")]
    in_copy(copy, "-m", module, *words, *([] if module == "mypy" else files))


@pytest.mark.slow
def test_no_layer_is_broken(copy):
    pytest.importorskip("importlinter")
    in_copy(
        copy, "-c", "from importlinter.cli import lint_imports_command as run; run()"
    )
