"""The options that say who does the chunks of a run."""

from __future__ import annotations

import importlib.util

import pytest

from simcore.cli.main import start

SMALL = ("run", "kratzen", "--strategies", "random", "--sessions", "300", "--seed", "5")


def test_workers_that_are_started_here_give_the_same_bytes(run_simcore):
    words = (*SMALL, "--deals", "2000", "--format", "csv")
    there = run_simcore(*words, "--executor", "dask", "--jobs", "2")
    assert there.returncode == 0
    assert "Traceback" not in there.stderr
    assert there.stdout == run_simcore(*words, "--jobs", "1").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--scheduler", "tcp://x:1"], "--scheduler needs --executor dask"),
        (
            ["--executor", "dask", "--scheduler", "tcp://x:1", "--jobs", "2"],
            "--jobs does not go with --scheduler, which has workers of its own",
        ),
        (
            ["--executor", "dask", "--scheduler", "x"],
            "scheduler is 'x' but takes an address like tcp://host:8786",
        ),
        (
            ["--executor", "dusk"],
            "Invalid value for '--executor': 'dusk' is not one of 'threads', 'dask'.",
        ),
    ],
)
def test_mistakes_are_told_in_one_sentence(words, message, run_simcore):
    done = run_simcore(*SMALL, *words)
    assert done.returncode == 2
    assert (done.stdout, done.stderr) == ("", f"simcore: {message}\n")


def test_there_is_a_word_where_dask_is_not_installed(monkeypatch, capsys):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "simcore.cli.workers.find_spec",
        lambda name: None if name == "distributed" else find(name),
    )
    with pytest.raises(SystemExit) as leaving:
        start([*SMALL, "--executor", "dask"])
    assert leaving.value.code == 2
    words = "simcore: --executor dask needs Dask: pip install 'simcore[dask]'\n"
    assert capsys.readouterr().err == words
