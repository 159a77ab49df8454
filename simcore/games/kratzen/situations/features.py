"""What the hands of Kratzen can be told apart by."""

from __future__ import annotations

from collections.abc import Mapping

from simcore.games.kratzen.pack import PACK, SEVENS, SOWS, WELI_UNTURNED
from simcore.situations.conditions import Feature, counting, weighing

_WELI = int(WELI_UNTURNED)
_SUIT = 0b1_0111_1111
_LANE_BITS = 16
_SUITS = ("acorns", "leaves", "hearts", "bells")

# The worths of simcore.games.kratzen.tactics, which need numba: in twentieths, by rank.
_TRUMP_WORTHS = dict(zip("789TUOKA", (7, 7, 7, 9, 11, 13, 17, 20), strict=True))
_PLAIN_WORTHS = dict(zip("789TUOKA", (1, 1, 1, 1, 1, 1, 5, 11), strict=True))
_WELI_WORTH = 19
_UNIT = 20

FEATURES: Mapping[str, str] = {
    "trumps": "trumps, the Weli among them",
    **{suit: f"cards of {suit}, without the Weli" for suit in _SUITS},
    "sows": "Sows",
    "sevens": "Sevens",
    "weli": "1 with the Weli, else 0",
    "strength": "the sum of the worths of the cards",
}
"""Each feature of a hand as dealt, the card turned up apart."""


def suit_cards(suit: int) -> int:
    """Return the cards of a suit as a mask, the Weli not among them."""
    return _SUIT << suit * _LANE_BITS


def features(trump: int) -> dict[str, Feature]:
    """Return the features of hands where the suit `trump` is trumps."""
    functions = {
        "trumps": counting(suit_cards(trump) | _WELI),
        **{name: counting(suit_cards(suit)) for suit, name in enumerate(_SUITS)},
        "sows": counting(int(SOWS)),
        "sevens": counting(int(SEVENS)),
        "weli": counting(_WELI),
        "strength": weighing(_worths(trump)),
    }
    return {name: Feature(text, functions[name]) for name, text in FEATURES.items()}


def _worths(trump: int) -> dict[int, float]:
    """Return what each card is worth where the suit `trump` is trumps."""
    worths = {_WELI: _WELI_WORTH / _UNIT}
    for suit, letter in enumerate(PACK.suits):
        table = _TRUMP_WORTHS if suit == trump else _PLAIN_WORTHS
        for rank, worth in table.items():
            worths[PACK.parse_card(rank + letter)] = worth / _UNIT
    return worths
