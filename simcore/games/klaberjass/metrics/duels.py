"""What a duel at Klaberjass compares: own points less those of the other player."""

from __future__ import annotations

from typing import Any

UNIT = "points"

_TRICKS = 162
_SEQUENCES = 100
_BELA = 20


def sides(players: int) -> list[tuple[int, ...]]:
    """Return the seats that one strategy holds together: each alone."""
    return [(0,), (1,)]


def bounds(rules: Any) -> tuple[float, float]:
    """Return the least and the most that a player is ahead after a deal.

    All tricks, two rows of four, as nine cards hold no more, and bela.
    """
    most = float(_TRICKS + _SEQUENCES * rules.melds + _BELA * rules.bela)
    return -most, most
