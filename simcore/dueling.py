"""Duels of strategies: which is better, by how much, and how sure that is.

`simcore.duel` is here; this module is imported when it is first used.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.api import make_plan
from simcore.duel_play import Duel, Played, play_duel
from simcore.errors import UsageError
from simcore.game import Game
from simcore.lineup import Seat, parse_seat
from simcore.metric import Metric
from simcore.plan import Plan, run_length
from simcore.registry import find_game
from simcore.stats import Estimate, check_level, largest_error, t_quantile

if TYPE_CHECKING:
    from pandas import DataFrame  # noqa: TID251 (the type only)

    from simcore.runner import Outcome

SHORTER = 5
"""A duel has the usual length of a run divided by this: it plays many arrangements."""

MOST_TIMES = 100
"""Where a duel stops as soon as it is decided, it has at most so many times that."""

LEAST_UNITS = 2
PAIRED = "paired over sessions"
SIMULTANEOUS = "paired over sessions, simultaneous"

TITLES = {
    "duel": "Differences, the stronger first",
    "ranking": "What each gains a deal against the field",
}
"""What stands above each table."""


def duel(
    game: str,
    strategies: Sequence[str],
    *,
    field: str | None = None,
    players: int | None = None,
    sessions: int | None = None,
    deals: int | None = None,
    matches: int | None = None,
    pair: str = "session",
    stop_when: float | None = None,
    most: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    rules: Mapping[str, Any] | None = None,
    level: float = 0.95,
) -> DataFrame:
    """Compare strategies on the same deals, each of them in every seat.

    Parameters
    ----------
    game : str
        The name of the game.
    strategies : sequence of str
        Two or more, as for `simcore.run`.
    field : str, optional
        Who sits in all other seats; by default each of the compared in turn.
    players, sessions, deals, matches, seed, jobs, rules, level
        As for `simcore.run`.
    pair : str
        ``session``, or in a game with a pot ``deal``: each deal then stands alone, from
        equal pots.
    stop_when : float, optional
        Stop as soon as each difference is known to half a width of this, or its sign is
        known; with intervals that hold however often one looks.
    most : int, optional
        With `stop_when`: the most sessions, or with `pair` ``deal`` and in a game of
        matches the most deals; by default 100 times as many as a duel usually has.

    Returns
    -------
    DataFrame
        A row for each number; ``attrs["answer"]`` is the answer in sentences.

    Raises
    ------
    UsageError
        If something asked for does not exist, or strategies cannot be compared.
    StrategyError
        If a strategy cannot be loaded or breaks the rules.
    """
    from simcore.progress import compiling
    from simcore.results import frame, provenance
    from simcore.runner import n_threads

    asked = make_duel(
        find_game(game),
        strategies,
        field=field,
        players=players,
        sessions=sessions,
        deals=deals,
        matches=matches,
        pair=pair,
        stop_when=stop_when,
        most=most,
        seed=seed,
        rules=rules or {},
        level=level,
    )
    played = play_duel(asked, n_threads(jobs), None, compiling(asked.plan))
    outcome = outcome_of(played)
    table = frame(metrics_of(played), outcome, level=level)
    table.attrs["answer"] = sentences_of(played)
    table.attrs["provenance"] = provenance(outcome)
    return table


def make_duel(
    game: Game,
    strategies: Sequence[str],
    *,
    field: str | None,
    players: int | None,
    sessions: int | None,
    deals: int | None,
    matches: int | None,
    pair: str,
    stop_when: float | None,
    most: int | None,
    seed: int | None,
    rules: Mapping[str, Any],
    level: float,
) -> Duel:
    """Return a duel, checked; see `duel`."""
    check_level(level)
    if not game.has_duels:
        raise UsageError(f"there are no duels of {game.name}")
    compared = tuple(parse_seat(text, game) for text in strategies)
    if len(compared) < 2:
        raise UsageError("a duel takes two strategies or more")
    _check_distinct(compared, game)
    by_deal = _is_by_deal(game, pair)
    if stop_when is not None and not (stop_when > 0 and isfinite(stop_when)):
        raise UsageError(f"stop-when is {stop_when} but takes a number above 0")
    if most is not None and stop_when is None:
        raise UsageError(f"max is {most} but goes with stop-when only")
    length = _length(game, sessions, deals, matches, by_deal, stop_when, most)
    plan = make_plan(game, players=players, rules=rules, seed=seed, deals=1)
    seed = secrets.randbits(32) if seed is None else seed
    found = Duel(
        plan=replace(plan, **length, seed=seed),
        strategies=compared,
        fields=compared if field is None else (parse_seat(field, game),),
        by_deal=by_deal,
        stop_when=stop_when,
        level=level,
    )
    if by_deal:
        plan = replace(found.plan, sessions=found.plan.sessions * found.plan.deals)
        found = replace(found, plan=replace(plan, deals=1))
    if found.plan.sessions < LEAST_UNITS:
        raise UsageError(
            f"a duel takes {LEAST_UNITS} {found.unit} or more, not"
            f" {found.plan.sessions}"
        )
    return found


def _is_by_deal(game: Game, pair: str) -> bool:
    """Return whether each deal stands alone, at equal pots."""
    if pair not in {"session", "deal"}:
        raise UsageError(f"pair is {pair!r} but takes session or deal")
    if pair == "session":
        return False
    if not game.has_pot:
        raise UsageError(
            f"{game.name} has no pot: its deals stand alone without --pair deal"
        )
    return True


def _length(
    game: Game,
    sessions: int | None,
    deals: int | None,
    matches: int | None,
    by_deal: bool,
    stop_when: float | None,
    most: int | None,
) -> dict[str, Any]:
    """Return how many sessions a duel has at most, and how many deals each."""
    length = run_length(game, sessions, deals, matches)
    counted = [deals, matches] if game.plays_matches else [sessions]
    is_counted = any(number is not None for number in counted)
    is_stopped = stop_when is not None
    if is_stopped and (is_counted or (by_deal and deals is not None)):
        raise UsageError("stop-when decides how many are played; max is the most")
    if not is_counted:
        usual = max(LEAST_UNITS, game.default_sessions // SHORTER)
        length["sessions"] = usual * (MOST_TIMES if is_stopped else 1)
    if most is not None:
        length |= {"sessions": most} | ({"deals": 1} if by_deal else {})
    return length


def _check_distinct(seats: Sequence[Seat], game: Game) -> None:
    """Raise if two of the strategies are the same."""
    known: dict[Any, str] = {}
    for seat in seats:
        strategy = seat.strategy(game)
        key = (
            seat.file,
            tuple(strategy.decisions.values()),
            tuple(seat.row(game).tolist()),
        )
        if key in known:
            raise UsageError(
                f"{known[key]} and {seat.text} are the same strategy: on the same cards"
                " they gain exactly the same"
            )
        known[key] = seat.text


class _Estimates:
    """Numbers from the sums of a duel.

    With G and D what a strategy gained and in how many deals, in each session and both
    averaged over all arrangements, it gains ΣG / ΣD a deal; the influence of a session
    is (G - ΣG / ΣD · D) / ΣD. A difference is linearised in the same way.
    """

    def __init__(self, played: Played) -> None:
        sums = played.sums
        self.k = len(played.duel.strategies)
        self.n = sums.n
        self.level = played.duel.level
        gains, self.deals = sums.totals[: self.k], sums.totals[self.k :]
        self.rates = gains / self.deals
        self._products = sums.products
        # How a session's gains and deals move the rate of each strategy.
        self._weights = np.zeros((self.k, 2 * self.k))
        for place in range(self.k):
            self._weights[place, place] = 1 / self.deals[place]
            self._weights[place, self.k + place] = (
                -self.rates[place] / self.deals[place]
            )

    def covariance(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the covariance of numbers with these weights, float64[m, 2 k]."""
        once = np.einsum("mi,ij->mj", weights, self._products)
        spread = np.einsum("mj,lj->ml", once, weights)
        return np.asarray(spread * self.n / (self.n - 1))

    def rate(self, place: int) -> Estimate:
        """Return what a strategy gains a deal."""
        (variance,) = self.covariance(self._weights[[place]]).ravel()
        value, error = float(self.rates[place]), _root(variance)
        reach = self._reach * error
        return Estimate(self.n, value, error, value - reach, value + reach, PAIRED)

    def differences(self, pairs: Sequence[tuple[int, int]]) -> list[Estimate]:
        """Return by how much the first of each pair gains more a deal."""
        weights = np.array([self._weights[i] - self._weights[j] for i, j in pairs])
        covariance = self.covariance(weights)
        values = [float(self.rates[i] - self.rates[j]) for i, j in pairs]
        errors = [_root(variance) for variance in np.diag(covariance)]
        if len(pairs) == 1:
            (value,), (error,) = values, errors
            reach = self._reach * error
            one = Estimate(self.n, value, error, value - reach, value + reach, PAIRED)
            return [one]
        factor = max(self._reach, largest_error(covariance, self.level))
        return [
            Estimate(
                self.n,
                value,
                error,
                value - factor * error,
                value + factor * error,
                SIMULTANEOUS,
            )
            for value, error in zip(values, errors, strict=True)
        ]

    @property
    def _reach(self) -> float:
        """How many standard errors an interval goes to each side."""
        return t_quantile(0.5 + 0.5 * self.level, self.n - 1)


def _root(variance: float) -> float:
    """Return the root of a variance, which rounding may have left below 0."""
    return sqrt(max(0.0, float(variance)))


def _ordered(played: Played) -> list[tuple[str, Estimate, float]]:
    """Return each pair, the stronger first: name, difference, factor of pairing."""
    duel = played.duel
    estimates = _Estimates(played)
    found = estimates.differences(duel.pairs)
    if duel.stop_when is not None:
        found = [sequence.estimate(played.sums.n) for sequence in played.sequences]
    rows = []
    for (one, other), estimate in zip(duel.pairs, found, strict=True):
        shrink = played.sums.pairing(one, other)
        first, second = one, other
        if estimate.estimate < 0:
            first, second = other, one
            low, high = -estimate.ci_high, -estimate.ci_low
            value = -estimate.estimate
            estimate = replace(estimate, estimate=value, ci_low=low, ci_high=high)
        names = [duel.strategies[place].text for place in (first, second)]
        rows.append((f"{names[0]} over {names[1]}", estimate, shrink))
    return sorted(rows, key=lambda row: -row[1].estimate)


def metrics_of(played: Played) -> list[Metric]:
    """Return the numbers of a duel."""
    duel = played.duel
    unit = duel.plan.game.duels.UNIT
    metrics = []
    for name, estimate, shrink in _ordered(played):
        metrics.append(Metric("duel", name, "gain a deal", unit, estimate))
        factor = Estimate(estimate.n, shrink, method="ratio of variances")
        metrics.append(Metric("duel", name, "pairing", "factor", factor))
    estimates = _Estimates(played)
    for place in sorted(range(estimates.k), key=lambda one: -estimates.rates[one]):
        name, rate = duel.strategies[place].text, estimates.rate(place)
        metrics.append(Metric("ranking", name, "gain a deal", unit, rate))
    return metrics


def sentences_of(played: Played) -> list[str]:
    """Return the answer in sentences, the strongest difference first."""
    duel = played.duel
    unit = f"{duel.plan.game.duels.UNIT} a deal"
    percent = f"{100 * duel.level:g} %"
    rows = _ordered(played)
    found = []
    for name, estimate, _ in rows:
        one, other = name.split(" over ", 1)
        found.append(_gain(one, other, estimate, unit, percent))
    shrinks = [shrink for _, _, shrink in rows]
    found.append(_pairing(min(shrinks), max(shrinks), played))
    if duel.stop_when is not None:
        found.append(_stopped(played))
    return found


def _gain(one: str, other: str, estimate: Estimate, unit: str, percent: str) -> str:
    """Return who gains how much over whom."""
    margin = (estimate.ci_high - estimate.ci_low) / 2
    digits = max(0, 2 - int(np.floor(np.log10(margin))) - 1) if margin > 0 else 3
    text = f"{estimate.estimate:.{digits}f} ±{margin:.{digits}f} {unit}"
    if estimate.ci_low > 0:
        return f"{one} gains {text} over {other}, {percent}."
    return f"No difference is seen between {one} and {other}: {text}, {percent}."


def _pairing(least: float, most: float, played: Played) -> str:
    """Return what the same deals were good for."""
    factor = f"{least:.2g}"
    if f"{most:.2g}" != factor:
        factor = f"{least:.2g} to {most:.2g}"
    text = f"The same deals shrank the variance {factor} times"
    can_pair_deals = played.duel.plan.game.has_pot and not played.duel.by_deal
    if least < 1 and can_pair_deals:
        return (
            f"{text}: below 1 they make it larger, for pots that part within a session"
            " have little in common; --pair deal compares from equal pots."
        )
    return f"{text}."


def _stopped(played: Played) -> str:
    """Return whether all is known that was asked for."""
    unit = played.duel.unit
    if played.is_decided:
        return f"Decided after {played.sums.n:,} {unit}, however often one looks."
    return f"Not decided after {played.sums.n:,} {unit}."


def outcome_of(played: Played) -> Outcome:
    """Return a duel as results describe a run: its seats are what was compared."""
    from simcore.runner import Outcome

    duel = played.duel
    sessions = played.sums.n if played.is_complete else duel.plan.sessions
    plan: Plan = replace(duel.plan, seats=duel.strategies, sessions=sessions)
    sums = plan.game.engine.layout.zeros()
    return Outcome(plan, sums, played.sums.n, played.seconds)


def heading_of(played: Played) -> list[str]:
    """Return the lines above the tables: the answer, then what it rests on."""
    from simcore.results import settings_text

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
