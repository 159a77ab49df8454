"""Who wins matches, how long they take and how clear they are."""

from __future__ import annotations

from collections.abc import Iterator

from simcore.games.chibre.metrics.sums import TEAMS, Sums
from simcore.match_table import match_table
from simcore.metric import Metric


def matches(sums: Sums) -> Iterator[Metric]:
    """Yield the table of matches, if any were played."""
    won = sums["won"]
    count = won.sum(axis=1)
    shares = (
        (item, sums.share(won[:, [seat & 1 for seat in seats]].sum(axis=1), seated))
        for item, seats in (*TEAMS.items(), *sums.strategies().items())
        for seated in (count * len(seats),)
    )
    begun = count + sums["cut_off"][:, 0]
    yield from match_table(sums, shares, count, begun)
    if begun.any():
        behind = sums.share_of_sessions(sums["behind"][:, 0], count)
        yield Metric("matches", "margin", "won with fewer points", "share", behind)
