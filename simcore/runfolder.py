"""Run folders: where long runs and sweeps keep what is done, so that none is lost.

A folder has a manifest, the parts that are done, the texts of plug-ins, and when it is
finished its tables. `docs/runs.md` says what users see of it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from simcore.counts import counted
from simcore.durable import LOCK_NAME, holder, locked
from simcore.errors import UsageError, did_you_mean
from simcore.grid import Cell, Grid
from simcore.lineup import Kept
from simcore.manifest import NAME, Manifest
from simcore.part_files import Part, parts_in, remove_rests
from simcore.parts import Parts
from simcore.plan import CHUNK_DEALS, CHUNK_MATCHES, Plan
from simcore.plan_data import (
    engine_digest,
    grid_as_data,
    grid_from_data,
    kept_sources,
    plan_as_data,
    plan_from_data,
    source_texts,
    store_sources,
)
from simcore.registry import find_game
from simcore.shards import shard_chunks, total_sessions
from simcore.targets import Target

LONG_CHUNKS = 256
"""From so many chunks on a run is kept unless asked not to: about half a minute."""

RESULT = "result.csv"
"""The table of a finished run in its folder."""

_PARTS, _SOURCES = "parts", "strategies"


def results_root() -> Path:
    """Return the folder of all run folders: `SIMCORE_RESULTS`, or ``results`` here."""
    return Path(os.environ.get("SIMCORE_RESULTS") or "results")


def is_long(plan: Plan) -> bool:
    """Return whether a run is kept though nobody asked for it."""
    return plan.n_chunks >= LONG_CHUNKS


class RunFolder:
    """The folder of a run.

    Parameters
    ----------
    path : Path
    manifest : Manifest

    Attributes
    ----------
    failed : callable
        Told of a part that the disk did not take; by default the error is raised.
    """

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self.failed: Callable[[OSError], None] | None = None
        self._known: dict[int, list[Part]] | None = None
        self._last: Parts | None = None

    @property
    def name(self) -> str:
        """What the run is called: its folder's name, or where it lies if elsewhere."""
        is_usual = self.path.parent == results_root()
        return self.path.name if is_usual else str(self.path)

    @property
    def result(self) -> Path:
        """The file for the table of the run, once it is finished."""
        return self.path / RESULT

    @contextmanager
    def held(self) -> Iterator[RunFolder]:
        """Hold the folder to write in it: nobody else can meanwhile.

        Raises
        ------
        UsageError
            If another process holds it.
        """
        with locked(self.path):
            (self.path / _PARTS).mkdir(exist_ok=True)
            remove_rests(self.path / _PARTS)
            self.look_again()
            try:
                yield self
            finally:
                self.look_again()

    @property
    def kept(self) -> Kept:
        """Where the texts of plug-ins lie."""
        return kept_sources(self.manifest.sources, self.path / _SOURCES)

    def plan(self) -> Plan:
        """Return the plan of a run that is no sweep."""
        return plan_from_data(self.manifest.setup, self.kept)

    def grid(self) -> Grid:
        """Return the grid of a sweep."""
        return grid_from_data(self.manifest.setup, self.kept)

    @property
    def targets(self) -> tuple[Target, ...]:
        """What is to be known, and how well; empty where the length was asked for."""
        return tuple(Target(*one) for one in self.manifest.precision.items())

    def plans(self) -> list[tuple[int, Plan]]:
        """Return every plan with the number of its cell, 0 for one that is no sweep.

        With a precision they are as long as they became, or else may get.
        """
        if self.manifest.kind == "sweep":
            plans = [(cell.number, cell.plan) for cell in self.grid().cells()]
        else:
            plans = [(0, self.plan())]
        for place, sessions in enumerate(self.manifest.reached):
            cell, plan = plans[place]
            plans[place] = cell, replace(plan, sessions=sessions)
        return plans

    def reach(self, sessions: Sequence[int]) -> None:
        """Write down how long the first plans became, up to the last that is done.

        Raises
        ------
        OSError
            If the disk does not take it and nobody is told of that.
        """
        before = self.manifest
        more = sessions[len(before.reached) :]
        if not more:
            return  # they were read back, and more than these are known
        manifest = replace(
            before,
            reached=(*before.reached, *more),
            total=before.total + sum(more) - before.length * len(more),
        )
        try:
            manifest.write(self.path)
        except OSError as error:
            if self.failed is None:
                raise
            self.failed(error)
            return
        self.manifest = manifest

    def parts(self, plan: Plan, cell: int = 0) -> Parts:
        """Return what is done of `plan`."""
        folder = self.path / _PARTS
        if self._known is None:
            self._known = {}
            for part in parts_in(folder):
                self._known.setdefault(part.cell, []).append(part)
        if self._last is not None and self._last.cell == cell:
            self._known[cell] = self._last.files
        self._last = Parts(
            folder,
            self.manifest.identity,
            plan,
            shard_chunks(plan, self.manifest.shard, cell),
            cell,
            self._known.get(cell, []),
            self.failed,
        )
        return self._last

    def look_again(self) -> None:
        """Forget which parts there were: another process may have folded them."""
        self._known = self._last = None

    def reload(self) -> None:
        """Read the manifest again, which another process may have written."""
        self.manifest = Manifest.read(self.path)

    def sessions_done(self) -> int:
        """Return how many sessions are done, by the names of the parts."""
        return self._done().total()

    def _done(self) -> Counter[int]:
        """Return how many sessions of each plan are done, by the names of the parts."""
        done: Counter[int] = Counter()
        cell, place = -1, 0
        for part in parts_in(self.path / _PARTS):
            if part.cell != cell:
                cell, place = part.cell, 0
            if part.first >= place:
                done[cell] += part.sessions
                place = part.stop
        return done

    @property
    def is_finished(self) -> bool:
        """Whether all is done, by the names of the parts."""
        return self.sessions_done() == self.manifest.total

    @property
    def is_idle(self) -> bool:
        """Whether it is a shard that no chunk belongs to, as they are so few."""
        return self.manifest.total == 0

    def on_disk(self) -> tuple[int, float]:
        """Return how many bytes it takes, and when it was last written to (Unix time).

        Files that vanish meanwhile do not count.
        """
        size, latest = 0, 0.0
        for path in self.path.rglob("*"):
            with suppress(OSError):
                found = path.stat()
                if path.is_file() and path.name != LOCK_NAME:
                    size, latest = size + found.st_size, max(latest, found.st_mtime)
        return size, latest

    def state(self) -> str:
        """Return what goes on in the folder.

        Returns
        -------
        str
            ``finished``, ``running (process … on …)``, ``unfinished`` or, of a shard to
            which no chunk belongs, ``nothing to do``.
        """
        who = holder(self.path)
        if who is not None:
            return f"running ({who})"
        if self.is_idle:
            return "nothing to do"
        return "finished" if self.is_finished else "unfinished"

    @property
    def is_of_other_kernels(self) -> bool:
        """Whether the parts were made by other kernels than those here."""
        return engine_digest(find_game(self.manifest.game)) != self.manifest.engine

    def check_engine(self) -> None:
        """Raise UsageError if the parts were made by other kernels than those here."""
        manifest = self.manifest
        if self.is_of_other_kernels:
            raise UsageError(
                f"{self.name} was begun with other kernels of {manifest.game} (engine"
                f" {manifest.engine}, simcore {manifest.simcore}); old and new chunks"
                " cannot be mixed: take that version, or run it anew under another name"
            )
        if manifest.chunks != (CHUNK_DEALS, CHUNK_MATCHES):
            raise UsageError(
                f"{self.name} was cut into chunks of another size by simcore"
                f" {manifest.simcore}; take that version, or run it anew"
            )

    def extend(
        self, length: int, output: Path | None = None, is_most: bool = False
    ) -> None:
        """Make the run longer: write how long it is now; the folder must be held.

        Parameters
        ----------
        length : int
            Of the whole run, or of each cell of a sweep.
        output : Path, optional
            The file that the longer table is to be written to.
        is_most : bool
            Let a run that is to be precise become so long at most; otherwise it gets
            that length, however well anything is known then.

        Raises
        ------
        UsageError
            If it is longer already, or `is_most` and nothing is to be precise, or the
            disk does not take it.
        """
        manifest = self.manifest
        if is_most and not manifest.precision:
            raise UsageError(
                f"{self.name} has a fixed number of {manifest.unit}, which --max does"
                f" not go with; say --{manifest.unit}"
            )
        now = manifest.length
        if manifest.precision and not is_most:
            now = max(self._done().values(), default=0)
        if length < now:
            verb = "may have" if is_most else "has"
            raise UsageError(
                f"{self.name} {verb} {counted(now, manifest.unit)} already;"
                f" {length:,} is fewer"
            )
        longer = RunFolder(self.path, manifest.extended(length, is_most))
        total = total_sessions(longer.plans(), manifest.shard)
        file = None if output is None else str(output.absolute())
        self.rewrite(replace(longer.manifest, total=total, output=file))
        for path in self.path.glob("result.*"):
            path.unlink()  # of the shorter run

    def rewrite(self, manifest: Manifest) -> None:
        """Put `manifest` in the place of that which is there; the folder must be held.

        Raises
        ------
        UsageError
            If the disk does not take it.
        """
        try:
            manifest.write(self.path)
        except OSError as error:
            raise UsageError(
                f"{self.path / NAME} cannot be written: {error.strerror}; the run is as"
                " it was"
            ) from error
        self.manifest = manifest


def manifest_of_plan(kind: str, plan: Plan, **more: Any) -> Manifest:
    """Return the manifest of a run or of a pot; see `Manifest` for `more`."""
    return Manifest(
        kind=kind,
        game=plan.game.name,
        setup=plan_as_data(plan),
        about=plan.describe(),
        sources=_named(source_texts(plan.seats)),
        engine=engine_digest(plan.game),
        unit=plan.unit,
        length=plan.sessions,
        total=total_sessions([(0, plan)], more.get("shard")),
        **more,
    )


def manifest_of_grid(
    grid: Grid, cells: list[Cell], about: dict[str, Any], **more: Any
) -> Manifest:
    """Return the manifest of a sweep; see `Manifest` for `more`."""
    plan = cells[0].plan
    seats = [seat for cell in cells for seat in cell.plan.seats]
    plans = [(cell.number, cell.plan) for cell in cells]
    return Manifest(
        kind="sweep",
        game=grid.game.name,
        # The length is written down where it was left out: what is usual may change.
        setup=grid_as_data(grid) | {plan.unit: plan.sessions},
        about=about,
        sources=_named(source_texts(seats)),
        engine=engine_digest(grid.game),
        unit=plan.unit,
        length=plan.sessions,
        total=total_sessions(plans, more.get("shard")),
        **more,
    )


def _named(sources: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Return sources without their texts."""
    return [{key: one[key] for key in ("file", "digest")} for one in sources]


def make_folder(path: Path, manifest: Manifest, plans: list[Plan]) -> RunFolder:
    """Return a new run folder; where a process was killed in here, it is made whole.

    Raises
    ------
    UsageError
        If another process is making it.
    OSError
        If it cannot be written.
    """
    path.mkdir(parents=True, exist_ok=True)
    with locked(path):
        if not (path / NAME).exists():
            texts = source_texts([seat for plan in plans for seat in plan.seats])
            store_sources(texts, path / _SOURCES)
            (path / _PARTS).mkdir(exist_ok=True)
            manifest.write(path)
    return RunFolder(path, Manifest.read(path))


def open_folder(run: str) -> RunFolder:
    """Return the folder of the run that is called `run`, or lies there.

    Raises
    ------
    UsageError
        If there is none, or it cannot be understood.
    """
    path = results_root() / run
    if not path.is_dir() and Path(run).is_dir():
        path = Path(run)
    if not path.is_dir():
        raise UsageError(
            f"there is no run {run!r} in {results_root()}"
            f"{did_you_mean(run, run_names()) or ', and no other'}"
        )
    return RunFolder(path, Manifest.read(path))


def run_names() -> list[str]:
    """Return the names of all runs, sorted."""
    return sorted(path.parent.name for path in results_root().glob(f"*/{NAME}"))
