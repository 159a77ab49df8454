"""Cards as text and as bits: the edge between people and kernels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property

LANE_BITS = 16


class CardError(ValueError):
    """A card that the game does not have, or that stands twice."""


@dataclass(frozen=True, kw_only=True)
class Pack:
    """A pack of cards: four lanes of ranks, and cards outside the suits.

    Parameters
    ----------
    game : str
        Whose pack it is, for messages.
    suits : str
        The letters of the suits, in the order in which hands are sorted; suit i is the
        lane of bits 16 i to 16 i + 15.
    ranks : str
        The letters of the ranks from bit 0 of a lane upwards, ``-`` for a gap.
    extras : Mapping[str, int]
        Cards outside the ranks: how each is written, and its bit.
    aliases : Mapping[str, str]
        Other ways to write a card, in lower case.
    """

    game: str
    suits: str
    ranks: str
    extras: Mapping[str, int] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _bits(self) -> dict[str, int]:
        """Each card's text and its bit, in the order of a sorted hand."""
        bits = {}
        for lane, suit in enumerate(self.suits):
            for position in reversed(range(len(self.ranks))):
                if self.ranks[position] != "-":
                    bit = 1 << (lane * LANE_BITS + position)
                    bits[self.ranks[position] + suit] = bit
        return bits | dict(self.extras)

    @property
    def all_cards(self) -> int:
        """The whole pack as a mask."""
        return sum(self._bits.values())

    def parse_card(self, text: str) -> int:
        """Return the bit of the card written as `text`.

        Raises
        ------
        CardError
            If the game has no such card; the message names the nearest one.
        """
        bits = self._bits
        wanted = text.strip().lower().replace("10", "t")
        wanted = self.aliases.get(wanted, wanted).lower()
        for card, bit in bits.items():
            if card.lower() == wanted:
                return bit
        near = get_close_matches(wanted.capitalize(), bits, n=1, cutoff=0.4)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise CardError(f"{self.game} has no card {text.strip()!r}{hint}")

    def parse(self, text: str | Iterable[str]) -> int:
        """Return the mask of the cards in `text`, split at spaces and commas.

        Raises
        ------
        CardError
            If a card is unknown or stands twice.
        """
        words = re.split(r"[\s,]+", text.strip()) if isinstance(text, str) else text
        cards = 0
        for word in words:
            if not word:
                continue
            bit = self.parse_card(word)
            if cards & bit:
                raise CardError(f"the card {word} stands twice")
            cards |= bit
        return cards

    def format(self, cards: int) -> list[str]:
        """Return the cards of the mask `cards` as a sorted list of texts."""
        return [card for card, bit in self._bits.items() if cards & bit]
