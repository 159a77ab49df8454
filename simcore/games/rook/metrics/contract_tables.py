"""How often what is bid and declared, whether it is made, and what it pays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simcore.games.rook.metrics.sums import Sums
from simcore.games.rook.pack import HIGH, LOW, SUITS
from simcore.games.rook.tallying import (
    DECLARER,
    DEFENDERS,
    N_BIDS,
    N_TRUMPS,
    PARTNER,
)
from simcore.games.rook.view import BID_STEP, LEAST_BID, N_SEATS
from simcore.metric import Metric
from simcore.played import Counts

_DECLARATIONS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("suit", tuple(range(SUITS))),
    ("high", (HIGH,)),
    ("low", (LOW,)),
)
_ALL_TRUMPS = tuple(range(N_TRUMPS))
_ALL_BIDS = tuple(range(N_BIDS))
_N_DEFENDERS = N_SEATS - 2


def deals(sums: Sums) -> Iterator[Metric]:
    """Yield what happens in a deal: void deals, kitty, moon, who leads."""
    played = sums.played
    void = sums.share(sums["void"][:, 0], sums.deals)
    yield Metric("deals", "deals", "void", "share", void)
    left = sums.share(sums["led_by_left"][:, 0], played)
    yield Metric("deals", "deals", "left seat leads", "share", left)
    lost, won = sums["kitty"].T
    for name, values in (("kitty points", lost + won), ("to declarer's side", won)):
        yield Metric("deals", "kitty", name, "points", sums.mean(values, played))
    takes = sums.share(sums["kitty_won"][:, 0], played)
    yield Metric("deals", "kitty", "won by declarer's side", "share", takes)
    tried, shot = sums["moon"].T
    yield Metric("deals", "moon", "bid", "share", sums.share(tried, played))
    yield Metric("deals", "moon", "shot when bid", "share", sums.share(shot, tried))


def declarations(sums: Sums) -> Iterator[Metric]:
    """Yield the table by what is declared."""
    for item, trumps in _DECLARATIONS:
        yield from _row("declarations", item, sums, trumps, _ALL_BIDS)
    yield from _row("declarations", "all", sums, _ALL_TRUMPS, _ALL_BIDS)


def bids(sums: Sums) -> Iterator[Metric]:
    """Yield the table by the bid that stands, of those that ever did."""
    for place in np.flatnonzero(sums["deals"].sum(axis=(0, 1))):
        bid = str(LEAST_BID + BID_STEP * int(place))
        yield from _row("bids", bid, sums, _ALL_TRUMPS, (int(place),))


def _row(
    table: str, item: str, sums: Sums, trumps: tuple[int, ...], places: tuple[int, ...]
) -> Iterator[Metric]:
    """Yield the metrics of deals with some declarations and bids."""

    def over(name: str) -> Counts:
        block = sums[name][:, trumps][:, :, places]
        return np.asarray(block.sum(axis=(1, 2)))

    count = over("deals")
    yield Metric(table, item, "played", "share", sums.share(count, sums.played))
    yield Metric(table, item, "made", "share", sums.share(over("made"), count))
    points = sums.mean(over("side"), count)
    yield Metric(table, item, "side's points", "points", points)
    scores = over("score")
    for name, role, number in (
        ("declarer scores", DECLARER, 1),
        ("partner scores", PARTNER, 1),
        ("defender scores", DEFENDERS, _N_DEFENDERS),
    ):
        mean = sums.mean(scores[:, role], number * count)
        yield Metric(table, item, name, "points", mean)
