"""Finished chunks of a run, kept in a folder as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.part_files import (
    Part,
    SpoiledPartError,
    open_part,
    parts_in,
    read_part,
    write_part,
)
from simcore.plan import Plan

FOLD = 64
"""So many parts of a size are put together to one of the next size."""


class Parts:
    """The parts of one plan in a folder.

    Parameters
    ----------
    folder : Path
        Where they lie.
    identity : str
        Of which run they are.
    plan : Plan
    chunks : range
        The numbers of the chunks that the folder is to hold, in order.
    cell : int
        The cell of a sweep.
    known : list of Part, optional
        The parts of the cell in the folder; by default the folder is looked through.
    failed : callable, optional
        Told of a part that the disk did not take, which is then not kept; by default
        the error is raised.

    Notes
    -----
    Spoiled parts, and those of fewer sessions than their chunks have now, are not among
    them. Where the last chunk has grown, as in a run that was extended, it is done
    again: the longer chunk begins with the shorter one, but their sums are one number.
    """

    def __init__(
        self,
        folder: Path,
        identity: str,
        plan: Plan,
        chunks: range,
        cell: int = 0,
        known: list[Part] | None = None,
        failed: Callable[[OSError], None] | None = None,
    ) -> None:
        self.folder = folder
        self.identity = identity
        self.plan = plan
        self.chunks = chunks
        self.cell = cell
        self._failed = failed
        self._stored: dict[int, Part] = {}
        self._useless: list[Part] = []
        self._folded = 0
        place = 0
        for part in parts_in(folder) if known is None else known:
            if part.cell != cell:
                continue
            if part.first >= place and self._is_good(part):
                self._stored[part.first] = part
                place = part.stop
            else:
                self._useless.append(part)

    def _is_good(self, part: Part) -> bool:
        """Return whether `part` is whole and has all sessions of its chunks."""
        if part.stop > len(self.chunks) or part != self._part(part.first, part.stop):
            return False
        try:
            open_part(self.folder, part, self.identity)
        except (SpoiledPartError, OSError):
            return False
        return True

    def _part(self, first: int, stop: int) -> Part:
        """Return the part from one place to another."""
        sessions = self.plan.sessions_in(self.chunks[first:stop])
        return Part(self.cell, first, stop - first, sessions)

    @property
    def is_complete(self) -> bool:
        """Whether all chunks are there."""
        return sum(part.count for part in self._stored.values()) == len(self.chunks)

    @property
    def sessions(self) -> int:
        """How many sessions the parts hold."""
        return sum(part.sessions for part in self._stored.values())

    def clean(self) -> None:
        """Delete the files of parts that are of no use any more."""
        for part in self._useless:
            with suppress(OSError):
                (self.folder / part.name).unlink()

    def missing(self) -> Iterator[int]:
        """Yield the numbers of the chunks that are to be done."""
        place = 0
        for part in [*sorted(self._stored.values()), None]:
            stop = len(self.chunks) if part is None else part.first
            yield from self.chunks[place:stop]
            place = stop if part is None else part.stop

    def part_at(self, place: int) -> Part | None:
        """Return the part that begins at `place`, if there is one."""
        return self._stored.get(place)

    def read(self, part: Part) -> NDArray[np.int64]:
        """Return the sums of a part, int64[n_batches, size]."""
        return read_part(self.folder, part, self.identity)

    def keep(self, index: int, sums: NDArray[np.int64]) -> None:
        """Store the sums of the chunk of number `index`."""
        place = self.chunks.index(index)
        self._write(self._part(place, place + 1), sums)

    def _write(self, part: Part, sums: NDArray[np.int64]) -> bool:
        """Write a part; return whether the disk took it."""
        try:
            write_part(self.folder, part, sums, self.identity)
        except OSError as error:
            if self._failed is None:
                raise
            self._failed(error)
            return False
        for old in [one for one in self._within(part) if one != part]:
            del self._stored[old.first]
            with suppress(OSError):
                (self.folder / old.name).unlink()
        self._stored[part.first] = part
        return True

    def _within(self, whole: Part) -> list[Part]:
        """Return the parts that are pieces of `whole`."""
        if whole.count == 1:
            return []
        return [
            part
            for part in self._stored.values()
            if whole.first <= part.first < whole.stop
        ]

    @property
    def n_whole(self) -> int:
        """How many chunks no extension of the run can make longer."""
        n = len(self.chunks)
        grows = n and self.plan.sessions_in(self.chunks[-1:]) < self.plan.chunk_sessions
        return n - bool(grows)

    def fold(self, place: int) -> None:
        """Put together parts that lie before `place`, as many as make a larger one.

        Each `FOLD` parts of a size that lie beside each other become one, so that a run
        of n chunks has some log n times `FOLD` files.
        """
        size = FOLD
        place = min(place, self.n_whole)
        while self._folded // size < place // size:
            for stop in range((self._folded // size + 1) * size, place + 1, size):
                self._fold(stop - size, stop)
            size *= FOLD
        self._folded = max(self._folded, place)

    def _fold(self, first: int, stop: int) -> None:
        """Put together the parts between two places, if they are all there."""
        whole = self._part(first, stop)
        pieces = self._within(whole)
        if len(pieces) < FOLD or sum(part.count for part in pieces) < whole.count:
            return
        sums = self.read(pieces[0])
        for part in pieces[1:]:
            sums += self.read(part)
        self._write(whole, sums)

    def seal(self, sums: NDArray[np.int64], last: NDArray[np.int64] | None) -> None:
        """Put all together when the run is over; a chunk that may grow stays apart.

        Parameters
        ----------
        sums : int64[n_batches, size]
            The sums of all chunks.
        last : int64[n_batches, size], optional
            Those of the last chunk, if it may grow.
        """
        n, n_whole = len(self.chunks), self.n_whole
        if n_whole < n and last is not None and n_whole not in self._stored:
            self._write(self._part(n_whole, n), last)
        if n_whole and self._part(0, n_whole) not in self._stored.values():
            whole = sums if last is None else sums - last
            self._write(self._part(0, n_whole), whole)
