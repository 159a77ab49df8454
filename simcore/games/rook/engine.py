"""Rook's side of the engine contract."""

from __future__ import annotations

from simcore.engine import Engine
from simcore.games.rook.kernels import ENTRIES
from simcore.games.rook.recording import as_dealt, scores, write_record
from simcore.games.rook.table import GIVEN, TABLE
from simcore.games.rook.tallying import LAYOUT
from simcore.games.rook.view import VIEW

ENGINE = Engine(
    layout=LAYOUT,
    table=TABLE,
    view=VIEW,
    given=GIVEN,
    entries=ENTRIES,
    numbered=frozenset({"bid", "trump", "lead"}),
    as_dealt=as_dealt,
    scores=scores,
    write_record=write_record,
)
