"""A plan made ready for kernels: numbers and pointers instead of names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import StrategyError
from simcore.jit import float64, function_signature, record_type, uint64
from simcore.loading import family_number
from simcore.plan import Plan
from simcore.plugins import compile_decision
from simcore.rng import STREAM
from simcore.strategy import N_PARAMETERS


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
    functions: list[Any] = []
    places: dict[Any, int] = {}
    signature = function_signature(uint64, record_type(view), float64[::1], _RNG)
    for number, seat in enumerate(plan.seats):
        strategy = seat.strategy(plan.game)
        parameters[number] = seat.row(plan.game)
        if seat.file is None:
            numbers[number] = family_number(strategy)
            continue
        key = (seat.file, strategy.name)
        if key not in places:
            places[key] = len(places)
            functions += [
                compile_decision(
                    strategy.decisions[name], signature, name, strategy, seat.file
                )
                for name in plan.game.decisions
            ]
        numbers[number] = -1 - places[key]
    plugins = None
    if functions:
        room = most_seats * len(plan.game.decisions)
        plugins = tuple(functions + functions[:1] * (room - len(functions)))
    return Job(plan, plan.rules.as_record(), numbers, parameters, plugins)


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
