"""What ``run`` and ``pot`` are, on the command line and in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore.executing import Executor
from simcore.game import check_has_pot
from simcore.manifest import Manifest
from simcore.metric import Metric
from simcore.parts import Parts
from simcore.plan import Plan
from simcore.precision import Goals, Precise, run_until_precise
from simcore.registry import find_game
from simcore.results import frame, histogram_frame, histogram_path, provenance, write
from simcore.runfolder import RunFolder, manifest_of_plan
from simcore.runner import Outcome, Progress, run_plan
from simcore.targets import Target, as_mapping

if TYPE_CHECKING:
    from pandas import DataFrame  # noqa: TID251 (the type only)


@dataclass(frozen=True)
class Simulation:
    """A plan and the tables that are to come of it.

    Parameters
    ----------
    kind : str
        ``run`` or ``pot``: which tables.
    plan : Plan
        With targets as long as it may get.
    targets : tuple of Target
        What is to be known, and how well; empty for all of `plan`.
    level : float
        Confidence level of the intervals.
    """

    kind: str
    plan: Plan
    targets: tuple[Target, ...] = ()
    level: float = 0.95

    @classmethod
    def of(cls, folder: RunFolder) -> Simulation:
        """Return what is kept in a folder that holds no sweep.

        Raises
        ------
        UsageError
            If it is said to be a pot and the game has none.
        """
        manifest = folder.manifest
        if manifest.kind == "pot":
            check_has_pot(find_game(manifest.game))
        return cls(manifest.kind, folder.plan(), folder.targets, manifest.level)

    @property
    def plans(self) -> list[Plan]:
        """The plan alone, in a list as a sweep has it."""
        return [self.plan]

    @property
    def has_histograms(self) -> bool:
        """Whether distributions are written beside the table."""
        return self.kind == "pot"

    @property
    def _goals(self) -> Goals:
        """What is looked for among the metrics."""
        return Goals(
            self.targets, self.plan.game, (f"{self.kind}_metrics",), self.level
        )

    def check(self) -> None:
        """Raise UsageError if a target cannot be known."""
        if self.targets:
            self._goals.check(self.plan)

    def manifest(self, **more: Any) -> Manifest:
        """Return what a folder says of it; see `Manifest` for `more`."""
        return manifest_of_plan(
            self.kind,
            self.plan,
            precision=as_mapping(self.targets),
            level=self.level,
            **more,
        )

    def run(
        self,
        parts_of: Callable[[Plan], Parts | None],
        *,
        jobs: int | None = None,
        compiling: Callable[[], None] | None = None,
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> Precise:
        """Run what is missing.

        Parameters
        ----------
        parts_of : callable
            ``(plan) -> Parts or None``: where the chunks of a plan are kept: of all,
            or with targets of the run up to a look.
        jobs, compiling, executor, progress
            As for `simcore.runner.run_plan`.
        """
        if self.targets:
            return run_until_precise(
                self.plan,
                self._goals,
                jobs,
                progress,
                compiling,
                executor=executor,
                parts_of=parts_of,
            )
        outcome = run_plan(
            self.plan,
            jobs,
            progress,
            compiling,
            executor=executor,
            parts=parts_of(self.plan),
        )
        return Precise(outcome, ())

    def metrics(self, outcome: Outcome) -> list[Metric]:
        """Return the numbers of an outcome."""
        make = getattr(self.plan.game.metrics, f"{self.kind}_metrics")
        metrics: list[Metric] = make(outcome, self.level)
        return metrics

    def table(self, metrics: list[Metric], outcome: Outcome) -> DataFrame:
        """Return the numbers as a table that knows where it comes from."""
        table = frame(metrics, outcome, level=self.level)
        table.attrs["provenance"] = provenance(outcome)
        return table

    def write(self, metrics: list[Metric], outcome: Outcome, path: Path) -> None:
        """Write the table, and the distributions if there are; what is there is lost.

        Raises
        ------
        UsageError
            If the disk does not take them.
        """
        origin = provenance(outcome)
        write(frame(metrics, outcome, level=self.level), origin, path, force=True)
        if self.has_histograms:
            bins = self.plan.game.metrics.histograms(outcome, self.level)
            table = histogram_frame(bins, outcome, level=self.level)
            write(table, origin, histogram_path(path), force=True)
