"""Rook's side of the engine contract."""

from __future__ import annotations

from simcore.engine import Engine
from simcore.games.rook.kernels import ENTRIES
from simcore.games.rook.recording import BIDS, TRUMPS, as_dealt, write_record
from simcore.games.rook.table import GIVEN, TABLE
from simcore.games.rook.tallying import LAYOUT
from simcore.games.rook.view import VIEW
from simcore.recording import scores

ENGINE = Engine(
    layout=LAYOUT,
    table=TABLE,
    view=VIEW,
    given=GIVEN,
    entries=ENTRIES,
    words={"bid": BIDS, "trump": TRUMPS, "lead": ("self", "left")},
    as_dealt=as_dealt,
    scores=scores,
    write_record=write_record,
)
