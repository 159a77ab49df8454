"""What the commands that simulate have in common: run, estimate, write, print."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simcore.cli.keeping import (
    Keeper,
    Keeping,
    command_line,
    shard_suffix,
    tell_resume,
)
from simcore.cli.precise import tell_precision
from simcore.cli.workers import Workers
from simcore.counts import counted
from simcore.errors import SimcoreError
from simcore.progress import tell
from simcore.results import check_output, histogram_path
from simcore.targets import Target

if TYPE_CHECKING:
    from simcore.executing import Executor
    from simcore.manifest import Manifest
    from simcore.metric import Metric
    from simcore.plan import Plan
    from simcore.runfolder import RunFolder
    from simcore.runner import Outcome
    from simcore.simulation import Simulation

EXIT_INTERRUPTED = 130


def check_files(output: Path | None, force: bool, has_histograms: bool = False) -> None:
    """Raise UsageError if `output`, or its file of distributions, cannot be written."""
    if output is None:
        return
    check_output(output, force)
    if has_histograms:
        check_output(histogram_path(output), force)


def play(
    kind: str,
    plan: Plan,
    keeping: Keeping,
    *,
    targets: tuple[Target, ...],
    workers: Workers,
    level: float,
    style: str,
    output: Path | None,
) -> int:
    """Run `plan`, in a folder if it is to be kept; write and print what it comes to.

    Parameters
    ----------
    kind, plan, targets, level
        As of `simcore.simulation.Simulation`.
    keeping : Keeping
    workers, style, output
        As the options of these names.

    Returns
    -------
    int
        The exit code of the command.
    """
    from simcore.simulation import Simulation

    simulation = Simulation(kind, plan, targets, level)
    simulation.check()

    def make_manifest() -> Manifest:
        return simulation.manifest(
            shard=keeping.shard,
            output=None if output is None else str(output.absolute()),
            command=command_line(),
        )

    with workers.opened(plan) as executor, ExitStack() as stack:
        keeper = Keeper(stack)
        keeper.offer(keeping, plan, make_manifest)
        return play_in(
            keeper, simulation, executor=executor, style=style, output=output
        )


def play_in(
    keeper: Keeper,
    simulation: Simulation,
    *,
    executor: Executor,
    style: str,
    output: Path | None,
) -> int:
    """Run what is missing where it is kept; see `play`."""
    from simcore.progress import progress

    with progress(simulation.plan) as show:
        found = simulation.run(keeper.parts, executor=executor, progress=show)
    folder, outcome = keeper.folder, found.outcome
    if folder is not None and folder.manifest.shard is not None:
        return end_of_shard(folder)
    if folder is not None and simulation.targets and outcome.is_complete:
        folder.reach([outcome.sessions])
    code = present(simulation, outcome, style=style, output=output, folder=folder)
    tell_precision(found)
    if folder is not None and not outcome.is_complete:
        tell_resume(folder)
    return code


def end_of_shard(folder: RunFolder) -> int:
    """Tell what to do with a shard; return the exit code of the command."""
    number, n = folder.manifest.shard or (1, 1)
    if folder.is_finished:
        idle = "has nothing to do: the run has too few chunks"
        did = idle if folder.is_idle else "is done"
        name = folder.name.removesuffix(shard_suffix((number, n)))
        tell(f"shard {number}/{n} {did}; all together: simcore merge {name}")
        return 0
    tell(f"shard {number}/{n} is not finished")
    tell_resume(folder)
    return EXIT_INTERRUPTED


def present(
    simulation: Simulation,
    outcome: Outcome,
    *,
    style: str,
    output: Path | None,
    folder: RunFolder | None = None,
) -> int:
    """Write and print the result of a run; return the exit code of the command.

    Parameters
    ----------
    simulation : Simulation
    outcome : Outcome
    style : str
        ``table``, ``csv`` or ``json``: what is printed.
    output : Path, optional
        The file to write.
    folder : RunFolder, optional
        Where the result is written too, once the run is complete.

    Notes
    -----
    The file is written first, so that a reader who goes away, as `| head` does, costs
    nothing; and where the file cannot be written the result is still printed.
    """
    if outcome.sessions == 0:
        tell("stopped before anything was complete")
        return EXIT_INTERRUPTED
    metrics = simulation.metrics(outcome)
    failure: SimcoreError | None = None
    if output is not None:
        try:
            # What may be overwritten was settled before the run.
            simulation.write(metrics, outcome, output)
        except SimcoreError as error:
            failure = error
    if folder is not None and outcome.is_complete:
        try:
            simulation.write(metrics, outcome, folder.result)
        except SimcoreError as error:  # nobody asked for it, and simcore show has it
            tell(str(error))
    _print(simulation, outcome, metrics, style)
    if failure is not None:
        raise failure
    if outcome.is_complete:
        return 0
    tell(
        f"stopped after {outcome.sessions:,} of"
        f" {counted(outcome.plan.sessions, outcome.plan.unit)}; these are kept"
    )
    return EXIT_INTERRUPTED


def _print(
    simulation: Simulation, outcome: Outcome, metrics: list[Metric], style: str
) -> None:
    """Print the result; as CSV or JSON without anything that a machine or a time is."""
    if style == "table":
        from simcore.report import print_report

        module = outcome.plan.game.metrics
        notes = module.notes(metrics)
        level = simulation.level
        print_report(metrics, outcome, titles=module.TITLES, notes=notes, level=level)
        return
    from simcore.results import as_csv, as_json

    table = simulation.table(metrics, outcome)
    if style == "csv":
        click.echo(as_csv(table), nl=False)
    else:
        plan = table.attrs["provenance"]["plan"]
        click.echo(as_json(table, {"plan": plan}), nl=False)
