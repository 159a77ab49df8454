"""The events of a Kratzen record, read from the trace of a deal.

A trace has rows ``(kind, seat, first, second)``, see `simcore.games.kratzen.table`; its
cards are not turned.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simcore.games.kratzen import table
from simcore.games.kratzen.pack import PACK, SEVENS, SOWS
from simcore.games.kratzen.view import ANDERE, DEFER, NAECHSTE, PLAY, WEITER
from simcore.table import CARD, TRICK

CALLS = ("weiter", "naechste", "andere", "schlagen")
"""How calls are written, in the order of their numbers."""

Row = list[int]
Event = dict[str, Any]

_TEXTS = {PACK.parse_card(text): text for text in PACK.format(PACK.all_cards)}
_SOWS, _SEVENS = int(SOWS), int(SEVENS)


def texts_of(cards: int) -> list[str]:
    """Return the cards of a mask as a sorted list of texts."""
    return [text for bit, text in _TEXTS.items() if cards & bit]


class _Rows:
    """The rows of a trace, taken in order."""

    def __init__(self, rows: list[Row]) -> None:
        self._rows = rows
        self._taken = 0

    def take(self, kind: int) -> Iterator[Row]:
        """Yield the coming rows of this kind, up to the first of another kind."""
        while self._taken < len(self._rows) and self._rows[self._taken][0] == kind:
            self._taken += 1
            yield self._rows[self._taken - 1]

    def cards(self, kind: int) -> list[str]:
        """Return the cards of the coming rows of this kind, in their order."""
        return [_TEXTS[first] for _, _, first, _ in self.take(kind)]


def read_events(
    rows: list[Row], dealer: int, n_seats: int
) -> tuple[list[list[str]], list[Event]]:
    """Return the hands as dealt and the events of a deal.

    Parameters
    ----------
    rows : list of rows
        The trace, without its first row, which only counts.
    dealer : int
        Who dealt, after all hops.
    n_seats : int
    """
    trace = _Rows(rows)
    events = _cuts(trace, dealer, n_seats)
    hands = [texts_of(hand) for _, _, hand, _ in trace.take(table.HAND)]
    events.append({"type": "turnup", "cards": trace.cards(table.TURNUP)})
    events += _calls(trace)
    events += _joins(trace)
    events += _discards(trace)
    for row in trace.take(table.EXCHANGE):
        events.append(_exchange(trace, row))
        events += _discards(trace)
    events += _plays(trace)
    return hands, events


def _cuts(trace: _Rows, dealer: int, n_seats: int) -> list[Event]:
    """Return the cuts, each with the dealer after it."""
    events: list[Event] = []
    hops = []
    for _, _, first, second in trace.take(table.CUT):
        antes = [0] * n_seats
        for _, seat, paid, _ in trace.take(table.ANTE):
            antes[seat] += paid
        shown = [_TEXTS[card] for card in (first, second) if card]
        events.append({"type": "cut", "shown": shown, "antes": antes})
        hops.append(_hops(first | second))
    for event, hop in zip(reversed(events), reversed(hops), strict=True):
        event["dealer"] = dealer
        dealer = (dealer - hop) % n_seats
    return events


def _hops(shown: int) -> int:
    """Return how many seats to the left the cards shown at a cut send the pack."""
    return (shown & _SOWS).bit_count() - (shown & _SEVENS).bit_count()


def _calls(trace: _Rows) -> list[Event]:
    """Return the calls; what was turned stands with the highest of them."""
    events: list[Event] = []
    highest: Event = {}
    for _, seat, call, _ in trace.take(table.CALL):
        event: Event = {"type": "call", "seat": seat, "call": CALLS[call]}
        if call in (ANDERE, NAECHSTE):
            event["turned"] = []
        if call != WEITER:
            highest = event
        events.append(event)
    if "turned" in highest:
        highest["turned"] = trace.cards(table.TURNED)
    return events


def _joins(trace: _Rows) -> Iterator[Event]:
    """Yield who plays along, drops or asks for the last word."""
    for _, seat, answer, _ in trace.take(table.JOIN):
        if answer == DEFER:
            yield {"type": "defer", "seat": seat}
        else:
            yield {"type": "join", "seat": seat, "plays": answer == PLAY}


def _exchange(trace: _Rows, row: Row) -> Event:
    """Return the exchange of one player."""
    _, seat, away, _ = row
    return {
        "type": "exchange",
        "seat": seat,
        "discards": texts_of(away),
        "drawn": trace.cards(table.DRAWN),
        "shown": trace.cards(table.SHOWN),
        "extras": trace.cards(table.EXTRA),
    }


def _discards(trace: _Rows) -> Iterator[Event]:
    """Yield the discards of those who held more than four cards."""
    for _, seat, away, _ in trace.take(table.DISCARD):
        yield {"type": "discard", "seat": seat, "cards": texts_of(away)}


def _plays(trace: _Rows) -> Iterator[Event]:
    """Yield the cards played and who won each trick."""
    while True:
        for _, seat, card, legal in trace.take(CARD):
            yield {
                "type": "play",
                "seat": seat,
                "card": _TEXTS[card],
                "legal": texts_of(legal),
            }
        trick = next(trace.take(TRICK), None)
        if trick is None:
            return
        yield {"type": "trick", "winner": trick[1], "points": 0}
