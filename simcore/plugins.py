"""Strategies from a user's own file: loaded, checked, compiled to pointers."""

from __future__ import annotations

import inspect
import math
import re
import sys
import traceback
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from simcore.errors import StrategyError, did_you_mean
from simcore.game import Game
from simcore.jit import pointed
from simcore.loading import import_file, source_digest, strategies_in
from simcore.strategy import FAILED, N_PARAMETERS, Parameter, Strategy
from simcore.vetting import fault_of

_ARGUMENTS = ("view", "parameters", "rng")


def plugin(file: Path, name: str, game: Game) -> Strategy:
    """Return the strategy `name` of `file`, or its only one if `name` is empty.

    Raises
    ------
    StrategyError
        If the file cannot be run, or what it defines cannot play `game`.
    """
    found = _read(file)
    if not name:
        if len(found) > 1:
            raise StrategyError(
                f"{file} defines {len(found)} strategies ({', '.join(found)})"
                f"; write {file}:{next(iter(found))}"
            )
        (strategy,) = found.values()
    elif name in found:
        strategy = found[name]
    else:
        raise StrategyError(
            f"{file} has no strategy {name!r}{did_you_mean(name, found)}"
        )
    _check(strategy, f"strategy {strategy.name} of {file}", game)
    return strategy


def plugins(file: Path, game: Game) -> list[Strategy]:
    """Return every strategy of `file`, in the order of its source.

    Raises
    ------
    StrategyError
        If the file cannot be run, or what it defines cannot play `game`.
    """
    found = list(_read(file).values())
    for strategy in found:
        _check(strategy, f"strategy {strategy.name} of {file}", game)
    return found


def _read(file: Path) -> dict[str, Strategy]:
    """Return the strategies of `file` by name: one at least."""
    try:
        digest = source_digest(file)
    except OSError as error:
        raise StrategyError(f"{file} cannot be read: {error.strerror}") from error
    found = _load(file.resolve(), digest, file)
    if not found:
        raise StrategyError(
            f"{file} defines no strategy: no variable in it is a simcore Strategy"
        )
    return found


@cache
def _load(file: Path, digest: str, shown: Path) -> dict[str, Strategy]:
    """Run `file` once for each text it has had; return its strategies by name.

    The path is told as it was `shown` by the user.
    """
    module_name = f"simcore_plugin_{file.stem}_{digest}"
    try:
        # What it prints must not get between the lines of a result.
        with redirect_stdout(sys.stderr):
            module = import_file(file, module_name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise StrategyError(
            f"{shown} cannot be loaded: {_first_line(error)}{_line_in(file, error)}"
        ) from error
    found: dict[str, Strategy] = {}
    for strategy in strategies_in(module):
        if found.setdefault(strategy.name, strategy) is not strategy:
            raise StrategyError(f"{shown} defines two strategies named {strategy.name}")
    return found


def _first_line(error: BaseException) -> str:
    """Return the kind of an error and the first line of what it says."""
    if isinstance(error, SyntaxError):
        return f"SyntaxError: {error.msg}"
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _line_in(file: Path, error: BaseException) -> str:
    """Return where in `file` an error was raised, as the end of a sentence."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return f", in line {error.lineno}"
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(file)
    ]
    return f", in line {lines[-1]}" if lines else ""


def _check(strategy: Strategy, who: str, game: Game) -> None:
    """Raise if `strategy` lacks a decision of `game`, or has one of another shape."""
    if strategy.game != game.name:
        raise StrategyError(f"{who} plays {strategy.game}, not {game.name}")
    _check_parameters(strategy.parameters, who)
    if not isinstance(strategy.decisions, Mapping):
        raise StrategyError(f"the decisions of {who} are not a dict of functions")
    for decision in strategy.decisions:
        if decision not in game.decisions:
            raise StrategyError(
                f"{who} has a decision {decision!r} that {game.name} does not have"
                f"{did_you_mean(str(decision), game.decisions)}"
            )
    for decision in game.decisions:
        if decision not in strategy.decisions:
            raise StrategyError(
                f"{who} lacks the decision {decision!r}; {game.name} has"
                f" {', '.join(game.decisions)}"
            )
        _check_shape(strategy.decisions[decision], f"{decision} of {who}")


def _check_parameters(parameters: Any, who: str) -> None:
    """Raise if the parameters of a strategy are too many, or not numbers."""
    if not isinstance(parameters, Mapping):
        raise StrategyError(f"the parameters of {who} are not a dict of Parameter")
    if len(parameters) > N_PARAMETERS:
        raise StrategyError(
            f"{who} has {len(parameters)} parameters but can have {N_PARAMETERS}"
        )
    for key, parameter in parameters.items():
        if not isinstance(parameter, Parameter):
            raise StrategyError(f"parameter {key!r} of {who} is not a Parameter")
        if not _is_number(parameter.default):
            raise StrategyError(
                f"parameter {key!r} of {who} has the default {parameter.default!r}"
                ", which is not a number"
            )


def _is_number(value: Any) -> bool:
    """Return whether `value` is a finite number that a float can hold."""
    try:
        return isinstance(value, int | float) and math.isfinite(value)
    except OverflowError:
        return False


def _check_shape(function: Any, what: str) -> None:
    """Raise if a decision is not compiled, or takes other arguments than three."""
    source = getattr(function, "py_func", None)
    if source is None:
        raise StrategyError(f"{what} is not marked with @decision")
    arguments = tuple(inspect.signature(source).parameters)
    if len(arguments) != len(_ARGUMENTS):
        raise StrategyError(
            f"{what} takes ({', '.join(arguments)}) but must take"
            f" ({', '.join(_ARGUMENTS)})"
        )


def compile_decision(
    function: Any, signature: Any, decision: str, strategy: Strategy, file: Path
) -> Any:
    """Return `function` as a pointer with the `signature` of a decision.

    Raises
    ------
    StrategyError
        If it does not compile, answers no integer or changes what it is shown.

    Notes
    -----
    A function is compiled once, whatever the parameters are and however often plans
    that use it are run.
    """
    what = f"{decision} of strategy {strategy.name} of {file}"
    try:
        function.compile(signature.args)
    except Exception as error:
        reason = _reason(error, function.py_func, signature.args[0].fields)
        raise StrategyError(f"{what} does not compile: {reason}") from error
    fault = fault_of(function, signature.args, len(strategy.parameters))
    if fault:
        raise StrategyError(f"{what} {fault}")
    return _pointer(function, signature)


@cache
def _pointer(function: Any, signature: Any) -> Any:
    """Return what answers like `function`, through a pointer and for one signature.

    Only then does numba see a pointer in it; and all pointers need one type of answer.
    """

    @pointed
    def answer(view, parameters, rng):  # type: ignore[no-untyped-def]
        try:
            return np.uint64(function(view, parameters, rng))
        except Exception:
            return FAILED

    answer.compile(signature)
    answer.disable_compile()
    return answer


_SIGNS = (
    "NameError",
    "Untyped global name",
    "Unknown attribute",
    "Cannot unify",
    "No implementation",
    "Invalid use of",
    "nsupported",
    "not defined",
)
"""What the telling lines of a compiler's message have in them."""


def _reason(error: Exception, source: Any, fields: Iterable[str]) -> str:
    """Return from a compiler's error what is wrong, in a line.

    Parameters
    ----------
    error : Exception
    source : function
        What was to be compiled.
    fields : iterable of str
        What a view has.
    """
    if isinstance(error, KeyError):  # so numba says that a record has no such field
        name = str(error.args[0])
        return f"a view has no {name!r}{_line_of(name, source)}" + did_you_mean(
            name, fields
        )
    message = str(error)
    numbers = re.findall(r'File "[^"]*", line (\d+)', message)
    where = f", in line {numbers[-1]}" if numbers else ""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    for sign in _SIGNS:
        for place, line in enumerate(lines):
            if sign in line:
                rest = lines[place + 1] if line.endswith("signature:") else ""
                return f"{line} {rest.removeprefix('>>> ')}".strip(" .") + where
    for line in lines:
        if not line.startswith(("Failed in", "During:", "File ", "-")):
            return line.rstrip(".") + where
    return _first_line(error)


def _line_of(name: str, source: Any) -> str:
    """Return where `source` reads the attribute `name`, as the end of a sentence."""
    try:
        lines, first = inspect.getsourcelines(source)
    except OSError:
        return ""
    for number, line in enumerate(lines, first):
        if f".{name}" in line:
            return f", in line {number}"
    return ""
