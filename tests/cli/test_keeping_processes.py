"""Runs in processes of their own: stopped, limited, and listed in no time."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.kept import (
    listed,
    simcore,
)

# Chunks of their usual size here.
RUN = ["run", "kratzen", "--strategies", "random", "--deals", "5000", "--seed", "4"]
SHORT = [*RUN, "--sessions", "110", "--save", "x", "--format", "csv"]
LONG = [*RUN, "--sessions", "700", "--save", "x", "--format", "csv"]

GRID = ["kratzen", "--grid", "players=3,4"]

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
from simcore.cli.main import start
start()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_a_limit_on_files_loses_no_result(results, tmp_path):
    """Parts of Kratzen are larger than the limit, a manifest is smaller."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, *SHORT],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0
    assert "File too large; the run goes on" in done.stderr
    assert [path.suffix for path in (results / "x" / "parts").iterdir()] in (
        [],
        [".part"],
    )
    assert simcore("resume", "x", "--format", "csv").stdout == done.stdout
    assert listed()[0]["state"] == "finished"


def begun(words: list[str], cwd: Path) -> subprocess.Popen[str]:
    """Start a command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "simcore", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )


def wait_for_parts(folder: Path, process: subprocess.Popen[str]) -> None:
    """Wait until something is kept."""
    while not list(folder.glob("parts/*.part")) and process.poll() is None:
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be signalled")
@pytest.mark.parametrize("words", [["run", "kratzen"], ["sweep", *GRID]])
def test_one_signal_stops_a_run_with_a_precision(results, tmp_path, words):
    fixed = ["--strategies", "random", "--seed", "4", "--save", "x"]
    process = begun([*words, *fixed, "--precision", "made=1e-6"], tmp_path)
    wait_for_parts(results / "x", process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "simcore: go on with: simcore resume x" in err.splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be signalled")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_process_can_be_gone_on_with(results, tmp_path, number):
    process = begun([*LONG, "--jobs", "1"], tmp_path)
    wait_for_parts(results / "x", process)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert "simcore: go on with: simcore resume x" in err.splitlines()
        assert ",False,contracts," in out
    else:
        assert process.returncode == -signal.SIGKILL
    assert listed()[0]["state"] == "unfinished"
    again = simcore("resume", "x", "--format", "csv")
    whole = simcore(*LONG[:-4], "--format", "csv")
    assert again.stdout == whole.stdout


def test_nothing_heavy_is_needed_to_list_runs(results):
    simcore(*SHORT)
    probe = (
        "import sys; from simcore.cli.main import start\n"
        "try: start(['runs'])\n"
        "finally: print([n for n in ('numba', 'pandas', 'rich') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].startswith("x ")
    assert done.stdout.splitlines()[-1] == "[]"
