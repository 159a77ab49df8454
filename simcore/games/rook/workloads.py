"""What is timed of Rook, and how much work a run was."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from simcore.games.rook.pack import HAND_SIZE
from simcore.games.rook.tallying import LAYOUT
from simcore.games.rook.view import N_SEATS
from simcore.workload import Workload

WORKLOADS = (
    Workload(
        name="rook_random",
        summary="forehand bids 75 and declares a suit, everything else by chance",
        players=N_SEATS,
        strategies="random(bid=1, most=75, no_trump=0, left=0)",
        deals=1,
    ),
    Workload(
        name="rook_heuristic",
        summary="single deals of sensible players",
        players=N_SEATS,
        strategies="heuristic",
        deals=1,
    ),
)


def count_work(sums: NDArray[Any], players: int) -> tuple[int, int]:
    """Return how many deals and how many plays of a card `sums` hold.

    In a void deal no card is played.
    """
    played = int(LAYOUT.block(sums, "deals").sum())
    void = int(LAYOUT.block(sums, "void").sum())
    return played + void, players * HAND_SIZE * played
