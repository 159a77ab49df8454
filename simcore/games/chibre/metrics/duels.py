"""What a duel at Chibre compares: points of a team less those of the other."""

from __future__ import annotations

from typing import Any

UNIT = "points"

_TRICKS = 157 + 100
_MELDS_OF_A_HAND = 350
_STOECK = 20


def sides(players: int) -> list[tuple[int, ...]]:
    """Return the seats that one strategy holds together: the teams."""
    return [(0, 2), (1, 3)]


def bounds(rules: Any) -> tuple[float, float]:
    """Return the least and the most that a team is ahead after a deal.

    All tricks, the melds of two hands, of which none is above four Jacks and four
    Nines, and Stoeck; twice that with `pique_double`.
    """
    most = _TRICKS + 2 * _MELDS_OF_A_HAND * rules.melds + _STOECK * rules.stoeck
    most *= 1 + rules.pique_double
    return -float(most), float(most)
