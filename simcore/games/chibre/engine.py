"""Chibre's side of the engine contract."""

from __future__ import annotations

from simcore.engine import Engine
from simcore.games.chibre.kernels import ENTRIES
from simcore.games.chibre.recording import CALLS, as_dealt, write_record
from simcore.games.chibre.table import GIVEN, TABLE
from simcore.games.chibre.tallying import LAYOUT
from simcore.games.chibre.view import VIEW
from simcore.recording import scores

ENGINE = Engine(
    layout=LAYOUT,
    table=TABLE,
    view=VIEW,
    given=GIVEN,
    entries=ENTRIES,
    words={"trump": CALLS},
    as_dealt=as_dealt,
    scores=scores,
    write_record=write_record,
)
