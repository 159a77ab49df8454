"""Who scores what, and who wins matches."""

from __future__ import annotations

from collections.abc import Iterator

from simcore.games.rook.metrics.sums import Sums
from simcore.games.rook.tallying import DECLARER, DEFENDERS, PARTNER
from simcore.metric import Metric
from simcore.played import over_seats


def scores(sums: Sums) -> Iterator[Metric]:
    """Yield scores by seat and by strategy, over all deals and by role."""
    for item, seats in sums.groups():
        score = over_seats(sums["seat_score"], seats)
        declared = over_seats(sums["declared"], seats)
        partnered = over_seats(sums["partnered"], seats)
        seat_deals = len(seats) * sums.deals
        mean = sums.mean(score.sum(axis=1), seat_deals)
        yield Metric("scores", item, "score a deal", "points", mean)
        yield Metric(
            "scores", item, "declares", "share", sums.share(declared, seat_deals)
        )
        made = sums.share(over_seats(sums["seat_made"], seats), declared)
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
        share = sums.share(over_seats(wins, seats), won)
        yield Metric("matches", item, "wins", "share", share)
    unfinished = sums.share(started - won, started)
    yield Metric("matches", "all", "unfinished", "share", unfinished)
    for item, unit, block in (
        ("deals a match", "deals", "length"),
        ("lead of the winner", "points", "margin"),
    ):
        mean = sums.mean(sums[f"{block}_sum"][:, 0], won)
        yield Metric("match", item, "mean", unit, mean)
        for name, found in sums.quantiles(sums[block]):
            yield Metric("match", item, name, unit, found)
