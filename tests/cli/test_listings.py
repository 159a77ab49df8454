"""The commands that list games, rules and strategies."""

from __future__ import annotations

import csv
import io
import json

import pytest
from click.testing import CliRunner, Result

from simcore.cli.listing import as_word, format_rows, format_table
from simcore.cli.main import main
from simcore.errors import StrategyError
from simcore.loading import built_in_strategies
from simcore.registry import games
from tests.plugin_files import FINE


def listed(*words: str) -> str:
    """Return what a command prints, having made sure that it succeeds."""
    result: Result = CliRunner().invoke(main, list(words), catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def as_rows(*words: str) -> list[dict[str, str]]:
    """Return what a command prints with `--format csv`, row by row."""
    return list(csv.DictReader(io.StringIO(listed(*words, "--format", "csv"))))


def test_every_game_is_listed_in_every_format():
    names = list(games())
    assert [row["game"] for row in json.loads(listed("games", "--format", "json"))] == (
        names
    )
    assert [row["game"] for row in as_rows("games")] == names
    lines = listed("games").splitlines()
    assert [line.split()[0] for line in lines] == ["game", *names]


@pytest.mark.parametrize("name", list(games()))
def test_every_option_is_listed_with_its_values(name):
    rows = json.loads(listed("rules", name, "--format", "json"))
    options = {item.name: item for item in games()[name].rules.options()}
    assert [row["option"] for row in rows] == list(options)
    for row in rows:
        assert row["default"] == options[row["option"]].default
        assert row["values"]
        assert row["summary"]
    words = {row["option"]: row["default"] for row in as_rows("rules", name)}
    assert games()[name].rules.from_settings(words) == games()[name].rules()


def test_an_absent_number_is_none_on_the_command_line_and_null_in_json():
    (row,) = (row for row in as_rows("rules", "kratzen") if row["option"] == "pot_cap")
    assert row["default"] == "none"
    rows = json.loads(listed("rules", "kratzen", "--format", "json"))
    (row,) = (row for row in rows if row["option"] == "pot_cap")
    assert row["default"] is None


@pytest.mark.parametrize("name", list(games()))
def test_every_strategy_is_listed_with_its_parameters(name):
    known = built_in_strategies(name)
    found = json.loads(listed("strategies", name, "--format", "json"))
    assert [row["strategy"] for row in found] == list(known)
    for row in found:
        parameters = {item["parameter"]: item for item in row["parameters"]}
        assert {key: item["default"] for key, item in parameters.items()} == {
            key: item.default for key, item in known[row["strategy"]].parameters.items()
        }
        assert all(item["summary"] for item in parameters.values())
    pairs = {(row["strategy"], row["parameter"]) for row in as_rows("strategies", name)}
    assert pairs == {
        (key, parameter)
        for key, one in known.items()
        for parameter in (one.parameters or [""])
    }
    text = listed("strategies", name)
    assert all(key in text for key in known)


def test_strategies_of_all_games_are_listed_without_a_game():
    found = json.loads(listed("strategies", "--format", "json"))
    assert {row["game"] for row in found} == set(games())


def test_strategies_of_a_file_are_listed_like_built_in_ones(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(FINE)
    (found,) = json.loads(
        listed("strategies", "kratzen", str(file), "--format", "json")
    )
    assert (found["strategy"], found["summary"]) == ("mine", "a plug-in")
    assert found["parameters"] == [
        {"parameter": "first", "default": 1.0, "summary": "one"},
        {"parameter": "second", "default": 2.0, "summary": "two"},
    ]
    assert "first         1  one" in listed("strategies", "kratzen", str(file))


def test_a_file_that_cannot_play_the_game_is_refused(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(FINE)
    for words, message in (
        (["rook", str(file)], "plays kratzen, not rook"),
        (["kratzen", str(tmp_path / "none.py")], "cannot be read"),
    ):
        result = CliRunner().invoke(main, ["strategies", *words])
        assert isinstance(result.exception, StrategyError)
        assert message in str(result.exception)


@pytest.mark.parametrize("command", ["rules", "strategies"])
def test_an_unknown_game_names_the_nearest(command, run_simcore):
    done = run_simcore(command, "kratzn")
    assert done.returncode == 2
    assert done.stderr == (
        "simcore: there is no game 'kratzn'; did you mean kratzen?\n"
    )
    assert done.stdout == ""


@pytest.mark.parametrize("command", ["games", "rules", "strategies"])
def test_help_shows_an_example(command):
    assert f"Example: simcore {command}" in " ".join(listed(command, "--help").split())


def test_a_table_aligns_numbers_to_the_right_and_words_to_the_left():
    rows = [
        {"name": "a", "size_in_cm": 5, "odd": None},
        {"name": "long", "size_in_cm": 12.5, "odd": True},
    ]
    assert format_table(rows).splitlines() == [
        "name  size in cm  odd",
        "a              5  none",
        "long        12.5  true",
    ]


def test_summaries_stand_beneath_where_the_terminal_is_narrow():
    rows = [
        {"name": "a", "size": 5, "summary": "what is told of it"},
        {"name": "long", "size": 12, "summary": " ".join(["many words"] * 6)},
    ]
    assert format_table(rows, 90) == format_table(rows)
    assert format_table(rows, 60).splitlines() == [
        "name  size",
        "a        5",
        "    what is told of it",
        "long    12",
        "    many words many words many words many words many words",
        "    many words",
    ]


def test_nothing_is_an_empty_listing():
    assert format_rows([], "table") == format_rows([], "csv") == ""
    assert format_rows([], "json") == "[]"


@pytest.mark.parametrize(
    ("value", "word"),
    [(None, "none"), (True, "true"), (2.0, "2"), (7, "7"), ("x", "x")],
)
def test_values_are_written_as_on_the_command_line(value, word):
    assert as_word(value) == word
