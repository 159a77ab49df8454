"""The cache of compiled kernels, seen from several processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ENTRY = """
from pathlib import Path
from simcore.jit import cache_folder, entry, is_compiled

@entry([Path(__file__).with_name("constant.py")])
def doubled(number):
    return 2 * number

print(cache_folder() is not None, is_compiled(doubled), doubled(21))
"""

SECOND_RUN = """
from simcore.api import make_plan
from simcore.registry import find_game
from simcore.runner import run_plan

told = []
plan = make_plan(find_game("kratzen"), rules={}, strategies="random", sessions=5)
run_plan(plan, 1, compiling=lambda: told.append(1))
stats = plan.game.engine.entries.run.stats
print(len(told), sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def run(script: Path | str, **environment: str) -> str:
    """Run a script, a file or a text, in a process; return what it prints."""
    words = ["-c", script] if isinstance(script, str) else [str(script)]
    done = subprocess.run(
        [sys.executable, *words],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.fixture
def program(tmp_path) -> Path:
    """Return a program with an entry, whose source is said to be another file."""
    (tmp_path / "constant.py").write_text("A = 1\n", encoding="utf-8")
    file = tmp_path / "program.py"
    file.write_text(ENTRY, encoding="utf-8")
    return file


def test_a_second_run_of_kratzen_compiles_nothing():
    run(SECOND_RUN)  # fills the cache, if this is the first test of all
    assert run(SECOND_RUN) == "0 1 0"


def test_an_entry_is_compiled_once_for_all_processes(program, tmp_path):
    cache = str(tmp_path / "cache")
    assert run(program, SIMCORE_CACHE_DIR=cache) == "True False 42"
    assert run(program, SIMCORE_CACHE_DIR=cache) == "True True 42"


@pytest.mark.parametrize(
    ("text", "is_known"), [("A = 2\n", "False"), ("A = 1\r\n", "True")]
)
def test_an_edit_of_what_is_compiled_in_compiles_again(
    program, tmp_path, text, is_known
):
    """Line ends are no edit."""
    cache = str(tmp_path / "cache")
    run(program, SIMCORE_CACHE_DIR=cache)
    (tmp_path / "constant.py").write_bytes(text.encode())
    assert run(program, SIMCORE_CACHE_DIR=cache) == f"True {is_known} 42"


@pytest.mark.parametrize(
    "setting", ["SIMCORE_PORTABLE", "NUMBA_BOUNDSCHECK"], ids=str.lower
)
def test_settings_that_change_the_code_compile_again(program, tmp_path, setting):
    cache = str(tmp_path / "cache")
    run(program, **{"SIMCORE_CACHE_DIR": cache, setting: "0"})
    found = run(program, **{"SIMCORE_CACHE_DIR": cache, setting: "1"})
    assert found == "True False 42"


def test_without_a_cache_everything_works(program, tmp_path):
    """A file stands where the folder should be, which even root cannot write into."""
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    for _ in range(2):
        assert run(program, SIMCORE_CACHE_DIR=str(blocked)) == "False False 42"
