"""A run that is killed at any moment loses no more than the chunks in work.

A process that has all kernels loaded forks children that go on with a run in its
folder; each is killed (SIGKILL) at a random moment, most while chunks are done or
written. A child notes each chunk as soon as it is kept: what it has noted must be there
afterwards.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

HELP = """
import os, random, signal, sys, time
from pathlib import Path

import numpy as np

from simcore.api import make_plan
from simcore.executing import Threads
from simcore.grid import Grid, parse_axes
from simcore.parts import Parts
from simcore.part_files import parts_in
from simcore.registry import find_game
from simcore.runfolder import (
    RunFolder, make_folder, manifest_of_grid, manifest_of_plan, results_root
)
from simcore.runner import run_plan
from simcore.simulation import Simulation
from simcore.sweeping import Sweep, run_sweep
from simcore.targets import parse_targets

kills, jobs = int(sys.argv[1]), 2
rng = random.Random(int(sys.argv[2]))
notes = os.open(results_root() / "notes", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
keep = Parts.keep


def keep_and_note(self, index, sums):
    keep(self, index, sums)
    place = self.chunks.index(index)
    os.write(notes, f"{self.cell} {place}\\n".encode())


Parts.keep = keep_and_note


def kill_one(work):
    '''Kill a child that works at a random moment; return whether it came to its end.'''
    child = os.fork()
    if child == 0:
        work()
        os._exit(0)
    time.sleep(rng.choice([rng.uniform(0, 0.05), rng.uniform(0, 0.25)]))
    os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def check(folder):
    '''All that was noted is there, and a reader gets through.'''
    words = (results_root() / "notes").read_text().split("\\n")[:-1]
    noted = {tuple(map(int, line.split())) for line in words}
    there = set()
    for cell, plan in folder.plans():
        parts = folder.parts(plan, cell)
        missing = set(parts.missing())
        there |= {(cell, i) for i in parts.chunks if i not in missing}
    assert noted <= there, sorted(noted - there)
    # What a writer had not noted yet, at most one for each child.
    return len(there)


def killed(folder, work):
    ended = seen = 0
    counts = []
    for _ in range(kills):
        ended += kill_one(work)
        folder.look_again()
        counts.append(check(folder))
    assert counts == sorted(counts)
    return ended, counts
"""

RUN = """
klaberjass = find_game("klaberjass")
plan = make_plan(
    klaberjass, strategies="random", matches=400 * 2048 + 77, rules={}, seed=3
)
expected = run_plan(plan, jobs)
folder = make_folder(results_root() / "run", manifest_of_plan("run", plan), [plan])


def work():
    with folder.held():
        run_plan(plan, jobs, parts=folder.parts(plan))


ended, counts = killed(folder, work)
folder.look_again()
with folder.held():
    found = run_plan(plan, jobs, parts=folder.parts(plan))
assert found.is_complete
assert np.array_equal(found.sums, expected.sums)
left = parts_in(folder.path / "parts")
assert len(left) == 2, left
names = [path.name for path in (folder.path / "parts").iterdir()]
assert len(names) == 2, names
print(kills, ended, plan.n_chunks, *counts)
"""

SWEEP = """
grid = Grid(
    game=find_game("klaberjass"),
    axes=parse_axes(["target=100,200,300,400,500"]),
    strategies="random",
    matches=5000,
    seed=3,
)
expected = Sweep(grid)
run_sweep(expected, jobs)
manifest = manifest_of_grid(grid, expected.cells, expected.about())
plans = [cell.plan for cell in expected.cells]
folder = make_folder(results_root() / "sweep", manifest, plans)


def work():
    with folder.held():
        run_sweep(Sweep(grid), jobs, parts_of=folder.parts)


ended, counts = killed(folder, work)
with folder.held():
    found = Sweep(folder.grid())
    run_sweep(found, jobs, parts_of=folder.parts)
assert found.is_complete
assert found.table().equals(expected.table())
print(kills, ended, *counts)
"""

PRECISE = """
plan = make_plan(
    find_game("klaberjass"), strategies="random", matches=900 * 2048, rules={}, seed=3
)
simulation = Simulation("run", plan, parse_targets("matches.seat 0.won=0.002"))
expected = simulation.run(lambda _: None, jobs=jobs)
assert expected.met
folder = make_folder(results_root() / "precise", simulation.manifest(), [plan])


def work():
    with folder.held():
        simulation.run(folder.parts, jobs=jobs)


ended, counts = killed(folder, work)
with folder.held():
    found = simulation.run(folder.parts, jobs=jobs)
assert found.outcome.plan == expected.outcome.plan
assert found.known == expected.known
assert np.array_equal(found.outcome.sums, expected.outcome.sums)
print(kills, ended, found.outcome.plan.n_chunks, *counts)
"""


def run_script(script: str, *words: object) -> list[int]:
    """Run a script in a process of its own; return the numbers that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return list(map(int, done.stdout.split()))


def test_a_run_killed_thirty_times_is_that_run():
    kills, ended, n_chunks, *counts = run_script(HELP + RUN, 30, 1)
    assert (kills, len(counts)) == (30, 30)
    # The moments were such that something was being done at most of them.
    assert ended < 15
    assert 0 < counts[-1] <= n_chunks
    assert len(set(counts)) > 3


def test_a_sweep_killed_again_and_again_is_that_sweep():
    kills, ended, *counts = run_script(HELP + SWEEP, 8, 2)
    assert (kills, len(counts)) == (8, 8)
    assert ended < 8


def test_a_run_with_a_precision_killed_again_and_again_is_that_run():
    kills, ended, n_chunks, *counts = run_script(HELP + PRECISE, 15, 3)
    assert (kills, len(counts)) == (15, 15)
    assert ended < 15
    assert 0 < counts[-1] <= n_chunks
