"""Kernels: how they are compiled, and their cache, seen from several processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simcore.jit import kernel

ENTRY = """
from pathlib import Path
from simcore.jit import cache_folder, entry, is_compiled

@entry([Path(__file__).with_name("constant.py")])
def doubled(number):
    return 2 * number

known = is_compiled(doubled)
answer = doubled(21)
hits = sum(doubled.stats.cache_hits.values())
print(cache_folder() is not None, known, answer, hits)
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
    assert run(program, SIMCORE_CACHE_DIR=cache) == "True False 42 0"
    assert run(program, SIMCORE_CACHE_DIR=cache) == "True True 42 1"


@pytest.mark.parametrize(
    ("text", "is_known"), [("A = 2\n", False), ("A = 1\r\n", True)]
)
def test_an_edit_of_what_is_compiled_in_compiles_again(
    program, tmp_path, text, is_known
):
    """Line ends are no edit."""
    cache = str(tmp_path / "cache")
    run(program, SIMCORE_CACHE_DIR=cache)
    (tmp_path / "constant.py").write_bytes(text.encode())
    found = run(program, SIMCORE_CACHE_DIR=cache)
    assert found == f"True {is_known} 42 {int(is_known)}"


@pytest.mark.parametrize(
    "setting", ["SIMCORE_PORTABLE", "NUMBA_BOUNDSCHECK"], ids=str.lower
)
def test_settings_that_change_the_code_compile_again(program, tmp_path, setting):
    cache = str(tmp_path / "cache")
    run(program, **{"SIMCORE_CACHE_DIR": cache, setting: "0"})
    found = run(program, **{"SIMCORE_CACHE_DIR": cache, setting: "1"})
    assert found == "True False 42 0"


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("size", [0, 90])
def test_a_file_of_the_cache_cut_short_is_made_anew(program, tmp_path, kind, size):
    cache = str(tmp_path / "cache")
    run(program, SIMCORE_CACHE_DIR=cache)
    (file,) = (tmp_path / "cache").rglob(f"*.{kind}")
    file.write_bytes(file.read_bytes()[:size])
    assert run(program, SIMCORE_CACHE_DIR=cache) == "True True 42 0"
    assert run(program, SIMCORE_CACHE_DIR=cache) == "True True 42 1"


def test_without_a_cache_everything_works(program, tmp_path):
    """A file stands where the folder should be, which even root cannot write into."""
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    for _ in range(2):
        assert run(program, SIMCORE_CACHE_DIR=str(blocked)) == "False False 42 0"


def test_a_kernel_answers_python_and_kernels():
    inner = kernel(lambda number: number + 1)
    outer = kernel(lambda number: 2 * inner(number))
    assert (inner(20), outer(20)) == (21, 42)


def test_a_kernel_is_compiled_without_what_python_needs_to_call_it():
    inner = kernel(lambda number: number + 1)
    outer = kernel(lambda number: 2 * inner(number))
    assert outer(20) == 42
    for function, has_wrappers in ((inner, False), (outer._callable, True)):
        (compiled,) = function.overloads.values()
        names = [one.name for one in compiled.library.get_defined_functions()]
        assert any("cpython" in name for name in names) == has_wrappers
        assert any("cfunc" in name for name in names) == has_wrappers
