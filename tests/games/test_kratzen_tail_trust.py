"""What is said of means in chips: trusted where a limit bounds the pot, else not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simcore.games.kratzen.metrics import notes, pot_metrics, run_metrics
from simcore.games.kratzen.metrics.sums import (
    LEAST_LIMITED,
    NO_INTERVAL,
    NO_MEAN,
    Sums,
)
from simcore.games.kratzen.tallying import GROWTH_NORMAL, LAYOUT
from simcore.games.kratzen.view import NORMAL
from simcore.runner import Outcome
from simcore.stats import LogBins
from simcore.tally import GROWTH_UNITS, N_BATCHES
from tests.games.estimates import by_name
from tests.games.helpers import make_plan

BINS = LogBins(4)
ANTE, CAP = 4, 200
DEALS = 60


def play_pots(
    rng: np.random.Generator, n_sessions: int, doubled: float, cap: int | None
) -> tuple[np.ndarray, np.ndarray]:
    """Return pots, int64[n_sessions, DEALS], and which sessions met the cap.

    A pot doubles with the probability `doubled`, but by `cap` chips at the most, and is
    cleared otherwise: without a cap its tail index is log2(1 / doubled).
    """
    pots = np.empty((n_sessions, DEALS), np.int64)
    pot = np.full(n_sessions, ANTE)
    capped = np.zeros(n_sessions, bool)
    for deal in range(DEALS):
        pots[:, deal] = pot
        grows = rng.random(n_sessions) < doubled
        owed = pot if cap is None else np.minimum(pot, cap)
        capped |= grows & (owed < pot)
        pot = np.where(grows, pot + owed, ANTE)
    return pots, capped


def outcome_of(pots: np.ndarray, capped: np.ndarray, **rules: int) -> Outcome:
    """Return the sums of such sessions; a chip of each pot's hundred goes to seat 0."""
    sums = LAYOUT.zeros()
    block = {name: LAYOUT.block(sums, name) for name in LAYOUT.shapes}
    n_sessions = len(pots)
    batch = np.repeat(np.arange(n_sessions) % N_BATCHES, DEALS)
    np.add.at(block["pot"], (batch, NORMAL, BINS.index(pots.ravel())), 1)
    np.add.at(block["deals"], (batch, NORMAL, 1), 1)
    np.add.at(block["profit_chips"], (batch, 0, 1), pots.ravel())
    np.add.at(block["sessions"], (batch[::DEALS], 0), 1)
    np.add.at(block["capped"], (batch[::DEALS], 0), capped.astype(np.int64))
    before, after = pots[:, :-1].ravel(), pots[:, 1:].ravel()
    grown = np.where(after > before, after * GROWTH_UNITS // before, 0)
    inner = np.repeat(np.arange(n_sessions) % N_BATCHES, DEALS - 1)
    place = (inner, GROWTH_NORMAL, BINS.index(grown))
    np.add.at(block["growth"], place, 1)
    np.add.at(block["growth_sum"], place, grown)
    return Outcome(
        make_plan("random", sessions=n_sessions, **rules), sums, n_sessions, 1
    )


@pytest.mark.parametrize("doubled", [0.4, 0.6], ids=["index 1.3", "index 0.7"])
def test_without_a_limit_chips_have_no_interval(doubled):
    pots, capped = play_pots(np.random.default_rng(1), 2000, doubled, None)
    found = by_name(run_metrics(outcome_of(pots, capped)))
    index = found["pot", "tail index", "from growth"]
    assert index.ci_low < -math.log2(doubled) < index.ci_high
    for metric in ("profit in chips", "chips a session"):
        mean = found["profit", "seat 0", metric]
        assert math.isfinite(mean.estimate)
        assert math.isnan(mean.ci_low)
        assert mean.method == NO_INTERVAL
    top = found["pot", "top 0.1 % of deals", "share of the mean"]
    largest = np.sort(pots.ravel())[::-1]
    share = largest[: len(largest) // 1000].sum() / largest.sum()
    assert top.estimate == pytest.approx(share, rel=0.03)
    assert math.isnan(top.ci_low)


@pytest.mark.parametrize("doubled", [0.4, 0.6], ids=["index 1.3", "index 0.7"])
def test_a_cap_that_was_met_bounds_the_tail(doubled):
    pots, capped = play_pots(np.random.default_rng(2), 4000, doubled, CAP)
    assert capped.sum() > LEAST_LIMITED
    outcome = outcome_of(pots, capped, pot_cap=CAP)
    run, pot = run_metrics(outcome), pot_metrics(outcome)
    for name in ("from growth", "Hill"):
        index = by_name(run)["pot", "tail index", name]
        assert math.isnan(index.estimate)
        assert index.method == "no power law: pot_cap bounds the pot"
    assert by_name(run)["profit", "seat 0", "profit in chips"].standard_error > 0
    assert math.isfinite(by_name(pot)["size", "all deals", "mean"].ci_low)
    top = by_name(run)["pot", "top 0.1 % of deals", "share of the mean"]
    assert 0 < top.ci_low < top.estimate < top.ci_high < 1
    (sentence,) = notes(run)["profit"]
    assert (
        "Above the pot cap a deal adds to the pot and multiplies it no more" in sentence
    )
    assert "means in chips have a variance" in sentence
    assert f"hold {100 * top.estimate:.2g} % of all chips in pots" in sentence


def test_a_cap_that_was_hardly_met_is_of_no_help():
    pots, capped = play_pots(np.random.default_rng(3), 2000, 0.4, 2000)
    assert 0 < capped.sum() < LEAST_LIMITED
    run = run_metrics(outcome_of(pots, capped, pot_cap=2000))
    assert by_name(run)["profit", "seat 0", "profit in chips"].method == NO_INTERVAL
    assert by_name(run)["pot", "tail index", "from growth"].estimate < 2
    (sentence,) = notes(run)["profit"]
    few = f"pot_cap bounds it in theory, but only {capped.sum()} sessions met it"
    assert few in sentence


def test_a_bankroll_that_was_lost_bounds_the_tail():
    pots, _ = play_pots(np.random.default_rng(4), 2000, 0.6, None)
    pots = np.minimum(pots, 4 * 50)
    outcome = outcome_of(pots, np.zeros(2000, bool), bankroll=50)
    before = by_name(pot_metrics(outcome))
    assert before["size", "all deals", "mean"].method == NO_MEAN
    LAYOUT.block(outcome.sums, "bankrupt")[:, 0] = 5
    after = pot_metrics(outcome)
    assert math.isfinite(by_name(after)["size", "all deals", "mean"].ci_low)
    index = by_name(after)["tail", "tail index", "from growth"]
    assert index.method == "no power law: bankroll bounds the pot"
    assert "never holds more than all players brought" in notes(after)["size"][0]


@pytest.mark.parametrize(
    ("n_sessions", "cap"), [(400, 40), (2000, 250)], ids=["often", "hardly enough"]
)
def test_intervals_of_capped_means_cover(n_sessions, cap):
    """They hold the truth from about `LEAST_LIMITED` sessions that met the cap on."""
    rng = np.random.default_rng(5)
    truth = long_run_mean(0.4, cap)
    plan = make_plan("random", sessions=n_sessions, pot_cap=cap)
    hits, met = 0, []
    for _ in range(400):
        pots, capped = play_pots(rng, n_sessions, 0.4, cap)
        sums = LAYOUT.zeros()
        batch = np.arange(n_sessions) % N_BATCHES
        totals = np.bincount(batch, pots.sum(axis=1), N_BATCHES).astype(np.int64)
        LAYOUT.block(sums, "profit_chips")[:, 0, 1] = totals
        LAYOUT.block(sums, "capped")[0, 0] = max(capped.sum(), LEAST_LIMITED)
        met.append(capped.sum())
        deals = np.bincount(batch, minlength=N_BATCHES) * DEALS
        played = Sums(Outcome(plan, sums, n_sessions, 1.0))
        found = played.profit_in_chips(LAYOUT.block(sums, "profit_chips")[:, 0], deals)
        hits += found.ci_low <= truth <= found.ci_high
    assert min(met) > 0.6 * LEAST_LIMITED
    assert 0.92 <= hits / 400 <= 0.98


def long_run_mean(doubled: float, cap: int) -> float:
    """Return the mean pot over the deals of a session, exactly.

    The pot of deal d is that after k doublings in a row, k < d with the probability
    ``doubled**k * (1 - doubled)`` and k = d with ``doubled**d``.
    """
    sizes = [ANTE]
    for _ in range(DEALS):
        sizes.append(sizes[-1] + min(sizes[-1], cap))
    total = 0.0
    for deal in range(DEALS):
        total += doubled**deal * sizes[deal]
        total += sum(doubled**k * (1 - doubled) * sizes[k] for k in range(deal))
    return total / DEALS
