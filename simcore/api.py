"""The simulator from Python: runs that return tables.

The functions here are `simcore.run`, `simcore.pot` and so on; this module is imported
when one of them is first used.
"""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simcore.errors import UsageError
from simcore.game import Game, check_has_pot
from simcore.lineup import parse_lineup
from simcore.plan import Plan, run_length
from simcore.registry import find_game
from simcore.stats import check_level
from simcore.targets import Wanted, asked_length, parse_targets

if TYPE_CHECKING:
    from pandas import DataFrame  # noqa: TID251 (the type only)

    from simcore.metric import Metric
    from simcore.runner import Outcome


def run(
    game: str,
    *,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    sessions: int | None = None,
    deals: int | None = None,
    matches: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    rules: Mapping[str, Any] | None = None,
    level: float = 0.95,
    precision: Wanted | None = None,
    maximum: int | None = None,
) -> DataFrame:
    """Simulate a game; return win rates, profits and what else matters.

    Parameters
    ----------
    game : str
        The name of the game.
    players : int, optional
        How many play.
    strategies : str or sequence of str, optional
        One strategy for all seats, or one for each: a name or a file, with
        ``(parameter=value, ...)`` or not.
    sessions, deals : int, optional
        How many sessions, and the most deals in each; in a game of matches `deals`
        alone, the number of deals, each of which stands alone. Like all that is left
        out, they are as the game has them.
    matches : int, optional
        Play so many whole matches instead of single deals.
    seed : int, optional
        0 to 2**64 - 1; drawn if left out, and told in the column `seed`.
    jobs : int, optional
        Threads; as many as there are processors by default. The table does not depend
        on it.
    rules : Mapping, optional
        Options of the rules with their values, as ``{"cut": "never"}``.
    level : float
        Confidence level of the intervals.
    precision : str, sequence of str, or Mapping, optional
        Numbers that are to be known well enough, in place of how many sessions or deals
        to play, as ``"made=0.002"`` or ``{"contracts.all three.made": 0.002}``: half of
        the interval is at most so much in the end.
    maximum : int, optional
        With a precision, the most sessions, or deals where each stands alone; by
        default 100 times what is usual. Where it is reached first there is a warning.

    Returns
    -------
    DataFrame
        A row for each estimate; `docs/results.md` describes the columns. Its
        ``attrs["provenance"]`` tells all that the result depends on. Interrupted by
        Ctrl-C it holds what was complete, `complete` is False, and there is a warning.

    Raises
    ------
    UsageError
        If something asked for does not exist or is out of range.
    StrategyError
        If a strategy cannot be loaded or breaks the rules.
    """
    check_level(level)
    found = find_game(game)
    plan = make_plan(
        found,
        players=players,
        strategies=strategies,
        **asked_length(found, precision, maximum, sessions, deals, matches),
        rules=rules or {},
        seed=seed,
    )
    outcome = _simulate(plan, jobs, "run", precision, level)
    return _table(plan.game.metrics.run_metrics(outcome, level), outcome, level)


def pot(
    game: str,
    *,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    sessions: int | None = None,
    deals: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    rules: Mapping[str, Any] | None = None,
    level: float = 0.95,
    precision: Wanted | None = None,
    maximum: int | None = None,
) -> DataFrame:
    """Simulate sessions of a game; return how its pot behaves.

    See `run` for parameters, result and errors.
    """
    check_level(level)
    found = find_game(game)
    check_has_pot(found)
    plan = make_plan(
        found,
        players=players,
        strategies=strategies,
        **asked_length(found, precision, maximum, sessions, deals, None),
        rules=rules or {},
        seed=seed,
    )
    outcome = _simulate(plan, jobs, "pot", precision, level)
    return _table(plan.game.metrics.pot_metrics(outcome, level), outcome, level)


def make_plan(
    game: Game,
    *,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    sessions: int | None = None,
    deals: int | None = None,
    matches: int | None = None,
    rules: Mapping[str, Any],
    seed: int | None = None,
) -> Plan:
    """Return a plan in which what is None is as the game has it; a seed is drawn.

    Raises
    ------
    UsageError
        If a value is unknown or out of range.
    """
    fewest, most, usual = game.players
    players = usual if players is None else players
    if not fewest <= players <= most:
        raise UsageError(
            f"players is {players} but {game.name} takes {fewest} to {most}"
        )
    lineup = game.default_strategy if strategies is None else strategies
    if not isinstance(lineup, str):
        lineup = ",".join(lineup)
    return Plan(
        game=game,
        players=players,
        rules=game.rules.from_settings(rules),
        seats=parse_lineup(lineup, players, game),
        seed=secrets.randbits(32) if seed is None else seed,
        **run_length(game, sessions, deals, matches),
    )


def _simulate(
    plan: Plan, jobs: int | None, kind: str, precision: Wanted | None, level: float
) -> Outcome:
    """Run `plan`; warn if it was interrupted, or is not precise in the end."""
    from simcore.precision import Goals, run_until_precise
    from simcore.progress import compiling
    from simcore.runner import run_plan

    sentence = ""
    if precision is None:
        outcome = run_plan(plan, jobs, compiling=compiling(plan))
    else:
        targets = parse_targets(precision)
        goals = Goals(targets, plan.game, (f"{kind}_metrics",), level)
        found = run_until_precise(plan, goals, jobs, compiling=compiling(plan))
        outcome, sentence = found.outcome, "; ".join(found.missed)
    if not outcome.is_complete:
        sentence = f"interrupted after {outcome.sessions} of {plan.sessions}"
        sentence += f" {plan.unit}"
    if sentence:
        warnings.warn(sentence, RuntimeWarning, stacklevel=3)
    return outcome


def _table(metrics: list[Metric], outcome: Outcome, level: float) -> DataFrame:
    """Return metrics as a table that knows where it comes from."""
    from simcore.results import frame, provenance

    table = frame(metrics, outcome, level=level)
    table.attrs["provenance"] = provenance(outcome)
    return table
