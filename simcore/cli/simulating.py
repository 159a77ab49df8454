"""What the commands that simulate have in common: run, estimate, write, print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcore.errors import SimcoreError
from simcore.results import check_output, histogram_path

if TYPE_CHECKING:
    from simcore.metric import Metric
    from simcore.plan import Plan
    from simcore.runner import Outcome

EXIT_INTERRUPTED = 130


def check_files(output: Path | None, force: bool, has_histograms: bool = False) -> None:
    """Raise UsageError if `output`, or its file of distributions, cannot be written."""
    if output is None:
        return
    check_output(output, force)
    if has_histograms:
        check_output(histogram_path(output), force)


def simulate(plan: Plan, jobs: int | None) -> Outcome:
    """Run `plan`, telling on standard error how far it is."""
    from simcore.progress import compiling, progress
    from simcore.runner import run_plan

    with progress(plan) as show:
        return run_plan(plan, jobs, show, compiling(plan))


def present(
    outcome: Outcome,
    estimate: Callable[[Any, float], list[Metric]],
    *,
    level: float,
    style: str,
    output: Path | None,
    with_histograms: bool = False,
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
