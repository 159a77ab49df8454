"""What the commands do that go on until a number is known well enough."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcore.cli.keeping import Keeping
from simcore.cli.simulating import present_kind
from simcore.errors import UsageError
from simcore.progress import say
from simcore.targets import Target

if TYPE_CHECKING:
    from simcore.cli.workers import Workers
    from simcore.plan import Plan
    from simcore.precision import Precise
    from simcore.sweeping import Sweep


def check_not_kept(keeping: Keeping) -> None:
    """Raise UsageError if a run is to be kept whose length nobody knows."""
    if keeping.is_wanted:
        option = "--save" if keeping.save is not None else "--shard"
        raise UsageError(
            f"{option} does not go with --precision, which decides how long a run is;"
            " find out once how many sessions it takes, and ask for these"
        )


def play_until_precise(
    kind: str,
    plan: Plan,
    targets: tuple[Target, ...],
    *,
    workers: Workers,
    level: float,
    style: str,
    output: Path | None,
) -> int:
    """Run `plan` until all `targets` are met; write and print what it comes to.

    Parameters
    ----------
    kind : str
        ``run`` or ``pot``.
    plan : Plan
        As long as it may get.
    targets : tuple of Target
    workers, level, style, output
        As the options of these names.

    Returns
    -------
    int
        The exit code of the command.
    """
    from simcore.precision import Goals, run_until_precise
    from simcore.progress import progress

    goals = Goals(targets, plan.game, (f"{kind}_metrics",), level)
    goals.check(plan)
    with workers.opened(plan) as executor, progress(plan) as show:
        found = run_until_precise(plan, goals, progress=show, executor=executor)
    code = present_kind(kind, found.outcome, level=level, style=style, output=output)
    tell(found)
    return code


def tell(found: Precise) -> None:
    """Tell how well the numbers that were asked for are known."""
    outcome = found.outcome
    length = f"{outcome.sessions:,} {outcome.plan.unit}"
    if found.met:
        say(f"simcore: after {length}, {'; '.join(found.met)}")
    if found.missed:
        say(
            f"simcore: stopped at the most, {length}: {'; '.join(found.missed)};"
            " --max allows more"
        )


def tell_cells(found: Sweep) -> None:
    """Tell which cells of a sweep were stopped before they were precise."""
    for number, sentences in found.missed.items():
        sessions = f"{found.sessions_of(number):,} {found.cells[0].plan.unit}"
        say(
            f"simcore: cell {number} stopped at the most, {sessions}:"
            f" {'; '.join(sentences)}"
        )
