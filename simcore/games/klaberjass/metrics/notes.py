"""Titles of the tables of Klaberjass, and what must be said beneath them."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.metric import Metric

TITLES = {
    "takes": "Who takes (share: of all deals)",
    "taker": "How takers fare (won: more than the other; tied: as much)",
    "melds": "Sequences and bela (of deals that were taken)",
    "deals": "The rest of a deal (of deals that were taken)",
    "score": "Score a deal",
    "matches": "Matches",
}
"""What stands above each table."""

HEADLINES = {
    "taker won": ("taker", "all", "won"),
    "taker's sum": ("taker", "all", "sum"),
    "other's sum": ("taker", "all", "other's sum"),
    "void": ("takes", "nobody", "share"),
    "seat 0 difference": ("score", "seat 0", "difference"),
    "elder difference": ("score", "elder", "difference"),
}
"""What a sweep shows of each cell: heading, and table, item and metric."""


def notes(metrics: Sequence[Metric]) -> dict[str, list[str]]:
    """Return the sentences that must stand beneath the tables, by table."""
    for one in metrics:
        if one.metric == "unfinished" and one.estimate.estimate > 0:
            return {
                one.table: [
                    "Unfinished matches came to the last deal they were given; they"
                    " count in no other row of this table."
                ]
            }
    return {}
