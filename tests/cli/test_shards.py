"""Shards of a run, and what is said of those that do not fit."""

from __future__ import annotations

import re

import pytest

from tests.cli.kept import (
    RUN,
    SEEDED,
    SMALL_SWEEP,
    SWEEP,
    complaint,
    listed,
    simcore,
)

pytestmark = pytest.mark.usefixtures("small_chunks")


@pytest.mark.parametrize("words", [SEEDED, SMALL_SWEEP], ids=["run", "sweep"])
def test_shards_merge_to_the_run(words, results, tmp_path):
    whole = simcore(*words, "--format", "csv", "--no-save").stdout
    for number in (1, 2, 3):
        done = simcore(*words, "--save", "s", "--shard", f"{number}/3")
        assert f"shard {number}/3 is done; all together: simcore merge s" in done.stderr
        assert done.stdout == ""
    path = tmp_path / "all.csv"
    merged = simcore("merge", "s", "--format", "csv", "--output", path)
    assert merged.stdout == whole == path.read_text()
    again = simcore("merge", "s.1of3", "s.2of3", "s.3of3", "--format", "csv")
    assert again.stdout == whole
    assert simcore("show", "s", "--format", "csv").stdout == whole
    other = simcore("merge", "s.3of3", "s.1of3", "s.2of3", "--name", "t")
    assert "kept in" in other.stderr


def test_a_shard_without_chunks_says_so_when_run_and_when_listed():
    for number in range(1, 10):
        done = simcore(*SEEDED, "--save", "s", "--shard", f"{number}/9")
    assert "shard 9/9 has nothing to do: the run has too few chunks" in done.stderr
    *_, last = listed()
    assert (last["run"], last["state"], last["done"]) == (
        "s.9of9",
        "nothing to do",
        "1",
    )
    assert simcore("merge", "s").stdout.startswith("kratzen")


def test_shards_that_do_not_fit_are_refused(results, capsys):
    for number in (1, 2):
        simcore(*SEEDED, "--save", "a", "--shard", f"{number}/2")
    changed = [*SEEDED, "--set", "cut=never", "--seed", "5"]
    simcore(*changed, "--save", "b", "--shard", "2/2")
    simcore(*SEEDED, "--save", "c", "--shard", "3/3")
    simcore(*SEEDED, "--save", "whole")
    assert complaint(capsys, "merge", "a.1of2", "b.2of2", "--name", "n") == (
        "a.1of2 and b.2of2 are no shards of one run: rules.cut is 'always' and 'never'"
    )
    assert complaint(capsys, "merge", "a.1of2") == "shard 2/2 is missing"
    assert complaint(capsys, "merge", "c") == "shards 1/3, 2/3 are missing"
    assert "one of 2 shards and c.3of3 one of 3" in complaint(
        capsys, "merge", "a.1of2", "c.3of3", "--name", "n"
    )
    assert "named twice" in complaint(capsys, "merge", "a.1of2", "a.1of2")
    assert "no name in common" in complaint(capsys, "merge", "a.1of2", "c.3of3")
    assert "there is no run 'nothing'" in complaint(capsys, "merge", "nothing")
    (part, *_) = (results / "a.2of2" / "parts").iterdir()
    part.unlink()
    assert re.fullmatch(
        r"a\.2of2 is not finished, \d+% of it is there; simcore resume a\.2of2 goes on",
        complaint(capsys, "merge", "a"),
    )
    assert "is shard 1/2 of a run; simcore merge" in complaint(capsys, "show", "a.1of2")


@pytest.mark.parametrize(
    ("shard", "sentence"),
    [
        ("0/4", "shard is '0/4' but takes 1/4 to 4/4"),
        ("5/4", "shard is '5/4' but takes 1/4 to 4/4"),
        ("1/0", "shard is '1/0' but a run has 1 to 100000"),
        ("x/y", "shard is 'x/y' but must be I/N, as 2/4"),
        ("2", "shard is '2' but must be I/N, as 2/4"),
        ("-1/4", "shard is '-1/4' but must be I/N, as 2/4"),
    ],
)
def test_a_shard_is_i_of_n(capsys, shard, sentence):
    assert complaint(capsys, *SEEDED, "--shard", shard) == sentence


def test_shards_need_a_seed(capsys):
    sentence = complaint(capsys, *RUN, "--shard", "1/2")
    assert sentence == "--shard needs --seed: all shards are of the same run"
    assert complaint(capsys, *SWEEP[:-4], "--strategies", "random", "--shard", "1/2")
