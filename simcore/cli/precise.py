"""What is told of runs that go on until a number is known well enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.counts import counted
from simcore.progress import tell

if TYPE_CHECKING:
    from simcore.precision import Precise
    from simcore.sweeping import Sweep


def tell_precision(found: Precise) -> None:
    """Tell how well the numbers that were asked for are known."""
    outcome = found.outcome
    length = counted(outcome.sessions, outcome.plan.unit)
    if found.met:
        tell(f"after {length}, {'; '.join(found.met)}")
    if found.missed:
        tell(
            f"stopped at the most, {length}: {'; '.join(found.missed)};"
            " --max allows more"
        )


def tell_cells(found: Sweep) -> None:
    """Tell which cells of a sweep were stopped before they were precise."""
    for number, sentences in found.missed.items():
        sessions = counted(found.lengths[number - 1], found.cells[0].plan.unit)
        tell(f"cell {number} stopped at the most, {sessions}: {'; '.join(sentences)}")
