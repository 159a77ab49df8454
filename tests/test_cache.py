"""The cache of kernels: what is spoiled in it is made anew."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROBE = """
import sys
from pathlib import Path
from simcore.jit import entry

@entry([Path(__file__)])
def double(number):
    return 2 * number

print(double(21), sum(double.stats.cache_hits.values()))
"""


def play(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Call a cached kernel in a process; return its answer and how often it hit."""
    file = folder / "probe.py"
    file.write_text(PROBE, encoding="utf-8")
    monkeypatch.setenv("SIMCORE_CACHE_DIR", str(folder / "cache"))
    done = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("size", [0, 90])
def test_a_file_cut_short_is_made_anew(tmp_path, monkeypatch, kind, size):
    assert play(tmp_path, monkeypatch) == "42 0"
    assert play(tmp_path, monkeypatch) == "42 1"
    (file,) = (tmp_path / "cache").rglob(f"*.{kind}")
    file.write_bytes(file.read_bytes()[:size])
    assert play(tmp_path, monkeypatch) == "42 0"
    assert play(tmp_path, monkeypatch) == "42 1"


def test_a_folder_that_cannot_be_written_costs_no_answer(tmp_path, monkeypatch):
    (tmp_path / "cache").write_text("a file")
    assert play(tmp_path, monkeypatch) == "42 0"
