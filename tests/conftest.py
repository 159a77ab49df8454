"""Makes this folder importable, so that tests can say `from reference...`."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def results(tmp_path_factory, monkeypatch):
    """Return an empty folder in which a test keeps its runs, and no other test does."""
    folder = tmp_path_factory.mktemp("results")
    monkeypatch.setenv("SIMCORE_RESULTS", str(folder))
    return folder
