"""Suits in words."""

from simcore.cards import Pack

FRENCH = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
GERMAN = {"e": "acorns", "l": "leaves", "h": "hearts", "s": "bells"}


def suit_names(pack: Pack) -> dict[str, str]:
    """Return the names of the suits of a pack by their letters."""
    return GERMAN if set(pack.suits) == set(GERMAN) else FRENCH
