"""Short runs of any game, and what its commands say: help for tests of all games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from click.testing import CliRunner

from simcore.api import make_plan
from simcore.cli.main import main
from simcore.game import Game
from simcore.metric import Metric
from simcore.plan import Plan
from simcore.runner import run_plan

USUAL = 100
"""A number that is tried of every option that takes it, beside the ends of a range."""

SHORT_MATCH = {"target": "1"}
"""The option that every game of matches has, so low that a match soon ends."""


def length(game: Game, number: int) -> dict[str, int]:
    """Return how a run of about `number` deals is asked for."""
    if game.plays_matches:
        return {"deals": number}
    return {"sessions": -(-number // 6), "deals": 6}


def plan_of(game: Game, number: int = 60, **changes: Any) -> Plan:
    """Return a short plan with random players."""
    values: dict[str, Any] = {"rules": {}, "seed": 5, "strategies": "random"}
    if not {"sessions", "deals", "matches"} & set(changes):
        values |= length(game, number)
    return make_plan(game, **values | changes)


def plans_of(game: Game) -> Iterator[Plan]:
    """Yield a short plan of each kind that the game has."""
    yield plan_of(game)
    if game.plays_matches:
        yield plan_of(game, matches=4, rules=SHORT_MATCH)


def metrics_of(game: Game, plan: Plan) -> list[Metric]:
    """Return what `simcore run` tells of a plan."""
    metrics: list[Metric] = game.metrics.run_metrics(run_plan(plan), 0.95)
    return metrics


def values_of(item: Any) -> list[Any]:
    """Return values that an option takes: all words, some numbers."""
    if item.metadata["choices"]:
        return list(item.metadata["choices"])
    if isinstance(item.default, bool):
        return [False, True]
    low, high = item.metadata["minimum"], item.metadata["maximum"]
    numbers = sorted({low, min(low + 1, high), min(USUAL, high), high})
    return [None, *numbers] if item.default is None else numbers


def simcore_says(*words: str) -> str:
    """Return what a command prints, having made sure that it succeeds."""
    result = CliRunner().invoke(main, list(words), standalone_mode=False)
    assert result.exception is None, f"{' '.join(words)}: {result.exception}"
    assert result.return_value in (None, 0)
    assert result.stdout
    return result.stdout
