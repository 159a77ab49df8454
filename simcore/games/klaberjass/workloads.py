"""What is timed of Klaberjass, and how much work a run was."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from simcore.games.klaberjass.pack import HAND_SIZE
from simcore.games.klaberjass.tallying import LAYOUT
from simcore.workload import Workload

WORKLOADS = (
    Workload(
        name="klaberjass_random",
        summary="deals that elder takes at once, random play, no melds",
        players=2,
        strategies="random(take=1)",
        deals=1,
        rules={"melds": "false", "bela": "false"},
    ),
    Workload(
        name="klaberjass_heuristic",
        summary="deals with the usual strategy",
        players=2,
        strategies="heuristic",
        deals=1,
    ),
)


def count_work(sums: NDArray[Any], players: int) -> tuple[int, int]:
    """Return how many deals and how many plays of a card `sums` hold."""
    taken = int(LAYOUT.block(sums, "taken_by").sum())
    void = int(LAYOUT.block(sums, "void").sum())
    return taken + void, players * HAND_SIZE * taken
