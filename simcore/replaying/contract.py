"""What a game says of its records, so that they can be replayed.

A game that can be replayed has a package `replaying`, which holds `REPLAY`, a
`GameReplay`. It lies in a folder of its own, as what is compiled lies beside it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.cards import Pack
from simcore.options import Rules
from simcore.recording import Event, Record
from simcore.replaying.reading import Shape

Script = list[tuple[int, int]]
"""The answers of a seat, see `simcore.steering`."""


class ImpossibleError(ValueError):
    """A deal that cannot be played again: what was dealt is against the rules."""


@dataclass
class Setup:
    """A record translated for the kernels.

    Parameters
    ----------
    given : structured array [1]
        The cards.
    deal : int
        0 where the deal opens a session or a match, else 1: then `table` tells how the
        table stood.
    table : dict
        Fields of the table before the deal.
    scripts : dict
        What each seat decides.
    is_match : bool
        Whether it is a deal of a match.
    """

    given: NDArray[Any]
    deal: int
    table: dict[str, Any]
    scripts: dict[int, Script] = field(default_factory=dict)
    is_match: bool = False

    def decide(self, seat: int, slot: int, answer: int) -> None:
        """Add an answer to the script of a seat."""
        self.scripts.setdefault(seat, []).append((slot, answer))


class Follower(ABC):
    """Follows a deal event by event, to say why a decision is against the rules.

    Parameters
    ----------
    record : Record
    rules : Rules
    """

    def __init__(self, record: Record, rules: Rules) -> None:
        self.record = record
        self.rules = rules.as_dict()
        self.hands = [list(hand) for hand in record["hands"]]
        self.trick: list[tuple[int, str]] = []

    def follow(self, event: Event) -> None:
        """Take in an event that was right."""
        if event["type"] == "play":
            self.hands[event["seat"]].remove(event["card"])
            self.trick.append((event["seat"], event["card"]))
        elif event["type"] == "trick":
            self.trick = []
        else:
            self.take_in(event)

    @abstractmethod
    def take_in(self, event: Event) -> None:
        """Take in an event that is no card of a trick."""

    def why_not(self, event: Event, right: Event) -> str:
        """Return why a decision is against the rules, as a sentence.

        Parameters
        ----------
        event : Event
            The decision.
        right : Event
            What the kernels did in its place; of a card with all that were legal.
        """
        if event["type"] == "play":
            seat, card = event["seat"], event["card"]
            if right["type"] != "play":
                return f"seat {seat} plays {card} where a {right['type']} is wanted"
            if card not in self.hands[seat]:
                return f"seat {seat} does not hold {card}"
            return self.why_not_play(seat, card)
        return self.why_not_decide(event, right)

    @abstractmethod
    def why_not_play(self, seat: int, card: str) -> str:
        """Return which duty a card neglects that the seat holds."""

    @abstractmethod
    def why_not_decide(self, event: Event, right: Event) -> str:
        """Return why another decision is against the rules."""


@dataclass(frozen=True, kw_only=True)
class GameReplay:
    """What a game says of its records.

    Parameters
    ----------
    top : Shape
        Keys of a record besides those of all games.
    events : Mapping[str, Shape]
        The events by type, without that type.
    result, void : Shape
        The result of a deal that was played, and of one that was not.
    hand_size : int
        How many cards a hand has as dealt.
    decisions : Mapping[str, tuple of str]
        The events that are decisions, each with the keys that say what was decided.
    n_scores : int or None
        How many scores there are; None for one a seat.
    asked : Mapping[str, tuple of str]
        What a seat was asked, in order, where an event of `decisions` tells another
        decision of the game than the one of its name, or several.
    prepare : callable
        ``(record, rules, given) -> Setup``; `given` is an empty array [1] for the
        cards. Raises `ImpossibleError` or `UnreadableError`.
    follower : type of Follower
    """

    top: Shape
    events: Mapping[str, Shape]
    result: Shape
    void: Shape
    hand_size: int
    decisions: Mapping[str, tuple[str, ...]]
    n_scores: int | None
    prepare: Callable[[Record, Rules, NDArray[Any]], Setup]
    follower: type[Follower]
    asked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def mask_of(bits: Mapping[str, int], cards: list[str]) -> int:
    """Return cards as a mask, from the bit of each."""
    total = 0
    for card in cards:
        total |= bits[card]
    return total


def new_bits(
    pack: Pack, turn: Callable[[np.uint64], Any] | None = None
) -> dict[str, int]:
    """Return the bit of each card of a pack, after `turn` if given."""
    found = {}
    for text in pack.format(pack.all_cards):
        bit = pack.parse_card(text)
        found[text] = bit if turn is None else int(turn(np.uint64(bit)))
    return found
