"""Files of sums: small, and each whole or recognized as spoiled.

A part holds the sums over chunks that follow each other among those that a folder is to
hold: one chunk, or many put together, so that a run of any length has few files. Parts
are never changed: a part of many is written before those that it takes the place of are
deleted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.compact import expand, squeeze
from simcore.durable import PART_SUFFIX, write_whole
from simcore.errors import SimcoreError, UsageError

FORMAT = 1
SUFFIX = ".part"

_MAGIC = b"simcore part\n"
_CHECK_BYTES = 16


class SpoiledPartError(SimcoreError):
    """A file that is no part, or not all of one, or one of another run."""


@dataclass(frozen=True, order=True)
class Part:
    """What a part holds; its file is called so.

    Parameters
    ----------
    cell : int
        The number of the cell of a sweep; 0 in a single run.
    first, count : int
        The place of its first chunk among those of the folder, and how many.
    sessions : int
        How many sessions they hold.
    """

    cell: int
    first: int
    count: int
    sessions: int

    @property
    def stop(self) -> int:
        """The place behind its last chunk."""
        return self.first + self.count

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.cell:06}-{self.first}-{self.count}-{self.sessions}{SUFFIX}"

    @classmethod
    def from_name(cls, name: str) -> Part | None:
        """Return what the file `name` holds, or None if it is no part."""
        words = name.removesuffix(SUFFIX).split("-")
        if not name.endswith(SUFFIX) or len(words) != 4:
            return None
        if not all(word.isdecimal() for word in words):
            return None
        part = cls(*map(int, words))
        return part if part.name == name and part.count else None


def write_part(
    folder: Path, part: Part, sums: NDArray[np.int64], identity: str
) -> None:
    """Write a part; see `read_part`.

    Parameters
    ----------
    folder : Path
    part : Part
    sums : int64[n_batches, size]
    identity : str
        Of which run it is.

    Raises
    ------
    OSError
        If the disk does not take it.
    """
    head = {
        "format": FORMAT,
        "identity": identity,
        "name": part.name,
        "shape": sums.shape,
    }
    data = b"".join(
        [
            _MAGIC,
            json.dumps(head).encode() + b"\n",
            squeeze(sums),
        ]
    )
    # Of a single chunk the check tells whether a disk without power has lost some.
    write_whole(folder / part.name, data + _check(data), flush=part.count > 1)


def read_part(folder: Path, part: Part, identity: str) -> NDArray[np.int64]:
    """Return the sums of a part, int64[n_batches, size].

    Raises
    ------
    SpoiledPartError
        If the file is not as it was written, or of another run.
    FileNotFoundError
        If it is not there: another process has put it together with others.
    UsageError
        If it cannot be read.
    """
    head, packed = open_part(folder, part, identity)
    return expand(packed, head["shape"])


def open_part(folder: Path, part: Part, identity: str) -> tuple[dict[str, Any], bytes]:
    """Return the head and the packed body of a part, checked; see `read_part`."""
    path = folder / part.name
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:  # it may be whole, on a disk that is away for a while
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    data, check = data[:-_CHECK_BYTES], data[-_CHECK_BYTES:]
    if not data.startswith(_MAGIC) or _check(data) != check:
        raise SpoiledPartError(f"{path} is spoiled")
    line, _, packed = data[len(_MAGIC) :].partition(b"\n")
    head: dict[str, Any] = json.loads(line)
    expected = {"format": FORMAT, "identity": identity, "name": part.name}
    if any(head.get(key) != value for key, value in expected.items()):
        raise SpoiledPartError(f"{path} is a part of another run")
    return head, packed


def _check(data: bytes) -> bytes:
    """Return bytes that tell whether `data` is as it was written."""
    return hashlib.sha256(data).digest()[:_CHECK_BYTES]


def parts_in(folder: Path) -> list[Part]:
    """Return the parts whose files lie in `folder`, in order, the larger ones first.

    A part of many takes the place of its pieces; both are there where a process was
    killed before it could delete them.
    """
    try:
        names = [path.name for path in folder.iterdir()]
    except FileNotFoundError:
        return []
    return in_order(part for part in map(Part.from_name, names) if part is not None)


def in_order(parts: Iterable[Part]) -> list[Part]:
    """Return `parts` in their order; of those that begin alike, the larger first."""
    return sorted(parts, key=lambda part: (part.cell, part.first, -part.count))


def remove_rests(folder: Path) -> None:
    """Delete what processes that were killed have left half written in `folder`."""
    for path in folder.glob(f"*{PART_SUFFIX}"):
        with suppress(OSError):
            path.unlink()
