"""Help for tests of runs that are kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from simcore.executing import Chunk, Task, Threads
from simcore.plan import Plan
from simcore.runfolder import RunFolder, make_folder, manifest_of_plan
from simcore.runner import Outcome, run_plan
from tests.games.helpers import make_plan


def plan_of(n_chunks: int, rest: int = 3, deals: int = 20_000) -> Plan:
    """Return a plan of small chunks, of which the last lacks `rest` sessions."""
    one = make_plan("random", deals=deals, seed=11)
    return replace(one, sessions=n_chunks * one.chunk_sessions - rest)


def folder_of(path: Path, plan: Plan, **more) -> RunFolder:
    """Return a new folder for a plan."""
    return make_folder(path, manifest_of_plan("run", plan, **more), [plan])


class Halting:
    """An executor that yields some chunks, in an order of its own, and is stopped."""

    def __init__(self, jobs: int, n: int | None = None, seed: int = 0) -> None:
        self.jobs, self.n, self.seed = jobs, n, seed

    def run(self, tasks, stop):
        todo = list(tasks)
        np.random.default_rng(self.seed).shuffle(todo)
        yield from Threads(self.jobs).run(iter(todo[: self.n]), stop)


def go_on(folder: RunFolder, executor) -> Outcome:
    """Run what is missing in a folder."""
    with folder.held():
        plan = folder.plan()
        return run_plan(plan, executor=executor, parts=folder.parts(plan))


__all__ = ["Chunk", "Halting", "Task", "folder_of", "go_on", "plan_of"]
