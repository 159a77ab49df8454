"""Scores by seat, strategy and place, and who wins whole matches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from simcore.games.klaberjass.metrics.sums import BINS, Sums
from simcore.games.klaberjass.tallying import WON
from simcore.games.klaberjass.view import N_SEATS
from simcore.metric import Metric
from simcore.stats import quantile_estimate

_PLACES = ("elder", "dealer")
_PERCENTS = (10.0, 50.0, 90.0)


def scores(sums: Sums) -> Iterator[Metric]:
    """Yield what a deal brings by seat and strategy, and to elder and dealer."""
    for item, seats in _groups(sums):
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
    """Yield who wins matches, how long they are and by how much they are won."""
    if not sums.plan.matches:
        return
    won = sums["matches"]
    ended = won.sum(axis=1)
    for item, seats in _groups(sums):
        if len(seats) == 1:
            share = sums.share(won[:, seats[0]], ended)
            yield Metric("matches", item, "won", "share", share)
    sessions = sums["sessions"][:, 0]
    unfinished = sums.share(sessions - ended, sessions)
    yield Metric("matches", "matches", "unfinished", "share", unfinished)
    for item, name, unit in (
        ("deals a match", "length", "deals"),
        ("margin", "margin", "points"),
    ):
        mean = sums.mean(sums[f"{name}_sum"][:, 0], ended)
        yield Metric("matches", item, "mean", unit, mean)
        for percent in _PERCENTS:
            estimate = quantile_estimate(
                sums[name], BINS, percent / 100, level=sums.level
            )
            yield Metric("matches", item, f"{percent:g} % quantile", unit, estimate)


def _groups(sums: Sums) -> Iterator[tuple[str, list[int]]]:
    """Yield every seat, then every strategy, by name with the seats it stands for."""
    by_strategy: dict[str, list[int]] = {}
    for seat, player in enumerate(sums.plan.seats):
        by_strategy.setdefault(player.text, []).append(seat)
    seats = ((f"seat {seat}", [seat]) for seat in range(N_SEATS))
    yield from chain(seats, by_strategy.items())
