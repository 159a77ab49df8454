"""Scores by seat, strategy and place, and who wins whole matches."""

from __future__ import annotations

from collections.abc import Iterator

from simcore.games.klaberjass.metrics.sums import Sums
from simcore.games.klaberjass.tallying import WON
from simcore.match_table import match_table
from simcore.metric import Metric

_PLACES = ("elder", "dealer")


def scores(sums: Sums) -> Iterator[Metric]:
    """Yield what a deal brings by seat and strategy, and to elder and dealer."""
    for item, seats in sums.groups():
        deals = sums.deals * len(seats)
        results = sums["taken_by"][:, seats].sum(axis=1)
        taken = results.sum(axis=1)
        yield Metric("score", item, "takes", "share", sums.share(taken, deals))
        won = sums.share(results[:, WON], taken)
        yield Metric("score", item, "won as taker", "share", won)
        score = sums["seat_score"][:, seats].sum(axis=1)
        yield Metric("score", item, "score", "points", sums.mean(score, deals))
        if len(seats) == 1:
            yield _difference(sums, item, "seat_score", seats[0])
    for place, item in enumerate(_PLACES):
        mean = sums.mean(sums["place_score"][:, place], sums.deals)
        yield Metric("score", item, "score", "points", mean)
        yield _difference(sums, item, "place_score", place)


def _difference(sums: Sums, item: str, name: str, one: int) -> Metric:
    """Return by how much one of two scores is higher than the other, a deal."""
    values = sums[name]
    mean = sums.mean(values[:, one] - values[:, 1 - one], sums.deals)
    return Metric("score", item, "difference", "points", mean)


def matches(sums: Sums) -> Iterator[Metric]:
    """Yield the table of matches, if any were played."""
    if not sums.plan.matches:
        return
    won = sums["matches"]
    ended = won.sum(axis=1)
    # Of one strategy at both seats neither is better.
    shares = (
        (item, sums.share_of_sessions(won[:, seats[0]], ended))
        for item, seats in sums.groups()
        if len(seats) == 1
    )
    yield from match_table(sums, shares, ended, sums["sessions"][:, 0])
