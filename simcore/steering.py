"""Steered seats: what they decide is written down beforehand, as far as it goes.

A script is a list of answers for one seat, in the order in which the seat is asked in a
deal, each with the kind of decision that it is for. Asked for a decision of another
kind than the next answer's, where that is `FREE`, and after the last one, the seat's
strategy decides. So a deal that people played can be played again, the other ways of a
decision can be tried, and a strategy can be asked what it would have done.

A steered seat is asked through a pointer, as a plug-in is. Its script lies in its row
of parameters behind those of the strategy: no kernel knows of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import simcore
from simcore.jit import entry, kernel, pointed
from simcore.strategy import FAILED, N_PARAMETERS

MOST_ANSWERS = 64
"""The most answers of a script: no seat is asked more often in a deal of any game."""

FREE = -1
"""The answer of a script that leaves a decision to the strategy."""

_CURSOR = N_PARAMETERS
_LENGTH = _CURSOR + 1
_ANSWERS = _LENGTH + 1
_WIDTH = 3
_SLOT, _UPPER, _LOWER = range(_WIDTH)
ROW_SIZE = _ANSWERS + _WIDTH * MOST_ANSWERS
"""Numbers in the row of a steered seat. An answer of 64 bits lies in two of them."""

_HALF = 32
_LOW = (1 << _HALF) - 1
_SHIFT = np.uint64(_HALF)

_SOURCES = ("jit", "rng", "steering", "strategy", "table", "tricks")


def write_script(row: NDArray[np.float64], answers: Sequence[tuple[int, int]]) -> None:
    """Put a script into the row of a seat.

    Parameters
    ----------
    row : float64[ROW_SIZE]
        The parameters of the seat (out).
    answers : sequence of (int, int)
        For each the place of its decision among those of the game, and a number from 0
        to 2**64 - 1, as the strategy would return it, or `FREE`.

    Raises
    ------
    ValueError
        If there are more than `MOST_ANSWERS`.
    """
    if len(answers) > MOST_ANSWERS:
        raise ValueError(
            f"{len(answers)} answers but a script has up to {MOST_ANSWERS}"
        )
    row[_CURSOR] = 0
    row[_LENGTH] = len(answers)
    for place, (slot, answer) in enumerate(answers):
        at = _ANSWERS + _WIDTH * place
        row[at + _SLOT] = slot
        row[at + _UPPER] = FREE if answer == FREE else answer >> _HALF
        row[at + _LOWER] = answer & _LOW


@kernel
def rewind_scripts(parameters):
    """Start the scripts of all seats over (parameters float64[n_seats, ROW_SIZE])."""
    for seat in range(len(parameters)):
        parameters[seat, _CURSOR] = 0


@cache
def steered(
    function: Any, slot: int, signature: Any, name: str, sources: tuple[Path, ...]
) -> Any:
    """Return a pointer that follows the script of a seat, then asks `function`.

    Parameters
    ----------
    function : compiled function
        A decision of a strategy.
    slot : int
        Its place among the decisions of the game.
    signature : numba signature
        That of a decision of the game.
    name : str
        Tells it apart from the other functions of `sources`.
    sources : tuple of Path
        The files that `function` is compiled from. Without any, nothing is kept on
        disk: of a user's file nobody knows what it imports.
    """

    def answer(view, parameters, rng):
        place = np.int64(parameters[_CURSOR])
        at = _ANSWERS + _WIDTH * place
        if place < parameters[_LENGTH] and parameters[at + _SLOT] == slot:
            parameters[_CURSOR] = place + 1
            upper = parameters[at + _UPPER]
            if upper >= 0:
                lower = np.uint64(parameters[at + _LOWER])
                return np.uint64(upper) << _SHIFT | lower
        try:
            return np.uint64(function(view, parameters, rng))
        except Exception:
            return FAILED

    answer.__qualname__ = f"steered_{name}"
    pointer = entry([*_own_sources(), *sources])(answer) if sources else pointed(answer)
    pointer.compile(signature)
    pointer.disable_compile()
    return pointer


def _own_sources() -> Iterable[Path]:
    """Return the files of the package that are compiled into a steered decision."""
    package = Path(simcore.__file__).parent
    return (package / f"{name}.py" for name in _SOURCES)
