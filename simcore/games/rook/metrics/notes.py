"""Titles of the tables of Rook, headlines of a sweep, and what stands beneath."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.metric import Metric

TITLES = {
    "deals": "Deals (void: nobody bid; kitty: the three cards put away)",
    "declarations": "By declaration (scores: mean a deal)",
    "bids": "By bid",
    "scores": "Scores a deal, by seat and by strategy",
    "matches": "Matches",
    "match": "Length of matches, and how far the winner is ahead of the next",
}
"""What stands above each table."""

HEADLINES = {
    "void": ("deals", "deals", "void"),
    "made": ("declarations", "all", "made"),
    "side's points": ("declarations", "all", "side's points"),
    "declarer scores": ("declarations", "all", "declarer scores"),
    "defender scores": ("declarations", "all", "defender scores"),
    "seat 0 score": ("scores", "seat 0", "score a deal"),
}
"""What a sweep shows of each cell: heading, and table, item and metric."""


def notes(metrics: Sequence[Metric]) -> dict[str, list[str]]:
    """Return the sentences that must stand beneath the tables, by table."""
    for one in metrics:
        if one.metric == "unfinished" and one.estimate.estimate > 0:
            return {
                one.table: [
                    "Unfinished matches were stopped before anybody had won; their"
                    " deals are counted, but no winner and no length."
                ]
            }
    return {}
