"""Who wins matches, how long they take and how clear they are."""

from __future__ import annotations

from collections.abc import Iterator

from simcore.games.chibre.metrics.sums import TEAMS, Sums
from simcore.metric import Metric


def matches(sums: Sums) -> Iterator[Metric]:
    """Yield the table of matches, if any were played."""
    won = sums["won"]
    count = won.sum(axis=1)
    cut_off = sums["cut_off"][:, 0]
    if not (count + cut_off).any():
        return
    for item, seats in (*TEAMS.items(), *sums.strategies().items()):
        hits = won[:, [seat & 1 for seat in seats]].sum(axis=1)
        share = sums.share(hits, count * len(seats))
        yield Metric("matches", item, "won", "share", share)
    for item, name, unit in (
        ("deals a match", "length", "deals"),
        ("margin", "margin", "points"),
    ):
        mean = sums.mean(sums[f"{name}_sum"][:, 0], count)
        yield Metric("matches", item, "mean", unit, mean)
        for metric, found in sums.quantiles(sums[name]):
            yield Metric("matches", item, metric, unit, found)
    behind = sums.share(sums["behind"][:, 0], count)
    yield Metric("matches", "margin", "won with fewer points", "share", behind)
    share = sums.share(cut_off, count + cut_off)
    yield Metric("matches", "matches", "cut off", "share", share)
