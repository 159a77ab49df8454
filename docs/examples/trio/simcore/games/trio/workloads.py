"""What is timed of Trio, and how much work a run was."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from simcore.games.trio.table import LAYOUT
from simcore.games.trio.view import HAND_SIZE
from simcore.workload import Workload

WORKLOADS = (
    Workload(name="trio_random", summary="random play", players=3, strategies="random"),
)


def count_work(sums: NDArray[Any], players: int) -> tuple[int, int]:
    """Return how many deals and how many plays of a card `sums` hold."""
    deals = int(LAYOUT.block(sums, "deals").sum())
    return deals, players * HAND_SIZE * deals
