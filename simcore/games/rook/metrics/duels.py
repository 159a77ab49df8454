"""What a duel at Rook compares: each player's own score, seat by seat."""

from __future__ import annotations

from typing import Any

UNIT = "points"

_ALL_POINTS = 180.0


def sides(players: int) -> list[tuple[int, ...]]:
    """Return the seats that one strategy holds together: each alone."""
    return [(seat,) for seat in range(players)]


def bounds(rules: Any) -> tuple[float, float]:
    """Return the least and the most of a deal: the highest bid lost, or all points."""
    return -_ALL_POINTS, _ALL_POINTS + rules.moon_bonus
