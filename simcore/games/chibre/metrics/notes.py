"""Titles and headlines of the tables of Chibre, and what must be said beneath them."""

from __future__ import annotations

from simcore.match_table import HEADLINES as MATCHES
from simcore.match_table import TITLE, match_notes

TITLES = {
    "trumps": "Trumps and card points of the team that had the first say",
    "bonuses": "Melds and Stöck by trumps, the others' against that team",
    "first say": "What the first say is worth: that team's score less the others'",
    "sayers": "Who had the first say, left it to his partner, and what it was worth",
    "melds": "Melds and Stöck in a hand (points: of those who scored)",
    "score": "Score a deal (profit: less the other team's)",
    "matches": TITLE,
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

MATCH_HEADLINES = {"team 0 wins": ("matches", "team 0", "won"), **MATCHES}
"""What a sweep of matches shows before."""

notes = match_notes
"""What must stand beneath the tables."""
