"""What is timed is what a run does."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.benchmark import (
    SEED,
    count_work,
    time_workload,
    workload_plan,
    workloads_of,
)
from simcore.cli.options import make_plan
from simcore.registry import find_game, games
from simcore.runner import run_plan

KRATZEN = find_game("kratzen")
WORKLOADS = {workload.name: workload for workload in workloads_of(KRATZEN)}


@pytest.fixture(scope="module")
def muss():
    """Return the outcome of one chunk of the workload `kratzen_muss`."""
    return run_plan(workload_plan(KRATZEN, WORKLOADS["kratzen_muss"], 1))


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_every_game_has_workloads_named_after_it(game):
    names = [workload.name for workload in workloads_of(game)]
    assert names
    assert len(set(names)) == len(names)
    assert all(name.startswith(f"{game.name}_") for name in names)


def test_a_workload_counts_what_a_run_of_the_same_plan_counts(muss):
    plan = make_plan(
        KRATZEN,
        players=4,
        strategies="random",
        sessions=muss.plan.sessions,
        deals=1,
        settings=(),
        seed=SEED,
    )
    assert np.array_equal(run_plan(plan).sums, muss.sums)


def test_a_muss_has_16_plays(muss):
    deals, plays = count_work(muss)
    assert deals == muss.plan.sessions == muss.sessions
    assert plays == 16 * deals


def test_the_muss_workload_agrees_with_exact_rates(muss):
    layout = KRATZEN.engine.layout
    deals, _ = count_work(muss)
    cuts = layout.block(muss.sums, "cuts").sum() / deals
    sevens = layout.block(muss.sums, "deals").sum(axis=(0, 2))[1] / deals
    # Four standard errors; cuts are geometric with mean 3/8.
    assert cuts == pytest.approx(3 / 8, abs=4 * np.sqrt(3 / 8 * 11 / 8 / deals))
    assert sevens == pytest.approx(4 / 31, abs=4 * np.sqrt(4 / 31 * 27 / 31 / deals))


def test_normal_deals_are_played_by_those_who_play():
    workload = WORKLOADS["kratzen_normal"]
    deals, plays = count_work(run_plan(workload_plan(KRATZEN, workload, 1)))
    assert 4 * deals < plays < 16 * deals
    assert plays % 4 == 0


def test_a_timing_tells_of_the_median_run():
    timing = time_workload(KRATZEN, WORKLOADS["kratzen_muss"], 1, seconds=0.01)
    assert timing.workload == "kratzen_muss"
    assert timing.deals_per_s == pytest.approx(timing.deals / timing.seconds)
    assert timing.plays_per_s == pytest.approx(16 * timing.deals_per_s)
    assert (
        timing.slowest_deals_per_s <= timing.deals_per_s <= timing.fastest_deals_per_s
    )
