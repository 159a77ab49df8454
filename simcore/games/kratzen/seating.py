"""The players of a job at a table, and who of them broke the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.games.kratzen.table import TABLE, turn_back
from simcore.games.kratzen.view import DECISIONS
from simcore.job import Job, wrong_answer

_NUMBERED = ("call", "join")
"""Decisions whose answers are numbers, not cards."""


def new_table(job: Job) -> NDArray[Any]:
    """Return a table, TABLE[1], with the players of `job` seated."""
    tables = np.zeros(1, TABLE)
    tables["n_seats"] = job.plan.players
    tables["strategy"][0, : job.plan.players] = job.numbers
    return tables


def raise_if_wrong(job: Job, session: int, tables: NDArray[Any]) -> None:
    """Raise if a strategy at the table broke the rules in `session`."""
    table = tables[0]
    if not table["wrong"]:
        return
    decision = DECISIONS[table["wrong_decision"]]
    answer = int(table["wrong_answer"])
    if decision in _NUMBERED:
        text = str(answer)
    else:
        cards = int(turn_back(np.uint64(answer), table["shift"]))
        names = job.plan.game.pack.format(cards)
        text = ", ".join(names) if names else "no card"
        if cards & ~job.plan.game.pack.all_cards:
            text = f"the bits {answer:#x}"
    seat = int(table["wrong_seat"])
    raise wrong_answer(job, session, int(table["deal"]), seat, decision, text)
