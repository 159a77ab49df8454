"""What a duel came to: numbers with intervals, tables, sentences, provenance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor, log10, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.counts import counted
from simcore.duel_plan import Duel
from simcore.duel_play import Played
from simcore.metric import Metric
from simcore.results import frame, provenance, settings_text
from simcore.runner import Outcome
from simcore.stats import Estimate, joint_t_quantile, proportion_estimate
from simcore.stats.estimates import LEVELS

if TYPE_CHECKING:
    from pandas import DataFrame  # noqa: TID251 (the type only)

TITLES = {
    "duel": "Differences, the stronger first",
    "ranking": "What each gains a deal against the field",
    "matches": "Matches that each wins against others",
}
"""What stands above each table."""

NO_SPREAD = "no spread between sessions"

_LEAST_EFFECT = 1.05
"""A smaller change of a variance is told as none: in two digits its factor is 1."""


class _Rates:
    """What each strategy gains a deal, averaged over the fields.

    With G and D what a strategy gained against a field, divided by the number of
    fields, and in how many deals, in each session, it gains the sum of ΣG / ΣD over the
    fields; the influence of a session is that of (G - ΣG / ΣD · D) / ΣD. A difference
    is linearised in the same way.
    """

    def __init__(self, played: Played) -> None:
        sums = played.sums
        k = len(played.duel.strategies)
        self._n = sums.n
        self._level = played.duel.level
        gains, deals = sums.totals.reshape(2, -1, k)
        ratios = gains / deals
        self._rates = ratios.sum(axis=0)
        self._products = sums.products
        # How a session's gains and deals move the rate of each strategy.
        moves = np.concatenate([1 / deals, -ratios / deals])
        self._weights = (np.eye(k)[:, None] * moves).reshape(k, -1)

    def gains(self) -> list[Estimate]:
        """Return what each strategy gains a deal."""
        return self._estimates(self._rates, self._weights)

    def differences(self, pairs: Sequence[tuple[int, int]]) -> list[Estimate]:
        """Return by how much the first of each pair gains more a deal."""
        values = np.array([self._rates[i] - self._rates[j] for i, j in pairs])
        weights = np.array([self._weights[i] - self._weights[j] for i, j in pairs])
        return self._estimates(values, weights)

    def _estimates(
        self, values: NDArray[np.float64], weights: NDArray[np.float64]
    ) -> list[Estimate]:
        """Return values with intervals that hold all at once.

        Parameters
        ----------
        values : float64[m]
        weights : float64[m, 2 * k]
            How the sums of a session move each of them.
        """
        once = np.einsum("mi,ij->mj", weights, self._products)
        variances = np.einsum("mj,mj->m", once, weights) * self._n / (self._n - 1)
        factor = joint_t_quantile(self._level, len(values), self._n - 1)
        is_alone = len(values) == 1
        method = (
            "paired over sessions" if is_alone else "paired over sessions, simultaneous"
        )
        found = []
        for value, variance in zip(values.tolist(), variances.tolist(), strict=True):
            error = sqrt(max(0.0, variance))  # rounding may leave it below 0
            low, high = value - factor * error, value + factor * error
            found.append(Estimate(self._n, value, error, low, high, method))
        return found


@dataclass(frozen=True)
class _Comparison:
    """Two strategies, the stronger first.

    Parameters
    ----------
    one, other : str
        Their names.
    estimate : Estimate
        How much more the first gains a deal.
    pairing : float
        The factor by which the same deals shrank the variance, below 1 if they made it
        larger; NaN if there is none.
    is_alike : bool
        Whether both gained the same on all deals.
    """

    one: str
    other: str
    estimate: Estimate
    pairing: float
    is_alike: bool


def comparisons(played: Played) -> list[_Comparison]:
    """Return how each two strategies compare, the strongest difference first."""
    pairs = played.duel.pairs
    if played.duel.stop_when is None:
        found = _Rates(played).differences(pairs)
    else:
        found = [one.estimate(played.sums.n) for one in played.differences]
    rows = [
        _compared(played, one, other, estimate)
        for (one, other), estimate in zip(pairs, found, strict=True)
    ]
    return sorted(rows, key=lambda row: -row.estimate.estimate)


def _compared(played: Played, one: int, other: int, found: Estimate) -> _Comparison:
    """Return how two strategies compare, with how much more the first gains."""
    sums, names = played.sums, [seat.text for seat in played.duel.strategies]
    factor, is_alike = sums.pairing(one, other), sums.is_alike(one, other)
    if found.estimate < 0:
        one, other = other, one
        low, high = -found.ci_high, -found.ci_low
        found = replace(found, estimate=-found.estimate, ci_low=low, ci_high=high)
    if is_alike:
        found = replace(found, estimate=0.0)
    if played.duel.stop_when is None and np.isnan(factor):
        # A spread of 0 would leave an interval of no width.
        found = Estimate(sums.n, found.estimate, method=NO_SPREAD)
    return _Comparison(names[one], names[other], found, factor, is_alike)


def gains(played: Played) -> list[tuple[str, Estimate]]:
    """Return what each strategy gains a deal, the strongest first."""
    if played.duel.stop_when is None:
        found = _Rates(played).gains()
    else:
        found = [one.estimate(played.sums.n) for one in played.gains]
    names = [seat.text for seat in played.duel.strategies]
    rows = list(zip(names, found, strict=True))
    return sorted(rows, key=lambda row: -row[1].estimate)


def wins(played: Played) -> list[tuple[str, Estimate]]:
    """Return what share of its matches each strategy wins, the best first.

    Counted are those against other strategies that somebody has won; without any a
    strategy is left out.
    """
    duel, sums = played.duel, played.sums
    # Each errs with an equal part, so that all hold at once; beyond LEVELS is noise.
    level = min(LEVELS[1], 1.0 - (1.0 - duel.level) / len(duel.strategies))
    rows = []
    for place, seat in enumerate(duel.strategies):
        own, all_won = sums.wins[:, :, place]
        if all_won.any():
            share = proportion_estimate(own, all_won, level=level, n_sessions=sums.n)
            rows.append((seat.text, share))
    return sorted(rows, key=lambda row: -row[1].estimate)


def metrics_of(played: Played) -> list[Metric]:
    """Return the numbers of a duel."""
    duel = played.duel
    unit = duel.plan.game.duels.UNIT
    gain = "gain a deal, session mean" if _counts_sessions(duel) else "gain a deal"
    metrics = []
    for row in comparisons(played):
        name = f"{row.one} over {row.other}"
        metrics.append(Metric("duel", name, gain, unit, row.estimate))
        method = NO_SPREAD if np.isnan(row.pairing) else "ratio of variances"
        factor = Estimate(row.estimate.n, row.pairing, method=method)
        metrics.append(Metric("duel", name, "pairing", "factor", factor))
    for name, estimate in gains(played):
        metrics.append(Metric("ranking", name, gain, unit, estimate))
    for name, share in wins(played):
        metrics.append(Metric("matches", name, "won", "share", share))
    return metrics


def _counts_sessions(duel: Duel) -> bool:
    """Return whether sessions of several deals count alike, and not their deals.

    Confidence sequences are of means of bounded observations, which a session's gain
    a deal is.
    """
    return duel.stop_when is not None and duel.plan.deals > 1


def sentences_of(played: Played) -> list[str]:
    """Return the answer in sentences, the strongest difference first."""
    rows = comparisons(played)
    found = [_answer(row, played.duel) for row in rows]
    if played.sums.wins.any():
        found.append(_won(played))
    factors = [row.pairing for row in rows if not np.isnan(row.pairing)]
    if factors:
        found.append(_pairing(factors, played))
    if played.sums.is_uneven:
        found.append(_uneven(played.duel))
    if played.duel.stop_when is not None:
        found.append(_stopped(played))
    return found


def _answer(row: _Comparison, duel: Duel) -> str:
    """Return who gains how much over whom."""
    one, other, estimate = row.one, row.other, row.estimate
    unit = f"{duel.plan.game.duels.UNIT} a deal"
    margin = (estimate.ci_high - estimate.ci_low) / 2
    digits = _digits(margin)
    interval = f"±{margin:.{digits}f} {unit}"
    percent = f"{100 * duel.level:g} %"
    if row.is_alike:
        text = f"{one} and {other} played alike on all deals: both gained the same."
        is_bounded = not np.isnan(margin)
        return f"{text} That is known to {interval}, {percent}." if is_bounded else text
    if np.isnan(margin):
        return (
            f"{one} gained {estimate.estimate:.{digits}f} {unit} more than {other} in"
            " every session; without a spread nobody knows how sure that is."
        )
    text = f"{estimate.estimate:.{digits}f} {interval}"
    if estimate.ci_low > 0:
        return f"{one} gains {text} over {other}, {percent}."
    return f"No difference is seen between {one} and {other}: {text}, {percent}."


def _digits(margin: float) -> int:
    """Return how many decimals tell what is known up to a margin, which may be NaN."""
    return max(0, 1 - floor(log10(margin))) if margin > 0 else 3


def _won(played: Played) -> str:
    """Return how often each wins its matches."""
    duel = played.duel
    field = duel.fields[0].text if len(duel.fields) == 1 else "others"
    shares = ", ".join(f"{name} {_percent(share)}" for name, share in wins(played))
    return f"Matches won against {field}: {shares}; {100 * duel.level:g} %."


def _percent(share: Estimate) -> str:
    """Return a share with its interval, in percent."""
    low, high = 100 * share.ci_low, 100 * share.ci_high
    digits = _digits((high - low) / 2)
    text = f"{100 * share.estimate:.{digits}f} %"
    is_open = np.isnan(low)
    return text if is_open else f"{text} [{low:.{digits}f}, {high:.{digits}f}]"


def _pairing(factors: Sequence[float], played: Played) -> str:
    """Return what the same deals did to the variances."""
    shrunk = [one for one in factors if one >= _LEAST_EFFECT]
    grown = [1 / one for one in factors if 1 / one >= _LEAST_EFFECT]
    if shrunk and grown:
        text = (
            f"The same deals shrank the variance of some differences {_span(shrunk)}"
            f" times and made that of others {_span(grown)} times as large"
        )
    elif grown:
        times = _span([max(1.0, 1 / one) for one in factors])
        text = f"The same deals made the variance {times} times as large"
    elif shrunk:
        times = _span([max(1.0, one) for one in factors])
        text = f"The same deals shrank the variance {times} times"
    else:
        text = "The same deals left the variance as it was"
    if grown and played.duel.plan.game.has_pot and not played.duel.by_deal:
        return (
            f"{text}, for pots that part within a session have little in common;"
            " --pair deal compares from equal pots."
        )
    return f"{text}."


def _span(values: Sequence[float]) -> str:
    """Return from where to where values lie, in two digits."""
    ends = (f"{float(f'{value:.2g}'):,g}" for value in (min(values), max(values)))
    return " to ".join(dict.fromkeys(ends))


def _uneven(duel: Duel) -> str:
    """Return what counts alike where sessions have not equally many deals."""
    if _counts_sessions(duel):
        return (
            f"All {duel.unit} count alike, however many deals they have: these are"
            f" means over {duel.unit} of the gain a deal."
        )
    if len(duel.fields) > 1:
        return (
            f"All fields count alike, and against each all deals, not all {duel.unit},"
            " which differ in length."
        )
    return f"All deals count alike, not all {duel.unit}, which differ in length."


def _stopped(played: Played) -> str:
    """Return whether all is known that was asked for."""
    done = counted(played.sums.n, played.duel.unit)
    if played.is_decided:
        return f"Decided after {done}, however often one looks."
    return f"Not decided after {done}."


def part_done(played: Played) -> str:
    """Return how much was played of what was to be at most."""
    duel = played.duel
    return f"{played.sums.n:,} of {counted(duel.plan.sessions, duel.unit)}"


def outcome_of(played: Played) -> Outcome:
    """Return a duel as results describe a run: its seats are what was compared."""
    duel = played.duel
    sessions = played.sums.n if played.is_complete else duel.plan.sessions
    plan = replace(duel.plan, seats=duel.strategies, sessions=sessions)
    sums = plan.game.engine.layout.zeros()
    return Outcome(plan, sums, played.sums.n, played.seconds)


def table_of(played: Played) -> DataFrame:
    """Return the numbers of a duel as a table."""
    settings = settings_text(played.duel.settings)
    outcome, level = outcome_of(played), played.duel.level
    return frame(metrics_of(played), outcome, settings=settings, level=level)


def provenance_of(played: Played) -> dict[str, Any]:
    """Return where the numbers of a duel come from, as of a run."""
    return provenance(outcome_of(played), played.duel.describe())


def heading_of(played: Played) -> list[str]:
    """Return the lines above the tables: the answer, then what it rests on."""
    duel = played.duel
    plan = duel.plan
    names = ", ".join(seat.text for seat in duel.strategies)
    fields = ", ".join(seat.text for seat in duel.fields)
    changed = settings_text(plan.rules.changed())
    unit = "deals from equal pots" if duel.by_deal else plan.unit
    of_deals = "" if plan.deals == 1 or plan.matches else f" of {plan.deals} deals"
    return [
        *sentences_of(played),
        "",
        f"{plan.game.name}, {plan.players} players: {names}; each in every seat against"
        f" {fields}",
        f"{played.sums.n:,} {unit}{of_deals}, the same for all, seed {plan.seed};"
        f" rules: {changed or 'defaults'}",
    ]
