"""The players of a job at a table, and who of them broke the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.games.kratzen.events import CALLS
from simcore.games.kratzen.pack import PACK
from simcore.games.kratzen.table import TABLE, turn_back
from simcore.games.kratzen.view import DECISIONS
from simcore.job import Job, wrong_answer
from simcore.plugins import FAILED

_WORDS = {"call": CALLS, "join": ("drop", "play", "defer")}
"""The answers to the decisions that are answered by numbers, not by cards."""


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
    text = _in_words(int(table["wrong_answer"]), decision, table["shift"])
    seat = int(table["wrong_seat"])
    raise wrong_answer(job, session, int(table["deal"]), seat, decision, text)


def _in_words(answer: int, decision: str, shift: np.uint64) -> str:
    """Return the `answer` to a decision as a user would write it."""
    if answer == FAILED:
        return "nothing but an exception"
    if decision in _WORDS:
        words = _WORDS[decision]
        signed = answer - (1 << 64) if answer >> 63 else answer
        return words[answer] if answer < len(words) else str(signed)
    cards = int(turn_back(np.uint64(answer), shift))
    if cards & ~PACK.all_cards:
        return f"the bits {answer:#x}"
    return ", ".join(PACK.format(cards)) or "no card"
