"""The simulator from Python."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from pandas.testing import assert_frame_equal

import simcore
import simcore.api
import simcore.runner
import simcore.simulation
from simcore.errors import UsageError
from simcore.plan import Plan
from simcore.registry import find_game
from simcore.results import COLUMNS
from simcore.runner import Outcome

SMALL = {"strategies": "random", "sessions": 30, "deals": 10, "seed": 4}


def test_run_returns_the_table_of_a_run():
    table = simcore.run("kratzen", players=5, rules={"muss_pays": True}, **SMALL)
    assert list(table.columns) == list(COLUMNS)
    assert set(table["table"]) >= {"contracts", "joins", "profit", "duty", "pot"}
    assert table["settings"].unique().tolist() == ["muss_pays=true"]
    plan = table.attrs["provenance"]["plan"]
    assert plan["players"] == 5
    assert plan["rules"]["muss_pays"] is True


def test_pot_returns_the_table_of_the_pot():
    table = simcore.pot("kratzen", **SMALL)
    assert set(table["table"]) >= {"kinds", "size", "tail", "growth", "cycle"}


def test_the_table_does_not_depend_on_threads():
    first = simcore.run("kratzen", jobs=1, **SMALL)
    assert_frame_equal(first, simcore.run("kratzen", jobs=2, **SMALL), check_exact=True)


def test_strategies_may_be_a_sequence():
    lineup = ["random", "threshold(join=2)", "normal", "random"]
    table = simcore.run("kratzen", **(SMALL | {"strategies": lineup}))
    assert table.loc[0, "strategies"] == ", ".join(lineup)


def test_a_seed_is_drawn_and_told():
    seeds = {
        simcore.run("kratzen", strategies="random", sessions=1, deals=1)["seed"][0]
        for _ in range(3)
    }
    assert len(seeds) == 3


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"players": 9}, "players is 9 but kratzen takes 3 to 6"),
        ({"rules": {"cutt": "never"}}, "did you mean cut?"),
        ({"rules": {"cut": "often"}}, "takes always, muss, never"),
        ({"strategies": ["random", "random"]}, "2 strategies are named"),
        ({"sessions": 0}, "sessions is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"jobs": 0}, "jobs is 0 but takes 1 to 256"),
        ({"level": 95}, "level is 95 but takes 0.01 to 0.999999"),
        ({"strategies": []}, "strategy '' is not of the form"),
    ],
)
def test_mistakes_are_told_in_one_sentence(values, message):
    with pytest.raises(UsageError) as told:
        simcore.run("kratzen", **(SMALL | values))
    assert message in str(told.value)
    assert "\n" not in str(told.value)


def test_an_interrupted_run_warns_and_returns_what_is_complete(monkeypatch):
    complete = simcore.run("kratzen", **(SMALL | {"sessions": 20}))
    shorter = simcore.api.make_plan(
        find_game("kratzen"), rules={}, **(SMALL | {"sessions": 20})
    )
    sums = simcore.runner.run_plan(shorter).sums

    def stop_early(plan: Plan, *rest: object, **more: object) -> Outcome:
        return Outcome(plan, sums, 20, 1.0)

    monkeypatch.setattr(simcore.simulation, "run_plan", stop_early)
    with pytest.warns(RuntimeWarning, match="after 20 of 30 sessions"):
        table = simcore.run("kratzen", **SMALL)
    assert not table["complete"].any()
    assert np.array_equal(table["n"], complete["n"])


def test_nothing_heavy_is_imported_with_the_package():
    probe = (
        "import sys, simcore; print([name for name in sys.modules"
        " if name.split('.')[0] in {'numba', 'numpy', 'pandas', 'rich', 'click'}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_an_unknown_name_is_no_function():
    with pytest.raises(AttributeError, match="no attribute 'ruin'"):
        simcore.ruin  # noqa: B018


def test_the_package_offers_a_sweep():
    table = simcore.sweep("kratzen", {"players": [3, 4]}, sessions=10, seed=1)
    assert sorted(set(table["cell"])) == [1, 2]
