"""What people want to know of Chibre, estimated from the sums of a run.

A folder of its own, because the kernels compile again when a file beside them changes.
The words of the tables are those of `docs/rules/chibre.md`; `docs/results.md` explains
every metric.
"""

from __future__ import annotations

from simcore.games.chibre.metrics import deal_tables, match_tables
from simcore.games.chibre.metrics.notes import (
    HEADLINES,
    MATCH_HEADLINES,
    TITLES,
    notes,
)
from simcore.games.chibre.metrics.sums import Sums
from simcore.metric import Metric
from simcore.played import Played

__all__ = ["HEADLINES", "MATCH_HEADLINES", "TITLES", "notes", "run_metrics"]


def run_metrics(outcome: Played, level: float = 0.95) -> list[Metric]:
    """Return what `simcore run` shows: trumps, melds, the first say, scores, matches.

    Parameters
    ----------
    outcome : Played
        The sums of a run, complete or not.
    level : float
        Confidence level of the intervals.
    """
    sums = Sums(outcome, level)
    return [
        *deal_tables.trumps(sums),
        *deal_tables.bonuses(sums),
        *deal_tables.first_say(sums),
        *deal_tables.sayers(sums),
        *deal_tables.melds(sums),
        *deal_tables.scores(sums),
        *match_tables.matches(sums),
    ]
