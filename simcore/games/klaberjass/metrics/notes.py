"""Titles of the tables of Klaberjass, and what must be said beneath them."""

from __future__ import annotations

from simcore.match_table import HEADLINES as MATCHES
from simcore.match_table import TITLE, match_notes

TITLES = {
    "takes": "Who takes (share: of all deals)",
    "taker": "How takers fare (won: more than the other; tied: as much)",
    "melds": "Sequences and bela (of deals that were taken)",
    "deals": "The rest of a deal (of deals that were taken)",
    "score": "Score a deal",
    "matches": TITLE,
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

MATCH_HEADLINES = {"seat 0 wins": ("matches", "seat 0", "won"), **MATCHES}
"""What a sweep of matches shows before."""

notes = match_notes
"""What must stand beneath the tables."""
