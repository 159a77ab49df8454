"""Replay: what the simulator writes is right, and what is spoiled is told."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner

import simcore
from reference import chibre, klaberjass, kratzen, rook
from simcore.api import make_plan
from simcore.cli.main import main
from simcore.recording import list_records
from simcore.registry import find_game
from simcore.replaying.replayer import Replayer
from simcore.replays import COLUMNS, replay
from spoiled_records import UNREADABLE, all_spoiled, events, normal, played, written

GAMES = ("kratzen", "chibre", "rook", "klaberjass")
NUMBERS = {
    "ante": [3],
    "bankroll": [60],
    "pot_cap": [20],
    "target": [100],
    "moon_bonus": [100],
}
SPOILED = all_spoiled()


@pytest.fixture(scope="module")
def replayer() -> Replayer:
    return Replayer()


def option_sets(game):
    """Return the defaults, and every other value of every option by itself."""
    found = [{}]
    for item in game.rules.options():
        if isinstance(item.default, bool):
            values = [not item.default]
        else:
            values = item.metadata.get("choices") or NUMBERS[item.name]
        found += [{item.name: one} for one in values if one != item.default]
    return found


def records_of(name, n):
    """Yield about `n` records, under every option, for every number of players."""
    game = find_game(name)
    sets = option_sets(game)
    least, most, _ = game.players
    each = -(-n // len(sets) // (most - least + 1))
    for seed, rules in enumerate(sets):
        for players in range(least, most + 1):
            length = {"matches": 1} if game.plays_matches else {"deals": 12}
            if seed % 2 and game.plays_matches and "target" not in rules:
                length = {"deals": 1}
            plan = make_plan(
                game,
                players=players,
                rules=rules,
                strategies="random",
                seed=seed,
                **length,
            )
            yield from list_records(plan, each)


def by_reference(record):
    """Return the result of a record by the slow twin of its game."""
    name = record["game"]
    if name == "kratzen":
        return kratzen.table_before(record).replay(record)
    if name == "rook":
        return rook.Match(record.get("rules")).replay(record, alone=True)
    return {"chibre": chibre, "klaberjass": klaberjass}[name].replay_deal(record)


def assert_round_trip(name, n, replayer):
    """Replay records as they are, and without all that can be found out."""
    for number, record in enumerate(records_of(name, n), start=1):
        text = json.dumps(record)
        assert replayer.line(text, number).messages == []
        result = record.pop("result")
        for event in record["events"]:
            event.pop("legal", None)
        bare = replayer.record(record, number)
        assert bare.messages == []
        assert bare.is_filled
        assert bare.record["result"] == result
        assert by_reference(json.loads(text)) == result


@pytest.mark.parametrize("name", GAMES)
def test_what_is_written_is_right(name, replayer):
    assert_round_trip(name, 150, replayer)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_thousands_of_records_are_right(name, replayer):
    assert_round_trip(name, 5000, replayer)


def test_json_is_a_list_with_an_object_for_each_difference(tmp_path):
    (deal,) = simcore.records("kratzen", seed=2, strategies="random")
    trick = next(event for event in deal["events"] if event["type"] == "trick")
    right, trick["winner"] = trick["winner"], (trick["winner"] + 1) % 4
    file = tmp_path / "deals.jsonl"
    file.write_text(json.dumps(deal))
    words = ["replay", str(file), "--format", "json"]
    found, *_ = json.loads(CliRunner().invoke(main, words).stdout)
    assert list(found) == ["line", "event", "found", "right", "message"]
    assert (found["found"], found["right"]) == (
        f"winner {trick['winner']}",
        f"winner {right}",
    )
    trick["winner"] = right
    file.write_text(json.dumps(deal))
    assert json.loads(CliRunner().invoke(main, words).stdout) == []


def test_there_are_enough_spoiled_records():
    assert len(SPOILED) >= 40


@pytest.mark.parametrize("name", SPOILED)
def test_what_is_spoiled_is_told(name, replayer):
    line, sentence = SPOILED[name]
    replayed = replayer.line(line, 7)
    assert any(sentence in message for message in replayed.messages)
    assert all(message.startswith("line 7") for message in replayed.messages)
    assert bool(replayed.problem) == (list(SPOILED).index(name) < UNREADABLE)


def test_what_is_against_the_rules_is_told_before_a_wrong_decision(replayer):
    record = normal()
    plays = [place for place, one in enumerate(record["events"]) if "card" in one]
    record["events"][plays[0]]["legal"] = ["6s"]
    record["events"][plays[-1]]["card"] = record["events"][plays[0]]["card"]
    found = replayer.record(record).differences
    assert [one.event for one in found] == [plays[0] + 1, plays[-1] + 1]
    assert found[0].found == "legal 6s"


def test_cards_may_be_written_as_people_do(replayer):
    record = played("kratzen")
    texts = {"6s": "Weli"}
    spelled = json.loads(json.dumps(record))
    spelled["hands"] = [
        [texts.get(card, card.upper()) for card in reversed(hand)]
        for hand in record["hands"]
    ]
    for event in events(spelled, "play"):
        event["card"] = event["card"].replace("T", "10").lower()
    assert replayer.record(spelled).messages == []


def lines_of(*records):
    return "".join(json.dumps(one) + "\n" for one in records)


def invoke(*words, text=None):
    return CliRunner().invoke(
        main, ["replay", *words], input=text, standalone_mode=False
    )


def test_exit_codes(tmp_path):
    good, wrong = normal(), normal()
    wrong["result"]["pot_after"] = 1
    for records, code, summary in (
        ([good], 0, "1 record: 1 as the rules say, 0 not, 0 cannot be read"),
        ([good, wrong], 1, "2 records: 1 as the rules say, 1 not"),
        (
            [wrong, {}, good],
            2,
            "3 records: 1 as the rules say, 1 not, 1 cannot be read",
        ),
    ):
        file = tmp_path / "deals.jsonl"
        file.write_text(lines_of(*records))
        result = invoke(str(file))
        assert result.return_value == code
        assert summary in result.stdout


def test_results_are_filled_in(tmp_path):
    record = normal() | {"comment": "from the club"}
    result = record.pop("result")
    target = tmp_path / "scored.jsonl"
    assert invoke("-", "--output", str(target), text=lines_of(record)).return_value == 0
    (line,) = target.read_text().splitlines()
    found = json.loads(line)
    assert found == record | {"result": result}
    assert list(found)[-2:] == ["events", "result"]


def test_records_go_through_a_pipe():
    text = lines_of(*written("rook", 3))
    result = invoke("-", "--output", "-", text=text)
    assert [json.loads(line) for line in result.stdout.splitlines()] == written(
        "rook", 3
    )
    assert "3 records" in result.stderr


def test_differences_as_json():
    record = normal()
    record["result"]["pot_after"] = 1
    result = invoke("-", "--format", "json", text=lines_of(record))
    (row,) = json.loads(result.stdout)
    assert list(row) == list(COLUMNS)
    assert row["found"] == "pot_after 1"


def test_an_output_is_not_overwritten(tmp_path):
    target = tmp_path / "scored.jsonl"
    target.write_text("mine")
    result = invoke("-", "--output", str(target), text=lines_of(normal()))
    assert "--force" in str(result.exception)
    assert target.read_text() == "mine"


def test_a_missing_file_is_told(tmp_path):
    result = invoke(str(tmp_path / "none.jsonl"))
    assert "none.jsonl cannot be read: No such file" in str(result.exception)


def test_replay_from_python(tmp_path):
    records = simcore.records("klaberjass", n=4, strategies="random", seed=2)
    assert len(records) == 4
    del records[0]["result"]
    records[1]["result"]["score"] = [1, 1]
    found = replay([*records, {"format": 3}])
    assert (found.n, found.n_agree, found.n_differ, found.n_unreadable) == (5, 3, 1, 1)
    assert found.exit_code == 2
    assert list(found.differences.columns) == list(COLUMNS)
    assert found.differences["line"].tolist() == [2, 5]
    assert "result" in found.records[0]
    file = tmp_path / "deals.jsonl"
    file.write_text(lines_of(*written("chibre", 2)))
    assert simcore.replay(file).exit_code == 0


def test_records_from_python_are_those_of_the_command():
    found = simcore.records("kratzen", n=3, deals=2, strategies="random", seed=4)
    words = ["records", "kratzen", "-n", "3", "--deals", "2", "--seed", "4"]
    result = CliRunner().invoke(
        main, [*words, "--strategies", "random"], standalone_mode=False
    )
    assert [json.loads(line) for line in result.stdout.splitlines()] == found


@pytest.mark.parametrize(
    ("game", "length", "sentence"),
    [
        ("kratzen", {"matches": True}, "kratzen is not played in matches"),
        ("rook", {"deals": 3}, "a session of rook is a deal"),
    ],
)
def test_records_that_cannot_be_listed(game, length, sentence):
    with pytest.raises(simcore.errors.UsageError, match=sentence):
        simcore.records(game, n=1, seed=1, **length)


def places_in(value, path=()):
    """Yield the path of every part of a record."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in parts:
        yield (*path, key)
        if isinstance(part, dict | list):
            yield from places_in(part, (*path, key))


def spoil(record, rng):
    """Drop, replace or shuffle a part of a record."""
    *path, last = rng.choice(list(places_in(record)))
    for key in path:
        record = record[key]
    way = rng.choice(["drop", "replace", "replace", "shuffle"])
    if way == "drop":
        del record[last]
    elif way == "shuffle" and isinstance(record, list):
        rng.shuffle(record)
    else:
        record[last] = rng.choice(
            [None, True, -1, 0, 3, 2**63, "x", "Kh", "6s", [], {}]
        )


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_spoiled_is_told_in_sentences(name, replayer):
    rng = random.Random(11)
    told = 0
    for _ in range(200):
        record = rng.choice(written(name))
        for _ in range(rng.choice([1, 2])):
            spoil(record, rng)
        messages = replayer.line(json.dumps(record), 1).messages
        assert all(message.startswith("line 1") for message in messages)
        told += bool(messages)
    assert told > 100
