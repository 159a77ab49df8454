"""Strategies from a user's own file: loaded, checked, compiled to pointers."""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache
from pathlib import Path
from typing import Any

from simcore.errors import StrategyError, did_you_mean
from simcore.game import Game
from simcore.jit import kernel
from simcore.loading import import_file, source_digest, strategies_in
from simcore.strategy import Strategy

_ARGUMENTS = ("view", "parameters", "rng")


def plugin(file: Path, name: str, game: Game) -> Strategy:
    """Return the strategy `name` of `file`, or its only one if `name` is empty.

    Raises
    ------
    StrategyError
        If the file cannot be run, or what it defines cannot play `game`.
    """
    found = _load(file.resolve(), source_digest(file))
    if not found:
        raise StrategyError(
            f"{file} defines no strategy: no variable in it is a simcore Strategy"
        )
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
    _check(strategy, file, game)
    return strategy


@cache
def _load(file: Path, digest: str) -> dict[str, Strategy]:
    """Run `file` once for each text it has had; return its strategies by name."""
    module_name = f"simcore_plugin_{file.stem}_{digest}"
    try:
        module = import_file(file, module_name)
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else ""
        raise StrategyError(
            f"{file} cannot be loaded: {type(error).__name__}: {reason}"
        ) from error
    return {strategy.name: strategy for strategy in strategies_in(module)}


def _check(strategy: Strategy, file: Path, game: Game) -> None:
    """Raise if `strategy` lacks a decision of `game`, or has one of another shape."""
    if strategy.game != game.name:
        raise StrategyError(
            f"strategy {strategy.name} of {file} plays {strategy.game}, not {game.name}"
        )
    for decision in strategy.decisions:
        if decision not in game.decisions:
            raise StrategyError(
                f"strategy {strategy.name} of {file} has a decision {decision!r} that "
                f"{game.name} does not have{did_you_mean(decision, game.decisions)}"
            )
    for decision in game.decisions:
        function = strategy.decisions.get(decision)
        if function is None:
            raise StrategyError(
                f"strategy {strategy.name} of {file} lacks the decision {decision!r}"
                f"; {game.name} has {', '.join(game.decisions)}"
            )
        source = getattr(function, "py_func", None)
        if source is None:
            raise StrategyError(
                f"{decision} of strategy {strategy.name} in {file} is not marked"
                " with @decision"
            )
        arguments = tuple(inspect.signature(source).parameters)
        if len(arguments) != len(_ARGUMENTS):
            raise StrategyError(
                f"{decision} of strategy {strategy.name} in {file} takes"
                f" ({', '.join(arguments)}) but must take ({', '.join(_ARGUMENTS)})"
            )
        _check_reads_only(source, decision, strategy, file)


def _check_reads_only(
    function: Any, decision: str, strategy: Strategy, file: Path
) -> None:
    """Raise if a decision writes to its view, which all seats share."""
    view = next(iter(inspect.signature(function).parameters))
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    for node in ast.walk(tree):
        is_target = isinstance(getattr(node, "ctx", None), ast.Store)
        while is_target and isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
            if isinstance(node, ast.Name) and node.id == view:
                raise StrategyError(
                    f"{decision} of strategy {strategy.name} in {file} writes to"
                    " its view; a view can only be read"
                )


def compile_decision(
    function: Any, signature: Any, decision: str, strategy: Strategy, file: Path
) -> Any:
    """Return `function` compiled for the `signature` of a decision.

    Raises
    ------
    StrategyError
        If it does not compile; the message holds the line of the compiler that says
        what is wrong.
    """
    # A dispatcher of its own, closed to other signatures: only then does numba see a
    # pointer in it, and the one in the file can still be called from other decisions.
    compiled = kernel(function.py_func)
    try:
        compiled.compile(signature)
    except Exception as error:
        raise StrategyError(
            f"{decision} of strategy {strategy.name} in {file} does not compile: "
            f"{_telling_line(str(error))}"
        ) from error
    compiled.disable_compile()
    return compiled


def _telling_line(message: str) -> str:
    """Return the line of a compiler's message that names the mistake."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    for sign in ("Unknown attribute", "NameError", "Undefined", "No implementation"):
        for line in lines:
            if sign in line:
                return line
    for line in lines:
        if not line.startswith(("Failed in", "During:", "File ", "-")):
            return line
    return "unknown reason"
