"""What the commands that simulate have in common: run, estimate, write, print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcore.cli.keeping import (
    Keeping,
    command_line,
    kept_folder,
    shard_suffix,
    tell_resume,
)
from simcore.cli.workers import Workers
from simcore.errors import SimcoreError
from simcore.progress import say
from simcore.results import check_output, histogram_path

if TYPE_CHECKING:
    from simcore.executing import Executor
    from simcore.metric import Metric
    from simcore.parts import Parts
    from simcore.plan import Plan
    from simcore.runfolder import RunFolder
    from simcore.runner import Outcome

EXIT_INTERRUPTED = 130


def check_files(output: Path | None, force: bool, has_histograms: bool = False) -> None:
    """Raise UsageError if `output`, or its file of distributions, cannot be written."""
    if output is None:
        return
    check_output(output, force)
    if has_histograms:
        check_output(histogram_path(output), force)


def simulate(plan: Plan, executor: Executor, parts: Parts | None = None) -> Outcome:
    """Run `plan`, telling on standard error how far it is."""
    from simcore.progress import progress
    from simcore.runner import run_plan

    with progress(plan) as show:
        return run_plan(plan, progress=show, executor=executor, parts=parts)


def play(
    kind: str,
    plan: Plan,
    keeping: Keeping,
    *,
    workers: Workers,
    level: float,
    style: str,
    output: Path | None,
) -> int:
    """Run `plan`, in a folder if it is to be kept; write and print what it comes to.

    Parameters
    ----------
    kind : str
        ``run`` or ``pot``.
    plan : Plan
    keeping : Keeping
    workers, level, style, output
        As the options of these names.

    Returns
    -------
    int
        The exit code of the command.
    """
    from simcore.runfolder import is_long, manifest_of_plan

    rest: dict[str, Any] = {"level": level, "style": style, "output": output}
    if not keeping.is_wanted and (keeping.no_save or not is_long(plan)):
        with workers.opened(plan) as executor:
            return play_in(None, kind, plan, executor=executor, **rest)
    manifest = manifest_of_plan(
        kind,
        plan,
        shard=keeping.shard,
        level=level,
        output=None if output is None else str(output),
        command=command_line(),
    )
    with (
        workers.opened(plan) as executor,
        kept_folder(keeping, manifest, [plan]) as folder,
    ):
        return play_in(folder, kind, plan, executor=executor, **rest)


def play_in(
    folder: RunFolder | None,
    kind: str,
    plan: Plan,
    *,
    executor: Executor,
    level: float,
    style: str,
    output: Path | None,
) -> int:
    """Run what is missing of `plan` in `folder`; see `play`."""
    parts = None if folder is None else folder.parts(plan, clean=True)
    outcome = simulate(plan, executor, parts)
    if folder is not None and folder.manifest.shard is not None:
        return end_of_shard(folder)
    code = present_kind(
        kind, outcome, level=level, style=style, output=output, folder=folder
    )
    if folder is not None and not outcome.is_complete:
        tell_resume(folder)
    return code


def present_kind(kind: str, outcome: Outcome, **rest: Any) -> int:
    """Write and print what ``run`` or ``pot`` shows of a run; see `present`."""
    metrics = outcome.plan.game.metrics
    if kind == "pot":
        return present(outcome, metrics.pot_metrics, with_histograms=True, **rest)
    return present(outcome, metrics.run_metrics, **rest)


def end_of_shard(folder: RunFolder) -> int:
    """Tell what to do with a shard; return the exit code of the command."""
    number, n = folder.manifest.shard or (1, 1)
    if folder.is_finished:
        name = folder.name.removesuffix(shard_suffix((number, n)))
        say(f"simcore: shard {number}/{n} is done; all together: simcore merge {name}")
        return 0
    say(f"simcore: shard {number}/{n} is not finished")
    tell_resume(folder)
    return EXIT_INTERRUPTED


def present(
    outcome: Outcome,
    estimate: Callable[[Any, float], list[Metric]],
    *,
    level: float,
    style: str,
    output: Path | None,
    with_histograms: bool = False,
    folder: RunFolder | None = None,
) -> int:
    """Write and print the result of a run; return the exit code of the command.

    Parameters
    ----------
    outcome : Outcome
    estimate : callable
        Makes metrics of the outcome, for a confidence level.
    level : float
    style : str
        ``table``, ``csv`` or ``json``: what is printed.
    output : Path, optional
        The file to write.
    with_histograms : bool
        Write the distributions beside `output`.
    folder : RunFolder, optional
        Where the result is written too, once the run is complete.

    Notes
    -----
    The file is written first, so that a reader who goes away, as `| head` does, costs
    nothing; and where the file cannot be written the result is still printed.
    """
    if outcome.sessions == 0:
        click.echo("simcore: stopped before anything was complete", err=True)
        return EXIT_INTERRUPTED
    metrics = estimate(outcome, level)
    failure: SimcoreError | None = None
    if output is not None:
        try:
            _write(outcome, metrics, level, output, with_histograms)
        except SimcoreError as error:
            failure = error
    if folder is not None and outcome.is_complete:
        try:
            _write(outcome, metrics, level, folder.result, with_histograms)
        except SimcoreError as error:  # nobody asked for it, and simcore show has it
            say(f"simcore: {error}")
    _print(outcome, metrics, level, style)
    if failure is not None:
        raise failure
    if outcome.is_complete:
        return 0
    click.echo(
        f"simcore: stopped after {outcome.sessions} of {outcome.plan.sessions}"
        f" {outcome.plan.unit}; these are kept",
        err=True,
    )
    return EXIT_INTERRUPTED


def _write(
    outcome: Outcome,
    metrics: list[Metric],
    level: float,
    output: Path,
    with_histograms: bool,
) -> None:
    """Write the result, and the distributions if they are wanted."""
    from simcore.results import frame, histogram_frame, provenance, write

    origin = provenance(outcome)
    # What may be overwritten was settled before the run.
    write(frame(metrics, outcome, level=level), origin, output, force=True)
    if with_histograms:
        bins = outcome.plan.game.metrics.histograms(outcome, level)
        table = histogram_frame(bins, outcome, level=level)
        write(table, origin, histogram_path(output), force=True)


def _print(outcome: Outcome, metrics: list[Metric], level: float, style: str) -> None:
    """Print the result; as CSV or JSON without anything that a machine or a time is."""
    if style == "table":
        from simcore.report import print_report

        module = outcome.plan.game.metrics
        notes = module.notes(metrics)
        titles = module.TITLES
        print_report(metrics, outcome, titles=titles, notes=notes, level=level)
        return
    from simcore.results import as_csv, as_json, frame, provenance

    table = frame(metrics, outcome, level=level)
    if style == "csv":
        click.echo(as_csv(table), nl=False)
    else:
        plan = provenance(outcome)["plan"]
        click.echo(as_json(table, {"plan": plan}), nl=False)
