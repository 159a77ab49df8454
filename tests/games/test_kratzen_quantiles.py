"""Quantiles in the tables of Kratzen against the deals themselves."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.games.kratzen.metrics import pot_metrics
from simcore.recording import list_records
from simcore.runner import run_plan
from tests.games.estimates import by_name
from tests.games.helpers import make_plan

PERCENTS = (1, 5, 25, 50, 75, 95, 99)

SESSIONS, DEALS = 100, 10


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_intervals_of_pots_hold_the_exact_quantiles_of_the_records(seed, players):
    plan = make_plan("normal", players, seed=seed, sessions=SESSIONS, deals=DEALS)
    found = by_name(pot_metrics(run_plan(plan)))
    records = list_records(plan, SESSIONS * DEALS)
    pots = [record["result"]["pot_before"] for record in records]
    for percent in PERCENTS:
        one = found["size", "all deals", f"{percent} % quantile"]
        assert one.n == len(pots)
        exact = np.quantile(pots, percent / 100, method="inverted_cdf")
        assert one.estimate == int(one.estimate)
        assert not one.ci_low > exact
        assert not one.ci_high < exact
        # Of 32 chips and more a bin holds several numbers.
        assert one.estimate == pytest.approx(exact, rel=0 if exact < 32 else 1 / 16)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_intervals_of_pots_hold_the_quantiles_of_a_long_run(seed):
    """Of four players the 75 % quantile is 33, of six the median is 41."""
    for players, percent, value in ((4, 75, 33), (6, 50, 41)):
        plan = make_plan("normal", players, seed=seed, sessions=2000)
        found = by_name(pot_metrics(run_plan(plan)))
        one = found["size", "all deals", f"{percent} % quantile"]
        assert one.ci_low <= value <= one.ci_high
        assert one.estimate == value
