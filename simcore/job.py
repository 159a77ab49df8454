"""A plan made ready for kernels: numbers and pointers instead of names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import StrategyError
from simcore.game import Game
from simcore.jit import float64, function_signature, record_type, uint64
from simcore.loading import family_number, family_of
from simcore.plan import Plan
from simcore.plugins import compile_decision
from simcore.rng import STREAM
from simcore.sessions import sources
from simcore.steering import ROW_SIZE, steered
from simcore.strategy import N_PARAMETERS, Strategy


@dataclass(frozen=True)
class Job:
    """What the kernels of a game need to run a plan.

    Parameters
    ----------
    plan : Plan
    rules : structured array [1]
        The rules as the game's kernels see them.
    numbers : int64[n_seats]
        The strategy of each seat: a built-in family, or -1 - p for plug-in p.
    parameters : float64[n_seats, N_PARAMETERS]
    plugins : tuple of compiled functions, or None
        The decisions of all plug-ins, as many as the game's kernels take.
    """

    plan: Plan
    rules: NDArray[Any]
    numbers: NDArray[np.int64]
    parameters: NDArray[np.float64]
    plugins: tuple[Any, ...] | None


def prepare(plan: Plan, view: np.dtype[Any], most_seats: int) -> Job:
    """Return the job of `plan` for a game with the given `view` and number of seats.

    Raises
    ------
    StrategyError
        If a plug-in cannot be used.
    """
    numbers = np.zeros(len(plan.seats), np.int64)
    parameters = np.zeros((len(plan.seats), N_PARAMETERS))
    signature = _signature(view)
    pointers: dict[Any, list[Any]] = {}
    for number, seat in enumerate(plan.seats):
        strategy = seat.strategy(plan.game)
        parameters[number] = seat.row(plan.game)
        if seat.source is None:
            numbers[number] = family_number(strategy)
            continue
        key = (seat.source, strategy.name)
        if key not in pointers:
            pointers[key] = _compile_plugin(plan.game, strategy, signature, seat.source)
        numbers[number] = -1 - list(pointers).index(key)
    plugins = _fill(pointers, most_seats) if pointers else None
    return Job(plan, plan.rules.as_record(), numbers, parameters, plugins)


def prepare_steered(plan: Plan, view: np.dtype[Any], most_seats: int) -> Job:
    """Return the job of `plan` with a script at every seat, see `simcore.steering`.

    Raises
    ------
    StrategyError
        If a plug-in cannot be used.
    """
    numbers = np.zeros(len(plan.seats), np.int64)
    parameters = np.zeros((len(plan.seats), ROW_SIZE))
    signature = _signature(view)
    pointers: dict[Any, list[Any]] = {}
    for number, seat in enumerate(plan.seats):
        strategy = seat.strategy(plan.game)
        parameters[number, :N_PARAMETERS] = seat.row(plan.game)
        key = (seat.source, strategy.name if seat.source else family_of(strategy).name)
        if key not in pointers:
            pointers[key] = _steer(plan.game, strategy, signature, seat.source)
        numbers[number] = -1 - list(pointers).index(key)
    plugins = _fill(pointers, most_seats)
    return Job(plan, plan.rules.as_record(), numbers, parameters, plugins)


def _signature(view: np.dtype[Any]) -> Any:
    """Return the signature of the decisions of a game with the given `view`."""
    return function_signature(uint64, record_type(view), float64[::1], _RNG)


def _compile_plugin(
    game: Game, strategy: Strategy, signature: Any, file: Path
) -> list[Any]:
    """Return the decisions of a plug-in as pointers."""
    return [
        compile_decision(strategy.decisions[name], signature, name, strategy, file)
        for name in game.decisions
    ]


def _steer(
    game: Game, strategy: Strategy, signature: Any, file: Path | None
) -> list[Any]:
    """Return the decisions of a strategy as pointers that follow a script first."""
    kept: tuple[Path, ...] = ()
    if file is None:
        strategy = family_of(strategy)
        kept = tuple(sources(game.name, game.folder))
    else:
        _compile_plugin(game, strategy, signature, file)
    return [
        steered(
            strategy.decisions[name], slot, signature, f"{strategy.name}_{name}", kept
        )
        for slot, name in enumerate(game.decisions)
    ]


def _fill(pointers: dict[Any, list[Any]], most_seats: int) -> tuple[Any, ...]:
    """Return all pointers in a row, as many as kernels take: the rest is never read."""
    row = [pointer for decisions in pointers.values() for pointer in decisions]
    room = most_seats * len(row) // len(pointers)
    return tuple(row + row[:1] * (room - len(row)))


_RNG = record_type(STREAM)


def wrong_answer(
    job: Job, session: int, deal: int, seat: int, decision: str, answer: str
) -> StrategyError:
    """Return the error that tells of an answer that the rules do not allow."""
    asked = job.plan.seats[seat]
    name = asked.text
    if asked.file is not None:
        name = f"{asked.strategy(job.plan.game).name} of {asked.file}"
    return StrategyError(
        f"strategy {name} at seat {seat} answered {answer} to"
        f" {decision} in deal {deal} of session {session} with seed {job.plan.seed},"
        " which the rules do not allow"
    )


def describe_lineup(texts: Sequence[str]) -> str:
    """Return the texts of all seats, or of one where all are the same."""
    return texts[0] if len(set(texts)) == 1 else ", ".join(texts)
