"""What the public functions say of arguments of another kind than they take."""

from __future__ import annotations

import inspect
from pathlib import Path

import numpy as np
import pytest
from pandas.testing import assert_frame_equal

import simcore
from simcore.arguments import FACTS, KINDS
from simcore.counts import counted, whole_number
from simcore.errors import UsageError
from simcore.registry import games

HAND = "Ah 6s 9h 7l"
ASKED = {"hand": HAND, "turnup": "Kh", "deals": 20, "seed": 1, "strategy": "random"}
SAID = ASKED | {"seat": 2, "declarer": 0, "contract": "schlagen", "opponents": "random"}
SMALL = {"strategies": "random", "sessions": 5, "deals": 2, "seed": 1, "jobs": 1}
CALLS = {
    "run": {"game": "kratzen", **SMALL},
    "pot": {"game": "kratzen", **SMALL},
    "sweep": {"game": "kratzen", "grid": {"players": [3]}, **SMALL},
    "odds": {"game": "kratzen", **SAID},
    "duel": {"game": "kratzen", **SMALL, "strategies": ["random", "normal"]},
    "records": {"game": "kratzen", "strategies": "random", "deals": 2, "seed": 1},
    "replay": {"source": []},
    "resume": {"run": "nothing"},
}
"""Arguments with which each function does little and is content, but for `resume`."""

WRONG = (None, "", "many", 1.5, True, [1], [None], {"a": [1]}, {1: 2}, object(), b"x")
MEANT = {
    ("run", "save"): ("many",),
    ("pot", "save"): ("many",),
    ("sweep", "save"): ("many",),
    ("sweep", "has_pot_tables"): (True,),
    ("odds", "hand"): ("",),
    ("odds", "strategy"): ("",),
    ("odds", "opponents"): ("",),
    ("odds", "precision"): (1.5,),
    ("replay", "source"): ([1], [None], {"a": [1]}, {1: 2}),
    ("odds", "joined"): ([1],),
    ("odds", "dropped"): ([1],),
}
"""Of those what a function takes; it does nothing worse than say that it is wrong."""


def kind_of(value: object) -> str:
    """Return a name for `value` that is the same in every process."""
    return type(value).__name__


def arguments() -> list[tuple[str, str]]:
    """Return every argument of every public function, by the name of both."""
    return [
        (name, argument.name)
        for name in simcore.__all__
        for argument in inspect.signature(getattr(simcore, name)).parameters.values()
        if argument.kind is not argument.VAR_KEYWORD
    ]


def is_default(name: str, argument: str, value: object) -> bool:
    """Return whether `value` is what the function has if nothing is said."""
    default = inspect.signature(getattr(simcore, name)).parameters[argument].default
    return type(default) is type(value) and default == value


@pytest.mark.parametrize("value", WRONG, ids=kind_of)
@pytest.mark.parametrize(("name", "argument"), arguments())
def test_another_kind_is_told_in_one_sentence(name, argument, value):
    if is_default(name, argument, value) or value in MEANT.get((name, argument), ()):
        return
    with pytest.raises(UsageError) as told:
        getattr(simcore, name)(**(CALLS[name] | {argument: value}))
    assert str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("value", WRONG[1:], ids=kind_of)
@pytest.mark.parametrize("fact", FACTS)
def test_facts_of_another_kind_are_told_in_one_sentence(fact, value):
    if value == "" or value in MEANT.get(("odds", fact), ()):
        return
    for game in games().values():
        if game.has_odds and fact in game.situations.FACTS:
            asked = CALLS["odds"] if game.name == "kratzen" else {"game": game.name}
            with pytest.raises(UsageError) as told:
                simcore.odds(**(asked | {"deals": 20, fact: value}))
            assert "\n" not in str(told.value)


def test_every_fact_of_a_game_has_a_kind():
    for game in games().values():
        if game.has_odds:
            assert set(game.situations.FACTS) <= FACTS.keys()


def test_every_kind_is_that_of_an_argument():
    named = {argument for _, argument in arguments()}
    assert KINDS.keys() <= named


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"sessions": "100"}, "sessions is '100' but takes a whole number"),
        ({"seed": 1.5}, "seed is 1.5 but takes a whole number"),
        ({"rules": ["cut"]}, "rules is ['cut'] but takes a dict"),
        ({"strategies": 3}, "strategies is 3 but takes a text or a list of texts"),
        ({"game": None}, "game is None but takes a text"),
        ({"precision": 0.1}, "precision is 0.1 but takes METRIC=WIDTH"),
    ],
)
def test_the_sentence_says_what_is_taken(values, message):
    with pytest.raises(UsageError) as told:
        simcore.run(**(CALLS["run"] | values))
    assert message in str(told.value)


def test_the_most_has_one_name_in_all_functions():
    named = {name for name, argument in arguments() if argument == "maximum"}
    assert named == {"run", "pot", "sweep", "odds", "duel"}
    with pytest.raises(UsageError, match="maximum is 0 but takes 1 or more"):
        simcore.odds(**(CALLS["odds"] | {"maximum": 0}))


def test_an_empty_grid_is_told_in_words_of_python():
    with pytest.raises(UsageError, match=r"as \{'players': \[3, 4\]\}"):
        simcore.sweep("kratzen", {})


def test_whole_floats_and_numbers_of_numpy_are_taken():
    usual = simcore.run(**CALLS["run"])
    for five in (5.0, np.int64(5), np.float64(5)):
        same = simcore.run(**(CALLS["run"] | {"sessions": five}))
        assert_frame_equal(usual, same, check_exact=True)
    table = simcore.run(**CALLS["run"], rules={"ante": 2.0})
    assert table["settings"][0] == "ante=2"
    swept = simcore.sweep("kratzen", {"players": np.array([3, 4])}, **SMALL)
    assert set(swept["settings"]) == {"players=3", "players=4"}


def test_a_strategy_may_be_the_path_of_a_file():
    file = Path("mine.py")
    with pytest.raises(UsageError, match=r"there is no strategy file mine.py"):
        simcore.run("kratzen", strategies=[file, "normal", "normal", "normal"])


def test_cards_and_seats_may_be_lists():
    usual = simcore.odds(**CALLS["odds"], joined=(1,))
    for same in (
        {"hand": HAND.split(), "joined": 1},
        {"hand": {2: HAND.split()}, "joined": [1]},
    ):
        table = simcore.odds(**(CALLS["odds"] | same))
        assert_frame_equal(usual, table, check_exact=True)


def test_records_without_a_number_are_one():
    assert len(simcore.records(**CALLS["records"])) == 1


def test_one_record_can_be_replayed_alone():
    (record,) = simcore.records(**CALLS["records"])
    assert simcore.replay(record).n_agree == 1


def test_strategies_of_a_duel_may_be_parted_by_commas():
    with pytest.raises(UsageError, match="a duel takes two strategies or more"):
        simcore.duel("kratzen", "normal")
    one = simcore.duel("kratzen", "random,normal", sessions=4, deals=2, seed=1)
    two = simcore.duel("kratzen", ["random", "normal"], sessions=4, deals=2, seed=1)
    assert_frame_equal(one, two, check_exact=True)


@pytest.mark.parametrize(
    ("written", "number"),
    [
        (7, 7),
        (7.0, 7),
        (" 7 ", 7),
        ("007", 7),
        ("1e5", 100_000),
        ("1.5E3", 1500),
        ("100_000", 100_000),
        ("100,000", 100_000),
        ("1,000,000", 1_000_000),
        ("-3", -3),
        ("10,00", None),
        ("1.5", None),
        ("1e99999", None),
        ("nan", None),
        ("", None),
        (True, None),
        (float("inf"), None),
        (None, None),
    ],
)
def test_whole_numbers_are_read_as_people_write_them(written, number):
    assert whole_number(written) == number


@pytest.mark.parametrize(
    ("number", "unit", "told"),
    [
        (1, "sessions", "1 session"),
        (1, "matches", "1 match"),
        (1, "records", "1 record"),
        (0, "deals", "0 deals"),
        (2000, "cells", "2,000 cells"),
    ],
)
def test_one_of_something_is_told_as_one(number, unit, told):
    assert counted(number, unit) == told
