"""What the documents tell people to type works."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import simcore
from simcore.cli.main import COMMANDS, main
from simcore.registry import games

ROOT = Path(__file__).parents[1]
_ALL = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("results/*.md")]
PAGES = [page for page in _ALL if page.name != "add-a-game.md"]
"""All but the page of a game that is in no clone: its own test types its commands."""

_BLOCK = re.compile(r"^```[a-z]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`(simcore [^`]+)`")

SIMULATING = ("run", "pot", "sweep")
FILES = (".toml", ".jsonl")
KEPT = ("resume", "extend", "runs", "show", "merge")


def code_lines(page: Path) -> list[str]:
    """Return the lines of code on a page, those that end in a backslash joined."""
    blocks = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return "\n".join(blocks).replace("\\\n", " ").splitlines()


def commands_of_pages() -> list[str]:
    """Return every complete `simcore` command in the documents."""
    found = []
    for page in PAGES:
        for line in code_lines(page):
            found += [part.strip() for part in line.split("&&")]
        found += _INLINE.findall(page.read_text(encoding="utf-8"))
    return [text for text in dict.fromkeys(found) if is_complete(text)]


def commands_of_help() -> list[str]:
    """Return every example in the help of the commands."""
    found = []
    for name in COMMANDS:
        text = CliRunner().invoke(main, [name, "--help"]).stdout
        examples = text.partition("Example")[2]
        joined = re.sub(r"\n +(?! |simcore)", " ", examples)
        found += re.findall(r"simcore .*", joined)
    return found


def smaller(words: list[str]) -> list[str]:
    """Return what makes a command quick; of an option given twice the last counts."""
    if words[0] == "extend":
        return ["--matches", "15"] if "--matches" in words else ["--sessions", "30"]
    if words[0] == "bench":
        return ["--seconds", "0.01"]
    if words[0] == "duel":
        if "--stop-when" in words:
            return ["--max", "200"]
        if "--matches" in words:
            return ["--matches", "10"]
        return ["--sessions" if "kratzen" in words else "--deals", "50"]
    if words[0] == "odds":
        return ["--deals", "100", "--max", "100"]
    if words[0] not in SIMULATING:
        return []
    if "--precision" in words:
        return ["--max", "1000"]
    if "--matches" in words:
        return ["--matches", "10"]
    found = [games()[word] for word in words if word in games()]
    has_matches = any(game.plays_matches for game in found)
    return ["--deals" if has_matches else "--sessions", "20"]


def is_complete(text: str) -> bool:
    """Return whether a text is a command that one can type as it stands."""
    words = text.split()
    if words[:1] != ["simcore"] or re.search(r"[A-Z]{4}|…|<", text):
        return False
    if words[1:2] and words[1] in KEPT:
        has_run = len(words) > 2 and not re.search(r"\b[A-Z]+\b", text)
        return words[1] == "runs" or has_run
    return any(word in games() or word.endswith(FILES) for word in words) or (
        words[1:2] == ["games"]
    )


@pytest.fixture(scope="module")
def desk(tmp_path_factory) -> Path:
    """Return a folder with the files that the examples take as given."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "results").mkdir()
    (folder / "study.toml").write_text(only_block("sweeps", "toml"), encoding="utf-8")
    (folder / "mine.py").write_text(
        only_block("strategies", "python"), encoding="utf-8"
    )
    deals = simcore.records("klaberjass", n=2, strategies="random", seed=1)
    lines = [json.dumps(deal) + "\n" for deal in deals]
    (folder / "deals.jsonl").write_text("".join(lines), encoding="utf-8")
    run = [
        "run",
        "kratzen",
        "--strategies",
        "random",
        "--sessions",
        "20",
        "--seed",
        "1",
    ]
    matches = ["run", "chibre", "--strategies", "random", "--matches", "10"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIMCORE_RESULTS", str(folder / "results"))
        for words in (
            ["run", "kratzen", "--sessions", "20", "--seed", "7", "--save", "night"],
            [*run, "--save", "study", "--shard", "1/2"],
            [*run, "--save", "study", "--shard", "2/2"],
            [*matches, "--save", "matches"],
        ):
            done = CliRunner().invoke(main, words, standalone_mode=False)
            assert done.exception is None
    return folder


def only_block(page: str, language: str) -> str:
    """Return the one block of code in a language on a page of the docs."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    (block,) = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return str(block)


@pytest.mark.parametrize("text", [*commands_of_pages(), *commands_of_help()])
def test_every_command_that_is_shown_works(text, desk, monkeypatch):
    monkeypatch.chdir(desk)
    monkeypatch.setenv("SIMCORE_RESULTS", str(desk / "results"))
    words = shlex.split(text, comments=True)[1:]
    words += smaller(words)
    if "--output" in words:
        words.append("--force")
    result = CliRunner().invoke(main, words, standalone_mode=False)
    assert result.exception is None
    assert result.return_value in (None, 0)


@pytest.mark.parametrize("page", ["README.md", "docs/runs.md"])
def test_commands_that_keep_runs_work_when_pasted_from_top_to_bottom(
    page, desk, monkeypatch, tmp_path
):
    monkeypatch.chdir(desk)
    monkeypatch.setenv("SIMCORE_RESULTS", str(tmp_path))
    pasted = [line for line in code_lines(ROOT / page) if is_complete(line)]
    kept = [line for line in pasted if "--save" in line or line.split()[1] in KEPT]
    assert len(kept) > 1
    for line in kept:
        words = shlex.split(line, comments=True)[1:]
        words += [*smaller(words), *(["--force"] if "--output" in words else [])]
        result = CliRunner().invoke(main, words, standalone_mode=False)
        assert result.exception is None, f"{line}: {result.exception}"


def test_examples_are_found():
    pages, help_texts = commands_of_pages(), commands_of_help()
    assert "simcore run kratzen" in pages
    assert len(pages) > 8
    assert {text.split()[1] for text in help_texts} == set(COMMANDS)


EXAMPLE = ["run", "kratzen", "--sessions", "2000", "--seed", "1"]
"""The run that the README shows, and that lies in `results/example.csv`."""


def test_the_readme_shows_what_a_run_prints():
    (shown,) = re.findall(
        r"```text\n(.*?)```",
        (ROOT / "README.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )
    printed = CliRunner().invoke(main, EXAMPLE).stdout
    lines = [line.rstrip() for line in printed.splitlines() if line.strip()]
    place, may_skip = 0, False
    for line in filter(None, shown.splitlines()):
        if line == "...":
            may_skip = True
            continue
        assert line in lines[place:]
        skipped = lines[place:].index(line)
        assert may_skip or not skipped, f"lines are left out before {line!r}"
        place, may_skip = place + skipped + 1, False
    assert may_skip


def test_the_committed_example_is_that_run():
    # Regenerate it as results/README.md says.
    committed = pd.read_csv(ROOT / "results" / "example.csv")
    printed = CliRunner().invoke(main, [*EXAMPLE, "--format", "csv"]).stdout
    pd.testing.assert_frame_equal(
        committed, pd.read_csv(io.StringIO(printed)), rtol=1e-9
    )


def readme_lines() -> tuple[str, str]:
    """Return the line of the README for users, and the one for developers."""
    lines = code_lines(ROOT / "README.md")
    pasted = [line for line in lines if line.startswith("python3 -m venv")]
    users, developers = pasted
    return users, developers


def test_the_readme_has_both_lines():
    users, developers = readme_lines()
    assert users.endswith("&& pip install . && simcore run kratzen")
    assert developers.endswith("&& pip install -e '.[test]' && pytest")


@pytest.mark.slow
def test_the_readme_works_on_a_fresh_machine(tmp_path):
    clone = tmp_path / "clone"
    skipped = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "shared")
    shutil.copytree(ROOT, clone, ignore=skipped)
    home = tmp_path / "home"
    home.mkdir()
    environment = {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.defpath]),
    }
    users, developers = readme_lines()
    # The tests themselves run elsewhere: that the command finds them is enough here.
    script = f"{users} && {developers} --collect-only -q"
    done = subprocess.run(
        ["bash", "-ec", script],
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    assert "kratzen, 4 players: normal" in done.stdout
    assert "tests/test_readme.py::test_every_command" in done.stdout
