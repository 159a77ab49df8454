"""Who scores what, and who wins matches."""

from __future__ import annotations

from collections.abc import Iterator

from simcore.games.rook.metrics.sums import Sums
from simcore.games.rook.tallying import DECLARER, DEFENDERS, PARTNER
from simcore.match_table import match_table
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
    """Yield the table of matches, if any were played."""
    won = sums["matches"].sum(axis=1)
    shares = (
        (item, sums.share_of_sessions(over_seats(sums["matches"], seats), won))
        for item, seats in sums.groups()
    )
    yield from match_table(sums, shares, won, sums["started"][:, 0])
