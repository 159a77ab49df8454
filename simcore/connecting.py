"""Connections to Dask: a scheduler somebody has started, or workers of one's own.

Nothing of Dask is imported before it is used.
"""

from __future__ import annotations

import logging
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from simcore.cluster import Cluster
from simcore.errors import UsageError
from simcore.pool import ClusterError, Pool, Tell

CONNECT_SECONDS = 5.0
"""How long a scheduler may take to answer."""

_ADDRESS = re.compile(r"(?:(?P<scheme>tcp|tls)://)?[^/\s]+:(?P<port>[0-9]{1,5})\Z")
_LAST_PORT = 0xFFFF


@contextmanager
def local_workers(number: int, tell: Tell) -> Iterator[Cluster]:
    """Yield an executor of `number` worker processes here, which then end."""
    with ExitStack() as stack:
        dask = stack.enter_context(_quiet_dask())
        with _no_interrupts():
            cluster = dask.LocalCluster(
                n_workers=number,
                threads_per_worker=1,
                processes=True,
                dashboard_address="localhost:0",
                silence_logs=logging.CRITICAL,
                preload="simcore.remote",
            )
            stack.enter_context(cluster)
        client = dask.Client(cluster, set_as_default=False)
        yield Cluster(Pool(stack.enter_context(client), tell))


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C for the second in which workers start; they go on to ignore it.

    A terminal sends it to them too, but who ends them is who started them. Only what is
    ignored is so in a new process: handlers are forgotten, and a signal that is blocked
    is not when `multiprocessing` has started it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


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
        _check_address(scheduler, dask.Security())
        try:
            client = dask.Client(
                scheduler, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except OSError as error:
            raise ClusterError(
                f"no Dask scheduler answers at {scheduler} within {CONNECT_SECONDS:g} s"
                "; the command `dask scheduler` starts one and says its address"
            ) from error
        with client:
            yield Cluster(Pool(client, tell))


def _check_address(scheduler: str, security: Any) -> None:
    """Raise UsageError for an address that Dask would choke on, some seconds later."""
    match = _ADDRESS.match(scheduler)
    if match is None or int(match["port"]) > _LAST_PORT:
        raise UsageError(
            f"scheduler is {scheduler!r} but takes an address like tcp://host:8786"
        )
    if match["scheme"] == "tls" and not security.get_connection_args("client").get(
        "ssl_context"
    ):
        raise UsageError(
            f"{scheduler} needs certificates, which Dask's configuration does not name"
            " (distributed.comm.tls)"
        )


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
