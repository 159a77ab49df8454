"""What a duel at Kratzen compares: profit in pots, seat by seat."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from simcore.games.kratzen.view import NORMAL
from simcore.options import Rules

UNIT = "pots"

EQUAL_POT = 23
"""Antes in the pot of a deal that stands alone, before the dealer stakes one more."""


def sides(players: int) -> list[tuple[int, ...]]:
    """Return the seats that one strategy holds together: each alone."""
    return [(seat,) for seat in range(players)]


def bounds(rules: Rules) -> tuple[float, float]:
    """Return the least and the most that a seat gains in a deal, in pots.

    It pays up to one pot for the stakes and cuts that lie in it, and two as a penalty;
    it wins all of it at most.
    """
    return -3.0, 1.0


def lay(tables: NDArray[Any], rules: Any) -> None:
    """Set `tables` to a deal with normal stakes and the usual pot (in and out)."""
    tables["stakes"] = NORMAL
    tables["pot"] = EQUAL_POT * rules.ante
