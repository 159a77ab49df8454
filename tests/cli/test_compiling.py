"""The first run of all, which compiles: it can be interrupted, and stays small."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import START
from tests.plugin_files import FINE

MOST_MEMORY = 400e6
"""Bytes that no run needs."""

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs signals")


def start(cache: Path, *words: str) -> subprocess.Popen[str]:
    """Start `simcore` with an empty cache; return the process once it compiles."""
    process = subprocess.Popen(
        [sys.executable, "-c", START, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"SIMCORE_CACHE_DIR": str(cache)},
    )
    assert process.stderr is not None
    while not process.stderr.readline().startswith("Compiling"):
        assert process.poll() is None
    return process


@POSIX
@pytest.mark.parametrize(
    "words",
    [
        "run kratzen",
        "records kratzen -n 1 --seed 1",
        "odds chibre --hand Jh --seed 1",
    ],
)
def test_ctrl_c_does_not_wait_for_the_compiler(words, tmp_path):
    process = start(tmp_path, *words.split())
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate()
    assert (process.returncode, output) == (130, "")
    assert not list(tmp_path.rglob("*.nb?"))


PEAK = """
from pathlib import Path
from simcore.cli.main import start
try:
    start()
finally:
    print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""
"""A run that tells its peak itself: to others a process has that of its parent too."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak so")
def test_compiling_the_largest_kernel_stays_below_400_megabytes(tmp_path):
    """That is the one of Kratzen with plug-ins."""
    file = tmp_path / "fine.py"
    file.write_text(FINE, encoding="utf-8")
    words = f"run kratzen --sessions 9 --seed 1 --strategies {file}".split()
    done = subprocess.run(
        [sys.executable, "-c", PEAK, *words],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"SIMCORE_CACHE_DIR": str(tmp_path)},
    )
    assert done.returncode == 0
    assert list(tmp_path.rglob("*.nbc"))
    assert 1024 * int(done.stdout.split()[-1]) < MOST_MEMORY
