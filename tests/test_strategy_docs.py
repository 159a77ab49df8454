"""What `docs/strategies.md` says is so: its plug-in plays, its tables are complete."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from simcore.games.kratzen.view import DECISIONS, VIEW
from simcore.lineup import parse_lineup
from simcore.loading import built_in_strategies
from simcore.plan import Plan
from simcore.registry import find_game, games
from simcore.runner import run_plan

GAME = find_game("kratzen")
DOCS = Path(__file__).parents[1] / "docs" / "strategies.md"
TYPES = {"int64": np.int64, "uint64": np.uint64}


def table(header):
    """Return the rows below the table header that begins like `header`."""
    text = DOCS.read_text(encoding="utf-8")
    lines = iter(text[text.index(header) :].splitlines())
    found = []
    for line in lines:
        if not line.startswith("|"):
            return found[2:]
        found.append([cell.strip(" `") for cell in line.strip("|").split(" | ")])
    return found[2:]


def sums_of(strategies):
    """Return the accumulators of a short run."""
    seats = parse_lineup(strategies, 4, GAME)
    plan = Plan(
        game=GAME,
        players=4,
        rules=GAME.rules(),
        seats=seats,
        seed=3,
        sessions=100,
        deals=60,
    )
    return run_plan(plan).sums


def test_the_plugin_of_the_docs_plays(tmp_path):
    """As it stands there, saved to a file, with and without its parameters."""
    (code,) = re.findall(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    file = tmp_path / "mine.py"
    file.write_text(code, encoding="utf-8")
    alone = sums_of(f"{file},normal,normal,normal")
    bolder = sums_of(f"{file}:patient(join=0.9),normal,normal,normal")
    assert alone.any()
    assert (alone != bolder).any()


def test_every_field_of_a_view_is_told():
    """With its type, in the order of the record."""
    rows = table("| field | type |")
    assert [row[0] for row in rows] == list(VIEW.names)
    for name, text, *_ in rows:
        dtype = VIEW.fields[name][0]
        base, _, size = text.rstrip("]").partition("[")
        assert dtype.base == TYPES[base]
        assert dtype.shape == ((int(size),) if size else ())


def test_every_decision_is_told():
    """In the order in which a deal asks for them."""
    assert [row[0] for row in table("| decision | asked |")] == list(DECISIONS)


def test_every_built_in_strategy_is_told():
    """By name, and the presets with the parameters that they set."""
    built_in = built_in_strategies("kratzen")
    rows = dict(row[:2] for row in table("| name | how it plays |"))
    assert set(rows) == set(built_in)
    threshold = built_in["threshold"]
    for name, text in rows.items():
        if text.startswith("threshold("):
            assert name in built_in
            set_here = dict(re.findall(r"(\w+)=([\d.]+)", text))
            row = threshold.row({key: float(value) for key, value in set_here.items()})
            assert (row == built_in[name].row({})).all()
    assert (threshold.row({}) == built_in["normal"].row({})).all()


def test_every_parameter_is_told():
    """With its default."""
    parameters = built_in_strategies("kratzen")["threshold"].parameters
    rows = table("| parameter | default |")
    assert [row[0] for row in rows] == list(parameters)
    for row, parameter in zip(rows, parameters.values(), strict=True):
        assert float(row[1]) == pytest.approx(parameter.default)


@pytest.mark.parametrize("game", games())
def test_helpers_are_told(game):
    """Every public kernel of `tactics`, with its arguments, and what it returns."""
    tactics = import_module(f"simcore.games.{game}.tactics")
    rows = table(f"| helper of {game.capitalize()} |")
    kernels = {
        f"{name}{inspect.signature(value.py_func)}"
        for name, value in vars(tactics).items()
        if hasattr(value, "py_func")
        and value.py_func.__module__ == tactics.__name__
        and not name.startswith("_")
    }
    assert {row[0] for row in rows} == kernels
    assert {row[1] for row in rows} <= {"uint64", "int64", "float64", "bool"}
    assert all(row[2] for row in rows)


def test_helpers_of_all_games_have_the_arguments_that_are_told():
    """What stands in the table of modules exists and takes so many arguments."""
    for module, text in table("| module | what it has |"):
        for name, arguments in re.findall(r"`(\w+)\(([^)]*)\)`", text):
            function = getattr(import_module(module), name)
            source = getattr(function, "py_func", None)
            if source is not None:
                n_arguments = len(inspect.signature(source).parameters)
                assert len(arguments.split(",")) == n_arguments
