"""What a duel at Trio compares: the points of each player, seat by seat."""

from __future__ import annotations

from typing import Any

from simcore.games.trio.view import HAND_SIZE

UNIT = "points"


def sides(players: int) -> list[tuple[int, ...]]:
    """Return the seats that one strategy holds together: each alone."""
    return [(seat,) for seat in range(players)]


def bounds(rules: Any) -> tuple[float, float]:
    """Return the least and the most of a deal: no trick, or all of them."""
    return 0.0, float(HAND_SIZE - 1 + rules.last_trick)
