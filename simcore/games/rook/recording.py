"""The record of a deal of Rook, from the table and the trace it left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from simcore.games.rook.pack import PACK
from simcore.games.rook.ranks import turn_back
from simcore.games.rook.table import BID, BURY, CALLED, DECLARE, KITTY
from simcore.games.rook.view import BID_STEP, LEAST_BID, MOST_BID, N_SEATS
from simcore.job import Job
from simcore.recording import Event, Record, head, play_event, trick_event
from simcore.table import CARD, TRICK
from simcore.view import NOBODY

TRUMPS = (*PACK.suits, "high", "low")
"""How declarations are written, in the order of their numbers."""

BIDS = ("pass", *(str(bid) for bid in range(LEAST_BID, MOST_BID + 1, BID_STEP)))
"""How bids are written, in the order of their numbers."""


def as_dealt(table: Any, cards: int) -> int:
    """Return cards of a table as they were dealt."""
    trump = int(table["trump"])
    if trump == NOBODY:
        return cards
    return int(turn_back(np.uint64(cards), trump, int(table["ace_is_low"])))


def write_record(
    job: Job,
    table: Any,
    rows: list[list[int]],
    session: int,
    deal: int,
    before: list[int],
) -> Record:
    """Return the record of the deal that was just played; see `simcore.engine`."""
    return {
        **head(job.plan, session, deal, int(table["dealt_by"]), before),
        "hands": [PACK.format(int(hand)) for hand in table["dealt"]],
        "events": list(_events(rows)),
        "result": _result(table),
    }


def _events(rows: list[list[int]]) -> Iterator[Event]:
    """Yield the events of a deal."""
    declaration: Event = {}
    for kind, seat, first, second in rows:
        if kind == BID:
            yield {"type": "bid", "seat": seat, "bid": first}
        elif kind == KITTY:
            yield {"type": "kitty", "seat": seat, "cards": PACK.format(first)}
        elif kind == DECLARE:
            declaration = {"trump": TRUMPS[first], "leader": second}
        elif kind == CALLED:
            yield {
                "type": "declare",
                "seat": seat,
                "trump": declaration["trump"],
                "partner_card": PACK.format(first)[0],
                "leader": declaration["leader"],
            }
        elif kind == BURY:
            yield {"type": "discard", "seat": seat, "cards": PACK.format(first)}
        elif kind == CARD:
            yield play_event(PACK, seat, first, second)
        elif kind == TRICK:
            yield trick_event(seat, first)


def _result(table: Any) -> dict[str, Any]:
    """Return what came of the deal."""
    if table["declarer"] == NOBODY:
        return {"passed": True, "score": [0] * N_SEATS}
    return {
        "declarer": int(table["declarer"]),
        "partner": int(table["partner"]),
        "bid": int(table["bid"]),
        "trump": TRUMPS[table["trump"]],
        "kitty_points": int(table["kitty_points"]),
        "points": table["points"].tolist(),
        "made": bool(table["made"]),
        "moon": bool(table["moon"]),
        "score": table["counted"].tolist(),
    }
