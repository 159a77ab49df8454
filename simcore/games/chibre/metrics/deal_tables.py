"""Trumps, card points, melds, the first say and scores: what single deals tell."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simcore.games.chibre.metrics.sums import TEAMS, TRUMPS, Sums
from simcore.games.chibre.tallying import (
    HELD,
    MATCH,
    MELD_POINTS,
    MELDS,
    N_POINTS,
    SCORE,
    SCORED,
    SCORED_POINTS,
    STOECK,
)
from simcore.games.chibre.view import CHIBRE
from simcore.metric import Metric
from simcore.played import Counts
from simcore.stats import LogBins, quantile_estimate

_HALF = 79
"""From so many card points on a team has more than half of them."""

_EXACT = LogBins((N_POINTS - 1).bit_length() - 1)
"""Bins of one value each, as far as card points go."""

_QUANTILES = (0.1, 0.5, 0.9)

EVERYTHING = "all"
"""The item of all deals together."""

Place = tuple[list[int], list[int]]
"""Indexes of the first two axes of `points` and `choice`: after a chibre, trumps."""


def trumps(sums: Sums) -> Iterator[Metric]:
    """Yield how often each trump is named, and the card points that it brings."""
    for item, place in _choices(sums):
        points = _over(sums["points"], place)
        choice = _over(sums["choice"], place)
        count = points.sum(axis=1)
        total = points @ np.arange(N_POINTS)
        if item != EVERYTHING:
            named = sums.share(count, sums.deals)
            yield Metric("trumps", item, "named", "share", named)
        yield Metric("trumps", item, "points", "points", sums.mean(total, count))
        for q in _QUANTILES:
            found = quantile_estimate(points, _EXACT, q, level=sums.level)
            yield Metric("trumps", item, f"{100 * q:g} % quantile", "points", found)
        half = sums.share(points[:, _HALF:].sum(axis=1), count)
        yield Metric("trumps", item, "79 or more", "share", half)
        for side, name in enumerate(("match", "match against")):
            match = sums.share(choice[:, MATCH + side], count)
            yield Metric("trumps", item, name, "share", match)


def bonuses(sums: Sums) -> Iterator[Metric]:
    """Yield how often melds and Stöck score for that team and for the others."""
    for item, place in _calls(sums):
        count = _over(sums["points"], place).sum(axis=1)
        choice = _over(sums["choice"], place)
        for side, suffix in enumerate(("", " against")):
            scored = choice[:, MELDS + side]
            melds = sums.share(scored, count)
            yield Metric("bonuses", item, f"melds{suffix}", "share", melds)
            points = sums.mean(choice[:, MELD_POINTS + side], scored)
            yield Metric("bonuses", item, f"meld points{suffix}", "points", points)
        for side, suffix in enumerate(("", " against")):
            stoeck = sums.share(choice[:, STOECK + side], count)
            yield Metric("bonuses", item, f"stoeck{suffix}", "share", stoeck)


def first_say(sums: Sums) -> Iterator[Metric]:
    """Yield the scores of the team that had the first say, by what was said."""
    for item, place in _calls(sums):
        count = _over(sums["points"], place).sum(axis=1)
        choice = _over(sums["choice"], place)
        own, others = choice[:, SCORE], choice[:, SCORE + 1]
        if item != EVERYTHING:
            said = sums.share(count, sums.deals)
            yield Metric("first say", item, "said", "share", said)
        yield Metric("first say", item, "score", "points", sums.mean(own, count))
        mean = sums.mean(others, count)
        yield Metric("first say", item, "others' score", "points", mean)
        value = sums.mean(own - others, count)
        yield Metric("first say", item, "value", "points", value)


def sayers(sums: Sums) -> Iterator[Metric]:
    """Yield the first say by seat and by strategy."""
    for item, seats in sums.groups():
        said = np.asarray(sums["said"][:, seats].sum(axis=1))
        count = said.sum(axis=1)
        had = sums.share(count, sums.deals)
        yield Metric("sayers", item, "first say", "share", had)
        chibre = sums.share(said[:, CHIBRE], count)
        yield Metric("sayers", item, "chibre", "share", chibre)
        value = sums.mean(sums["lead"][:, seats].sum(axis=1), count)
        yield Metric("sayers", item, "value", "points", value)


def melds(sums: Sums) -> Iterator[Metric]:
    """Yield melds and Stöck by seat and by strategy, a hand."""
    for item, seats in sums.groups():
        found = np.asarray(sums["melds"][:, seats].sum(axis=1))
        hands = sums.deals * len(seats)
        held = sums.share(found[:, HELD], hands)
        yield Metric("melds", item, "held", "share", held)
        scored = sums.share(found[:, SCORED], hands)
        yield Metric("melds", item, "scored", "share", scored)
        points = sums.mean(found[:, SCORED_POINTS], found[:, SCORED])
        yield Metric("melds", item, "points", "points", points)
        stoeck = sums.share(sums["stoeck"][:, seats].sum(axis=1), hands)
        yield Metric("melds", item, "stoeck", "share", stoeck)


def scores(sums: Sums) -> Iterator[Metric]:
    """Yield the score of a deal by team, and by strategy over its seats."""
    total = sums["score"]
    for item, seats in (*TEAMS.items(), *sums.strategies().items()):
        teams = [seat & 1 for seat in seats]
        others = [1 - team for team in teams]
        count = sums.deals * len(seats)
        own = total[:, teams].sum(axis=1)
        profit = own - total[:, others].sum(axis=1)
        yield Metric("score", item, "score", "points", sums.mean(own, count))
        yield Metric("score", item, "profit", "points", sums.mean(profit, count))


def _choices(sums: Sums) -> Iterator[tuple[str, Place]]:
    """Yield what can be said first, by name, then trumps named after a chibre."""
    yield from _calls(sums)
    for trump in sums.trumps:
        yield f"chibre, {TRUMPS[trump]}", ([1], [trump])


def _calls(sums: Sums) -> Iterator[tuple[str, Place]]:
    """Yield what can be said first, by name."""
    everything = list(sums.trumps)
    yield EVERYTHING, ([0, 1], everything)
    for trump in everything:
        yield TRUMPS[trump], ([0], [trump])
    yield "chibre", ([1], everything)


def _over(block: Counts, place: Place) -> Counts:
    """Return a block with its second and third axis added up over a place."""
    return np.asarray(block[:, place[0]][:, :, place[1]].sum(axis=(1, 2)))
