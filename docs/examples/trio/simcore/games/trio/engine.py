"""Trio's side of the engine contract, and the record of a deal."""

from __future__ import annotations

from typing import Any

from simcore.engine import Engine
from simcore.games.trio.kernels import ENTRIES
from simcore.games.trio.rules import PACK
from simcore.games.trio.table import GIVEN, LAYOUT, TABLE
from simcore.games.trio.view import VIEW
from simcore.job import Job
from simcore.recording import Record, head, play_event, scores, trick_event
from simcore.table import CARD


def _write_record(
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
        "events": [
            play_event(PACK, seat, first, second)
            if kind == CARD
            else trick_event(seat, first)
            for kind, seat, first, second in rows
        ],
        "result": {"score": table["counted"].tolist()},
    }


def _as_dealt(table: Any, cards: int) -> int:
    """Return cards as people write them: here they never change."""
    return cards


ENGINE = Engine(
    layout=LAYOUT,
    table=TABLE,
    view=VIEW,
    given=GIVEN,
    entries=ENTRIES,
    words={},
    as_dealt=_as_dealt,
    scores=scores,
    write_record=_write_record,
)
