"""What people want to know of Klaberjass, estimated from the sums of a run.

A folder of its own, because the kernels compile again when a file beside them changes.
The words of the tables are those of `docs/rules/klaberjass.md`; `docs/results.md`
explains every metric.
"""

from __future__ import annotations

from simcore.games.klaberjass.metrics import deal_tables, score_tables
from simcore.games.klaberjass.metrics.notes import (
    HEADLINES,
    MATCH_HEADLINES,
    TITLES,
    notes,
)
from simcore.games.klaberjass.metrics.sums import Sums
from simcore.metric import Metric
from simcore.played import Played

__all__ = ["HEADLINES", "MATCH_HEADLINES", "TITLES", "notes", "run_metrics"]


def run_metrics(outcome: Played, level: float = 0.95) -> list[Metric]:
    """Return what `simcore run` shows: who takes, how takers fare, melds, scores.

    Parameters
    ----------
    outcome : Played
        The sums of a run, complete or not.
    level : float
        Confidence level of the intervals.
    """
    sums = Sums(outcome, level)
    return [
        *deal_tables.takes(sums),
        *deal_tables.takers(sums),
        *deal_tables.melds(sums),
        *deal_tables.deals(sums),
        *score_tables.scores(sums),
        *score_tables.matches(sums),
    ]
