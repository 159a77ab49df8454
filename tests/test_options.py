"""House rules from words: values, ranges, and what is said about mistakes."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass

import numpy as np
import pytest

from simcore.errors import UsageError
from simcore.games.kratzen.rules import KratzenRules
from simcore.options import (
    MOST_CHIPS,
    Rules,
    allowed_values,
    option,
    parse_settings,
)
from simcore.registry import games


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample(Rules):
    """One option of each kind."""

    count: int = option(3, "a number", minimum=1, maximum=9)
    limit: int | None = option(None, "a number or none", minimum=2)
    is_on: bool = option(False, "yes or no")
    side: str = option("left", "a word", choices=("left", "right"))


def test_settings_are_read_from_text_and_from_values():
    text = {"count": "4", "limit": "10", "is_on": "TRUE", "side": " Right "}
    values = {"count": 4, "limit": 10, "is_on": True, "side": "right"}
    assert (
        Sample.from_settings(text) == Sample.from_settings(values) == Sample(**values)
    )
    assert Sample.from_settings({}) == Sample()
    assert Sample.from_settings({"limit": "none"}) == Sample()
    assert Sample.from_settings({"limit": None}) == Sample()


@pytest.mark.parametrize("value", [1, 9])
def test_both_ends_of_a_range_are_allowed(value):
    assert Sample.from_settings({"count": str(value)}).count == value


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("count", "0", "option count is '0' but takes 1 to 9"),
        ("count", "10", "option count is '10' but takes 1 to 9"),
        ("count", "none", "option count is 'none' but takes 1 to 9"),
        ("count", "2.5", "option count is '2.5' but takes 1 to 9"),
        ("count", "", "option count is '' but takes 1 to 9"),
        ("limit", "1", f"option limit is '1' but takes none, 2 to {MOST_CHIPS}"),
        (
            "limit",
            str(MOST_CHIPS + 1),
            f"option limit is '{MOST_CHIPS + 1}' but takes none, 2 to {MOST_CHIPS}",
        ),
        ("is_on", "1", "option is_on is '1' but takes true, false"),
        ("side", "up", "option side is 'up' but takes left, right"),
        ("sides", "left", "there is no option 'sides'; did you mean side?"),
        ("xyzzy", "1", "there is no option 'xyzzy'; known: count, is_on, limit, side"),
    ],
)
def test_mistakes_are_told_in_one_sentence(name, value, sentence):
    with pytest.raises(UsageError) as error:
        Sample.from_settings({name: value})
    assert str(error.value) == sentence


def test_rules_cannot_be_changed():
    with pytest.raises((FrozenInstanceError, TypeError)):
        Sample().count = 4


def test_what_differs_from_the_defaults():
    assert Sample().changed() == {}
    rules = Sample(limit=2, side="right")
    assert rules.changed() == {"limit": 2, "side": "right"}
    assert rules.as_dict() == {
        "count": 3,
        "limit": 2,
        "is_on": False,
        "side": "right",
    }


def test_kernels_see_numbers():
    record = Sample(is_on=True, side="right").as_record()
    assert record.dtype == Sample.record_dtype()
    assert record.dtype.names == ("count", "limit", "is_on", "side")
    assert all(record.dtype[name] == np.int64 for name in record.dtype.names)
    assert record.tolist() == [(3, 0, 1, 1)]
    assert Sample(limit=7).as_record().tolist() == [(3, 7, 0, 0)]


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_option_of_a_game_can_be_written_and_read_back(game):
    for item in game.rules.options():
        assert item.metadata["summary"]
        assert allowed_values(item)
        values = item.metadata["choices"]
        if isinstance(item.default, bool):
            values = (True, False)
        elif not values:
            values = (item.default,)
        for value in values:
            rules = game.rules.from_settings({item.name: str(value)})
            assert getattr(rules, item.name) == value
            assert rules.changed() == (
                {} if value == item.default else {item.name: value}
            )


@pytest.mark.parametrize("bankroll", [4, 4 * 10**6])
def test_a_bankroll_of_four_antes_is_enough(bankroll):
    rules = KratzenRules.from_settings({"bankroll": bankroll, "ante": bankroll // 4})
    assert rules.bankroll == bankroll


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"bankroll": "7", "ante": "2"},
            f"option bankroll is 7 but takes none or 8 (4 x ante) to {MOST_CHIPS}",
        ),
        (
            {"bankroll": "3"},
            f"option bankroll is '3' but takes none, 4 to {MOST_CHIPS}",
        ),
        ({"ante": "0"}, "option ante is '0' but takes 1 to 1000000"),
        ({"ante": "1000001"}, "option ante is '1000001' but takes 1 to 1000000"),
        ({"pot_cap": "0"}, f"option pot_cap is '0' but takes none, 1 to {MOST_CHIPS}"),
        (
            {"cut": "sometimes"},
            "option cut is 'sometimes' but takes always, muss, never",
        ),
    ],
)
def test_mistakes_in_the_rules_of_kratzen(settings, sentence):
    with pytest.raises(UsageError) as error:
        KratzenRules.from_settings(settings)
    assert str(error.value) == sentence


# The words of the command line.


def test_settings_of_the_command_line():
    assert parse_settings(["cut=never", " last-word = true", "ante=2"]) == {
        "cut": "never",
        "last_word": "true",
        "ante": "2",
    }
    assert parse_settings([]) == {}


@pytest.mark.parametrize("word", ["cut", "=never", "cut=", "cut= ", ""])
def test_a_setting_needs_a_name_and_a_value(word):
    with pytest.raises(UsageError) as error:
        parse_settings([word])
    assert str(error.value) == f"{word!r} is not of the form option=value"


def test_an_option_is_set_once():
    with pytest.raises(UsageError, match="option last_word is set twice"):
        parse_settings(["last-word=true", "last_word=false"])
