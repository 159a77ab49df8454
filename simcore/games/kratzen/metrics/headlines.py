"""The few metrics that tell tables of Kratzen apart at a glance."""

from __future__ import annotations

HEADLINES = {
    "contract made": ("contracts", "all three", "made"),
    "seat 0 in pots": ("profit", "seat 0", "profit in pots"),
    "siebenermuss": ("pot", "deals", "siebenermuss"),
    "cleared": ("pot", "deals", "cleared"),
    "median pot": ("pot", "pot", "50 % quantile"),
    "tail index": ("pot", "tail index", "from growth"),
}
"""What a sweep shows of each cell: heading, and table, item and metric."""

EFFECTS = {
    "contract made": ("contracts", "all three", "made"),
    "profit of the declarer": ("contracts", "all three", "profit in pots"),
    "profit of seat 0": ("profit", "seat 0", "profit in pots"),
    "siebenermuss": ("pot", "deals", "siebenermuss"),
    "cleared": ("pot", "deals", "cleared"),
    "tail index": ("pot", "tail index", "from growth"),
}
"""What a sweep compares between cells."""
