"""What people want to know of Trio, estimated from the sums of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from simcore.games.trio.table import LAYOUT
from simcore.metric import Metric
from simcore.played import Played, PlayedSums, over_seats
from simcore.tally import Layout

TITLES = {"scores": "Scores a deal", "matches": "Matches"}
HEADLINES = {"seat 0 score": ("scores", "seat 0", "score a deal")}
MATCH_HEADLINES = {
    "seat 0 wins": ("matches", "seat 0", "won"),
    "deals a match": ("matches", "deals a match", "mean"),
}


@dataclass(frozen=True)
class Sums(PlayedSums):
    """The sums of a run of Trio."""

    layout: ClassVar[Layout] = LAYOUT


def run_metrics(outcome: Played, level: float = 0.95) -> list[Metric]:
    """Return what `simcore run` shows: scores, and who wins matches."""
    sums = Sums(outcome, level)
    deals, won = sums["deals"][:, 0], sums["matches"].sum(axis=1)
    found = []
    for item, seats in sums.groups():
        score = over_seats(sums["score"], seats)
        mean = sums.mean(score, deals * len(seats))
        found.append(Metric("scores", item, "score a deal", "points", mean))
        if outcome.plan.matches:
            share = sums.share(over_seats(sums["matches"], seats), won)
            found.append(Metric("matches", item, "won", "share", share))
    if outcome.plan.matches:
        length = sums.mean(sums["length"][:, 0], won)
        found.append(Metric("matches", "deals a match", "mean", "deals", length))
        unfinished = sums.share(sums["sessions"][:, 0] - won, sums["sessions"][:, 0])
        found.append(Metric("matches", "matches", "unfinished", "share", unfinished))
    return found


def notes(metrics: Sequence[Metric]) -> dict[str, list[str]]:
    """Return the sentences that must stand beneath the tables: none."""
    return {}
