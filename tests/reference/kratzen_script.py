"""Reading the events of a record one by one, with error messages that say where."""

import json

from .kratzen_cards import RuleError, read_card

EVENT_KEYS = {
    "cut": {"shown", "antes", "dealer"},
    "turnup": {"cards"},
    "call": {"seat", "call"},
    "defer": {"seat"},
    "join": {"seat", "plays"},
    "exchange": {"seat", "discards", "drawn", "shown", "extras"},
    "discard": {"seat", "cards"},
    "play": {"seat", "card"},
    "trick": {"winner", "points"},
}


def same(found, right):
    """Return whether two JSON values are equal; true is not 1, and 1.0 is not 1."""
    return json.dumps(found, sort_keys=True) == json.dumps(right, sort_keys=True)


def words(cards):
    """Return a list of cards as text for a message."""
    return " ".join(cards) or "no card"


def check_keys(found, needed, allowed, where):
    """Raise unless an object has all of its keys and no unknown ones."""
    if not isinstance(found, dict):
        raise RuleError(f"{where}: found {found!r}, expected an object")
    if missing := sorted(needed - set(found)):
        raise RuleError(f"{where}: the key {missing[0]!r} is missing")
    if unknown := sorted(set(found) - needed - allowed):
        raise RuleError(f"{where}: the key {unknown[0]!r} does not belong here")


class Script:
    """The events of one deal, taken in order."""

    def __init__(self, events):
        self.events = events
        self.taken = 0
        self.number = None

    def upcoming(self):
        """Return the type of the next event, or None after the last one."""
        if self.taken == len(self.events):
            return None
        event = self.events[self.taken]
        return event.get("type") if isinstance(event, dict) else None

    def take(self, kind, seat=None):
        """Return the next event, which must be of this type and of this seat."""
        who = "" if seat is None else f" of seat {seat}"
        if self.taken == len(self.events):
            raise RuleError(f"the events end where the rules want a {kind}{who}")
        self.number = self.taken
        self.taken += 1
        event = self.events[self.number]
        if not isinstance(event, dict) or event.get("type") != kind:
            self.wrong(f"found {event!r}, the rules want a {kind}{who}")
        check_keys(event, EVENT_KEYS[kind], self._further_keys(event), self.where())
        if seat is not None and not same(event["seat"], seat):
            self.wrong(f"the {kind} is{who} by the rules, not of {event['seat']!r}")
        return event

    def _further_keys(self, event):
        """Return the keys that an event may have besides those it must have."""
        if event["type"] == "play":
            return {"type", "legal"}
        if event["type"] == "call" and event.get("call") in ("andere", "naechste"):
            return {"type", "turned"}
        return {"type"}

    def cards(self, event, key):
        """Return the cards under a key of an event: a list without repetitions."""
        found = event.get(key)
        if not isinstance(found, list):
            self.wrong(f"{key} is {found!r}, not a list of cards")
        cards = [self.card(text) for text in found]
        for place, card in enumerate(cards):
            if card in cards[:place]:
                self.wrong(f"{card} stands twice in {key}")
        return cards

    def card(self, text):
        """Return one card of an event."""
        try:
            return read_card(text)
        except RuleError as error:
            raise RuleError(f"{self.where()}: {error}") from None

    def expect(self, event, key, right):
        """Raise unless a key of an event has the value that the rules give it."""
        if not same(event[key], right):
            self.wrong(f"{key} is {event[key]!r}, by the rules it is {right!r}")

    def point_at(self, number):
        """Make messages speak of an earlier event until the next one is taken."""
        self.number = number

    def where(self):
        """Return the place that messages speak of: event number and seat."""
        event = self.events[self.number]
        seat = event.get("seat") if isinstance(event, dict) else None
        place = f"events[{self.number}]"
        return place if seat is None else f"{place}, seat {seat}"

    def wrong(self, sentence):
        """Raise an error about the current event."""
        raise RuleError(f"{self.where()}: {sentence}")

    def finish(self):
        """Raise unless all events have been taken."""
        if self.taken < len(self.events):
            self.number = self.taken
            self.wrong(
                f"found {self.events[self.number]!r}, by the rules the deal is over"
            )
