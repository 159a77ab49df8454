"""What happened in a deal, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simcore.recording import Event

Suits = Mapping[str, str]
"""The names of suits by their letters."""


def listed(words: Sequence[Any], last: str = "and") -> str:
    """Return some words as "a, b and c"."""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def seats_text(seats: Sequence[int]) -> str:
    """Return some seats as "seat 1" or "seats 1 and 3"."""
    return f"{'seat' if len(seats) == 1 else 'seats'} {listed(seats)}"


def in_words(event: Event, suits: Suits) -> str:
    """Return what somebody decided, as what stands behind a seat."""
    return _DECISIONS[event["type"]](event, suits)


def is_decision(event: Event) -> bool:
    """Return whether somebody decides in an event."""
    return event["type"] in _DECISIONS


def event_text(event: Event, suits: Suits) -> str:
    """Return an event that is no card of a trick, with what came of it."""
    kind = event["type"]
    if kind in _EVENTS:
        return _EVENTS[kind](event)
    if not is_decision(event):
        return _any_event(event)
    return in_words(event, suits) + _OUTCOMES.get(kind, _no_outcome)(event)


def _call(event: Event, suits: Suits) -> str:
    """Return a call of Kratzen."""
    return f"{'says' if event['call'] == 'weiter' else 'calls'} {event['call']}"


def _exchange(event: Event, suits: Suits) -> str:
    """Return which cards are put away for others."""
    away = " ".join(event["discards"])
    return f"puts away {away}" if away else "exchanges nothing"


def _trump(event: Event, suits: Suits) -> str:
    """Return what is named in Chibre, or that it is left to the partner."""
    trump = event["trump"]
    if trump == "chibre":
        return "says chibre"
    return f"names {suits.get(trump, trump)}"


def _declare(event: Event, suits: Suits) -> str:
    """Return what is declared in Rook, and what goes with it."""
    trump = event["trump"]
    return (
        f"declares {suits.get(trump, trump)}, calls {event['partner_card']}, seat"
        f" {event['leader']} leads"
    )


def _take(event: Event, suits: Suits) -> str:
    """Return with which trumps somebody takes in Klaberjass."""
    trump = event["trump"]
    return f"takes {suits.get(trump, trump)}" if trump else "passes"


_DECISIONS: dict[str, Callable[[Event, Suits], str]] = {
    "play": lambda event, suits: str(event["card"]),
    "call": _call,
    "join": lambda event, suits: "plays along" if event["plays"] else "drops",
    "defer": lambda event, suits: "asks for the last word",
    "exchange": _exchange,
    "discard": lambda event, suits: f"discards {' '.join(event['cards'])}",
    "trump": _trump,
    "bid": lambda event, suits: f"bids {event['bid']}" if event["bid"] else "passes",
    "declare": _declare,
    "take": _take,
    "dix": lambda event, suits: f"takes {event['taken']} for the 7",
}


def _any_event(event: Event) -> str:
    """Return an event of which no more is known than what stands in it."""
    values = [
        f"{key} {' '.join(map(str, value)) if isinstance(value, list) else value}"
        for key, value in event.items()
        if key not in {"type", "seat"}
    ]
    return f"{event['type']} {', '.join(values)}".rstrip()


def _cut(event: Event) -> str:
    """Return what a cut shows, and what follows from it."""
    parts = [f"cut: {listed(event['shown'])}"]
    antes = event["antes"]
    by_chips: dict[int, list[int]] = {}
    for seat, chips in enumerate(antes):
        if chips:
            by_chips.setdefault(chips, []).append(seat)
    for chips, seats in by_chips.items():
        if len(seats) == len(antes):
            parts.append(f"everybody antes {chips}")
        else:
            verb = "antes" if len(seats) == 1 else "ante"
            parts.append(f"{seats_text(seats)} {verb} {chips}")
    return "; ".join([*parts, f"seat {event['dealer']} deals"])


def _turnup(event: Event) -> str:
    """Return what was turned up; a second card where the first fixes no trumps."""
    return f"{' and then '.join(event['cards'])} is turned up"


_EVENTS: dict[str, Callable[[Event], str]] = {
    "cut": _cut,
    "turnup": _turnup,
    "kitty": lambda event: f"takes the kitty, {' '.join(event['cards'])}",
    "complete": lambda event: f"is dealt {' '.join(event['cards'])}",
    "shown": lambda event: f"{event['card']} is shown",
}


def _turned(event: Event) -> str:
    """Return the cards that are turned for a contract."""
    turned = " ".join(event.get("turned", []))
    return f", {turned} is turned" if turned else ""


def _drawn(event: Event) -> str:
    """Return the cards that come in an exchange."""
    ways = (("draws", "drawn"), ("face up", "shown"), ("extra", "extras"))
    return "".join(f", {how} {' '.join(event[key])}" for how, key in ways if event[key])


def _no_outcome(event: Event) -> str:
    """Return nothing: the decision says all."""
    return ""


_OUTCOMES: dict[str, Callable[[Event], str]] = {
    "call": _turned,
    "exchange": _drawn,
}


def said_text(event: Event) -> str:
    """Return what somebody said while cards were played."""
    if event["type"] != "meld":
        return f"says {event['type']}"
    melds = " and ".join(" ".join(meld) for meld in event["melds"])
    counts = "" if event["scores"] else ", which do not count"
    return f"melds {melds}: {event['points']} points{counts}"
