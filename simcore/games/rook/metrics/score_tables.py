"""Who scores what, and who wins matches."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from simcore.games.rook.metrics.sums import BINS, Sums
from simcore.games.rook.tallying import DECLARER, DEFENDERS, PARTNER
from simcore.metric import Metric
from simcore.stats import quantile_estimate

_PERCENTS = (10, 50, 90)


def scores(sums: Sums) -> Iterator[Metric]:
    """Yield scores by seat and by strategy, over all deals and by role."""
    for item, seats in sums.groups():
        score = _over(sums["seat_score"], seats)
        declared = _over(sums["declared"], seats)
        partnered = _over(sums["partnered"], seats)
        seat_deals = len(seats) * sums.deals
        mean = sums.mean(score.sum(axis=1), seat_deals)
        yield Metric("scores", item, "score a deal", "points", mean)
        yield Metric(
            "scores", item, "declares", "share", sums.share(declared, seat_deals)
        )
        made = sums.share(_over(sums["seat_made"], seats), declared)
        yield Metric("scores", item, "made", "share", made)
        defended = len(seats) * sums.played - declared - partnered
        for name, role, count in (
            ("as declarer", DECLARER, declared),
            ("as partner", PARTNER, partnered),
            ("as defender", DEFENDERS, defended),
        ):
            mean = sums.mean(score[:, role], count)
            yield Metric("scores", item, name, "points", mean)


def matches(sums: Sums) -> Iterator[Metric]:
    """Yield who wins matches and how long they are, if any were played."""
    started = sums["started"][:, 0]
    if not started.any():
        return
    wins = sums["matches"]
    won = wins.sum(axis=1)
    for item, seats in sums.groups():
        share = sums.share(_over(wins, seats), won)
        yield Metric("matches", item, "wins", "share", share)
    unfinished = sums.share(started - won, started)
    yield Metric("matches", "all", "unfinished", "share", unfinished)
    for item, unit, block in (
        ("deals a match", "deals", "length"),
        ("lead of the winner", "points", "margin"),
    ):
        mean = sums.mean(sums[f"{block}_sum"][:, 0], won)
        yield Metric("match", item, "mean", unit, mean)
        for percent in _PERCENTS:
            found = quantile_estimate(
                sums[block], BINS, percent / 100, level=sums.level
            )
            yield Metric("match", item, f"{percent} % quantile", unit, found)


def _over(block: NDArray[np.int64], seats: list[int]) -> NDArray[np.int64]:
    """Return a block that has the seat as its second axis, added up over `seats`."""
    return np.asarray(block[:, seats].sum(axis=1))
