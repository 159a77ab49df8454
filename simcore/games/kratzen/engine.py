"""Kratzen's side of the engine contract: run a chunk, record a session."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from simcore.games.kratzen.kernels import (
    run_sessions,
    run_sessions_with_plugins,
)
from simcore.games.kratzen.recording import session_records
from simcore.games.kratzen.seating import new_table, raise_if_wrong
from simcore.games.kratzen.tallying import LAYOUT
from simcore.games.kratzen.tracing import trace_deal, trace_deal_with_plugins
from simcore.games.kratzen.view import MAX_SEATS, VIEW
from simcore.jit import is_compiled as _is_compiled
from simcore.job import Job, prepare
from simcore.plan import Plan
from simcore.recording import Record

__all__ = [
    "LAYOUT",
    "is_compiled",
    "is_compiled_for_records",
    "make_job",
    "records",
    "run_chunk",
]


def make_job(plan: Plan) -> Job:
    """Return `plan` made ready for the kernels."""
    return prepare(plan, VIEW, MAX_SEATS)


def is_compiled(job: Job) -> bool:
    """Return whether running `job` will compile nothing that is kept."""
    return _is_compiled(run_sessions_with_plugins if job.plugins else run_sessions)


def is_compiled_for_records(job: Job) -> bool:
    """Return whether recording deals of `job` will compile nothing that is kept."""
    return _is_compiled(trace_deal_with_plugins if job.plugins else trace_deal)


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


def records(job: Job, session: int, first_deal: int = 0) -> Iterator[Record]:
    """Return the records of a session from `first_deal` on, played when asked for.

    Raises
    ------
    StrategyError
        If a strategy gives an answer that the rules do not allow.
    """
    return session_records(job, session, job.plan.deals, first_deal)
