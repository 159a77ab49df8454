"""The events of a Kratzen record: what each must hold and what it may hold."""

from .kratzen_cards import read_card, sort_cards
from .script import Script


class KratzenScript(Script):
    """The events of one deal of Kratzen, taken in order."""

    EVENT_KEYS = {  # noqa: RUF012 - never changed
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
    read_card = staticmethod(read_card)
    sort_cards = staticmethod(sort_cards)

    def further_keys(self, event):
        """Return the keys that an event may have besides those it must have."""
        if event["type"] == "call" and event.get("call") in ("andere", "naechste"):
            return {"turned"}
        return super().further_keys(event)
