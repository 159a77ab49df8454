"""What was written down against what the kernels made of the same decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simcore.recording import Event, Record
from simcore.replaying.contract import Follower, GameReplay

RESULT = "result"


@dataclass(frozen=True)
class Difference:
    """Something in a record that is not as the rules say.

    Parameters
    ----------
    line : int
        The line of the record, from 1.
    event : int or None
        The number of the event, from 1; None for what is no event.
    found, right : str
        What stands there, and what the rules say.
    text : str
        Both in a sentence, with the rule where there is one to name.
    """

    line: int
    event: int | None
    found: str
    right: str
    text: str

    def __str__(self) -> str:
        """Return the sentence with its place."""
        place = f"line {self.line}"
        if self.event is not None:
            place += f", event {self.event}"
        return f"{place}: {self.text}"


class Comparison:
    """A record beside what the kernels played with its cards and decisions.

    Parameters
    ----------
    record : Record
        As it was read.
    made : Record
        As it was played again.
    game : GameReplay
    follower : Follower
    line : int
        The line of the record.

    Attributes
    ----------
    differences : list of Difference
    is_whole : bool
        Whether all was compared: after a decision against the rules nothing is.
    """

    def __init__(
        self,
        record: Record,
        made: Record,
        game: GameReplay,
        follower: Follower,
        line: int,
    ) -> None:
        self.differences: list[Difference] = []
        self.is_whole = True
        self._game = game
        self._follower = follower
        self._line = line
        self._events(record["events"], made["events"])
        if self.is_whole and RESULT in record:
            self._result(record[RESULT], made[RESULT])

    def _events(self, found: list[Event], right: list[Event]) -> None:
        """Compare all events, as far as they go together."""
        place = at = 0
        while place < len(found) and at < len(right):
            one, other = found[place], right[at]
            if _is_same_kind(one, other):
                if not self._one_event(place, one, other):
                    return
                place, at = place + 1, at + 1
            elif other["type"] not in self._game.decisions:
                self._add(
                    place, _short(one), _short(other), f"{_short(other)} is missing"
                )
                self._follower.follow(other)
                at += 1
            elif one["type"] not in self._game.decisions:
                text = f"{_short(one)} has no place here"
                self._add(place, _short(one), _short(other), text)
                place += 1
            else:
                self._stop(place, one, other)
                return
        self._ends(found, right, place, at)

    def _ends(
        self, found: list[Event], right: list[Event], place: int, at: int
    ) -> None:
        """Compare what is left of one of two lists of events."""
        for other in right[at:]:
            text = f"{_short(other)} is missing"
            if other["type"] in self._game.decisions:
                self.is_whole = False
                text = f"the events end, but the rules want {_wish(other)}"
            self._add(place, "nothing", _short(other), text)
            if not self.is_whole:
                return
        if place < len(found):
            one = _short(found[place])
            self._add(place, one, "nothing", f"{one} comes after the end of the deal")

    def _stop(self, place: int, one: Event, other: Event) -> None:
        """Tell of a decision that nobody was asked for."""
        self.is_whole = False
        if one.get("seat") == other.get("seat"):
            text = self._follower.why_not(one, other)
        else:
            text = f"{_short(one)} is out of turn: the rules want {_wish(other)}"
        self._add(place, _short(one), _wish(other), text)

    def _one_event(self, place: int, one: Event, other: Event) -> bool:
        """Compare two events of a kind; return whether to go on."""
        decided = self._game.decisions.get(one["type"], ())
        if any(one[key] != other[key] for key in decided):
            text = self._follower.why_not(one, other)
            right = (
                f"legal: {_words(other['legal'])}" if "legal" in other else "another"
            )
            self._add(place, _short(one), right, text)
            self.is_whole = False
            return False
        for key, value in other.items():
            if key in one and one[key] != value:
                found, right = _words(one[key]), _words(value)
                text = f"{key} of {_short(other)} is {found}, but the rules say {right}"
                self._add(place, f"{key} {found}", f"{key} {right}", text)
        self._follower.follow(other)
        return True

    def _result(self, found: dict[str, Any], right: dict[str, Any]) -> None:
        """Compare the result."""
        for key, value in right.items():
            if key not in found:
                text = f"the result lacks {key}, which is {_words(value)}"
                self._add(None, "nothing", f"{key} {_words(value)}", text)
            elif found[key] != value:
                one, other = _words(found[key]), _words(value)
                text = f"{key} of the result is {one}, but the rules say {other}"
                self._add(None, f"{key} {one}", f"{key} {other}", text)
        for key in found:
            if key not in right and (key, found[key]) != ("passed", False):
                text = f"{key} has no place in the result of this deal"
                self._add(None, f"{key} {_words(found[key])}", "nothing", text)

    def _add(self, place: int | None, found: str, right: str, text: str) -> None:
        """Note a difference at the event at `place`."""
        event = None if place is None else place + 1
        self.differences.append(Difference(self._line, event, found, right, text))


def _is_same_kind(one: Event, other: Event) -> bool:
    """Return whether two events are of one type and of one seat."""
    return one["type"] == other["type"] and one.get("seat") == other.get("seat")


def _short(event: Event) -> str:
    """Return an event in a few words."""
    words = [event["type"]]
    for key in ("card", "call", "trump", "bid", "cards", "discards", "shown", "winner"):
        if event.get(key) is not None:
            words += _parts(event[key])
            break
    if "seat" in event:
        words.append(f"of seat {event['seat']}")
    return " ".join(words)


def _wish(event: Event) -> str:
    """Return what the rules want, without what was put in the place of it."""
    return f"{event['type']} of seat {event['seat']}"


def _words(value: Any) -> str:
    """Return a value of a record as a message names it."""
    return " ".join(_parts(value)) or "nothing"


def _parts(value: Any) -> Iterator[str]:
    """Yield the parts of a value in words."""
    if isinstance(value, list):
        is_nested = any(isinstance(one, list) for one in value)
        for one in value:
            yield f"({_words(one)})" if is_nested else _words(one)
    elif value is None or isinstance(value, bool):
        yield {None: "null", True: "true", False: "false"}[value]
    else:
        yield str(value)
