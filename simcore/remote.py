"""What a worker of a Dask cluster does: the chunks of an order that was sent to it.

An order is a plan or a duel as text, with the texts of its plug-ins: a worker has
neither the files nor anything else of whoever sent it. What comes back is the sums of a
chunk, or a mistake: raised in the worker it would be tried again, and fill its log.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from simcore import __version__
from simcore.compact import squeeze
from simcore.duel_chunks import Arrangements, Sums
from simcore.duel_plan import Duel
from simcore.errors import SimcoreError, UsageError
from simcore.plan import Plan
from simcore.plan_data import (
    duel_as_data,
    duel_from_data,
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

_NEVER = np.zeros(1, np.uint8)
"""The flag of what nothing stops."""

_AT_ONCE = np.ones(1, np.uint8)
"""The flag of what is stopped at once: nothing is played, but the kernel is there."""

_Do = Callable[[int, int], "bytes | Sums"]
"""Does the chunk of a first session and a number of them."""


def write_order(work: Plan | Duel) -> str:
    """Return all that a worker must know to do chunks of a plan or a duel."""
    order = {
        "simcore": __version__,
        "game": work.game.name,
        "engine": engine_digest(work.game),
    }
    if isinstance(work, Duel):
        own = {
            "duel": duel_as_data(work),
            "sources": source_texts(work.strategies + work.fields),
        }
    else:
        own = {"plan": plan_as_data(work), "sources": source_texts(work.seats)}
    return json.dumps(order | own, sort_keys=True)


def warm_up(order: str) -> SimcoreError | None:
    """Check an order and compile what its chunks need, once in a process."""
    try:
        _ready(order)
    except SimcoreError as error:
        return error
    return None


def do_chunk(
    order: str, first_session: int, n_sessions: int
) -> bytes | Sums | SimcoreError:
    """Return the sums of some sessions of an order.

    Those of a plan are bytes from `simcore.compact.squeeze`, for they are large.
    """
    try:
        return _ready(order)(first_session, n_sessions)
    except SimcoreError as error:
        return error


def dask_setup(worker: Any) -> None:
    """Ignore Ctrl-C in a local worker, also one that takes the place of another.

    Dask calls this where `simcore.connecting.local_workers` starts workers.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _ready(order: str) -> _Do:
    """Return an order made ready for kernels; threads of a worker wait for the first.

    Raises
    ------
    SimcoreError
        If this worker cannot do it.
    """
    with _PREPARING:
        return _prepare(order)


@lru_cache(ORDERS_KEPT)
def _prepare(order: str) -> _Do:
    """Return an order checked, made ready for kernels, and these compiled."""
    from distributed import get_worker

    data = json.loads(order)
    worker = get_worker()
    _check_same(data, worker.address)
    folder = Path(worker.local_directory) / "simcore"
    store_sources(data["sources"], folder)
    kept = kept_sources(data["sources"], folder)
    try:
        if "duel" in data:
            return _prepare_duel(duel_from_data(data["duel"], kept))
        return _prepare_plan(plan_from_data(data["plan"], kept))
    except SimcoreError as error:
        raise _as_named(error, kept) from None


def _prepare_plan(plan: Plan) -> _Do:
    """Return what does chunks of a plan."""
    engine = plan.game.engine
    job = engine.make_job(plan)

    def do(first_session: int, n_sessions: int) -> bytes:
        sums = engine.layout.zeros()
        engine.run_chunk(job, first_session, n_sessions, sums, _NEVER)
        return squeeze(sums)

    engine.run_chunk(job, 0, 1, engine.layout.zeros(), _AT_ONCE)
    return do


def _prepare_duel(duel: Duel) -> _Do:
    """Return what does chunks of a duel."""
    arrangements = Arrangements(duel)

    def do(first_session: int, n_sessions: int) -> Sums:
        sums = arrangements.play(first_session, n_sessions, _NEVER)
        assert sums is not None
        return sums

    arrangements.play(0, 1, _AT_ONCE)
    return do


def _check_same(order: Mapping[str, Any], address: str) -> None:
    """Raise UsageError if this worker would do another thing than who wrote `order`."""
    if order["simcore"] != __version__:
        raise UsageError(other_version(address, __version__, order["simcore"]))
    engine = engine_digest(find_game(order["game"]))
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
