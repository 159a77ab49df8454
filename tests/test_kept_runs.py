"""Runs that are kept: the same bits whoever does which chunk when."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from simcore.errors import UsageError
from simcore.executing import Threads
from simcore.grid import Grid, parse_axes
from simcore.lineup import parse_lineup
from simcore.manifest import Manifest, differences
from simcore.plan_data import (
    engine_digest,
    grid_as_data,
    grid_from_data,
    plan_as_data,
    plan_from_data,
)
from simcore.registry import find_game, games
from simcore.runfolder import (
    RunFolder,
    make_folder,
    manifest_of_grid,
    open_folder,
    run_names,
)
from simcore.runner import Outcome, run_plan
from simcore.shard_merging import merge_folders
from simcore.shards import shard_chunks
from simcore.sweeping import Sweep, run_shard, run_sweep
from tests.games.helpers import KRATZEN
from tests.kept_runs import Halting, folder_of, go_on, plan_of
from tests.plugin_files import FINE

N_CHUNKS = 7


@pytest.fixture(scope="module")
def plan():
    """Return a plan of some small chunks."""
    return plan_of(N_CHUNKS, rest=3)


@pytest.fixture(scope="module")
def outcome(plan) -> Outcome:
    """Return what the plan gives without a folder."""
    return run_plan(plan, 1)


@pytest.mark.parametrize(
    ("jobs", "shards", "stops", "seed"),
    [(1, 1, 0, 1), (2, 1, 3, 2), (3, 2, 1, 3), (5, 3, 2, 4), (2, 9, 1, 5)],
)
def test_the_bits_do_not_depend_on_jobs_shards_stops_and_order(
    plan, outcome, results, jobs, shards, stops, seed
):
    """More shards than chunks, too: some have nothing to do."""
    folders = []
    for number in range(1, shards + 1):
        shard = None if shards == 1 else (number, shards)
        folder = folder_of(results / f"r.{number}of{shards}", plan, shard=shard)
        for stop in range(stops):
            go_on(folder, Halting(jobs, 1, seed + stop))
            folder = RunFolder(folder.path, Manifest.read(folder.path))
        go_on(folder, Halting(jobs, None, seed))
        assert folder.is_finished
        folders.append(folder)
    whole = folders[0] if shards == 1 else merge_folders(folders, "whole")
    parts = whole.parts(plan)
    assert parts.is_complete
    again = go_on(whole, Halting(jobs, 0))
    assert again.is_complete
    assert np.array_equal(again.sums, outcome.sums)


@pytest.mark.parametrize("stops", [0, 2])
def test_an_extended_run_is_the_longer_one(plan, outcome, results, stops):
    folder = folder_of(results / "short", plan_of(3, rest=5))
    go_on(folder, Threads(2))
    with folder.held():
        folder.extend(plan.sessions)
    for stop in range(stops):
        go_on(folder, Halting(2, 2, stop))
    longer = go_on(folder, Threads(2))
    assert longer.is_complete
    assert np.array_equal(longer.sums, outcome.sums)
    with pytest.raises(UsageError, match="has 88 sessions already; 5 is fewer"):
        folder.extend(5)


def test_shards_can_be_extended_and_merged(plan, outcome, results):
    folders = []
    for number in (1, 2):
        folder = folder_of(results / f"s.{number}of2", plan_of(3), shard=(number, 2))
        go_on(folder, Threads(1))
        with folder.held():
            folder.extend(plan.sessions)
        go_on(folder, Threads(1))
        folders.append(folder)
    whole = merge_folders(folders, "s")
    assert np.array_equal(go_on(whole, Halting(1, 0)).sums, outcome.sums)
    assert whole.manifest.shard is None


def test_every_chunk_is_of_one_shard(plan):
    for n in (1, 2, 3, 10):
        for cell in (0, 1, 2, 5):
            found = [
                index
                for number in range(1, n + 1)
                for index in shard_chunks(plan, (number, n), cell)
            ]
            assert sorted(found) == list(range(plan.n_chunks))
    one = replace(plan, sessions=1)
    owners = [
        [len(shard_chunks(one, (number, 3), cell)) for number in (1, 2, 3)]
        for cell in (1, 2, 3, 4)
    ]
    assert owners == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]]


# --- sweeps ---


def sweep_of(sessions: int = 40) -> Sweep:
    """Return a sweep, not run yet."""
    axes = parse_axes(["players=3,4,5", "cut=always,never"])
    values = {"strategies": "random", "sessions": sessions, "deals": 8000, "seed": 5}
    return Sweep(Grid(game=KRATZEN, axes=axes, **values))


def sweep_folder(path, sweep: Sweep, **more) -> RunFolder:
    """Return a new folder for a sweep."""
    manifest = manifest_of_grid(sweep.grid, sweep.cells, sweep.about(), **more)
    return make_folder(path, manifest, [cell.plan for cell in sweep.cells])


def test_a_sweep_goes_on_where_it_was_stopped(results):
    whole = sweep_of(50)
    run_sweep(whole, 2)
    folder = sweep_folder(results / "s", whole)
    for stop in range(3):
        with folder.held():
            found = Sweep(folder.grid())
            executor = Halting(2, 3, stop)
            run_sweep(found, parts_of=folder.parts, executor=executor)
            assert not found.is_complete
    with folder.held():
        found = Sweep(folder.grid())
        run_sweep(found, 2, parts_of=folder.parts)
    assert folder.is_finished
    assert found.table().equals(whole.table())
    assert found.provenance()["plan"] == whole.provenance()["plan"]


def test_the_shards_of_a_sweep_make_the_sweep(results):
    whole = sweep_of(50)
    run_sweep(whole, 2)
    folders = []
    for number in (1, 2, 3):
        folder = sweep_folder(results / f"s.{number}of3", whole, shard=(number, 3))
        with folder.held():
            run_shard(Sweep(folder.grid()), folder.parts, Threads(2))
        folders.append(folder)
    merged = merge_folders(folders, "s")
    found = Sweep(merged.grid())
    with merged.held():
        run_sweep(found, parts_of=merged.parts, executor=Halting(1, 0))
    assert found.table().equals(whole.table())


def test_an_extended_sweep_is_the_longer_one(results):
    longer = sweep_of(60)
    run_sweep(longer, 2)
    short = sweep_of(35)
    folder = sweep_folder(results / "s", short)
    with folder.held():
        run_sweep(short, 2, parts_of=folder.parts)
        folder.extend(60)
    with folder.held():
        found = Sweep(folder.grid())
        run_sweep(found, 2, parts_of=folder.parts)
    assert found.table().equals(longer.table())
    assert found.provenance()["plan"] == longer.provenance()["plan"]
    assert folder.manifest.digest == longer.provenance()["plan"]["digest"]


# --- what is written down ---


@pytest.mark.parametrize("name", games())
def test_a_plan_is_written_down_whole(name):
    game = find_game(name)
    plan = replace(
        plan_of(2),
        game=game,
        players=game.players[2],
        rules=game.rules(),
        seats=parse_lineup("random", game.players[2], game),
        deals=1,
        seed=2**64 - 1,
        first_session=7,
    )
    data = json.loads(json.dumps(plan_as_data(plan)))
    assert plan_from_data(data) == plan


def test_a_plug_in_is_written_down_with_its_text(results, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.py"
    file.write_text(FINE, encoding="utf-8")
    text = "mine.py:mine(first=0.1234567890123),random,random,random"
    plan = replace(plan_of(1), seats=parse_lineup(text, 4, KRATZEN))
    folder = folder_of(results / "p", plan)
    before = go_on(folder, Halting(1, 0))
    file.write_text(FINE.replace("return lowest(view.legal)", "return view.legal"))
    there = open_folder("p").plan()
    assert there == plan
    assert there.seats[0].kept.read_text(encoding="utf-8") == FINE
    assert there.seats[0].values == (("first", 0.1234567890123),)
    assert there.describe() == plan.describe() | {
        "strategies": there.describe()["strategies"]
    }
    assert there.describe()["strategies"] == folder.manifest.about["strategies"]
    file.unlink()
    after = go_on(open_folder("p"), Threads(1))
    assert after.is_complete
    assert not before.is_complete


def test_a_grid_is_written_down_with_its_plug_ins(results, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(FINE, encoding="utf-8")
    axes = parse_axes(["seat0.strategy=mine.py,random", "cut=never"])
    sweep = Sweep(Grid(game=KRATZEN, axes=axes, strategies="random", seed=1))
    folder = sweep_folder(results / "s", sweep)
    (tmp_path / "mine.py").unlink()
    grid = folder.grid()
    assert grid.sessions == KRATZEN.default_sessions
    assert [cell.plan for cell in grid.cells()] == [cell.plan for cell in sweep.cells]
    data = json.loads(json.dumps(grid_as_data(grid)))
    assert grid_from_data(data, grid.kept) == grid


def test_a_text_that_was_spoiled_is_told(results, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(FINE, encoding="utf-8")
    seats = parse_lineup("mine.py", 4, KRATZEN)
    folder = folder_of(results / "p", replace(plan_of(1), seats=seats))
    (path,) = folder.path.glob("strategies/*/mine.py")
    path.write_text(FINE + "\n")
    with pytest.raises(UsageError, match="has been changed since it was written"):
        folder.plan()
    path.unlink()
    with pytest.raises(UsageError, match=r"the text of mine\.py is missing"):
        folder.plan()


def test_the_engine_has_a_digest_of_its_own_for_each_game():
    digests = {engine_digest(game) for game in games().values()}
    assert len(digests) == len(games())
    assert all(len(digest) == 16 for digest in digests)


def test_an_edit_of_a_kernel_changes_the_digest(tmp_path):
    from shutil import copytree

    from simcore.plan_data import _engine_digest

    folder = copytree(KRATZEN.folder, tmp_path / "one" / "kratzen")
    before = _engine_digest("kratzen", folder)
    assert before == engine_digest(KRATZEN)
    other = copytree(folder, tmp_path / "other")
    kernels = other / "kernels.py"
    kernels.write_bytes(kernels.read_bytes().replace(b"\n", b"\r\n"))
    assert _engine_digest("kratzen", other) == before
    kernels.write_bytes(kernels.read_bytes() + b"# more\n")
    third = other.rename(tmp_path / "third")
    assert _engine_digest("kratzen", third) != before


def test_lines_that_differ_are_named():
    one = {"rules": {"cut": "always", "ante": 1}, "strategies": [{"name": "a"}], "x": 1}
    other = {"rules": {"cut": "never", "ante": 1}, "strategies": [{"name": "b"}]}
    assert list(differences(one, other)) == [
        ("rules.cut", "'always' and 'never'"),
        ("strategies[0].name", "'a' and 'b'"),
        ("x", "1 and 'absent'"),
    ]


def test_runs_are_found_by_name_and_by_folder(results, plan):
    folder = folder_of(results / "here", plan)
    (results / "something else").mkdir()
    assert run_names() == ["here"]
    assert open_folder("here").name == "here"
    assert open_folder(str(folder.path)).manifest == folder.manifest


def test_a_manifest_of_before_there_was_a_precision_is_read(results, plan):
    folder = folder_of(results / "old", plan)
    path = folder.path / "manifest.json"
    data = json.loads(path.read_text())
    del data["precision"], data["reached"]
    path.write_text(json.dumps(data | {"manifest_version": 1}))
    assert Manifest.read(folder.path) == folder.manifest
