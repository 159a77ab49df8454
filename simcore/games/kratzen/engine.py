"""Kratzen's side of the engine contract: run a chunk, trace a deal."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.games.kratzen.kernels import (
    run_sessions,
    run_sessions_with_plugins,
)
from simcore.games.kratzen.table import TABLE, turn_back
from simcore.games.kratzen.tallying import LAYOUT
from simcore.games.kratzen.view import DECISIONS, MAX_SEATS, VIEW
from simcore.jit import is_compiled as _is_compiled
from simcore.job import Job, prepare, wrong_answer
from simcore.plan import Plan

__all__ = ["LAYOUT", "is_compiled", "make_job", "run_chunk"]

_NUMBERED = ("call", "join")
"""Decisions whose answers are numbers, not cards."""


def make_job(plan: Plan) -> Job:
    """Return `plan` made ready for the kernels."""
    return prepare(plan, VIEW, MAX_SEATS)


def is_compiled(job: Job) -> bool:
    """Return whether running `job` will compile nothing that is kept."""
    return _is_compiled(run_sessions_with_plugins if job.plugins else run_sessions)


def run_chunk(
    job: Job,
    first_session: int,
    n_sessions: int,
    sums: NDArray[np.int64],
    stop: NDArray[np.uint8],
) -> int:
    """Play sessions into `sums` (int64[N_BATCHES, LAYOUT.size], out).

    Returns
    -------
    int
        How many sessions were played to their end: fewer than asked where `stop`
        (uint8[1]) was set meanwhile.

    Raises
    ------
    StrategyError
        If a strategy gives an answer that the rules do not allow.
    """
    tables = new_table(job)
    fixed = (
        np.uint64(job.plan.seed),
        np.uint64(first_session),
        n_sessions,
        job.plan.deals,
        job.rules,
        tables,
        job.parameters,
    )
    if job.plugins is None:
        done = run_sessions(*fixed, sums, stop)
    else:
        done = run_sessions_with_plugins(*fixed, job.plugins, sums, stop)
    raise_if_wrong(job, first_session + int(done), tables)
    return int(done)


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
