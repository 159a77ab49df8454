"""What a worker of a Dask cluster does: the chunks of an order that was sent to it.

An order is a plan as text, with the texts of its plug-ins: a worker has neither the
files nor anything else of whoever sent it. What comes back is the sums of a chunk as
bytes, or a mistake: raised in the worker it would be tried again, and fill its log.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from simcore import __version__
from simcore.compact import squeeze
from simcore.errors import SimcoreError, UsageError
from simcore.job import Job
from simcore.plan import Plan
from simcore.plan_data import (
    engine_digest,
    kept_sources,
    plan_as_data,
    plan_from_data,
    source_texts,
    store_sources,
)
from simcore.registry import find_game

ORDERS_KEPT = 64
"""So many orders a worker keeps ready; a sweep has one for each cell."""

_PREPARING = Lock()


def write_order(plan: Plan) -> str:
    """Return all that a worker must know to do chunks of `plan`."""
    order = {
        "simcore": __version__,
        "engine": engine_digest(plan.game),
        "plan": plan_as_data(plan),
        "sources": source_texts(plan.seats),
    }
    return json.dumps(order, sort_keys=True)


def warm_up(order: str) -> SimcoreError | None:
    """Check an order and compile what its chunks need, once in a process."""
    try:
        _ready(order)
    except SimcoreError as error:
        return error
    return None


def do_chunk(order: str, first_session: int, n_sessions: int) -> bytes | SimcoreError:
    """Return the sums of some sessions of an order; see `simcore.compact.squeeze`."""
    try:
        job = _ready(order)
        engine = job.plan.game.engine
        sums = engine.layout.zeros()
        never = np.zeros(1, np.uint8)
        engine.run_chunk(job, first_session, n_sessions, sums, never)
    except SimcoreError as error:
        return error
    return squeeze(sums)


def dask_setup(worker: Any) -> None:
    """Ignore Ctrl-C in a local worker, also one that takes the place of another.

    Dask calls this where `simcore.connecting.local_workers` starts workers.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _ready(order: str) -> Job:
    """Return an order made ready for kernels; threads of a worker wait for the first.

    Raises
    ------
    SimcoreError
        If this worker cannot do it.
    """
    with _PREPARING:
        return _prepare(order)


@lru_cache(ORDERS_KEPT)
def _prepare(order: str) -> Job:
    """Return an order checked, made ready for kernels, and these compiled."""
    from distributed import get_worker

    data = json.loads(order)
    worker = get_worker()
    _check_same(data, worker.address)
    folder = Path(worker.local_directory) / "simcore"
    store_sources(data["sources"], folder)
    kept = kept_sources(data["sources"], folder)
    plan = plan_from_data(data["plan"], kept)
    engine = plan.game.engine
    try:
        job = engine.make_job(plan)
    except SimcoreError as error:
        raise _as_named(error, kept) from None
    # With the flag set nothing is played, but the kernel is there.
    engine.run_chunk(job, 0, 1, engine.layout.zeros(), np.ones(1, np.uint8))
    return job


def _check_same(order: Mapping[str, Any], address: str) -> None:
    """Raise UsageError if this worker would do another thing than who wrote `order`."""
    if order["simcore"] != __version__:
        raise UsageError(other_version(address, __version__, order["simcore"]))
    engine = engine_digest(find_game(order["plan"]["game"]))
    if order["engine"] != engine:
        raise UsageError(
            f"the worker at {address} has other sources of simcore {__version__} (their"
            f" digest is {engine}, not {order['engine']}); install the same on both"
        )


def other_version(address: str, theirs: str, ours: str) -> str:
    """Return the sentence about a worker with another version of simcore."""
    return (
        f"the worker at {address} has simcore {theirs} but this is simcore {ours};"
        " install the same version on both"
    )


def _as_named(error: SimcoreError, kept: Mapping[str, Path]) -> SimcoreError:
    """Return `error` with the files of plug-ins named as the user did."""
    text = str(error)
    for name, path in kept.items():
        text = text.replace(str(path.resolve()), name).replace(str(path), name)
    return type(error)(text)
