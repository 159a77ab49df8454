"""What hands of Chibre can be told apart by."""

from __future__ import annotations

from simcore.games.chibre.pack import PACK
from simcore.situations.conditions import Feature, counting, longest

SUITS = ("clubs", "diamonds", "hearts", "spades")
"""The suits in words, in the order of their numbers."""

FEATURES = {
    **{suit: f"cards of {suit}" for suit in SUITS},
    "aces": "Aces",
    "jacks": "Jacks",
    "nines": "Nines",
    "longest": "cards of the longest suit",
}
"""Each feature of a hand as dealt."""


def _cards(texts: list[str]) -> int:
    """Return cards as a mask."""
    return PACK.parse(" ".join(texts))


def features() -> dict[str, Feature]:
    """Return the features of hands."""
    suits = [_cards([rank + letter for rank in PACK.ranks]) for letter in PACK.suits]
    functions = {
        **{name: counting(suit) for name, suit in zip(SUITS, suits, strict=True)},
        "aces": counting(_cards(["A" + letter for letter in PACK.suits])),
        "jacks": counting(_cards(["J" + letter for letter in PACK.suits])),
        "nines": counting(_cards(["9" + letter for letter in PACK.suits])),
        "longest": longest(suits),
    }
    return {name: Feature(text, functions[name]) for name, text in FEATURES.items()}
