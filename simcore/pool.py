"""The workers of a Dask scheduler: how many there are, and whether they are fit."""

from __future__ import annotations

import pkgutil
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore import __version__
from simcore.errors import SimcoreError
from simcore.executing import CHUNKS_AHEAD
from simcore.game import Game

if TYPE_CHECKING:
    from distributed import Client

WORKER_SECONDS = 300.0
"""How long to wait while a scheduler has no worker: clusters start them on demand."""

RETRIES = 2
"""How often a chunk is tried again that failed for a reason of the worker's."""

_GLANCE = 0.02
"""Seconds between looks at workers that get ready."""

_COUNT_SECONDS = 2.0
"""Seconds between counts of the threads of a cluster, which may grow and shrink."""

_TELL_SECONDS = 2.0
"""What takes no longer than this is not told."""

Tell = Callable[[str], None]
"""Tells the user, in a sentence, why there is a wait or an early end."""


class ClusterError(SimcoreError):
    """A cluster that cannot be used, or fails."""


class LostError(ClusterError):
    """The scheduler, or its last worker, is gone."""


class Pool:
    """The workers of a scheduler, and what they answer.

    Parameters
    ----------
    client : distributed.Client
    tell : callable
    seconds : float
        How long to wait while there is no worker.

    Attributes
    ----------
    address : str
        That of the scheduler.
    """

    def __init__(
        self, client: Client, tell: Tell, seconds: float = WORKER_SECONDS
    ) -> None:
        self.client = client
        self.tell = tell
        self.seconds = seconds
        self.address = str(client.scheduler.address)
        self._threads: dict[str, int] = {}
        self._counted = -float("inf")
        self._alone_since: float | None = None
        self._has_told = False

    def answer(self, future: Any) -> Any:
        """Return what a worker answered, or the error that tells why it did not."""
        try:
            return future.result()
        except CancelledError:
            raise self.lost() from None
        except Exception as error:
            if self.client.status != "running":
                raise self.lost() from None
            return self._failure(error)

    def _failure(self, error: Exception) -> ClusterError:
        """Return in words why Dask got no answer from a worker."""
        from distributed.scheduler import KilledWorker

        if isinstance(error, KilledWorker):
            number = error.allowed_failures + 1
            return ClusterError(f"{number} workers died one after another at one chunk")
        lines = str(error).splitlines() or [""]
        return ClusterError(
            f"a worker of {self.address} failed: {type(error).__name__}: {lines[0]}"
        )

    def lost(self) -> LostError:
        """Return the error for a scheduler that is gone."""
        return LostError(f"the Dask scheduler at {self.address} is gone")

    def warm_up(self, game: Game, order: str, stop: NDArray[np.uint8]) -> None:
        """Have an order checked, and its kernels compiled, by every worker at once.

        A worker that comes later does it with its first chunk.
        """
        from simcore.remote import warm_up

        self._check_simcore()
        futures = {
            address: self.client.submit(
                warm_up, order, pure=False, workers=[address], retries=RETRIES
            )
            for address in sorted(self.workers())
        }
        start = time.monotonic()
        has_told = False
        while not stop[0] and any(not one.done() for one in futures.values()):
            time.sleep(_GLANCE)
            alive = self.workers()
            futures = {key: one for key, one in futures.items() if key in alive}
            if not has_told and time.monotonic() - start > _TELL_SECONDS:
                has_told = True
                self.tell(
                    f"The workers get the {game.name} kernels ready; where they"
                    " have to compile, this takes about 20 s."
                )
        for future in futures.values():
            answer = None if stop[0] else self.answer(future)
            if answer is not None:
                raise answer

    def _check_simcore(self) -> None:
        """Raise ClusterError if a worker has another simcore, or none.

        It could not even read an order, and would leave the cluster without a word.
        """
        if not self.workers():
            return
        from simcore.remote import other_version

        try:
            found = self.client.run(
                pkgutil.resolve_name, "simcore.remote:__version__", on_error="return"
            )
        except OSError:
            raise self.lost() from None
        for address, version in sorted(found.items()):
            if isinstance(version, OSError):
                continue  # the worker is gone
            if isinstance(version, Exception):
                raise ClusterError(
                    f"the worker at {address} cannot import simcore ({version});"
                    f" install simcore {__version__} there"
                )
            if version != __version__:
                raise ClusterError(other_version(address, version, __version__))

    def workers(self) -> dict[str, int]:
        """Return the threads of each worker by its address, as counted lately."""
        now = time.monotonic()
        if now - self._counted > _COUNT_SECONDS and self.client.status == "running":
            self._counted = now
            with suppress(OSError):
                self._threads = dict(self.client.nthreads())
        return self._threads

    def window_size(self) -> int:
        """Return how many tasks may be sent and not yet yielded."""
        threads = sum(self.workers().values())
        if threads:
            self._alone_since = None
        else:
            self._wait_for_workers()
        # A cluster that grows on demand must see that there is work.
        return CHUNKS_AHEAD * max(1, threads)

    def _wait_for_workers(self) -> None:
        """Tell that there are no workers, or raise when this has taken too long."""
        now = time.monotonic()
        if self._alone_since is None:
            self._alone_since, self._has_told = now, False
        waited = now - self._alone_since
        limit = f"{self.seconds:g} s"
        starts = f"`dask worker {self.address}` starts one"
        if waited > self.seconds:
            raise LostError(
                f"the Dask scheduler at {self.address} has had no worker for {limit};"
                f" {starts}"
            )
        if waited > _TELL_SECONDS and not self._has_told:
            self._has_told = True
            self.tell(
                f"The Dask scheduler at {self.address} has no worker; waiting up to"
                f" {limit} for one. {starts}."
            )
