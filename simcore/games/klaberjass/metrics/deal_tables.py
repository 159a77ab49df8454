"""Who takes, how takers fare, sequences and bela, and the rest of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from simcore.games.klaberjass.metrics.sums import Sums
from simcore.games.klaberjass.tallying import LOST, N_HOLDINGS, N_ROUNDS, TIED, WON
from simcore.games.klaberjass.view import N_SEATS
from simcore.metric import Metric

_PLACES = ("elder", "dealer")
SIDES = ("taker", "other")

_BELA_POINTS = 20
_ROUNDS = tuple((f"round {number + 1}", (number,)) for number in range(N_ROUNDS))
_HOLDINGS = (
    ("jass and menel", (3,)),
    ("jass", (1,)),
    ("menel", (2,)),
    ("neither", (0,)),
)
_ANY_ROUND = tuple(range(N_ROUNDS))
_ANY_HOLDING = tuple(range(N_HOLDINGS))

_Cells = tuple[tuple[int, ...], tuple[int, ...]]
"""Rounds and holdings that are put together."""


def takes(sums: Sums) -> Iterator[Metric]:
    """Yield who takes in which round, and how well that goes."""
    for number, place in product(range(N_ROUNDS), range(N_SEATS)):
        results = sums["takes"][:, number, place]
        item = f"{_PLACES[place]}, round {number + 1}"
        share = sums.share(results.sum(axis=1), sums.deals)
        yield Metric("takes", item, "share", "share", share)
        yield from _results("takes", item, sums, results)
    void = sums.share(sums["void"][:, 0], sums.deals)
    yield Metric("takes", "nobody", "share", "share", void)


def takers(sums: Sums) -> Iterator[Metric]:
    """Yield what takers make of it, by round and by what they hold."""
    for item, (rounds, holdings) in _taker_rows():

        def over(name: str, which: _Cells = (rounds, holdings)) -> NDArray[np.int64]:
            return np.asarray(sums[name][:, which[0]][:, :, which[1]].sum(axis=(1, 2)))

        results = over("result")
        count = results.sum(axis=1)
        share = sums.share(count, sums.taken)
        yield Metric("taker", item, "share", "share", share)
        yield from _results("taker", item, sums, results)
        for name in ("points", "sum", "score"):
            values = over(name)
            for side, metric in enumerate((name, f"other's {name}")):
                mean = sums.mean(values[:, side], count)
                yield Metric("taker", item, metric, "points", mean)


def _taker_rows() -> Iterator[tuple[str, _Cells]]:
    """Yield the rows of takers: all, by round, by holding, by both."""
    yield "all", (_ANY_ROUND, _ANY_HOLDING)
    for item, rounds in _ROUNDS:
        yield item, (rounds, _ANY_HOLDING)
    for item, holdings in _HOLDINGS:
        yield item, (_ANY_ROUND, holdings)
    for (first, rounds), (second, holdings) in product(_ROUNDS, _HOLDINGS):
        yield f"{first}, {second}", (rounds, holdings)


def _results(
    table: str, item: str, sums: Sums, results: NDArray[np.int64]
) -> Iterator[Metric]:
    """Yield how often takers win, tie and lose; `results` is int64[N_BATCHES, 3]."""
    count = results.sum(axis=1)
    for name, which in (("won", WON), ("tied", TIED), ("lost", LOST)):
        share = sums.share(results[:, which], count)
        yield Metric(table, item, name, "share", share)


def melds(sums: Sums) -> Iterator[Metric]:
    """Yield how often sequences and bela occur, and what they bring."""
    rules = sums.plan.rules.as_dict()
    for side, item in enumerate(SIDES):
        if rules["melds"]:
            counted = sums["melds"][:, side]
            points = sums["meld_points"][:, side]
            held = sums.share(sums["held_runs"][:, side], sums.taken)
            yield Metric("melds", item, "sequence held", "share", held)
            scored = sums.share(counted, sums.taken)
            yield Metric("melds", item, "sequences scored", "share", scored)
            mean = sums.mean(points, sums.taken)
            yield Metric("melds", item, "points of sequences", "points", mean)
            mean = sums.mean(points, counted)
            yield Metric("melds", item, "points when scored", "points", mean)
        if rules["bela"]:
            bela = sums["bela"][:, side]
            share = sums.share(bela, sums.taken)
            yield Metric("melds", item, "bela", "share", share)
            mean = sums.mean(_BELA_POINTS * bela, sums.taken)
            yield Metric("melds", item, "points of bela", "points", mean)


def deals(sums: Sums) -> Iterator[Metric]:
    """Yield what else happens in a deal that was taken."""
    dix = sums.share(sums["dix"][:, 0], sums.taken)
    yield Metric("deals", "dix", "exchanged", "share", dix)
    for side, item in enumerate(SIDES):
        share = sums.share(sums["trickless"][:, side], sums.taken)
        yield Metric("deals", item, "without a trick", "share", share)
