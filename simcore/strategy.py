"""Strategies: what an author writes, and how kernels ask them.

A strategy is one compiled function for each decision of its game, and parameters that
are data: changing one compiles nothing. Every decision has the same signature,
``decision(view, parameters, rng) -> uint64``: what the seat sees (the game's `VIEW`
record), its parameters (float64 array in the order in which they were declared) and its
own random stream (see `simcore.rng`). The built-in strategies are compiled into the
kernel; a plug-in is called through a pointer, so that the kernel need not be compiled
again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from simcore.errors import UsageError, did_you_mean
from simcore.jit import kernel
from simcore.table import written_down

N_PARAMETERS = 32
"""The most parameters a strategy can have: the width of the rows kernels see."""

FAILED = np.uint64(0xFFFF_0000_FFFF_0000)
"""What a decision that raises an exception answers: no number, no cards of any game."""

decision = kernel
"""Decorator for each decision of a strategy."""


class Parameter(NamedTuple):
    """A number that a strategy can be given, with its default and one line of help."""

    default: float
    summary: str


@dataclass(frozen=True)
class Strategy:
    """A named set of decisions with parameters.

    Parameters
    ----------
    name : str
        The name on the command line.
    game : str
        The game it plays.
    summary : str
        One line that says how it plays.
    decisions : Mapping[str, Callable]
        A function marked with `decision` for each decision of the game.
    parameters : Mapping[str, Parameter]
        The parameters, in the order in which the decisions see them.
    """

    name: str
    game: str
    summary: str
    decisions: Mapping[str, Callable[..., Any]]
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def preset(self, *, name: str, summary: str, **values: float) -> Strategy:
        """Return this strategy under another name, with other defaults."""
        changed = {
            key: Parameter(values.pop(key, old.default), old.summary)
            for key, old in self.parameters.items()
        }
        if values:
            raise UsageError(f"{self.name} has no parameter {next(iter(values))!r}")
        return replace(self, name=name, summary=summary, parameters=changed)

    def row(self, values: Mapping[str, float]) -> np.ndarray[Any, Any]:
        """Return the parameters as a kernel sees them, float64[N_PARAMETERS].

        Raises
        ------
        UsageError
            If `values` sets a parameter that the strategy does not have.
        """
        row = np.zeros(N_PARAMETERS)
        for place, (key, parameter) in enumerate(self.parameters.items()):
            row[place] = values.get(key, parameter.default)
        for key in values:
            if key not in self.parameters:
                raise UsageError(
                    f"strategy {self.name} has no parameter {key!r}"
                    f"{did_you_mean(key, self.parameters)}"
                )
        return row


def _chain(functions: Sequence[Any]) -> Any:
    """Return a kernel that calls the function with a given number."""
    first, *others = functions
    if not others:

        @kernel
        def only(number, view, parameters, rng):
            return np.uint64(first(view, parameters, rng))

        return only
    rest = _chain(others)

    @kernel
    def choose(number, view, parameters, rng):
        if number == 0:
            return np.uint64(first(view, parameters, rng))
        return rest(number - 1, view, parameters, rng)

    return choose


def asker(slot: int, n_decisions: int, built_in: Sequence[Any]) -> Any:
    """Return a kernel that asks the strategy of a seat for one kind of decision.

    Parameters
    ----------
    slot : int
        The place of the decision among the `n_decisions` of the game.
    built_in : sequence of compiled functions
        This decision of every built-in strategy, by number.

    Returns
    -------
    kernel
        ``ask(number, seat, asked, parameters, streams, plugins) -> uint64``, where
        `asked` is the view of the seat (`simcore.table.question`). A number below zero,
        -1 - p, is plug-in p, whose decisions lie together in `plugins`; with `plugins`
        None that branch is not compiled.
    """
    choose = _chain(built_in)

    @kernel
    def ask(number, seat, asked, parameters, streams, plugins):
        # An index without a sign need not be tested for being below zero.
        row, rng = parameters[np.uint64(seat)], streams[np.uint64(seat)]
        if plugins is not None:
            if number < 0:
                function = plugins[(-1 - number) * n_decisions + slot]
                return function(written_down(asked), row, rng)
        return choose(number, asked, row, rng)

    return ask
