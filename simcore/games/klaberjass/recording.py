"""The record of a deal of Klaberjass, from the table and the trace it left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from simcore.games.klaberjass.pack import PACK
from simcore.games.klaberjass.ranks import turn_back
from simcore.games.klaberjass.table import (
    BELA_CALL,
    COMPLETE,
    DIX_TAKEN,
    MELD,
    SECOND,
    TAKE,
)
from simcore.games.klaberjass.view import N_SEATS, PASS
from simcore.job import Job
from simcore.recording import Event, Record, head, play_event, trick_event
from simcore.table import CARD, TRICK
from simcore.view import NOBODY


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
    turnup = {"type": "turnup", "cards": PACK.format(int(table["turnup"]))}
    return {
        **head(job.plan, session, deal, int(table["dealt_by"]), before),
        "hands": [PACK.format(int(hand)) for hand in table["dealt"]],
        "events": [turnup, *_events(table, rows)],
        "result": _result(table),
    }


def _events(table: Any, rows: list[list[int]]) -> Iterator[Event]:
    """Yield the events of a deal after the turn-up."""
    runs: list[list[str]] = []
    for kind, seat, first, second in rows:
        if kind == TAKE:
            suit = None if second == PASS else PACK.suits[second]
            yield {"type": "take", "seat": seat, "round": first, "trump": suit}
        elif kind == COMPLETE:
            yield {"type": "complete", "seat": seat, "cards": PACK.format(first)}
        elif kind == SECOND:
            yield {"type": "shown", "card": PACK.format(first)[0]}
        elif kind == DIX_TAKEN:
            yield {"type": "dix", "seat": seat, "taken": PACK.format(first)[0]}
        elif kind == MELD:
            runs.append(PACK.format(first))
            if len(runs) == table["n_runs"][seat]:
                yield {
                    "type": "meld",
                    "seat": seat,
                    "melds": runs,
                    "points": second,
                    "scores": bool(table["run_winner"] == seat),
                }
                runs = []
        elif kind == CARD:
            yield play_event(PACK, seat, first, second)
        elif kind == BELA_CALL:
            yield {"type": "bela", "seat": seat}
        elif kind == TRICK:
            yield trick_event(seat, first)


def _result(table: Any) -> dict[str, Any]:
    """Return what came of the deal."""
    if table["taker"] == NOBODY:
        return {"passed": True, "score": [0] * N_SEATS}
    return {
        "taker": int(table["taker"]),
        "trump": PACK.suits[table["trump"]],
        "round": int(table["round"]),
        "card_points": table["card_points"].tolist(),
        "melds": table["counted_melds"].tolist(),
        "bela": table["counted_bela"].tolist(),
        "score": table["counted"].tolist(),
    }
