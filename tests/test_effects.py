"""What one change of a grid does: paired differences between its cells."""

import numpy as np
import pytest

import simcore
from interval_kinds import LOW, assert_covers, covers, holds
from simcore.effects import TABLE, base_values
from simcore.grid import Grid, parse_axes
from simcore.registry import find_game
from simcore.stats import (
    NO_SPREAD,
    SAME,
    Estimate,
    paired_difference,
    proportion_estimate,
    ratio_estimate,
)
from simcore.sweeping import Sweep, run_sweep
from simcore.tally import N_BATCHES
from stats_inputs import has_no_interval

KRATZEN = find_game("kratzen")


def a_grid(*words: str, **fixed) -> Grid:
    """Return a grid of Kratzen with short sessions."""
    usual = {"strategies": "random", "sessions": 300, "deals": 10, "seed": 5}
    return Grid(game=KRATZEN, axes=parse_axes(words), **(usual | fixed))


def swept(*words: str, **fixed) -> Sweep:
    found = Sweep(a_grid(*words, **fixed))
    run_sweep(found)
    return found


def estimates(sweep: Sweep, number: int) -> dict[str, float]:
    """Return the numbers of a cell by table, item and metric."""
    table = sweep.table()
    rows = table[(table["cell"] == number) & (table["table"] != TABLE)]
    names = rows["table"] + ", " + rows["item"] + ": " + rows["metric"]
    return dict(zip(names, rows["estimate"], strict=True))


@pytest.mark.parametrize(
    ("axis", "base"),
    [
        ("cut=never,always", "always"),
        ("remainder=declarer,pot", "pot"),
        ("muss_pays=true,false", "false"),
        ("pot_cap=100,none", "none"),
        ("players=3,4", "4"),
        ("deals=20,60", "60"),
        ("all.strategy=bold,normal", "normal"),
        ("pot_cap=100,200", "100"),
        ("seat0.strategy=bold,normal", "bold"),
        ("seat0.join=1:2:0.25", "1"),
        ("seat0.join=1.1:1.5:0.2", "1.3"),
        ("seat1.join=1.3,1.60", "1.6"),
        ("seat3.join=1,1.1,1.3", "1.1"),
        ("all.join=1,1.3", "1"),
        ("all.keep=0.1,0.30", "0.3"),
    ],
)
def test_the_base_is_what_is_usual_or_else_the_first(axis, base):
    lineup = "normal,normal(join=1.6),normal,bold"
    if axis.startswith("players"):
        lineup = "normal"
    grid = a_grid(axis, deals=None, strategies=lineup)
    assert list(base_values(grid).values()) == [base]


def test_the_base_of_a_parameter_is_that_of_the_strategy_that_varies_too():
    grid = a_grid("seat0.strategy=bold,normal", "seat0.join=1,1.1,1.3")
    assert base_values(grid) == {"seat0.strategy": "bold", "seat0.join": "1.1"}


def test_an_effect_is_the_difference_from_the_base():
    found = swept("cut=never,always", "remainder=pot,declarer")
    assert found.base == {"cut": "always", "remainder": "pot"}
    base = estimates(found, 3)
    effects = found.effects()
    changes = {(effect.change, effect.cell.number) for effect in effects}
    assert changes == {("cut=never", 1), ("remainder=declarer", 4)}
    for effect in effects:
        there = estimates(found, effect.cell.number)
        name = effect.row.metric
        difference = effect.row.estimate.estimate
        assert difference == pytest.approx(there[name] - base[name], abs=1e-9)


def test_pairing_makes_a_house_rule_visible():
    found = swept("remainder=pot,declarer", sessions=2000)
    (effect,) = (one for one in found.effects() if one.name == "profit of the declarer")
    table = found.table()
    alone = table[
        (table["item"] == "all three") & (table["metric"] == "profit in pots")
    ]
    unpaired = np.hypot(*alone["standard_error"])
    assert effect.is_seen
    assert effect.row.estimate.estimate > 0
    assert effect.row.estimate.standard_error < unpaired / 3


def test_what_a_rule_cannot_touch_has_no_effect_and_no_interval_either():
    found = swept("remainder=pot,declarer")
    (effect,) = (one for one in found.effects() if one.name == "contract made")
    assert effect.row.estimate.estimate == 0
    assert effect.row.estimate.method == SAME
    assert has_no_interval(effect.row.estimate)
    assert not effect.is_seen
    assert effect.remark == "no difference in any batch"


def test_a_difference_of_two_sessions_is_not_certain():
    found = swept("cut=always,never", sessions=2, deals=100, strategies="normal")
    for effect in found.effects():
        estimate = effect.row.estimate
        assert has_no_interval(estimate) or estimate.ci_low < estimate.ci_high
    (effect,) = (one for one in found.effects() if one.name == "siebenermuss")
    assert not effect.is_seen


def test_a_difference_of_one_session_is_not_known():
    found = swept("cut=always,never", sessions=1)
    assert {one.remark for one in found.effects()} == {"not known how sure"}


@pytest.mark.parametrize(
    ("axis", "word"), [("players=3,4", "other cards"), ("deals=5,10", "length")]
)
def test_what_is_not_dealt_alike_is_told(axis, word):
    length = None if axis.startswith("deals") else 10
    found = swept(axis, "cut=always,never", sessions=20, deals=length)
    (note,) = found.effect_notes()
    assert word in note
    assert swept("cut=always,never", sessions=20).effect_notes() == []


def test_another_number_of_players_is_dealt_other_cards():
    hands = [
        simcore.records("kratzen", n=1, players=players, seed=1)[0]["hands"]
        for players in (3, 4)
    ]
    assert hands[0] != hands[1][:3]


def test_of_sessions_of_another_length_the_first_deals_are_the_same():
    short, long = (
        simcore.records("kratzen", n=5, deals=deals, strategies="random", seed=1)
        for deals in (3, 9)
    )
    assert [deal["hands"] for deal in short[:3]] == [deal["hands"] for deal in long[:3]]


def test_effects_stand_in_the_table_and_never_in_chips():
    found = swept("players=3,4", "cut=always,never")
    table = found.table()
    rows = table[table["table"] == TABLE]
    assert set(rows["item"]) == {"players=3", "cut=never"}
    assert set(rows["cell"]) == {1, 4}
    assert "chips" not in set(rows["unit"])
    assert len(rows) == len(found.effects())


def test_without_the_base_there_is_no_effect():
    found = Sweep(a_grid("cut=never,always"))
    assert found.effects() == []
    assert found.table().empty


def test_every_game_has_effects():
    for name in ("chibre", "klaberjass", "rook"):
        game = find_game(name)
        axes = parse_axes(["all.strategy=random,heuristic"])
        found = Sweep(Grid(game=game, axes=axes, deals=200, seed=1))
        assert found._effects._wanted == game.metrics.HEADLINES


SESSIONS = [2, 3, 5, 10, 50, 1000]


def in_batches(values):
    """Return values of sessions added up over the batches that a run has."""
    sums = np.zeros(N_BATCHES, values.dtype)
    np.add.at(sums, np.arange(len(values)) % N_BATCHES, values)
    return sums


def a_mean(rng, shared, own, deals=10):
    """Return an estimate of a mean over sessions whose cards are `shared`."""
    values = deals * (shared + own * rng.normal(size=len(shared)))
    return ratio_estimate(
        in_batches(values), in_batches(np.full(len(shared), deals)), bounds=(-50, 50)
    )


@pytest.mark.parametrize("own", [0.1, 1.0, 4.0])
@pytest.mark.parametrize("n_sessions", SESSIONS)
@holds("paired over batches")
def test_intervals_of_differences_cover(n_sessions, own):
    def make(rng):
        shared = rng.normal(size=n_sessions)
        changed = a_mean(rng, 1.5 * shared + 0.25, own)
        return paired_difference(changed, a_mean(rng, shared, own))

    assert_covers(make, 0.25, n_runs=1000, seed=3)


@pytest.mark.parametrize("n_sessions", SESSIONS)
def test_intervals_cover_where_no_cards_are_the_same(n_sessions):
    def make(rng):
        nothing = np.zeros(n_sessions)
        return paired_difference(
            a_mean(rng, nothing + 0.25, 1.0), a_mean(rng, nothing, 2.0)
        )

    assert_covers(make, 0.25, n_runs=1000, seed=4)


@pytest.mark.parametrize("n_sessions", SESSIONS)
def test_intervals_cover_where_sessions_have_another_length(n_sessions):
    """The first 5 of 20 deals of a session are the same."""

    def make(rng):
        luck = rng.normal(size=n_sessions)[:, None]  # that of the seats, or the pot
        deals = luck + rng.normal(size=(n_sessions, 20))
        short, long = (
            ratio_estimate(
                in_batches(deals[:, :n].sum(axis=1)),
                in_batches(np.full(n_sessions, n)),
            )
            for n in (5, 20)
        )
        return paired_difference(short, long)

    assert_covers(make, 0.0, n_runs=1000, seed=5)


@pytest.mark.parametrize("n_sessions", SESSIONS)
def test_intervals_cover_where_most_sessions_count_for_one_side_only(n_sessions):
    """What is counted is rare, so that the two have few batches in common."""

    def make(rng):
        sides = []
        for shift in (0.25, 0.0):
            counts = in_batches((rng.random(n_sessions) < 0.4).astype(int))
            values = counts * shift + np.sqrt(counts) * rng.normal(size=N_BATCHES)
            sides.append(ratio_estimate(np.where(counts, values, 0.0), counts))
        return paired_difference(*sides)

    covered, _ = covers(make, 0.25, n_runs=1000, seed=6)
    assert covered >= LOW


@pytest.mark.parametrize("n_sessions", SESSIONS)
@pytest.mark.parametrize("rates", [(0.5, 0.4), (0.06, 0.03), (0.2, 0.0), (1.0, 0.9)])
def test_intervals_of_differences_of_shares_cover(rates, n_sessions):
    def make(rng):
        chances = rng.random((n_sessions, 30))  # the cards, the same for both
        spread = rng.normal(0.0, 0.1, (n_sessions, 1))
        sides = []
        for rate in rates:
            own = np.clip(rate + rate * (1 - rate) * spread, 0.0, 1.0)
            hits = (chances < own).sum(axis=1)
            trials = np.full(n_sessions, 30)
            sides.append(
                proportion_estimate(
                    in_batches(hits), in_batches(trials), n_sessions=n_sessions
                )
            )
        return paired_difference(*sides, bounds=(-1.0, 1.0))

    covered, _ = covers(make, rates[0] - rates[1], n_runs=1000, seed=7)
    assert covered >= LOW


@pytest.mark.parametrize("n_sessions", [3, 10, 50, 1000])
@holds("from both intervals")
def test_intervals_from_both_sides_cover(n_sessions):
    """A share of nothing is certain to no one: its own interval counts."""
    never, often = 0.2 / n_sessions, 0.3

    def make(rng):
        sides = []
        for rate in (often, never):
            hits = rng.binomial(10, rate, n_sessions)
            trials = np.full(n_sessions, 10)
            sides.append(
                proportion_estimate(
                    in_batches(hits), in_batches(trials), n_sessions=n_sessions
                )
            )
        return paired_difference(*sides)

    covered, _ = covers(make, often - never, n_runs=1000, seed=8)
    assert covered >= LOW


def test_a_share_of_nothing_has_its_own_interval_in_a_difference():
    trials = np.full(20, 30)
    some = proportion_estimate(np.tile([3, 5], 10), trials)
    none = proportion_estimate(0 * trials, trials)
    found = paired_difference(none, some)
    below = np.hypot(none.estimate - none.ci_low, some.ci_high - some.estimate)
    above = np.hypot(none.ci_high, some.estimate - some.ci_low)
    assert found.ci_low == pytest.approx(found.estimate - below)
    assert found.ci_high == pytest.approx(found.estimate + above)
    assert np.isnan(found.standard_error)


def test_a_mean_without_spread_has_no_interval_in_a_difference():
    count = np.full(20, 30)
    some = ratio_estimate(np.arange(20), count)
    fixed = ratio_estimate(7 * count, count)
    for found in (paired_difference(some, fixed), paired_difference(fixed, some)):
        assert found.method == NO_SPREAD
        assert has_no_interval(found)
    assert paired_difference(fixed, fixed).method == SAME


def test_a_difference_that_is_always_the_same_has_the_width_of_both():
    count = np.full(2, 100)
    base, changed = (proportion_estimate(hits, count) for hits in ([6, 14], [11, 19]))
    found = paired_difference(changed, base)
    assert found.estimate == pytest.approx(0.05)
    assert found.ci_low < 0 < found.ci_high


def test_bounds_cut_the_interval():
    base, changed = (proportion_estimate(hits, [10, 10]) for hits in ([1, 9], [9, 2]))
    found = paired_difference(changed, base, bounds=(-1.0, 1.0))
    assert (found.ci_low, found.ci_high) == (-1, 1)


def test_without_influences_there_is_no_interval():
    plain = Estimate(10, 3.0, 1.0, 1.0, 5.0, "quantile")
    found = paired_difference(plain, plain)
    assert found.estimate == 0
    assert np.isnan(found.ci_low)
    assert found.method == "no interval for a difference"
