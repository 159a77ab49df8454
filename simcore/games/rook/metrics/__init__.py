"""What people want to know of Rook, estimated from the sums of a run.

A folder of its own, because the kernels compile again when a file beside them changes.
The words of the tables are those of `docs/rules/rook.md`; `docs/results.md` explains
every metric.
"""

from __future__ import annotations

from simcore.games.rook.metrics import contract_tables, score_tables
from simcore.games.rook.metrics.notes import (
    HEADLINES,
    MATCH_HEADLINES,
    TITLES,
    notes,
)
from simcore.games.rook.metrics.sums import Sums
from simcore.metric import Metric
from simcore.played import Played

__all__ = ["HEADLINES", "MATCH_HEADLINES", "TITLES", "notes", "run_metrics"]


def run_metrics(outcome: Played, level: float = 0.95) -> list[Metric]:
    """Return what `simcore run` shows: bids, declarations, kitty, scores, matches.

    Parameters
    ----------
    outcome : Played
        The sums of a run, complete or not.
    level : float
        Confidence level of the intervals.
    """
    sums = Sums(outcome, level)
    return [
        *contract_tables.deals(sums),
        *contract_tables.declarations(sums),
        *contract_tables.bids(sums),
        *score_tables.scores(sums),
        *score_tables.matches(sums),
    ]
