"""Connections to Dask: a scheduler somebody has started, or workers of one's own.

Nothing of Dask is imported before it is used.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import Any

from simcore.cluster import Cluster, ClusterError, Tell
from simcore.errors import UsageError

CONNECT_SECONDS = 5.0
"""How long a scheduler may take to answer."""


def check_has_dask() -> None:
    """Raise UsageError if Dask's scheduler and workers are not installed."""
    if find_spec("distributed") is None:
        raise UsageError("--executor dask needs Dask: pip install 'simcore[dask]'")


@contextmanager
def local_workers(number: int, tell: Tell) -> Iterator[Cluster]:
    """Yield an executor of `number` worker processes here, which then end."""
    with (
        _quiet_dask() as dask,
        dask.LocalCluster(
            n_workers=number,
            threads_per_worker=1,
            processes=True,
            dashboard_address="localhost:0",
            silence_logs=logging.CRITICAL,
            preload="simcore.remote",
        ) as cluster,
        dask.Client(cluster, set_as_default=False) as client,
    ):
        yield Cluster(client, tell)


@contextmanager
def workers_of(scheduler: str, tell: Tell) -> Iterator[Cluster]:
    """Yield an executor of the workers of the scheduler at an address.

    Raises
    ------
    UsageError
        If that is no address.
    ClusterError
        If nobody answers there.
    """
    with _quiet_dask() as dask:
        try:
            client = dask.Client(
                scheduler, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except ValueError as error:
            raise UsageError(
                f"scheduler is {scheduler!r} but takes an address like tcp://host:8786"
            ) from error
        except OSError as error:
            raise ClusterError(
                f"no Dask scheduler answers at {scheduler} within {CONNECT_SECONDS:g} s"
                "; the command `dask scheduler` starts one and says its address"
            ) from error
        with client:
            yield Cluster(client, tell)


@contextmanager
def _quiet_dask() -> Iterator[Any]:
    """Yield Dask's package `distributed`, whose log is not for who uses simcore."""
    import dask
    import distributed
    from distributed.utils import silence_logging_cmgr

    timeouts = {"distributed.comm.timeouts.connect": f"{CONNECT_SECONDS} s"}
    with ExitStack() as stack:
        stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
        stack.enter_context(dask.config.set(timeouts))
        yield distributed
