"""What hands of any game with French suits can be told apart by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from simcore.cards import Pack
from simcore.situations.conditions import counting, longest
from simcore.situations.dealing import Cards

SUITS = ("clubs", "diamonds", "hearts", "spades")
"""The suits in words, in the order of their numbers."""


def suit_cards(pack: Pack) -> list[int]:
    """Return the cards of each suit as a mask."""
    ranks = pack.ranks.replace("-", "")
    return [pack.parse(rank + letter for rank in ranks) for letter in pack.suits]


def rank_cards(pack: Pack, rank: str) -> int:
    """Return the four cards of a rank as a mask."""
    return pack.parse(rank + letter for letter in pack.suits)


def common_counts(pack: Pack) -> dict[str, Callable[[Cards], NDArray[Any]]]:
    """Return functions that count each suit, the longest one, and the Aces."""
    suits = suit_cards(pack)
    return {
        **{name: counting(suit) for name, suit in zip(SUITS, suits, strict=True)},
        "aces": counting(rank_cards(pack, "A")),
        "longest": longest(suits),
    }
