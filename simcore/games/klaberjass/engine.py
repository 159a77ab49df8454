"""Klaberjass's side of the engine contract."""

from __future__ import annotations

from simcore.engine import Engine
from simcore.games.klaberjass.kernels import ENTRIES
from simcore.games.klaberjass.pack import PACK
from simcore.games.klaberjass.recording import as_dealt, write_record
from simcore.games.klaberjass.table import GIVEN, TABLE
from simcore.games.klaberjass.tallying import LAYOUT
from simcore.games.klaberjass.view import VIEW
from simcore.recording import scores

ENGINE = Engine(
    layout=LAYOUT,
    table=TABLE,
    view=VIEW,
    given=GIVEN,
    entries=ENTRIES,
    words={"take": (*PACK.suits, "pass"), "dix": ("keep", "exchange")},
    as_dealt=as_dealt,
    scores=scores,
    write_record=write_record,
)
