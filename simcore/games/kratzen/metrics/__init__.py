"""What people want to know of Kratzen, estimated from the sums of a run.

A folder of its own, because the kernels compile again when a file beside them changes.
The words of the tables are those of `docs/rules/kratzen.md`; `docs/results.md` explains
every metric.
"""

from __future__ import annotations

from simcore.games.kratzen.metrics import growth_tables, play_tables, pot_tables
from simcore.games.kratzen.metrics.headlines import EFFECTS, HEADLINES
from simcore.games.kratzen.metrics.notes import TITLES, notes
from simcore.games.kratzen.metrics.sums import Sums
from simcore.metric import Bin, Metric
from simcore.played import Played

__all__ = [
    "EFFECTS",
    "HEADLINES",
    "TITLES",
    "histograms",
    "notes",
    "pot_metrics",
    "run_metrics",
]


def run_metrics(outcome: Played, level: float = 0.95) -> list[Metric]:
    """Return what `simcore run` shows: contracts, joins, profit, duties, the pot.

    Parameters
    ----------
    outcome : Played
        The sums of a run, complete or not.
    level : float
        Confidence level of the intervals.
    """
    sums = Sums(outcome, level)
    return [
        *play_tables.contracts(sums),
        *play_tables.declarers(sums),
        *play_tables.joins(sums),
        *play_tables.profit(sums),
        *play_tables.duties(sums),
        *pot_tables.summary(sums),
        *pot_tables.sessions(sums),
    ]


def pot_metrics(outcome: Played, level: float = 0.95) -> list[Metric]:
    """Return what `simcore pot` shows: kinds of deals, size, tail, growth, cycles.

    Parameters
    ----------
    outcome : Played
        The sums of a run, complete or not.
    level : float
        Confidence level of the intervals.
    """
    sums = Sums(outcome, level)
    return [
        *pot_tables.kinds(sums),
        *pot_tables.transitions(sums),
        *pot_tables.sizes(sums),
        *pot_tables.tail(sums),
        *growth_tables.growth(sums),
        *growth_tables.compared(sums),
        *growth_tables.cycles(sums),
        *pot_tables.sessions(sums),
    ]


def histograms(outcome: Played, level: float = 0.95) -> list[Bin]:
    """Return the distributions behind `simcore pot`, bin by bin, empty bins left out.

    Parameters
    ----------
    outcome : Played
        The sums of a run, complete or not.
    level : float
        Confidence level of the intervals.
    """
    return pot_tables.histograms(Sums(outcome, level))
