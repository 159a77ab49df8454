"""Options that say who does the chunks: threads here, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from simcore.cli.options import jobs_option
from simcore.errors import UsageError

if TYPE_CHECKING:
    from simcore.cluster import Cluster
    from simcore.executing import Executor
    from simcore.plan import Plan

_THREADS, _DASK = "threads", "dask"


@dataclass(frozen=True)
class Workers:
    """What the options of `workers_options` say.

    Parameters
    ----------
    jobs : int or None
        How many threads, or workers that are started here; None for one a processor.
    executor : str
        ``threads`` or ``dask``.
    scheduler : str or None
        The address of a Dask scheduler that has workers of its own.
    """

    jobs: int | None
    executor: str = _THREADS
    scheduler: str | None = None

    def check(self) -> None:
        """Raise UsageError if the options do not go together, or Dask is missing."""
        if self.executor != _DASK:
            if self.scheduler is not None:
                raise UsageError("--scheduler needs --executor dask")
            return
        if self.scheduler is not None and self.jobs is not None:
            raise UsageError(
                "--jobs does not go with --scheduler, which has workers of its own"
            )
        if find_spec("distributed") is None:
            raise UsageError("--executor dask needs Dask: pip install 'simcore[dask]'")

    @contextmanager
    def opened(self, plan: Plan) -> Iterator[Executor]:
        """Yield the executor, for `plan` and others of its game.

        Raises
        ------
        UsageError, ClusterError
            If nothing can be done at the scheduler.
        """
        from simcore.executing import Threads
        from simcore.progress import compiling
        from simcore.runner import n_threads

        with self.cluster() as cluster:
            yield cluster or Threads(n_threads(self.jobs), compiling(plan))

    @contextmanager
    def cluster(self) -> Iterator[Cluster | None]:
        """Yield the executor of a Dask cluster, or None if threads are to do the work.

        Raises
        ------
        UsageError, ClusterError
            If nothing can be done at the scheduler.
        """
        if self.executor == _THREADS:
            yield None
            return
        from simcore.connecting import local_workers, workers_of
        from simcore.progress import say
        from simcore.runner import n_threads

        if self.scheduler is None:
            connection = local_workers(n_threads(self.jobs), say)
        else:
            connection = workers_of(self.scheduler, say)
        with connection as cluster:
            yield cluster


def workers_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say who does the chunks, as the argument `workers`."""

    @wraps(function)
    def wrapped(
        jobs: int | None, executor: str, scheduler: str | None, **rest: Any
    ) -> Any:
        workers = Workers(jobs, executor, scheduler)
        workers.check()
        return function(workers=workers, **rest)

    for decorate in reversed(_OPTIONS):
        wrapped = decorate(wrapped)
    return wrapped


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    jobs_option,
    click.option(
        "--executor",
        type=click.Choice([_THREADS, _DASK]),
        default=_THREADS,
        show_default=True,
        help="Who does the work: threads, or the worker processes of Dask.",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="The Dask scheduler whose workers to use, as tcp://host:8786.  "
        "[default: workers started here]",
    ),
)
