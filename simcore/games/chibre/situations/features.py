"""What hands of Chibre can be told apart by."""

from __future__ import annotations

from simcore.games.chibre.pack import PACK
from simcore.situations.conditions import Feature, counting
from simcore.situations.french import SUITS, common_counts, rank_cards

FEATURES = {
    **{suit: f"cards of {suit}" for suit in SUITS},
    "aces": "Aces",
    "jacks": "Jacks",
    "nines": "Nines",
    "longest": "cards of the longest suit",
}
"""Each feature of a hand as dealt."""


def features() -> dict[str, Feature]:
    """Return the features of hands."""
    functions = {
        **common_counts(PACK),
        "jacks": counting(rank_cards(PACK, "J")),
        "nines": counting(rank_cards(PACK, "9")),
    }
    return {name: Feature(text, functions[name]) for name, text in FEATURES.items()}
