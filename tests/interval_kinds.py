"""Every kind of interval that simcore makes, and the tests that hold it to its level.

`interval_kinds` reads them from the code: a kind is the text that `method` gets where
an `Estimate` is made with an interval, or, where an interval is changed and keeps its
method, the function that does it, as ``concentration.top_share``. A test claims kinds
with the decorator `holds` and counts with `covers` how often intervals of independent
runs hold a value that is known; `tests/test_interval_kinds.py` fails for a kind that no
test claims.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

LOW, HIGH = 0.92, 0.98
"""How often intervals of the level 0.95 may hold the truth."""

LEAST_RUNS = 400

ROOT = Path(__file__).parents[1]

_counted: list[set[str]] = []
"""What was counted by each claiming test that is running."""


def holds(*kinds: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Claim kinds of intervals for a test, which must count them with `covers`."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def wrapped(*args: Any, **values: Any) -> None:
            _counted.append(set())
            try:
                test(*args, **values)
            finally:
                seen = _counted.pop()
            missing = set(kinds) - seen
            assert not missing, f"{test.__name__} counts no interval of {missing}"

        return wrapped

    return decorate


def covers(make, truth, n_runs=600, seed=1, kind=None):
    """Return how often intervals hold the truth, and how often an end is NaN.

    Parameters
    ----------
    make : callable
        Takes a random generator, returns the Estimate of one independent run.
    truth : float
        The long-run value.
    n_runs : int
        Runs, at least `LEAST_RUNS`.
    seed : int
        Seed of all runs together.
    kind : str, optional
        Of which kind the intervals are; by default their `method`.
    """
    assert n_runs >= LEAST_RUNS
    rng = np.random.default_rng(seed)
    runs = [make(rng) for _ in range(n_runs)]
    low = np.array([run.ci_low for run in runs])
    high = np.array([run.ci_high for run in runs])
    if _counted:
        _counted[-1].update({run.method for run in runs} if kind is None else {kind})
    missed = (low > truth) | (high < truth)
    return 1.0 - missed.mean(), np.mean(np.isnan(low) | np.isnan(high))


def assert_covers(make, truth, **options):
    """Assert that intervals have both ends and hold the truth often enough."""
    covered, open_ended = covers(make, truth, **options)
    assert open_ended == 0.0
    assert LOW <= covered <= HIGH


def interval_kinds(folder: Path = ROOT / "simcore") -> dict[str, str]:
    """Return every kind of interval that the code in `folder` makes, and where."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        for scope, call in _interval_calls(module):
            for kind in _kinds_of(call, scope, module, path):
                found.setdefault(kind, f"{path.relative_to(folder)}:{call.lineno}")
    return found


def claimed_kinds(folder: Path = ROOT / "tests") -> set[str]:
    """Return every kind that a test in `folder` claims with `holds`."""
    calls = (
        decorator
        for path in folder.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and _name(decorator.func) == "holds"
    )
    words = chain.from_iterable(call.args for call in calls)
    return {ast.literal_eval(word) for word in words}


def _interval_calls(module: ast.Module) -> Iterator[tuple[ast.FunctionDef, ast.Call]]:
    """Yield the calls that give an estimate its interval, with their function."""
    for scope in ast.walk(module):
        if not isinstance(scope, ast.FunctionDef):
            continue
        for node in ast.walk(scope):
            if isinstance(node, ast.Call):
                end = _argument(node, "ci_low", 3)
                if end is not None and _name(end) not in {"nan", "NAN"}:
                    yield scope, node


def _argument(call: ast.Call, name: str, place: int) -> ast.expr | None:
    """Return an argument of a call that makes or changes an estimate."""
    makes = _name(call.func).endswith("Estimate")
    if not makes and _name(call.func) != "replace":
        return None
    if makes and len(call.args) > place:
        return call.args[place]
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    return named.get(name)


def _kinds_of(
    call: ast.Call, scope: ast.FunctionDef, module: ast.Module, path: Path
) -> Iterator[str]:
    """Yield the kinds of the intervals that a call makes."""
    method = _argument(call, "method", 5)
    if method is None:
        stem = path.parent.name if path.stem == "__init__" else path.stem
        yield f"{stem}.{scope.name}"
        return
    values = [method]
    if isinstance(method, ast.Name):
        values = [
            node.value
            for node in [*ast.walk(scope), *module.body]
            if isinstance(node, ast.Assign) and _name(node.targets[0]) == method.id
        ]
    texts = [
        node.value
        for node in chain.from_iterable(map(_branches, values))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    where = f"{path.name}, line {call.lineno}"
    assert texts, f"{where}: the method of an interval must be a text, or a name of one"
    yield from texts


def _branches(node: ast.expr) -> list[ast.expr]:
    """Return what an expression may be: both branches of a conditional one."""
    if isinstance(node, ast.IfExp):
        return [*_branches(node.body), *_branches(node.orelse)]
    return [node]


def _name(node: ast.expr) -> str:
    """Return the last name in an expression, as ``nan`` in ``math.nan``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
