"""What is imported before anything is simulated."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("numba", "pandas", "rich", "scipy", "pyarrow", "dask", "distributed")

PROBE = f"""
import sys
from simcore.cli.main import start
try:
    start(sys.argv[1:])
finally:
    print(*[name for name in {HEAVY} if name in sys.modules], file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("--help", 0),
        ("--version", 0),
        ("run --help", 0),
        ("sweep --help", 0),
        ("games", 0),
        ("rules kratzen", 0),
        ("rules kratzen --format json", 0),
        ("", 2),
        ("nonsense", 2),
        ("games --nonsense", 2),
        ("rules nonsense", 2),
        ("run kratzen --players 9", 2),
        ("run kratzen --set cut=sometimes", 2),
        ("run kratzen --strategies nonsense", 2),
        ("run kratzen --executor dask --strategies nonsense", 2),
        ("sweep kratzen --grid cut=sometimes", 2),
        ("duel --help", 0),
        ("duel kratzen normal", 2),
        ("duel kratzen normal nonsense", 2),
        ("odds --help", 0),
        ("odds kratzen --turnup Kz", 2),
        ("odds kratzen --turnup Kh --dealer 1 --given seat0.trump>1", 2),
    ],
)
def test_nothing_heavy_is_imported(command, code):
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *command.split()],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == code
    assert done.stderr.splitlines()[-1] == ""
