"""A deal told to a person: lines of up to 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from simcore.recording import Event, Record
from simcore.replaying.asking import Opinion, in_words, is_decision
from simcore.replaying.comparing import RESULT
from simcore.replaying.replayer import Prepared
from simcore.replaying.suits import suit_names

WIDTH = 80

Mark = Callable[[str, str], str]
"""Takes a text and what it is (``heading``, ``winner``, ``other``); adds colour."""

_INDENT = "  "
_SAID_IN_TRICKS = ("meld", "stoeck", "bela")
_NAMELESS = ("join", "take", "exchange", "defer", "discard", "bid")
_DECIDED = {
    "call": ("call",),
    "join": ("plays",),
    "exchange": ("discards",),
    "discard": ("cards",),
    "trump": ("trump",),
    "bid": ("bid",),
    "declare": ("trump", "partner_card", "leader"),
    "take": ("trump", "round"),
    "dix": ("taken",),
}
"""Keys of events whose values `in_words` tells."""


def plain(text: str, kind: str) -> str:
    """Return a text without colour."""
    return text


@dataclass(frozen=True)
class Telling:
    """What is told of a deal, and how.

    Parameters
    ----------
    prepared : Prepared
        The record.
    played : Record
        The deal as the rules play it.
    opinions : Mapping[str, Mapping[int, Opinion]]
        What each strategy that was asked would have done, by the place of the event.
    is_verbose : bool
        Whether the cards that were legal stand at each play.
    mark : callable
        Adds colour.
    """

    prepared: Prepared
    played: Record
    opinions: Mapping[str, Mapping[int, Opinion]]
    is_verbose: bool = False
    mark: Mark = plain

    def lines(self) -> Iterator[str]:
        """Yield the lines that show the deal, each of up to `WIDTH` columns."""
        yield from wrap(self._heading(), WIDTH)
        yield ""
        yield self.mark("Hands", "heading")
        yield from self._hands()
        yield ""
        yield self.mark("Deal", "heading")
        yield from self._before_play()
        yield from self._tricks()
        yield ""
        yield self.mark("Result", "heading")
        for key, value in self.played[RESULT].items():
            text = f"{key.replace('_', ' '):<15} {_value(value)}"
            yield from _wrapped(text)

    def _heading(self) -> str:
        """Return which deal this is, and what was trumps."""
        game, read = self.prepared.game, self.prepared.read
        words = [f"{game.name}, {read['players']} players"]
        words += [
            f"{key} {read[key]}" for key in ("seed", "session", "deal") if key in read
        ]
        words += [
            f"{key}={_value(value)}" for key, value in read.get("rules", {}).items()
        ]
        if any(read["scores_before"]):
            words.append(f"scores before {_value(read['scores_before'])}")
        trump = self.played[RESULT].get("trump")
        if trump is not None:
            words.append(f"trump {suit_names(game.pack).get(trump, trump)}")
        return ", ".join(words)

    def _hands(self) -> Iterator[str]:
        """Yield the hands, suit by suit."""
        read, pack = self.prepared.read, self.prepared.game.pack
        strategies = read.get("strategies")
        for seat, hand in enumerate(read["hands"]):
            line = f"{_INDENT}{seat}  {_by_suit(hand, pack.suits, pack.extras)}"
            notes = [strategies[seat].partition("(")[0]] if strategies else []
            notes += ["deals"] if seat == read["dealer"] else []
            if notes:
                line = f"{line:<44} {', '.join(notes)}"
            yield line[:WIDTH].rstrip()

    def _before_play(self) -> Iterator[str]:
        """Yield what happened but for plays and tricks, one event a line."""
        for place, event in enumerate(self.played["events"]):
            if event["type"] in ("play", "trick", *_SAID_IN_TRICKS):
                continue
            seat = f"{event['seat']}" if "seat" in event else " "
            yield from _wrapped(f"{_INDENT}{seat}  {_event(event)}", 0)
            yield from self._asked(place)

    def _tricks(self) -> Iterator[str]:
        """Yield the tricks, each in a row, and what was said while they were played."""
        trick: list[int] = []
        said: list[str] = []
        events = self.played["events"]
        n_tricks = 0
        for place, event in enumerate(events):
            if event["type"] == "play":
                trick.append(place)
            elif event["type"] in _SAID_IN_TRICKS:
                said.append(f"{event['seat']}  {_said(event)}")
            elif event["type"] == "trick":
                if n_tricks == 0:
                    yield ""
                    yield self.mark("Tricks (* takes it)", "heading")
                n_tricks += 1
                yield self._trick(n_tricks, [events[one] for one in trick], event)
                for line in said:
                    yield from _wrapped(line, 2)
                for one in trick:
                    yield from self._play(one)
                trick, said = [], []

    def _play(self, place: int) -> Iterator[str]:
        """Yield what there is to say of a play."""
        event = self.played["events"][place]
        if self.is_verbose:
            legal = " ".join(event["legal"])
            yield from _wrapped(f"{event['seat']}  {event['card']} of {legal}", 2)
        yield from self._asked(place)

    def _trick(self, number: int, plays: list[Event], trick: Event) -> str:
        """Return a trick in a row, its winner marked."""
        parts = []
        for play in plays:
            text = f"{play['seat']}:{play['card']}"
            if play["seat"] == trick["winner"]:
                parts.append(self.mark(f"{text}*", "winner"))
            else:
                parts.append(f"{text} ")
        points = f"  {trick['points']} points" if trick["points"] else ""
        return f"{_INDENT}{number:>2}  {'  '.join(parts)}{points}".rstrip()

    def _asked(self, place: int) -> Iterator[str]:
        """Yield what the strategies that were asked would have done."""
        for name, answers in self.opinions.items():
            if place in answers:
                one = answers[place]
                words = "the same" if one.is_same else one.words
                for part in _wrapped(f"{one.seat}  {name}: {words}", 3):
                    yield part if one.is_same else self.mark(part, "other")


def _by_suit(hand: Sequence[str], suits: str, alone: Container[str]) -> str:
    """Return a hand suit by suit, what belongs to no suit last."""
    parts = []
    for suit in suits:
        ranks = [card[0] for card in hand if card[1] == suit and card not in alone]
        if ranks:
            parts.append(f"{suit}:{''.join(ranks)}")
    return "  ".join([*parts, *(card for card in hand if card in alone)])


def _value(value: Any) -> str:
    """Return a value in words."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(_value, value)) if isinstance(value, list) else str(value)


def _event(event: Event) -> str:
    """Return an event that is no play."""
    kind = event["type"]
    words = [in_words(event)] if is_decision(event) else []
    told = {"type", "seat", *_DECIDED.get(kind, ())}
    words += [
        f"{key} {_value(value)}"
        for key, value in event.items()
        if key not in told and value != []
    ]
    name = "" if kind in _NAMELESS else f"{kind} "
    return name + ", ".join(words)


def _said(event: Event) -> str:
    """Return what somebody said while cards were played."""
    if event["type"] != "meld":
        return str(event["type"])
    melds = " and ".join(" ".join(meld) for meld in event["melds"])
    counts = "" if event["scores"] else ", which do not count"
    return f"melds {melds}: {event['points']} points{counts}"


def _wrapped(text: str, depth: int = 1) -> list[str]:
    """Return a text as lines that fit, `depth` steps from the left."""
    indent = _INDENT * depth
    further = indent + _INDENT * 2
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=further)
