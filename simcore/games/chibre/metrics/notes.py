"""Titles and headlines of the tables of Chibre, and what must be said beneath them."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.metric import Metric

TITLES = {
    "trumps": "Trumps and card points of the team that had the first say",
    "bonuses": "Melds and Stöck by trumps, the others' against that team",
    "first say": "What the first say is worth: that team's score less the others'",
    "sayers": "Who had the first say, left it to his partner, and what it was worth",
    "melds": "Melds and Stöck in a hand (points: of those who scored)",
    "score": "Score a deal (profit: less the other team's)",
    "matches": "Matches",
}
"""What stands above each table."""

HEADLINES = {
    "points": ("trumps", "all", "points"),
    "79 or more": ("trumps", "all", "79 or more"),
    "chibre": ("first say", "chibre", "said"),
    "first say": ("first say", "all", "value"),
    "team 0 profit": ("score", "team 0", "profit"),
}
"""What a sweep shows of each cell: heading, and table, item and metric."""

_CUT_OFF = (
    "Matches cut off had no winner after the deals of a session: all but `cut off` is"
    " of the matches that were won, and these are the shorter ones."
)


def notes(metrics: Sequence[Metric]) -> dict[str, list[str]]:
    """Return the sentences that must stand beneath the tables, by table."""
    return {
        one.table: [_CUT_OFF]
        for one in metrics
        if one.metric == "cut off" and one.estimate.estimate > 0
    }
