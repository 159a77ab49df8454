"""Results of many runs, kept small: what a sweep holds of the cells it has done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.metric import Metric
from simcore.results import COLUMNS, N_RUN_COLUMNS, rows, table_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from simcore.runner import Outcome

ROWS_AT_ONCE = 4_000
"""About how many rows a part has: some megabytes while it is written."""

_N_WORDS = 4
"""How many columns after those of the run say what a row is about."""


class _Packed(NamedTuple):
    """The rows of one run: what they share, and numbers for the rest."""

    about: tuple[Any, ...]
    codes: NDArray[np.int32]
    counts: NDArray[np.int64]
    numbers: NDArray[np.float64]


class PackedRows:
    """Rows of results, about 44 bytes each.

    The words of a row are the same in most runs and are kept once; its numbers lie in
    arrays. A table takes five times as much, so it is made in parts.
    """

    def __init__(self) -> None:
        self._runs: list[_Packed] = []
        self._codes: dict[tuple[Any, ...], int] = {}

    def add(
        self,
        metrics: Iterable[Metric],
        outcome: Outcome,
        cell: int,
        settings: str,
        level: float,
    ) -> None:
        """Add the metrics of a run, which are as for `simcore.results.frame`."""
        found = list(rows(metrics, outcome, cell, settings, level))
        first = N_RUN_COLUMNS + _N_WORDS
        words = ((*row[N_RUN_COLUMNS:first], *row[len(COLUMNS) - 2 :]) for row in found)
        self._runs.append(
            _Packed(
                about=found[0][:N_RUN_COLUMNS] if found else (),
                codes=np.array([self._code(one) for one in words], np.int32),
                counts=np.array([row[first] for row in found], np.int64),
                numbers=np.array([row[first + 1 : -2] for row in found], np.float64),
            )
        )

    def _code(self, words: tuple[Any, ...]) -> int:
        """Return the number of the words of a row."""
        return self._codes.setdefault(words, len(self._codes))

    def tables(self) -> Iterator[DataFrame]:
        """Yield all rows in order, in tables with the columns of results.

        Each holds whole runs; there is one at least, be it empty.
        """
        part: list[tuple[Any, ...]] = []
        is_first = True
        for run in self._runs:
            part += self._unpacked(run)
            if len(part) >= ROWS_AT_ONCE:
                yield table_of(part)
                part, is_first = [], False
        if part or is_first:
            yield table_of(part)

    def _unpacked(self, run: _Packed) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a run."""
        words = list(self._codes)
        columns = (run.codes.tolist(), run.counts.tolist(), run.numbers.tolist())
        for code, count, numbers in zip(*columns, strict=True):
            *about, level, method = words[code]
            yield (*run.about, *about, count, *numbers, level, method)
