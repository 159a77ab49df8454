"""What is timed of Kratzen, and how much work a run was."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from simcore.games.kratzen.tallying import CONTESTED, LAYOUT
from simcore.games.kratzen.view import MUSS, SIEBENERMUSS
from simcore.workload import Workload

N_TRICKS = 4

WORKLOADS = (
    Workload(
        name="kratzen_muss",
        summary="sessions of one deal, a Muss, with random choices",
        players=4,
        strategies="random",
        deals=1,
    ),
    Workload(
        name="kratzen_normal",
        summary="sessions of 60 deals of every kind with the usual strategy",
        players=4,
        strategies="normal",
        deals=60,
    ),
)


def count_work(sums: NDArray[Any], players: int) -> tuple[int, int]:
    """Return how many deals and how many plays of a card `sums` hold.

    A contract that nobody contests is settled without a card being played.
    """
    deals = LAYOUT.block(sums, "deals").sum(axis=(0, 2))
    contested = LAYOUT.block(sums, "contract")[:, CONTESTED].sum()
    joined = LAYOUT.block(sums, "joined").sum()
    hands = players * (deals[MUSS] + deals[SIEBENERMUSS]) + contested + joined
    return int(deals.sum()), int(N_TRICKS * hands)
