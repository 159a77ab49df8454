"""Help for tests of runs that are kept, through the command line."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simcore.cli.main import main, start

RUN = ["run", "kratzen", "--strategies", "random", "--deals", "500"]
SEEDED = [*RUN, "--sessions", "200", "--seed", "4"]
"""Three chunks and a bit, with the chunks of the fixture `small_chunks`."""

GRID = ["--grid", "players=3,4", "--grid", "cut=always,never", "--seed", "4"]
SWEEP = ["sweep", "kratzen", *GRID, "--strategies", "random"]
SMALL_SWEEP = [*SWEEP, "--deals", "500", "--sessions", "70"]


def simcore(*words: object, code: int = 0) -> Result:
    """Run a command in this process; its exit code is checked."""
    done = CliRunner().invoke(main, list(map(str, words)), standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    assert (done.return_value or 0) == code, done.stderr
    return done


def complaint(capsys, *words: object) -> str:
    """Return the sentence in which a command refuses something."""
    with pytest.raises(SystemExit) as leaving:
        start(list(map(str, words)))
    assert leaving.value.code == 2
    found = capsys.readouterr()
    assert found.out == ""
    return found.err.splitlines()[-1].removeprefix("simcore: ")


def listed(*words: str) -> list[dict[str, str]]:
    """Return what `simcore runs` lists."""
    text = simcore("runs", "--format", "csv", *words).stdout
    return list(csv.DictReader(io.StringIO(text)))


def halve(folder: Path) -> None:
    """Take away the parts that hold most of a run, as if they had not been done."""
    largest = max((folder / "parts").iterdir(), key=lambda path: path.stat().st_size)
    largest.unlink()
    for path in folder.glob("result.*"):
        path.unlink()
