"""What hands of Rook can be told apart by."""

from __future__ import annotations

from simcore.games.rook.pack import PACK
from simcore.situations.conditions import Feature, counting, longest, weighing

SUITS = ("clubs", "diamonds", "hearts", "spades")
"""The suits in words, in the order of their numbers."""

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
    ranks = PACK.ranks.replace("-", "")
    suits = [
        sum(PACK.parse_card(rank + letter) for rank in ranks) for letter in PACK.suits
    ]
    worths: dict[int, float] = {rook: _ROOK_POINTS}
    for rank, worth in _POINTS.items():
        for letter in PACK.suits:
            worths[PACK.parse_card(rank + letter)] = worth
    functions = {
        **{name: counting(suit) for name, suit in zip(SUITS, suits, strict=True)},
        "aces": counting(sum(PACK.parse_card("A" + suit) for suit in PACK.suits)),
        "rook": counting(rook),
        "points": weighing(worths),
        "longest": longest(suits),
    }
    return {name: Feature(text, functions[name]) for name, text in FEATURES.items()}
