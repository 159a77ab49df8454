"""Estimates looked up by their names."""

from __future__ import annotations

from collections.abc import Iterable

from simcore.metric import Metric
from simcore.stats import Estimate

Key = tuple[str, str, str]
"""Table, item and metric."""


def by_name(metrics: Iterable[Metric]) -> dict[Key, Estimate]:
    """Return estimates by table, item and metric, which no two may share."""
    metrics = list(metrics)
    found = {(one.table, one.item, one.metric): one.estimate for one in metrics}
    assert len(found) == len(metrics)
    return found
