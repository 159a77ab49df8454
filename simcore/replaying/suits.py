"""Suits in words."""

FRENCH = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
GERMAN = {"e": "acorns", "l": "leaves", "h": "hearts", "s": "bells"}
