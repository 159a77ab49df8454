"""What is timed of Chibre, and how much work a run was."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from simcore.games.chibre.tallying import LAYOUT
from simcore.workload import Workload

N_CARDS = 36

WORKLOADS = (
    Workload(
        name="chibre_random",
        summary="single deals with random choices, without melds and Stöck",
        players=4,
        strategies="random",
        rules={"melds": "false", "stoeck": "false"},
    ),
    Workload(
        name="chibre_heuristic",
        summary="single deals of the usual rules with the usual strategy",
        players=4,
        strategies="heuristic",
    ),
)


def count_work(sums: NDArray[Any], players: int) -> tuple[int, int]:
    """Return how many deals and how many plays of a card `sums` hold."""
    deals = int(LAYOUT.block(sums, "said").sum())
    return deals, N_CARDS * deals
