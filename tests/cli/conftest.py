"""Help for tests of the command line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

START = "from simcore.cli.main import start; start()"

RunSimcore = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run_simcore(tmp_path) -> RunSimcore:
    """Return a function that runs `simcore` in a process and an empty folder."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", START, *words],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            cwd=tmp_path,
        )

    return run


@pytest.fixture
def small_chunks(monkeypatch) -> None:
    """Cut runs of this process into chunks of a fraction of their usual size."""
    monkeypatch.setattr("simcore.plan.CHUNK_DEALS", 1 << 15)
    monkeypatch.setattr("simcore.plan.CHUNK_MATCHES", 1 << 8)
