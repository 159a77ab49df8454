"""What one change of a grid does: paired differences between its cells."""

import numpy as np
import pytest

from interval_kinds import assert_covers, holds
from simcore.effects import TABLE, base_values
from simcore.grid import Grid, parse_axes
from simcore.registry import find_game
from simcore.stats import Estimate, paired_difference, ratio_estimate
from simcore.sweeping import Sweep, run_sweep

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
    ],
)
def test_the_base_is_what_is_usual_or_else_the_first(axis, base):
    grid = a_grid(axis, deals=None)
    assert list(base_values(grid).values()) == [base]


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


def test_what_a_rule_cannot_touch_has_no_effect():
    found = swept("remainder=pot,declarer")
    (effect,) = (one for one in found.effects() if one.name == "contract made")
    estimate = effect.row.estimate
    ends = (estimate.estimate, estimate.ci_low, estimate.ci_high)
    assert ends == (0, 0, 0)
    assert not effect.is_seen


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


def batches(rng, shared, own):
    """Return an estimate of a mean over 50 batches whose cards are `shared`."""
    values = shared + own * rng.normal(size=50)
    return ratio_estimate(values * 10, np.full(50, 10))


@pytest.mark.parametrize("own", [0.1, 1.0, 4.0])
@holds("paired over batches")
def test_intervals_of_differences_cover(own):
    def make(rng):
        shared = rng.normal(size=50)
        changed = batches(rng, shared + 0.25, own)
        return paired_difference(changed, batches(rng, shared, own))

    assert_covers(make, 0.25, seed=3)


def test_without_influences_there_is_no_interval():
    plain = Estimate(10, 3.0, 1.0, 1.0, 5.0, "quantile")
    found = paired_difference(plain, plain)
    assert found.estimate == 0
    assert np.isnan(found.ci_low)
    assert found.method == "no interval for a difference"
