"""Kratzen's side of the engine contract."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine import Engine
from simcore.games.kratzen.events import CALLS
from simcore.games.kratzen.kernels import ENTRIES
from simcore.games.kratzen.recording import balances, write_record
from simcore.games.kratzen.table import GIVEN, TABLE, turn_back
from simcore.games.kratzen.tallying import LAYOUT
from simcore.games.kratzen.view import VIEW


def _as_dealt(table: Any, cards: int) -> int:
    """Return cards of a table as they were before trumps were known."""
    return int(turn_back(np.uint64(cards), table["shift"]))


ENGINE = Engine(
    layout=LAYOUT,
    table=TABLE,
    view=VIEW,
    given=GIVEN,
    entries=ENTRIES,
    words={"call": CALLS, "join": ("drop", "play", "defer")},
    as_dealt=_as_dealt,
    scores=balances,
    write_record=write_record,
)
