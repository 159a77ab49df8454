"""Grids: what they take, what they spread out to, and what is wrong with them."""

from __future__ import annotations

import pytest

from simcore.errors import SimcoreError, UsageError
from simcore.grid import MOST_CELLS, Grid, axis_values, parse_axes
from simcore.registry import find_game

KRATZEN = find_game("kratzen")


def grid(*words: str, **fixed) -> Grid:
    """Return a grid of Kratzen, `random` at every seat if nothing else is said."""
    usual = {"strategies": "random", "sessions": 10, "deals": 5, "seed": 1}
    return Grid(game=KRATZEN, axes=parse_axes(words), **(usual | fixed))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3,4,5", ("3", "4", "5")),
        ("3:5", ("3", "4", "5")),
        ("1.0:2.0:0.25", ("1", "1.25", "1.5", "1.75", "2")),
        ("0.1:0.5:0.1", ("0.1", "0.2", "0.3", "0.4", "0.5")),
        ("0:1:0.4", ("0", "0.4", "0.8")),
        ("2:0:-1", ("2", "1", "0")),
        ("-1:1:1", ("-1", "0", "1")),
        ("10:30:10,5", ("10", "20", "30", "5")),
        ("1:1:1", ("1",)),
    ],
)
def test_ranges_are_exact_and_hold_both_ends(text, values):
    assert parse_axes([f"seat0.join={text}"]) == {"seat0.join": values}


def test_brackets_hold_a_value_together():
    assert parse_axes(["seat0.strategy=random, mine.py:a(join=1,call=2)"]) == {
        "seat0.strategy": ("random", "mine.py:a(join=1,call=2)")
    }


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([True, False], ("true", "false")),
        (4, ("4",)),
        ([None, 100], ("none", "100")),
        ([0.1, 0.25], ("0.1", "0.25")),
        ("1:2:0.5", ("1", "1.5", "2")),
    ],
)
def test_values_may_be_python_values(values, texts):
    assert axis_values("seat0.join", values) == texts


def test_cells_are_all_combinations_the_last_axis_fastest():
    cells = grid("players=3,4", "cut=always,muss,never").cells()
    assert [cell.number for cell in cells] == [1, 2, 3, 4, 5, 6]
    assert [(cell.plan.players, cell.plan.rules.cut) for cell in cells] == [
        (players, cut) for players in (3, 4) for cut in ("always", "muss", "never")
    ]
    assert cells[1].text == "players=3 cut=muss"
    assert {cell.plan.seed for cell in cells} == {1}


def test_what_does_not_vary_is_the_same_everywhere():
    sweep = grid("cut=always,never", players=5, settings={"ante": 3}, deals=7)
    for cell in sweep.cells():
        plan = cell.plan
        assert (plan.players, plan.rules.ante, plan.deals, plan.sessions) == (
            5,
            3,
            7,
            10,
        )


def test_deals_can_vary():
    cells = grid("deals=1,60", deals=None).cells()
    assert [cell.plan.deals for cell in cells] == [1, 60]


def test_one_seat_beats_all_and_a_strategy_comes_before_its_parameters():
    cells = grid(
        "seat1.join=2,3", "all.join=1", "seat1.strategy=cautious", "all.strategy=normal"
    ).cells()
    assert [[seat.text for seat in cell.plan.seats] for cell in cells] == [
        ["normal(join=1)", f"cautious(join={join})", "normal(join=1)", "normal(join=1)"]
        for join in (2, 3)
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["kut=always"], "the grid cannot vary 'kut'; did you mean cut?"),
        (["seat.join=1"], "the grid cannot vary 'seat.join'"),
        (["cut=sometimes"], "option cut is 'sometimes' but takes always, muss, never"),
        (["players=2,3"], "players is 2 but kratzen takes 3 to 6"),
        (["players=four"], "players is 'four' but takes whole numbers"),
        (["seat4.strategy=random"], "4 players sit at seats 0 to 3"),
        (["players=3,4", "seat3.strategy=random"], "3 players sit at seats 0 to 2"),
        (["seat0.strategy=nobody"], "kratzen has no strategy 'nobody'"),
        (["seat0.join=1"], "strategy random has no parameter 'join'"),
        (["seat0.join=high"], "seat0.join is 'high' but takes numbers"),
        (["seat0.join=nan"], "seat0.join is 'nan' but takes numbers"),
        (["seat0.join=1:1e999:1"], "seat0.join is '1e999' but takes numbers"),
        (["seat0.join=1e999"], "seat0.join is '1e999' but takes numbers"),
        (["seat0.join=snan"], "seat0.join is 'snan' but takes numbers"),
        (["seat0.join=1:2:1e-999"], "the range 1:2:1e-999 of seat0.join has step 0"),
        (["seat0.join=1:1e99:1"], "the range 1:1e99:1 of seat0.join has more than"),
        (["seat00.join=1"], "the grid cannot vary 'seat00.join'"),
        (["seat0.join=1:2:0"], "the range 1:2:0 of seat0.join has step 0"),
        (["seat0.join=2:1:0.5"], "the range 2:1:0.5 of seat0.join is empty"),
        (["seat0.join=1:2:3:4"], "a range is first:last:step"),
        (["seat0.join=1:x:1"], "seat0.join is 'x' but takes numbers"),
        (["seat0.join=0:1:1e-9"], "the range 0:1:1e-9 of seat0.join has"),
        (["cut=always", "cut=never"], "cut stands twice in the grid"),
        (["cut=always,always"], "cut has the value always twice in the grid"),
        (["ante=1,01"], "ante has the value 1 twice in the grid"),
        (["ante=1000,1e3"], "ante has the value 1000 twice in the grid"),
        (["cut=always,Always"], "cut has the value always twice in the grid"),
        (["players=3,03"], "players has the value 3 twice in the grid"),
        (["seat0.join=1.5,1.50"], "seat0.join has the value 1.5 twice in the grid"),
        (["cut=always,,never"], "a value of cut in the grid is empty"),
        (["cut"], "'cut' is not of the form key=value,value"),
        (["=1"], "'=1' is not of the form key=value,value"),
        ([], "the grid is empty"),
        (
            ["seat0.join=1:1000:1", "seat1.join=1:1000:1"],
            f"the grid has 1000000 cells but takes up to {MOST_CELLS}",
        ),
    ],
)
def test_bad_grids_are_told_in_one_sentence(words, message):
    with pytest.raises(SimcoreError) as caught:
        grid(*words).cells()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_each_value_is_written_in_one_way():
    found = grid(
        "ante=01,1_000",
        "muss_pays=TRUE",
        "pot_cap=None,50",
        "players=4,1e0",
        "seat0.join=-0,1.50,2e0",
    )
    assert found.axes == {
        "ante": ("1", "1000"),
        "muss_pays": ("true",),
        "pot_cap": ("none", "50"),
        "players": ("4", "1"),
        "seat0.join": ("0", "1.5", "2"),
    }


@pytest.mark.parametrize(
    ("word", "fixed", "key"),
    [
        ("players=3,4", {"players": 4}, "players"),
        ("deals=3,4", {"deals": 4}, "deals"),
        ("cut=never", {"settings": {"cut": "always"}}, "cut"),
    ],
)
def test_a_key_cannot_vary_and_be_set(word, fixed, key):
    with pytest.raises(UsageError, match=f"{key} is in the grid and set for all cells"):
        grid(word, **({"deals": None} | fixed))


def test_an_empty_list_has_no_value():
    with pytest.raises(UsageError, match="cut has no value"):
        axis_values("cut", [])
