"""The record of a deal of Chibre, from the table and the trace it left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from simcore.games.chibre.pack import PACK
from simcore.games.chibre.ranks import turn_back
from simcore.games.chibre.table import MELD, STOECK_CALL, TRUMP
from simcore.job import Job
from simcore.recording import Event, Record, head, play_event, trick_event
from simcore.table import CARD, TRICK
from simcore.view import NOBODY

CALLS = (*PACK.suits, "obenabe", "undenufe", "chibre")
"""How what is said is written, in the order of its numbers."""


def as_dealt(table: Any, cards: int) -> int:
    """Return cards of a table as they were dealt."""
    trump = int(table["trump"])
    return cards if trump == NOBODY else int(turn_back(np.uint64(cards), trump))


def write_record(
    job: Job,
    table: Any,
    rows: list[list[int]],
    session: int,
    deal: int,
    before: list[int],
) -> Record:
    """Return the record of the deal that was just played; see `simcore.engine`."""
    record = head(job.plan, session, deal, int(table["dealt_by"]), before)
    if table["is_first"]:
        record["first"] = True
    return record | {
        "hands": [PACK.format(int(hand)) for hand in table["dealt"]],
        "events": list(_events(table, rows)),
        "result": _result(table),
    }


def _events(table: Any, rows: list[list[int]]) -> Iterator[Event]:
    """Yield the events of a deal."""
    melds: list[list[str]] = []
    for kind, seat, first, second in rows:
        if kind == TRUMP:
            yield {"type": "trump", "seat": seat, "trump": CALLS[first]}
        elif kind == MELD:
            melds.append(PACK.format(first))
            if len(melds) == table["n_melds"][seat]:
                yield {
                    "type": "meld",
                    "seat": seat,
                    "melds": melds,
                    "points": second,
                    "scores": bool(table["meld_team"] == seat & 1),
                }
                melds = []
        elif kind == CARD:
            yield play_event(PACK, seat, first, second)
        elif kind == STOECK_CALL:
            yield {"type": "stoeck", "seat": seat}
        elif kind == TRICK:
            yield trick_event(seat, first)


def _result(table: Any) -> dict[str, Any]:
    """Return what came of the deal."""
    match = int(table["match"])
    return {
        "chooser": int(table["chooser"]),
        "chibre": bool(table["is_chibre"]),
        "trump": CALLS[table["trump"]],
        "card_points": table["card_points"].tolist(),
        "match": None if match == NOBODY else match,
        "melds": table["counted_melds"].tolist(),
        "stoeck": table["counted_stoeck"].tolist(),
        "score": table["counted"].tolist(),
    }
