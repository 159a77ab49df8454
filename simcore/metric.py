"""One estimate and what it is about: a row of every result."""

from __future__ import annotations

from typing import NamedTuple

from simcore.stats import Estimate


class Metric(NamedTuple):
    """An estimate with its place in the tables.

    Parameters
    ----------
    table : str
        The table it belongs to, as ``contracts``.
    item : str
        The thing it is about, a row of that table, as ``schlagen`` or ``seat 2``.
    metric : str
        What is estimated, as ``made``.
    unit : str
        ``share``, ``chips``, ``pots``, ``tricks``, ``deals``, ``factor`` or ``index``.
    estimate : Estimate
        The number, what it was counted from, and its uncertainty.
    """

    table: str
    item: str
    metric: str
    unit: str
    estimate: Estimate
