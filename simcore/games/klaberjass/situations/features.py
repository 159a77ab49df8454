"""What hands of Klaberjass can be told apart by."""

from __future__ import annotations

from simcore.games.klaberjass.pack import PACK
from simcore.situations.conditions import Feature, counting, longest

SUITS = ("clubs", "diamonds", "hearts", "spades")
"""The suits in words, in the order of their numbers."""

FEATURES = {
    "trumps": "cards of the suit that was turned up",
    **{suit: f"cards of {suit}" for suit in SUITS},
    "jass": "1 with the Jack of the suit that was turned up, else 0",
    "menel": "1 with the 9 of the suit that was turned up, else 0",
    "aces": "Aces",
    "longest": "cards of the longest suit",
}
"""Each feature of the first six cards of a hand."""


def features(trump: int) -> dict[str, Feature]:
    """Return the features of hands where a card of the suit `trump` was turned up."""
    suits = [_suit(letter) for letter in PACK.suits]
    letter = PACK.suits[trump]
    functions = {
        "trumps": counting(suits[trump]),
        **{name: counting(suit) for name, suit in zip(SUITS, suits, strict=True)},
        "jass": counting(PACK.parse_card("J" + letter)),
        "menel": counting(PACK.parse_card("9" + letter)),
        "aces": counting(sum(PACK.parse_card("A" + suit) for suit in PACK.suits)),
        "longest": longest(suits),
    }
    return {name: Feature(text, functions[name]) for name, text in FEATURES.items()}


def _suit(letter: str) -> int:
    """Return all cards of a suit as a mask."""
    return sum(PACK.parse_card(rank + letter) for rank in PACK.ranks)
