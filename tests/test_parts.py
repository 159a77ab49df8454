"""Parts: exact, folded as they become many, and recognized where they are spoiled."""

from __future__ import annotations

import errno
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import simcore.parts
from simcore.executing import Chunk
from simcore.part_files import (
    Part,
    SpoiledPartError,
    parts_in,
    read_part,
    remove_rests,
    write_part,
)
from simcore.parts import FOLD, Parts
from simcore.plan import Plan
from simcore.runner import Merge
from tests.games.helpers import make_plan

PART = Part(cell=3, first=4, count=2, sessions=50)
WORDS = st.integers(-(2**63), 2**63 - 1)


@pytest.fixture
def plan() -> Plan:
    """Return a plan of many chunks, the last of which may grow."""
    one = make_plan("random", deals=1 << 18, seed=1)
    return replace(one, sessions=3 * FOLD)


def numbers(n: int, value: int = 1) -> np.ndarray:
    """Return sums that tell which chunk they are of."""
    sums = np.zeros((4, 50), np.int64)
    sums[1, 7], sums[3, 49] = value, n
    return sums


@pytest.fixture
def parts(plan, tmp_path) -> Parts:
    """Return an empty folder for all chunks of the plan."""
    return Parts(tmp_path, "me", plan, range(plan.n_chunks))


def again(parts: Parts, plan: Plan | None = None) -> Parts:
    """Return what another process finds."""
    plan = plan or parts.plan
    return Parts(parts.folder, "me", plan, range(plan.n_chunks))


@settings(max_examples=30)
@given(arrays(np.int64, (3, 40), elements=WORDS, fill=st.just(0)))
def test_sums_read_back_exactly(tmp_path_factory, sums):
    folder = tmp_path_factory.mktemp("parts")
    write_part(folder, PART, sums, "me")
    assert np.array_equal(read_part(folder, PART, "me"), sums)
    assert [path.name for path in folder.iterdir()] == [PART.name]
    assert parts_in(folder) == [PART]


@pytest.mark.parametrize("place", [0, 15, 60, 110, -1])
def test_a_spoiled_byte_is_noticed(tmp_path, place):
    write_part(tmp_path, PART, numbers(1), "me")
    path = tmp_path / PART.name
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    with pytest.raises(SpoiledPartError, match="is spoiled"):
        read_part(tmp_path, PART, "me")


@pytest.mark.parametrize("size", [0, 1, 20, 100])
def test_a_part_that_was_cut_short_is_noticed(tmp_path, size):
    write_part(tmp_path, PART, numbers(1), "me")
    path = tmp_path / PART.name
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(SpoiledPartError, match="is spoiled"):
        read_part(tmp_path, PART, "me")


def test_a_part_of_another_run_is_noticed(tmp_path):
    write_part(tmp_path, PART, numbers(1), "me")
    with pytest.raises(SpoiledPartError, match="of another run"):
        read_part(tmp_path, PART, "you")
    other = replace(PART, first=5)
    (tmp_path / PART.name).rename(tmp_path / other.name)
    with pytest.raises(SpoiledPartError, match="of another run"):
        read_part(tmp_path, other, "me")


@pytest.mark.parametrize(
    "name", ["x.part", "1-2-3-4.part", "000001-0-0-5.part", "lock"]
)
def test_other_files_are_no_parts(tmp_path, name):
    (tmp_path / name).touch()
    assert parts_in(tmp_path) == []


def test_what_is_missing_is_known(parts):
    for index in (0, 5, 6):
        parts.keep(index, numbers(index))
    there = again(parts)
    assert list(there.missing())[:6] == [1, 2, 3, 4, 7, 8]
    assert there.sessions == 3
    assert not there.is_complete


def test_a_spoiled_part_is_done_again_and_deleted(parts):
    for index in range(3):
        parts.keep(index, numbers(index))
    path = parts.folder / Part(0, 1, 1, 1).name
    path.write_bytes(path.read_bytes()[:-3])
    there = again(parts)
    assert next(there.missing()) == 1
    there.clean()
    assert not path.exists()


def test_many_parts_become_few_and_the_sums_stay(parts, plan, monkeypatch):
    monkeypatch.setattr(simcore.parts, "FOLD", 4)
    merge = Merge(plan, parts)
    merge.sums = np.zeros((4, 50), np.int64)
    n = plan.n_chunks
    most = 0
    for index in range(n):
        merge.add(Chunk(plan, index, numbers(index), 1))
        most = max(most, len(parts_in(parts.folder)))
    assert most <= 4 * 4
    assert merge.is_complete
    assert merge.sums[3, 49] == sum(range(n))
    assert {part.count for part in parts_in(parts.folder)} <= {1, 4, 16, 64}
    there = again(parts)
    assert there.is_complete
    fresh = Merge(plan, there)
    fresh.sums = np.zeros((4, 50), np.int64)
    assert fresh.advance()
    assert np.array_equal(fresh.sums, merge.sums)


def test_pieces_that_were_not_deleted_are_not_counted_twice(parts, monkeypatch):
    """A process was killed after it had folded, before it had deleted."""
    monkeypatch.setattr("pathlib.Path.unlink", lambda self, missing_ok=False: None)
    for index in range(FOLD):
        parts.keep(index, numbers(index))
    parts.fold(FOLD, numbers(9))
    assert len(parts_in(parts.folder)) == FOLD + 1
    monkeypatch.undo()
    there = again(parts)
    assert there.sessions == FOLD
    assert next(there.missing()) == FOLD
    there.clean()
    assert parts_in(parts.folder) == [Part(0, 0, FOLD, FOLD)]


def test_what_has_a_gap_is_not_folded(parts, plan):
    for index in range(2 * FOLD):
        if index != 3:
            parts.keep(index, numbers(index))
    total = np.zeros((4, 50), np.int64)
    for index in range(2 * FOLD):
        total += numbers(index)
        parts.fold(index + 1, total)
    left = parts_in(parts.folder)
    assert [part.count for part in left] == [1] * (FOLD - 1) + [FOLD]
    second = sum(numbers(index) for index in range(FOLD, 2 * FOLD))
    assert np.array_equal(parts.read(left[-1]), second)


def longer(plan: Plan, sessions: int) -> Plan:
    """Return a plan of 10 sessions a chunk."""
    return replace(plan, deals=(1 << 18) // 10, sessions=sessions)


def test_the_last_chunk_is_done_again_where_it_grows(plan, tmp_path):
    short = longer(plan, 45)
    assert (short.n_chunks, short.chunk_sessions) == (5, 10)
    parts = Parts(tmp_path, "me", short, range(5))
    total = numbers(0, 0)
    for index in range(5):
        parts.keep(index, numbers(index))
        total += numbers(index)
    parts.seal(total, numbers(4))
    assert parts_in(tmp_path) == [Part(0, 0, 4, 40), Part(0, 4, 1, 5)]
    assert np.array_equal(parts.read(Part(0, 0, 4, 40)), total - numbers(4))
    assert again(parts, short).is_complete
    there = again(parts, longer(plan, 62))
    assert list(there.missing()) == [4, 5, 6]
    there.clean()
    assert parts_in(tmp_path) == [Part(0, 0, 4, 40)]


def test_a_run_of_whole_chunks_is_sealed_to_one_part(plan, tmp_path):
    whole = longer(plan, 30)
    parts = Parts(tmp_path, "me", whole, range(3))
    parts.keep(1, numbers(1))
    parts.seal(numbers(9), None)
    assert parts_in(tmp_path) == [Part(0, 0, 3, 30)]
    assert list(again(parts, longer(plan, 31)).missing()) == [3]


def test_of_a_part_and_its_piece_the_larger_is_taken(parts):
    parts.keep(0, numbers(1))
    piece = parts.folder / Part(0, 0, 1, 1).name
    text = piece.read_bytes()
    parts.adopt(numbers(3), 3)
    piece.write_bytes(text)  # as where it could not be deleted
    found = again(parts)
    assert found.files == [Part(0, 0, 3, 3), Part(0, 0, 1, 1)]
    assert list(found.stored()) == [0]
    found.clean()
    assert found.files == [Part(0, 0, 3, 3)]


def test_a_full_disk_is_told_and_leaves_nothing(parts, tmp_path, monkeypatch):
    def full(path, data, flush):
        raise OSError(errno.ENOSPC, "No space left on device")

    parts.keep(0, numbers(0))
    monkeypatch.setattr("simcore.part_files.write_whole", full)
    with pytest.raises(OSError, match="No space left"):
        parts.keep(1, numbers(1))
    told = []
    parts._failed = told.append
    parts.keep(1, numbers(1))
    assert [error.errno for error in told] == [errno.ENOSPC]
    assert [path.name for path in tmp_path.iterdir()] == [Part(0, 0, 1, 1).name]
    assert next(parts.missing()) == 1


def test_what_a_killed_process_has_half_written_is_removed(tmp_path):
    write_part(tmp_path, PART, numbers(1), "me")
    (tmp_path / f"{PART.name}.77.new").write_bytes(b"half")
    remove_rests(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [PART.name]
