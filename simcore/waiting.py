"""Waiting for work that cannot be stopped: Ctrl-C does not wait with it.

A compiler lets nobody interrupt it. It works in a thread of its own; who is interrupted
leaves that behind, and the kernel still gets into the cache where the process goes on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 0.2
"""How many seconds pass before somebody who waits looks up."""

THREAD_NAME = "simcore"
"""How the names of threads begin that may be left behind."""


def interruptibly(work: Callable[[], T]) -> T:
    """Return what `work` returns, or raise what it raises; done in another thread.

    Ctrl-C raises KeyboardInterrupt at once, and leaves the work behind.
    """
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(1, thread_name_prefix=THREAD_NAME)
    future = pool.submit(work)
    pool.shutdown(wait=False)
    # Where a wait without an end cannot be interrupted, short ones can.
    while True:
        try:
            return future.result(PATIENCE)
        except TimeoutError:
            if future.done():
                raise


def has_left_work() -> bool:
    """Return whether a thread is at work that nobody waits for any more."""
    return any(thread.name.startswith(THREAD_NAME) for thread in threading.enumerate())
