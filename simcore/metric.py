"""One estimate, or one bin, and what it is about: a row of every result."""

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
        ``share``, ``points``, ``tricks``, ``pots``, ``chips``, ``deals``, ``cuts``,
        ``factor``, ``log`` (the natural logarithm of a factor) or ``index``.
    estimate : Estimate
        The number, what it was counted from, and its uncertainty.
    """

    table: str
    item: str
    metric: str
    unit: str
    estimate: Estimate


class Bin(NamedTuple):
    """One bin of a distribution.

    Parameters
    ----------
    histogram : str
        The distribution, as ``pot``.
    item : str
        The part of it, as ``normal``: bins of one item do not overlap.
    unit : str
        The unit of `low` and `high`, as for a `Metric`.
    low, high : float
        The smallest and the largest value that falls into the bin.
    number : int
        How many did.
    share : Estimate
        What part of the item that is; its `n` counts all of the item.
    """

    histogram: str
    item: str
    unit: str
    low: float
    high: float
    number: int
    share: Estimate
