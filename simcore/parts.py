"""Finished chunks of a run, kept in a folder as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from simcore.part_files import (
    Part,
    SpoiledPartError,
    in_order,
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
        self._marks: dict[int, tuple[int, NDArray[np.int64] | None]] = {}
        self._lock = Lock()
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
        return self._opens(part)

    def _opens(self, part: Part) -> bool:
        """Return whether the file of `part` is whole."""
        try:
            open_part(self.folder, part, self.identity)
        except (SpoiledPartError, FileNotFoundError):
            return False
        return True

    def _part(self, first: int, stop: int) -> Part:
        """Return the part from one place to another."""
        sessions = self.plan.sessions_in(self.chunks[first:stop])
        return Part(self.cell, first, stop - first, sessions)

    @property
    def is_complete(self) -> bool:
        """Whether all chunks are there."""
        return sum(part.count for part in self._all()) == len(self.chunks)

    @property
    def sessions(self) -> int:
        """How many sessions the parts hold."""
        return sum(part.sessions for part in self._all())

    @property
    def files(self) -> list[Part]:
        """All parts that lie there now, of use or not, in order."""
        return in_order([*self._all(), *self._useless])

    @property
    def is_passed(self) -> bool:
        """Whether a part goes from the first chunk on beyond the last.

        Then all chunks were there once, and the run went on.
        """
        return any(
            part.first == 0 and part.stop > len(self.chunks) and self._opens(part)
            for part in self._useless
        )

    def adopt(self, sums: NDArray[np.int64], n_chunks: int) -> None:
        """Store the sums of the first chunks, done before there was a folder."""
        self._write(self._part(0, n_chunks), sums)

    def clean(self) -> None:
        """Delete the files of parts that are of no use any more.

        Those beyond the last chunk stay: the plan may be the beginning of a run.
        """
        beyond = [part for part in self._useless if part.stop > len(self.chunks)]
        for part in set(self._useless).difference(beyond):
            with suppress(OSError):
                (self.folder / part.name).unlink()
        self._useless = beyond

    def missing(self) -> Iterator[int]:
        """Yield the numbers of the chunks that are to be done."""
        place = 0
        for part in [*self._all(), None]:
            stop = len(self.chunks) if part is None else part.first
            yield from self.chunks[place:stop]
            place = stop if part is None else part.stop

    def stored(self) -> dict[int, Part]:
        """Return all parts by their first place."""
        return {part.first: part for part in self._all()}

    def read(self, part: Part) -> NDArray[np.int64]:
        """Return the sums of a part, int64[n_batches, size]."""
        return read_part(self.folder, part, self.identity)

    def keep(self, index: int, sums: NDArray[np.int64]) -> None:
        """Store the sums of the chunk of number `index`; any thread may."""
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
        old = self._within(part)
        with self._lock:
            for one in old:
                del self._stored[one.first]
            self._stored[part.first] = part
        for one in old:
            if one != part:
                with suppress(OSError):
                    (self.folder / one.name).unlink()
        return True

    def _within(self, whole: Part) -> list[Part]:
        """Return the parts that are pieces of `whole`."""
        if whole.count == 1:
            return []
        return [part for part in self._all() if whole.first <= part.first < whole.stop]

    def _all(self) -> list[Part]:
        """Return all parts in order; threads may store more meanwhile."""
        with self._lock:
            return sorted(self._stored.values())

    @property
    def n_whole(self) -> int:
        """How many chunks no extension of the run can make longer."""
        n = len(self.chunks)
        grows = n and self.plan.sessions_in(self.chunks[-1:]) < self.plan.chunk_sessions
        return n - bool(grows)

    def fold(self, place: int, sums: NDArray[np.int64]) -> None:
        """Put together the parts that end at `place`, if that makes a larger one.

        Each `FOLD` parts of a size that lie beside each other become one, so that a run
        of n chunks has some log n times `FOLD` files. They are not read for that: it is
        what `sums` has grown by.

        Parameters
        ----------
        place : int
            To be called with every place in turn, but for those inside of a part.
        sums : int64[n_batches, size]
            The sums of all chunks before it.
        """
        size = FOLD
        mark = None
        while place % size == 0 and place <= self.n_whole:
            first, before = self._marks.get(size, (0, None))
            if first == place - size and self._has_pieces(first, place):
                whole = sums if before is None else sums - before
                self._write(self._part(first, place), whole)
            mark = sums.copy() if mark is None else mark
            self._marks[size] = place, mark
            size *= FOLD

    def _has_pieces(self, first: int, stop: int) -> bool:
        """Return whether all between two places is there, in more than one part."""
        pieces = self._within(self._part(first, stop))
        return len(pieces) > 1 and sum(one.count for one in pieces) == stop - first

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
        if n_whole and self._part(0, n_whole) not in self._all():
            whole = sums if last is None else sums - last
            self._write(self._part(0, n_whole), whole)
