"""What all references share: the error, and reading the events of a record in order.

A game derives a script of its own from `Script`, which says what its events hold and
how it spells cards.
"""

import json

NEEDED_KEYS = {"format", "game", "players", "dealer", "hands", "events"}
FURTHER_KEYS = {
    "rules",
    "seed",
    "session",
    "deal",
    "strategies",
    "scores_before",
    "comment",
    "result",
}
"""What a record of any game must hold, and what it may hold besides."""


class RuleError(AssertionError):
    """A record that differs from what the rules say."""


def same(found, right):
    """Return whether two JSON values are equal; true is not 1, and 1.0 is not 1."""
    return json.dumps(found, sort_keys=True) == json.dumps(right, sort_keys=True)


def words(cards):
    """Return a list of cards as text for a message."""
    return " ".join(cards) or "no card"


def difference(what, found, right):
    """Raise unless a value of the record is what the rules say."""
    if not same(found, right):
        raise RuleError(f"{what}: the record says {found!r}, by the rules {right!r}")


def check_keys(found, needed, allowed, where):
    """Raise unless an object has all of its keys and no unknown ones."""
    if not isinstance(found, dict):
        raise RuleError(f"{where}: found {found!r}, expected an object")
    if missing := sorted(needed - set(found)):
        raise RuleError(f"{where}: the key {missing[0]!r} is missing")
    if unknown := sorted(set(found) - needed - allowed):
        raise RuleError(f"{where}: the key {unknown[0]!r} does not belong here")


def complete_options(options, defaults):
    """Return all options, those that are not given with their defaults."""
    for name in options:
        if name not in defaults:
            raise RuleError(f"rules: {name!r} is not an option of this game")
    return defaults | options


class Script:
    """The events of one deal, taken in order.

    A game sets `EVENT_KEYS` (what the events of each type must hold besides the
    type), `read_card` and `sort_cards`.
    """

    EVENT_KEYS = {}  # noqa: RUF012 - replaced by each game, never changed
    read_card = None
    sort_cards = None

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
        further = self.further_keys(event)
        check_keys(event, self.EVENT_KEYS[kind], {"type"} | further, self.where())
        if seat is not None and not same(event["seat"], seat):
            self.wrong(f"the {kind} is{who} by the rules, not of {event['seat']!r}")
        return event

    def further_keys(self, event):
        """Return the keys that an event may have besides those it must have."""
        return {"legal"} if event["type"] == "play" else set()

    def take_play(self, seat, legal):
        """Return the card that a seat plays, which must be one of these."""
        event = self.take("play", seat)
        card = self.card(event["card"])
        right = self.sort_cards(legal)
        if card not in legal:
            self.wrong(f"{card} is played, the rules allow {words(right)}")
        if "legal" in event:
            found = self.cards(event, "legal")
            if found != right:
                self.wrong(
                    f"legal is {words(found)}, by the rules it is {words(right)}"
                )
        return card

    def cards(self, event, key):
        """Return the cards under a key of an event: a list without repetitions."""
        return self.card_list(event.get(key), key)

    def card_list(self, found, name):
        """Return a list of cards without repetitions, as read from an event."""
        if not isinstance(found, list):
            self.wrong(f"{name} is {found!r}, not a list of cards")
        cards = [self.card(text) for text in found]
        for place, card in enumerate(cards):
            if card in cards[:place]:
                self.wrong(f"{card} stands twice in {name}")
        return cards

    def card(self, text):
        """Return one card of an event."""
        try:
            return self.read_card(text)
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
