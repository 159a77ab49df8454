"""Titles of the tables of Rook, headlines of a sweep, and what stands beneath."""

from __future__ import annotations

from simcore.match_table import HEADLINES as MATCHES
from simcore.match_table import TITLE, match_notes

TITLES = {
    "deals": "Deals (void: nobody bid; kitty: the three cards put away)",
    "declarations": "By declaration (scores: mean a deal)",
    "bids": "By bid",
    "scores": "Scores a deal, by seat and by strategy",
    "matches": TITLE,
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

MATCH_HEADLINES = {"seat 0 wins": ("matches", "seat 0", "won"), **MATCHES}
"""What a sweep of matches shows before."""

notes = match_notes
"""What must stand beneath the tables."""
