"""What hands of Rook can be told apart by."""

from __future__ import annotations

from simcore.games.rook.pack import PACK
from simcore.situations.conditions import Feature, counting, weighing
from simcore.situations.french import SUITS, common_counts, rank_cards

FEATURES = {
    **{suit: f"cards of {suit}" for suit in SUITS},
    "aces": "Aces",
    "rook": "1 with the Rook, else 0",
    "points": "points of the cards",
    "longest": "cards of the longest suit",
}
"""Each feature of a hand as dealt."""

_POINTS = {"A": 15, "K": 10, "T": 10, "5": 5}
_ROOK_POINTS = 20


def features() -> dict[str, Feature]:
    """Return the features of hands."""
    rook = PACK.parse_card("Rk")
    worths = {rank_cards(PACK, rank): worth for rank, worth in _POINTS.items()}
    functions = {
        **common_counts(PACK),
        "rook": counting(rook),
        "points": weighing(worths | {rook: _ROOK_POINTS}),
    }
    return {name: Feature(text, functions[name]) for name, text in FEATURES.items()}
