"""Runs with a precision that are kept: the same, however often they are stopped."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import simcore
from simcore.api import make_plan as make_deals_plan
from simcore.errors import UsageError
from simcore.executing import Threads
from simcore.grid import Grid, parse_axes
from simcore.keeping import take_folder
from simcore.manifest import Manifest
from simcore.plan import Plan
from simcore.precision import looks
from simcore.registry import find_game
from simcore.runfolder import RunFolder, open_folder
from simcore.runner import run_plan
from simcore.simulation import Simulation
from simcore.sweeping import Sweep, run_sweep
from simcore.targets import parse_targets
from tests.games.helpers import make_plan
from tests.kept_runs import Halting

WIDTH = {"made": 0.0028}

pytestmark = pytest.mark.usefixtures("small_chunks")


@pytest.fixture
def small_chunks(monkeypatch) -> None:
    """Cut runs into many chunks, so that there are many looks."""
    monkeypatch.setattr("simcore.plan.CHUNK_DEALS", 1 << 13)


def simulation_of(width: dict[str, float], most: int = 60_000) -> Simulation:
    """Return a run that is to be precise, of some 40 chunks at most."""
    plan = make_plan("random", sessions=most, deals=20, seed=3)
    return Simulation("run", plan, parse_targets(width))


def folder_of(name: str, simulation: Simulation) -> RunFolder:
    """Return a folder of that name."""
    return take_folder(name, simulation.manifest(), [simulation.plan])


def go_on(folder: RunFolder, executor):
    """Go on with a run as `simcore resume` does."""
    folder = RunFolder(folder.path, Manifest.read(folder.path))
    with folder.held():
        found = Simulation.of(folder).run(folder.parts, executor=executor)
        if found.outcome.is_complete:
            folder.reach([found.outcome.sessions])
    return found


@pytest.fixture
def whole():
    """Return what the run comes to without a folder."""
    return simulation_of(WIDTH).run(lambda _: None, jobs=2)


@pytest.mark.parametrize(("jobs", "n", "seed"), [(1, 2, 1), (2, 4, 2), (3, 1, 3)])
def test_a_run_that_is_stopped_again_and_again_ends_where_it_would_have(
    whole, jobs, n, seed
):
    simulation = simulation_of(WIDTH)
    folder = folder_of("night", simulation)
    for stop in range(60):
        found = go_on(folder, Halting(jobs, n, seed + stop))
        if found.outcome.is_complete:
            break
    assert stop > 2
    assert found.outcome.plan == whole.outcome.plan
    assert found.known == whole.known
    assert np.array_equal(found.outcome.sums, whole.outcome.sums)
    folder = open_folder("night")
    assert folder.is_finished
    ((_, plan),) = folder.plans()
    assert plan.sessions == whole.outcome.sessions
    assert folder.manifest.digest == whole.outcome.plan.digest
    assert len(list((folder.path / "parts").iterdir())) <= 2


def test_looks_that_were_passed_are_not_made_again(monkeypatch):
    simulation = simulation_of({"made": 1e-9})
    folder = folder_of("night", simulation)
    places = list(looks(simulation.plan))
    go_on(folder, Halting(1, 4))
    parts = folder.parts(replace(simulation.plan, sessions=places[0]))
    assert parts.is_passed
    runs: list[int] = []

    def counted(plan: Plan, **rest):
        runs.append(plan.sessions)
        return run_plan(plan, **rest)

    monkeypatch.setattr("simcore.precision.run_plan", counted)
    go_on(folder, Threads(2))
    assert len(runs) < len(places)
    assert runs == places[-len(runs) :]


def test_a_spoiled_part_is_played_again(whole):
    folder = folder_of("night", simulation_of(WIDTH))
    go_on(folder, Threads(2))
    for path in (folder.path / "parts").iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    found = go_on(folder, Threads(2))
    assert np.array_equal(found.outcome.sums, whole.outcome.sums)


def test_a_run_that_turns_out_to_be_long_is_kept_from_then_on(whole):
    simulation = simulation_of(WIDTH)
    folder = folder_of("night", simulation)
    late = list(looks(simulation.plan))[2]
    with folder.held():
        found = simulation.run(
            lambda plan: folder.parts(plan) if plan.sessions >= late else None,
            executor=Halting(2, 5),
        )
        assert not found.outcome.is_complete
    assert folder.sessions_done() >= late
    found = go_on(folder, Threads(2))
    assert np.array_equal(found.outcome.sums, whole.outcome.sums)


def test_the_most_can_be_raised(whole):
    few = whole.outcome.sessions // 2
    simulation = simulation_of(WIDTH, few)
    folder = folder_of("night", simulation)
    assert go_on(folder, Threads(2)).missed
    folder = open_folder("night")
    assert folder.is_finished
    with pytest.raises(UsageError, match=f"may have {few:,} sessions already"):
        folder.extend(few - 1, is_most=True)
    folder.extend(60_000, is_most=True)
    assert not folder.is_finished
    found = go_on(folder, Threads(2))
    assert found.outcome.plan == whole.outcome.plan
    assert np.array_equal(found.outcome.sums, whole.outcome.sums)


def test_a_number_of_sessions_takes_the_place_of_the_precision(whole):
    folder = folder_of("night", simulation_of(WIDTH))
    go_on(folder, Threads(2))
    n = whole.outcome.sessions
    folder = open_folder("night")
    with pytest.raises(UsageError, match=f"night has {n:,} sessions already"):
        folder.extend(n - 1)
    folder.extend(n + 1000)
    assert folder.targets == ()
    found = go_on(folder, Threads(2))
    longer = run_plan(replace(whole.outcome.plan, sessions=n + 1000), 2)
    assert found.outcome.plan == longer.plan
    assert np.array_equal(found.outcome.sums, longer.sums)


def test_a_fixed_run_has_no_most():
    plan = make_plan("random", sessions=500, deals=20, seed=3)
    folder = folder_of("night", Simulation("run", plan))
    with pytest.raises(UsageError, match="has a fixed number of sessions"):
        folder.extend(1000, is_most=True)


def test_another_precision_is_another_run():
    folder_of("night", simulation_of(WIDTH))
    with pytest.raises(UsageError, match=r"precision\.made is 0\.0028 and 0\.003"):
        folder_of("night", simulation_of({"made": 0.003}))
    with pytest.raises(UsageError, match=r"precision\.made is 0\.0028 and 'absent'"):
        folder_of("night", Simulation("run", simulation_of(WIDTH).plan))


def test_a_pot_of_a_game_that_has_none_is_told():
    plan = make_deals_plan(find_game("chibre"), deals=10, rules={}, seed=1)
    simulation = Simulation("run", plan)
    folder = take_folder("x", simulation.manifest(), simulation.plans)
    replace(folder.manifest, kind="pot").write(folder.path)
    with pytest.raises(UsageError, match="chibre is not played for a pot"):
        simcore.resume("x")


# --- sweeps ---


def sweep_of() -> Sweep:
    """Return a sweep of cells that need not be equally long."""
    grid = Grid(
        game=find_game("kratzen"),
        axes=parse_axes(["players=3,4", "all.strategy=random,normal"]),
        sessions=30_000,
        deals=20,
        seed=5,
    )
    return Sweep(grid, targets=parse_targets({"made": 0.006}))


def test_a_sweep_goes_on_in_the_cell_where_it_was_stopped():
    whole = sweep_of()
    run_sweep(whole, 2)
    assert len(set(whole.lengths)) > 1
    folder = take_folder("s", whole.manifest(), whole.plans)
    for stop in range(60):
        folder = open_folder("s")
        found = Sweep.of(folder)
        with folder.held():
            run_sweep(
                found,
                parts_of=folder.parts,
                executor=Halting(2, 3, stop),
                kept=lambda f=folder, s=found: f.reach(s.lengths),
            )
        assert folder.manifest.reached == tuple(found.lengths)
        if found.is_complete:
            break
    assert stop > 3
    assert found.table().equals(whole.table())
    assert found.provenance()["plan"] == whole.provenance()["plan"]
    folder = open_folder("s")
    assert folder.is_finished
    assert [plan.sessions for _, plan in folder.plans()] == whole.lengths


def test_what_is_known_of_a_finished_sweep_stays_while_it_is_read_again():
    whole = sweep_of()
    folder = take_folder("s", whole.manifest(), whole.plans)
    with folder.held():
        run_sweep(
            whole,
            2,
            parts_of=folder.parts,
            kept=lambda: folder.reach(whole.lengths),
        )
    before = open_folder("s").manifest
    folder = open_folder("s")
    found = Sweep.of(folder)
    seen = []

    def kept() -> None:
        folder.reach(found.lengths)
        seen.append(Manifest.read(folder.path))

    with folder.held():
        run_sweep(found, 2, parts_of=folder.parts, kept=kept)
    assert seen == [before] * len(whole.cells)
    assert before.total == sum(whole.lengths)


# --- from Python ---

VALUES = {"strategies": "random", "deals": 20, "seed": 3}


def test_a_run_is_kept_under_the_name_that_is_given():
    plain = simcore.run("kratzen", **VALUES, precision=WIDTH, maximum=60_000)
    kept = simcore.run(
        "kratzen", **VALUES, precision=WIDTH, maximum=60_000, save="night"
    )
    assert kept.equals(plain)
    assert open_folder("night").is_finished
    assert (open_folder("night").path / "result.csv").is_file()
    assert simcore.resume("night").equals(plain)


def test_a_pot_is_kept_with_its_distributions():
    plain = simcore.pot("kratzen", **VALUES, sessions=900)
    kept = simcore.pot("kratzen", **VALUES, sessions=900, save="pot")
    assert kept.equals(plain)
    assert simcore.resume("pot").equals(plain)
    folder = open_folder("pot").path
    assert (folder / "result.histograms.csv").is_file()


def test_the_seed_of_a_run_that_is_kept_is_taken_again():
    values = {"strategies": "random", "deals": 20, "sessions": 500}
    first = simcore.run("kratzen", **values, save="night")
    again = simcore.run("kratzen", **values, save="night")
    assert again.equals(first)
    with pytest.raises(UsageError, match="holds another run: sessions is 500 and 600"):
        simcore.run("kratzen", **(values | {"sessions": 600}), save="night")


def test_a_sweep_is_kept_and_goes_on():
    grid = {"players": [3, 4]}
    plain = simcore.sweep("kratzen", grid, **VALUES, sessions=900)
    kept = simcore.sweep("kratzen", grid, **VALUES, sessions=900, save="study")
    assert kept.equals(plain)
    (open_folder("study").path / "parts" / "000002-0-2-818.part").unlink()
    assert simcore.resume("study").equals(plain)


def test_an_interrupted_run_goes_on(monkeypatch):
    plain = simcore.run("kratzen", **VALUES, sessions=3000)
    with monkeypatch.context() as patch:
        patch.setattr("simcore.runner.Threads", lambda *_: Halting(1, 4, 1))
        with pytest.warns(RuntimeWarning, match="interrupted after [0-9]+ of") as told:
            part = simcore.run("kratzen", **VALUES, sessions=3000, save="night")
    assert told[0].filename == __file__
    assert not part["complete"].any()
    assert simcore.resume("night").equals(plain)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: simcore.resume("nigth"), "there is no run 'nigth'"),
        (
            lambda: simcore.run("kratzen", **VALUES, sessions=9, save="a/b"),
            "'a/b' is no name for a run",
        ),
    ],
)
def test_what_cannot_be_kept_or_found_is_told(call, sentence):
    with pytest.raises(UsageError, match=sentence):
        call()
