"""Files that are whole or not there, and folders held by one process at a time."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from simcore.errors import UsageError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PART_SUFFIX = ".new"
"""What a file is called, behind its name, until it is whole."""

LOCK_NAME = "lock"

_PATIENCE = 1.0
"""Seconds to wait for a lock: who only looks whether it is held lets go at once."""

_FAR = 1 << 30
"""The byte that is locked on Windows, where who is told of the lock must read it."""


def write_whole(path: Path, data: bytes, flush: bool = True) -> None:
    """Write `data` to `path`: a reader finds all of it, or what was there before.

    It is written beside and renamed; a process that is killed leaves at most a file
    that ends in `PART_SUFFIX`.

    Parameters
    ----------
    path : Path
    data : bytes
    flush : bool
        Wait until the disk has it. Otherwise a machine that loses its power may lose
        it, or a part of it; a process that is killed does not.

    Raises
    ------
    OSError
        If the disk does not take it; nothing is left then.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}{PART_SUFFIX}")
    try:
        with beside.open("wb") as file:
            file.write(data)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    if flush:
        _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    """Flush the names in `folder` to the disk, where a system can do that."""
    if sys.platform == "win32":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError:  # some file systems know no such thing
        pass
    finally:
        os.close(number)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold `folder`: no other process can, until this one lets go or ends, in any way.

    Raises
    ------
    UsageError
        If another process holds it; the sentence says which.
    OSError
        If the folder cannot be written to.
    """
    with (folder / LOCK_NAME).open("a+", encoding="utf-8") as file:
        until = time.monotonic() + _PATIENCE
        while not _take(file):
            if time.monotonic() > until:
                raise UsageError(f"{folder} is in use by {_holder(folder)}")
            time.sleep(0.02)
        file.truncate(0)
        file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        file.flush()
        try:
            yield
        finally:
            _let_go(file)


def holder(folder: Path) -> str | None:
    """Return who holds `folder`, as ``process 17 on host``, or None if nobody does."""
    try:
        file = (folder / LOCK_NAME).open("r+", encoding="utf-8")
    except OSError:
        return None
    with file:
        if _take(file, shared=True):
            _let_go(file)
            return None
    return _holder(folder)


def _holder(folder: Path) -> str:
    """Return who says in `folder` that it holds it."""
    with suppress(OSError, UnicodeDecodeError):
        text = (folder / LOCK_NAME).read_text(encoding="utf-8").strip()
        if text:
            return text
    return "another process"


if sys.platform == "win32":

    def _take(file: IO[str], shared: bool = False) -> bool:
        """Lock `file` and return whether that went well."""
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _let_go(file: IO[str]) -> None:
        """Unlock `file`."""
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:

    def _take(file: IO[str], shared: bool = False) -> bool:
        """Lock `file` and return whether that went well."""
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(file, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _let_go(file: IO[str]) -> None:
        """Unlock `file`."""
        fcntl.flock(file, fcntl.LOCK_UN)
