"""Standard streams that are closed, full, or have few signs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import START

SMALL = ("run", "kratzen", "--strategies", "random", "--sessions", "9", "--deals", "9")
MISTAKE = ("run", "kratzen", "--players", "9")
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Compile what is needed, so that no test is told of it."""
    shell("", *SMALL)


def shell(redirection: str, *words: str, **settings: str) -> tuple[int, str, str]:
    """Run `simcore` with its streams redirected; return exit code, output, errors."""
    command = f'exec "$0" -c "$1" "${{@:2}}" {redirection}'
    done = subprocess.run(
        ["bash", "-c", command, sys.executable, START, *words],
        capture_output=True,
        check=False,
        env=os.environ | settings,
    )
    output, errors = (
        text.decode(errors="replace") for text in (done.stdout, done.stderr)
    )
    return done.returncode, output, errors


@POSIX
@pytest.mark.parametrize("words", [("--help",), ("games",), SMALL])
def test_closed_streams_are_no_failure(words):
    assert shell(">&-", *words) == (0, "", "")
    code, output, _ = shell("2>&-", *words)
    assert code == 0
    assert output
    assert shell(">&- 2>&-", *words) == (0, "", "")


@POSIX
def test_a_mistake_that_nobody_hears_has_its_exit_code():
    assert shell("2>&-", *MISTAKE) == (2, "", "")


@FULL
@pytest.mark.parametrize("words", [("--help",), ("games",), SMALL])
def test_a_full_disk_is_told_in_one_sentence(words):
    sentence = "simcore: the output cannot be used: No space left on device\n"
    assert shell(">/dev/full", *words) == (2, "", sentence)


@FULL
def test_a_mistake_on_a_full_disk_has_its_exit_code():
    assert shell("2>/dev/full", *MISTAKE) == (2, "", "")


@POSIX
@pytest.mark.parametrize("words", [("--help",), ("games",), SMALL])
def test_a_reader_who_has_gone_is_no_failure(words):
    assert shell("> >(exec true)", *words) == (0, "", "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_encoding_without_some_signs_is_no_failure(encoding):
    code, output, errors = shell("", *SMALL, PYTHONIOENCODING=encoding)
    assert (code, errors) == (0, "")
    assert "schlagen" in output


def test_the_package_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "simcore", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("simcore, version ")
