"""Titles of the tables of Kratzen, and what must be said beneath them."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.games.kratzen.metrics.sums import BOUNDED, LIMITS, NO_MEAN
from simcore.metric import Metric
from simcore.stats import Estimate, mean_is_trusted, variance_is_trusted

TITLES = {
    "contracts": "Contracts (called: of deals with calls; made: 2 tricks or more)",
    "declarers": "Declarers of contested contracts that were called freely",
    "joins": "Playing along (joined: when asked; success: 1 trick or more)",
    "profit": "Profit a deal",
    "duty": "Duty done where all must play, by place from the declarer",
    "pot": "The pot when play begins",
    "kinds": "Kinds of deals",
    "next deal": "Which kind of deal follows",
    "size": "The pot when play begins, in chips",
    "tail": "Tail of the pot",
    "growth": "Growth a deal: pot after ÷ pot when play began, 0 where cleared",
    "compared": "What a Siebenermuss and a Muss do, compared with a normal deal",
    "cycle": "From a Muss to the deal that clears",
    "sessions": "Sessions",
}
"""What stands above each table."""

_NO_VARIANCE = (
    "below 2, so means in chips have no interval: they hang on the few largest pots"
)
_NO_MEAN = (
    "below 1, so means in chips need not exist: the averages hang on the few largest"
    " pots and have no interval"
)
_NO_POT_MEAN = (
    "The tail index of the pot may be below 1, so the pot need not have a mean:"
    " none is shown."
)


_REASONS = {
    "pot_cap": "Above the pot cap a deal adds to the pot and multiplies it no more",
    "bankroll": "The pot never holds more than all players brought",
}
"""Why an option bounds the pot."""


def notes(metrics: Sequence[Metric]) -> dict[str, list[str]]:
    """Return the sentences that must stand beneath the tables, by table."""
    found: dict[str, list[str]] = {}
    index = _tail_index(metrics)
    for table in dict.fromkeys(metric.table for metric in metrics):
        means = [one for one in metrics if one.table == table and _is_chip_mean(one)]
        if any(one.estimate.n for one in means) and index is not None and index.n:
            hides_means = any(one.estimate.method == NO_MEAN for one in means)
            found[table] = (
                [f"{_NO_POT_MEAN}{_top(metrics)}"]
                if hides_means
                else [_warning(index, metrics)]
            )
    for one in metrics:
        if one.metric == "overflowed" and one.estimate.estimate > 0:
            found[one.table] = [
                "Overflowed sessions were stopped at 2^40 chips; the deals that they"
                " did not play are missing from every table."
            ]
    return found


def _tail_index(metrics: Sequence[Metric]) -> Estimate | None:
    """Return the tail index of the pot, where it is among `metrics`."""
    for one in metrics:
        if (one.item, one.metric) == ("tail index", "from growth"):
            return one.estimate
    return None


def _is_chip_mean(one: Metric) -> bool:
    """Return whether a metric is a mean of chips, for which the tail matters."""
    return one.unit == "chips" and "quantile" not in one.metric


def _warning(index: Estimate, metrics: Sequence[Metric]) -> str:
    """Return what the tail of the pot says of means in chips."""
    if index.method.startswith(BOUNDED):
        reason = _REASONS[index.method.removeprefix(BOUNDED).split()[0]]
        return f"{reason}, so means in chips have a variance.{_top(metrics)}"
    more = f"{_far_limit(metrics)}{_top(metrics)}"
    if index.estimate != index.estimate:
        why = f"unknown ({index.method})"
        return f"The tail index of the pot is {why}: it may be {_NO_MEAN}.{more}"
    text = f"The tail index of the pot is {index.estimate:.2f}"
    if index.ci_low == index.ci_low:
        text += f" [{index.ci_low:.2f}, {index.ci_high:.2f}]"
    if variance_is_trusted(index):
        return f"{text}.{more}"
    if mean_is_trusted(index):
        verb = "is" if index.ci_high < 2 else "may be"
        return f"{text}: it {verb} {_NO_VARIANCE}.{more}"
    return f"{text}: it {'is' if index.ci_high < 1 else 'may be'} {_NO_MEAN}.{more}"


def _top(metrics: Sequence[Metric]) -> str:
    """Return how much hangs on the largest pots, as a sentence that follows."""
    for one in metrics:
        if one.metric == "share of the mean" and one.estimate.n:
            share = 100 * one.estimate.estimate
            return f" The {one.item} hold {share:.2g} % of all chips in pots."
    return ""


def _far_limit(metrics: Sequence[Metric]) -> str:
    """Return, as a sentence that follows, that a limit is too far away to help."""
    for one in metrics:
        for option, (_, name) in LIMITS.items():
            if (one.table, one.metric) == ("sessions", name):
                met = round(one.estimate.estimate * one.estimate.n)
                return f" {option} bounds it in theory, but only {met} sessions met it."
    return ""
