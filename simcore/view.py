"""What the views of all games have in common; a game adds its own fields.

Apart from the tables, so that a strategy's decisions can be listed without numba.
"""

from __future__ import annotations

from typing import Any

MAX_SEATS = 6
NOBODY = -1

VIEW_FIELDS: list[Any] = [
    ("seat", "i8"),  # who is asked
    ("n_seats", "i8"),
    ("dealer", "i8"),
    ("hand", "u8"),  # the cards of the seat that is asked
    ("out", "u8"),  # what that seat has put away in this deal
    ("legal", "u8"),  # the cards to choose from; or bit k for each legal answer k
    ("limit", "i8"),  # how many cards to choose, or at most
    ("trick", "i8"),  # number of the trick, from 0
    ("led", "u8"),  # the card that was led; 0 for the leader
    ("best", "u8"),  # the card that is winning the trick; 0 for the leader
    ("winner", "i8"),  # the seat that is winning the trick
    ("table", "u8"),  # the cards of the trick so far
    ("played", "u8", MAX_SEATS),  # cards each seat has played
    ("tricks", "i8", MAX_SEATS),  # tricks each seat has won
]
"""What a strategy sees in every game: public facts, and what belongs to its seat."""

QUESTION = (
    "seat",
    "hand",
    "out",
    "legal",
    "limit",
    "led",
    "best",
    "winner",
    "table",
)
"""The fields that change with every question to a strategy."""
