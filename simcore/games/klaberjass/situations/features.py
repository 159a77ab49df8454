"""What hands of Klaberjass can be told apart by."""

from __future__ import annotations

from simcore.games.klaberjass.pack import PACK
from simcore.situations.conditions import Feature, counting
from simcore.situations.french import SUITS, common_counts

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
    counts, letter = common_counts(PACK), PACK.suits[trump]
    functions = {
        **counts,
        "trumps": counts[SUITS[trump]],
        "jass": counting(PACK.parse_card("J" + letter)),
        "menel": counting(PACK.parse_card("9" + letter)),
    }
    return {name: Feature(text, functions[name]) for name, text in FEATURES.items()}
