"""Sweeps: every cell of a grid is run, and all results make one tidy table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from simcore.effects import Effect, Effects
from simcore.executing import Executor, Threads
from simcore.game import check_has_pot
from simcore.grid import Cell, Grid
from simcore.manifest import Manifest, plain_digest
from simcore.metric import Metric
from simcore.packing import PackedRows
from simcore.parts import Parts
from simcore.plan import Plan
from simcore.precision import Goals, run_until_precise
from simcore.results import provenance
from simcore.runfolder import RunFolder, manifest_of_grid
from simcore.runner import Outcome, Progress, n_threads, run_plan, run_plans, stop_flag
from simcore.stats import check_level
from simcore.targets import Target, as_mapping

if TYPE_CHECKING:
    from pandas import DataFrame

N_TRIALS = 3
"""How many cells are tried to tell how long a sweep takes."""

_NUMBERS = ("players", "deals")
"""What a grid may vary besides rules and seats."""

_NO_SUMS = np.zeros((0, 0), np.int64)


@dataclass(frozen=True)
class _Done:
    """What is kept of a cell that was run."""

    headlines: tuple[Metric | None, ...]
    outcome: Outcome


class Sweep:
    """The results of a grid, as far as its cells are done.

    Parameters
    ----------
    grid : Grid
    level : float
        Confidence level of the intervals.
    has_pot_tables : bool
        Hold the metrics of `simcore pot` too.
    targets : tuple of Target
        What is to be known in every cell, and how well; the plans of the grid are then
        as long as a cell may get.

    Attributes
    ----------
    missed : dict
        By the number of a cell, what is to be said of targets that it did not meet.
    """

    def __init__(
        self,
        grid: Grid,
        level: float = 0.95,
        has_pot_tables: bool = False,
        targets: tuple[Target, ...] = (),
    ) -> None:
        check_level(level)
        self.grid = grid
        self.level = level
        self.has_pot_tables = has_pot_tables
        if has_pot_tables:
            check_has_pot(grid.game)
        self.cells = grid.cells()
        self._kinds = ["run_metrics", "pot_metrics"][: 1 + has_pot_tables]
        self.targets = targets
        self.missed: dict[int, list[str]] = {}
        self._done: list[_Done] = []
        self._rows = PackedRows()
        self._headlines = grid.game.headlines(self.cells[0].plan.matches)
        wanted = getattr(grid.game.metrics, "EFFECTS", self._headlines)
        self._effects = Effects(grid, level, wanted)

    @classmethod
    def of(cls, folder: RunFolder) -> Sweep:
        """Return the sweep that is kept in a folder, with no cell done."""
        manifest = folder.manifest
        return cls(
            folder.grid(), manifest.level, manifest.has_pot_tables, folder.targets
        )

    @property
    def plans(self) -> list[Plan]:
        """The plan of each cell."""
        return [cell.plan for cell in self.cells]

    def manifest(self, **more: Any) -> Manifest:
        """Return what a folder says of it; see `Manifest` for `more`."""
        return manifest_of_grid(
            self.grid,
            self.cells,
            self.about(),
            precision=as_mapping(self.targets),
            level=self.level,
            has_pot_tables=self.has_pot_tables,
            **more,
        )

    @property
    def n_done(self) -> int:
        """How many cells are done: the first ones of the grid, without a gap."""
        return len(self._done)

    @property
    def is_complete(self) -> bool:
        """Whether all cells are done."""
        return self.n_done == len(self.cells)

    def add(self, outcome: Outcome) -> None:
        """Add the outcome of the next cell."""
        cell = self.cells[self.n_done]
        found: dict[tuple[str, str, str], Metric] = {}
        for kind in self._kinds:
            for one in getattr(self.grid.game.metrics, kind)(outcome, self.level):
                found.setdefault((one.table, one.item, one.metric), one)
        wanted = self._headlines.values()
        self._rows.add(found.values(), outcome, cell.number, cell.text, self.level)
        self._effects.add(cell, found)
        self._done.append(
            _Done(
                headlines=tuple(_without_influence(found.get(key)) for key in wanted),
                outcome=replace(outcome, sums=_NO_SUMS),
            )
        )

    @property
    def lengths(self) -> list[int]:
        """How many sessions each cell has that is done."""
        return [done.outcome.sessions for done in self._done]

    @property
    def goals(self) -> Goals:
        """What is looked for in every cell."""
        return Goals(self.targets, self.grid.game, self._kinds, self.level)

    def headlines(self) -> Iterator[tuple[Cell, dict[str, Metric | None]]]:
        """Yield the cells that are done, each with the headline metrics of the game."""
        names = self._headlines
        for cell, done in zip(self.cells, self._done, strict=False):
            yield cell, dict(zip(names, done.headlines, strict=True))

    def effects(self) -> list[Effect]:
        """Return what each change of one value does, as far as cells are done."""
        return list(self._effects)

    def effect_notes(self) -> list[str]:
        """Return what is to be said beneath these effects."""
        return self._effects.notes()

    @property
    def base(self) -> dict[str, str]:
        """The value of each axis that its others are compared with."""
        return self._effects.base

    def table(self) -> DataFrame:
        """Return one row for each cell and metric; `docs/results.md` has the columns.

        Its ``attrs["provenance"]`` tells all that it depends on.
        """
        import pandas as pd

        table = pd.concat(self.tables(), ignore_index=True)
        if self._done:
            table.attrs["provenance"] = self.provenance()
        return table

    def tables(self) -> Iterator[DataFrame]:
        """Yield the rows of `table` in parts: all at once may need much memory."""
        yield from self._rows.tables()
        if self.effects():
            yield from self._packed_effects().tables()

    def _packed_effects(self) -> PackedRows:
        """Return effects as rows of the table, each with the run of its cell."""
        packed = PackedRows()
        effects = self.effects()
        for number, group in groupby(effects, lambda effect: effect.cell.number):
            done = self._done[number - 1]
            text = self.cells[number - 1].text
            rows = [effect.row for effect in group]
            packed.add(rows, done.outcome, number, text, self.level)
        return packed

    def provenance(self) -> dict[str, Any]:
        """Return where the table comes from, as `simcore.results.provenance` does."""
        first = provenance(Outcome(self.cells[0].plan, _NO_SUMS, 0, 0.0))
        plan = self.about()
        seconds = sum(done.outcome.seconds for done in self._done)
        return first | {
            "plan": {
                **plan,
                "digest": plain_digest(plan),
                "cells": len(self.cells),
                "cells_done": self.n_done,
                "complete": self.is_complete,
            },
            "run": first["run"] | {"wall_seconds": round(seconds, 3)},
        }

    def about(self) -> dict[str, Any]:
        """Return what was simulated, by whom and with which version, as plain data."""
        grid = self.grid
        one = self.cells[0].plan
        plan = provenance(Outcome(one, _NO_SUMS, 0, 0.0))["plan"]
        return {key: plan[key] for key in ("simcore", "engine", "game", "seed")} | {
            "sessions": one.sessions,
            "matches": one.matches,
            **self._precision(),
            "rules": self._without_axes(plan["rules"]),
            "strategies": self._strategies(),
            "grid": {key: list(values) for key, values in grid.axes.items()},
            "fixed": {
                **self._without_axes({key: plan[key] for key in _NUMBERS}),
                "strategies": grid.strategies or grid.game.default_strategy,
            },
        }

    def _precision(self) -> dict[str, Any]:
        """Return how well numbers are to be known; `sessions` are the most then."""
        return {"precision": as_mapping(self.targets)} if self.targets else {}

    def _without_axes(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return what of `values`, those of a cell, is the same in every cell."""
        return {key: item for key, item in values.items() if key not in self.grid.axes}

    def _strategies(self) -> list[dict[str, Any]]:
        """Return each strategy that sits in some cell, with what it was made from."""
        seats = dict.fromkeys(
            replace(seat, values=()) for cell in self.cells for seat in cell.plan.seats
        )
        plan = replace(self.cells[0].plan, seats=tuple(seats))
        described: list[dict[str, Any]] = plan.describe()["strategies"]
        return described


def _without_influence(one: Metric | None) -> Metric | None:
    """Return a metric without what only differences need, a number for each batch."""
    if one is None:
        return None
    return one._replace(estimate=replace(one.estimate, influence=None))


def run_sweep(
    sweep: Sweep,
    jobs: int | None = None,
    progress: Progress | None = None,
    compiling: Callable[[], None] | None = None,
    kept: Callable[[], None] | None = None,
    parts_of: Callable[[Plan, int], Parts] | None = None,
    executor: Executor | None = None,
) -> None:
    """Run the cells of `sweep` that are not done yet, and add them to it.

    Parameters
    ----------
    sweep : Sweep
        In and out; holds all that was done even when this raises.
    jobs : int, optional
        Threads; the number of processors by default. The table does not depend on it.
    progress : Progress, optional
        Told the sessions of all cells.
    compiling : callable, optional
        Called before work that compiles a kernel for the first time.
    kept : callable, optional
        Called whenever a cell was added.
    parts_of : callable, optional
        ``(plan, number of its cell) -> Parts``: where finished chunks are kept. What
        lies there is not done again.
    executor : Executor, optional
        Where chunks are done, in place of `jobs` threads here.

    Notes
    -----
    The chunks of all cells are one stream of work, so that no thread waits for a cell
    to end. Ctrl-C ends the sweep; a cell that is not complete is not added. Cells that
    go on until they are precise are run one after another.
    """
    if executor is None:
        executor = Threads(n_threads(jobs), compiling)
    if sweep.targets:
        _run_until_precise(sweep, executor, progress, kept, parts_of)
        return
    cells = sweep.cells[sweep.n_done :]
    before = sum(cell.plan.sessions for cell in sweep.cells[: sweep.n_done])
    total = sum(cell.plan.sessions for cell in sweep.cells)

    def show(done: int, _: int) -> None:
        if progress is not None:
            progress(before + done, total)

    def parts(place: int) -> Parts | None:
        if parts_of is None:
            return None
        return parts_of(cells[place].plan, cells[place].number)

    start = time.perf_counter()
    merges = run_plans([cell.plan for cell in cells], executor, parts, show)
    try:
        with closing(merges):
            for merge in merges:
                if not merge.is_complete:
                    return
                now = time.perf_counter()
                sweep.add(merge.outcome(now - start))
                start = now
                if kept is not None:
                    kept()
    except KeyboardInterrupt:
        return


def _run_until_precise(
    sweep: Sweep,
    executor: Executor,
    progress: Progress | None,
    kept: Callable[[], None] | None,
    parts_of: Callable[[Plan, int], Parts] | None,
) -> None:
    """Run each cell until its numbers are known well enough; see `run_sweep`."""
    n_cells = len(sweep.cells)
    with stop_flag() as stop:
        for cell in sweep.cells[sweep.n_done :]:

            def show(done: int, total: int, before: int = sweep.n_done) -> None:
                if progress is not None:
                    progress(before * total + done, n_cells * total)

            def parts(plan: Plan, number: int = cell.number) -> Parts | None:
                return None if parts_of is None else parts_of(plan, number)

            try:
                found = run_until_precise(
                    cell.plan,
                    sweep.goals,
                    progress=show,
                    stop=stop,
                    executor=executor,
                    parts_of=parts,
                )
            except KeyboardInterrupt:
                return
            if not found.outcome.is_complete:
                return
            sweep.add(found.outcome)
            if found.missed:
                sweep.missed[cell.number] = found.missed
            if kept is not None:
                kept()


def run_shard(
    sweep: Sweep,
    parts_of: Callable[[Plan, int], Parts],
    executor: Executor,
    progress: Progress | None = None,
) -> None:
    """Run the chunks of `sweep` that `parts_of` is to hold, and keep them there.

    See `run_sweep`; no table comes of it, for a shard has some chunks of each cell.
    """

    def parts(place: int) -> Parts:
        return parts_of(sweep.cells[place].plan, sweep.cells[place].number)

    plans = [cell.plan for cell in sweep.cells]
    with closing(run_plans(plans, executor, parts, progress)) as merges:
        for _ in merges:
            pass


def estimate_seconds(sweep: Sweep, jobs: int | None = None) -> float:
    """Return about how long `sweep` will take, from short trials of a few cells.

    The first trial is run twice, so that nothing is compiled while it is timed.
    """
    plans = [cell.plan for cell in sweep.cells]
    trials = [_shortened(plans[number - 1]) for number in trial_numbers(sweep)]
    _run_whole(trials[0])
    seconds = sum(_run_whole(trial).seconds / trial.sessions for trial in trials)
    sessions = sum(plan.sessions for plan in plans)
    return seconds / len(trials) * sessions / n_threads(jobs)


def trial_numbers(sweep: Sweep) -> list[int]:
    """Return the numbers of the cells that `estimate_seconds` tries."""
    last = len(sweep.cells) - 1
    places = {round(i * last / (N_TRIALS - 1)) for i in range(N_TRIALS)}
    return [place + 1 for place in sorted(places)]


def _shortened(plan: Plan) -> Plan:
    """Return the first chunk of `plan` as a plan."""
    return replace(plan, sessions=min(plan.sessions, plan.chunk_sessions))


def _run_whole(plan: Plan) -> Outcome:
    """Return the outcome of all of `plan` on one thread."""
    outcome = run_plan(plan, 1)
    if not outcome.is_complete:
        raise KeyboardInterrupt
    return outcome
