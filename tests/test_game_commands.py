"""What every command says of every game; a new one is held to it without a word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import simcore.plan
from simcore.benchmark import workloads_of
from simcore.cli.main import main
from simcore.errors import UsageError
from simcore.game import Game
from simcore.registry import games
from tests.cli.kept import complaint, halve
from tests.short_runs import length, metrics_of, plan_of, simcore_says, values_of

pytestmark = pytest.mark.parametrize(
    "game", games().values(), ids=lambda game: game.name
)


def words(game: Game, number: int = 20) -> list[str]:
    """Return the words of a command that make it short."""
    found = [game.name, "--strategies", "random", "--seed", "3"]
    for key, value in length(game, number).items():
        found += [f"--{key}", str(value)]
    return found


def test_run_prints_a_table_of_all_titles(game):
    text = simcore_says("run", *words(game))
    assert text.startswith(f"{game.name}, {game.players[2]} players: random\n")
    found = metrics_of(game, plan_of(game, 20, seed=3))
    for table in {one.table for one in found if one.estimate.n}:
        # A title may be broken at the width of the terminal.
        assert game.metrics.TITLES[table].split(" (")[0][:50] in text
    texts = {
        simcore_says("run", *words(game), "--format", "csv", "--jobs", jobs)
        for jobs in ("1", "2")
    }
    assert len(texts) == 1


def test_run_plays_matches_where_there_are_some(game):
    line = ["run", game.name, "--strategies", "random", "--matches", "3"]
    line += ["--seed", "1", *(["--set", "target=1"] if game.plays_matches else [])]
    if game.plays_matches:
        assert "\n3 matches, seed 1" in simcore_says(*line)
        return
    result = CliRunner().invoke(main, line)
    assert isinstance(result.exception, UsageError)
    assert "not played in matches" in str(result.exception)


def test_sweep_varies_an_option_of_the_rules(game):
    options = game.rules.options()
    item = next(one for one in options if not one.metadata["only_matches"])
    text = simcore_says("sweep", *words(game), "--grid", two_values_of(item))
    for heading in ("cell", *game.metrics.HEADLINES):
        assert heading in text


def test_sweep_of_matches_shows_who_wins_how_long_and_by_how_much(game):
    if not game.plays_matches:
        return
    line = ["sweep", game.name, "--strategies", "random", "--matches", "30"]
    text = simcore_says(*line, "--seed", "3", "--grid", "target=1,2000")
    for heading in (*game.metrics.MATCH_HEADLINES, *game.metrics.HEADLINES):
        assert heading in text
    assert any(
        line.startswith("target=") and "deals a match" in line and "+" in line
        for line in text.splitlines()
        if "no difference seen" not in line
    )


@pytest.mark.parametrize("command", ["run", "sweep", "duel", "records", "odds"])
def test_what_matches_alone_know_is_refused_where_deals_stand_alone(game, command):
    only = [one for one in game.rules.options() if one.metadata["only_matches"]]
    assert bool(only) == game.plays_matches
    if (command == "duel" and not game.has_duels) or (
        command == "odds" and not game.has_odds
    ):
        return
    for item in only:
        change = ["--set", f"{item.name}=7"]
        line = {
            "sweep": ["--grid", two_values_of(item)],
            "duel": [game.default_strategy, "random", *change],
            "records": ["-n", "2", *change],
        }.get(command, change)
        result = CliRunner().invoke(main, [command, game.name, *line])
        assert isinstance(result.exception, UsageError)
        assert f"option {item.name} changes whole matches" in str(result.exception)
        assert simcore_says("rules", game.name).count("with --matches only")


def two_values_of(item: Any) -> str:
    """Return an option and two of its values, as an axis of a grid."""
    values = ",".join(str(value).lower() for value in values_of(item)[:2])
    return f"{item.name}={values}"


def test_records_lists_deals_and_finds_one_again(game):
    line = ["records", game.name, "--strategies", "random", "--seed", "3"]
    deals = simcore_says(*line, "-n", "5").splitlines()
    assert len(deals) == 5
    last = json.loads(deals[-1])
    address = ["--session", str(last["session"]), "--deal", str(last["deal"])]
    assert simcore_says(*line, *address).splitlines() == deals[-1:]
    if game.plays_matches:
        assert [json.loads(line)["deal"] for line in deals] == [0] * 5
        match = simcore_says(*line, "-n", "5", "--matches").splitlines()
        assert [json.loads(deal)["deal"] for deal in match][:2] == [0, 1]


def test_listings_and_bench_know_it(game, monkeypatch):
    monkeypatch.setattr(simcore.plan, "CHUNK_DEALS", 1000)
    assert game.name in simcore_says("games")
    assert "random" in simcore_says("strategies", game.name)
    for item in game.rules.options():
        assert item.name in simcore_says("rules", game.name)
    rows = json.loads(simcore_says("bench", game.name, "--seconds", "0.01", "--json"))
    assert {row["workload"] for row in rows} == {one.name for one in workloads_of(game)}


def test_pot_tells_of_a_pot_or_that_there_is_none(game, capsys):
    if game.has_pot:
        assert simcore_says("pot", *words(game))
        return
    assert complaint(capsys, "pot", game.name) == f"{game.name} is not played for a pot"


def test_duel_compares_its_usual_player_with_random_play(game):
    line = ["duel", game.name, game.default_strategy, "random", *words(game, 60)[3:]]
    text = simcore_says(*line)
    assert f"{game.duels.UNIT} a deal" in text or "Too close to call" in text
    for table in ("Differences", "What each gains a deal against the field"):
        assert table in text
    texts = {
        simcore_says(*line, "--format", "csv", "--jobs", jobs) for jobs in ("1", "2")
    }
    assert len(texts) == 1


def dealt(game: Game) -> tuple[list[list[str]], str]:
    """Return the hands of a deal, and a card that is in none of them, if there is."""
    record = json.loads(simcore_says("records", *words(game)[:5], "-n", "1"))
    held = {card for hand in record["hands"] for card in hand}
    pack = game.pack.format(game.pack.all_cards)
    return record["hands"], next((card for card in pack if card not in held), "")


def test_odds_tell_what_a_hand_is_worth(game):
    hands, other = dealt(game)
    line = ["odds", game.name, "--seat", "1", "--hand", " ".join(hands[1])]
    if "dealer" in game.situations.FACTS:
        line += ["--dealer", "0"]
    if "turnup" in game.situations.FACTS:
        line += ["--turnup", other]
    line += ["--deals", "40", "--seed", "3"]
    assert f"{game.name}, {game.players[2]} players, seat 1 asks" in simcore_says(*line)
    texts = {
        simcore_says(*line, "--format", "csv", "--jobs", jobs) for jobs in ("1", "2")
    }
    assert len(texts) == 1


@pytest.fixture
def deals(game, tmp_path) -> Path:
    """Return a file with records of a few deals of the game."""
    file = tmp_path / "deals.jsonl"
    line = ["records", *words(game)[:5], "-n", "5", "--output", str(file)]
    CliRunner().invoke(main, line, catch_exceptions=False)
    if game.plays_matches:
        more = tmp_path / "match.jsonl"
        line = [*line[:-1], str(more), "--matches"]
        CliRunner().invoke(main, line, catch_exceptions=False)
        file.write_text(file.read_text() + more.read_text())
    return file


def test_replay_agrees_with_its_records_and_scores_them(game, deals, tmp_path):
    lines = deals.read_text().splitlines()
    n = 10 if game.plays_matches else 5
    assert f"{n} records: {n} as the rules say" in simcore_says("replay", str(deals))
    records = [json.loads(line) for line in lines]
    for record in records:
        del record["result"]
    unscored, scored = tmp_path / "unscored.jsonl", tmp_path / "scored.jsonl"
    unscored.write_text("".join(json.dumps(record) + "\n" for record in records))
    simcore_says("replay", str(unscored), "--output", str(scored))
    assert scored.read_text().splitlines() == lines


def test_replay_objects_to_a_card_that_was_not_held(game, deals):
    for line in deals.read_text().splitlines():
        record = json.loads(line)
        plays = [event for event in record["events"] if event["type"] == "play"]
        if plays:
            break
    plays[0]["card"] = plays[1]["card"]
    deals.write_text(json.dumps(record) + "\n")
    result = CliRunner().invoke(main, ["replay", str(deals)], standalone_mode=False)
    assert result.return_value == 1
    assert f"does not hold {plays[0]['card']}" in result.stdout


def test_explain_shows_a_deal_and_what_another_would_have_done(game, deals):
    line = ["--ask", game.default_strategy]
    text = simcore_says("explain", *words(game)[:5], "--deal", "0", *line)
    assert text.startswith(f"{game.name}, {game.players[2]} players, seed 3")
    assert f"{game.default_strategy}: " in text
    assert simcore_says("explain", "--record", str(deals), *line) == text


@pytest.fixture
def chunks(monkeypatch) -> None:
    """Cut runs into chunks of a few deals."""
    monkeypatch.setattr(simcore.plan, "CHUNK_DEALS", 7)
    monkeypatch.setattr(simcore.plan, "CHUNK_MATCHES", 3)


@pytest.mark.usefixtures("chunks")
def test_a_kept_run_goes_on_becomes_longer_and_is_shown(game, results):
    csv = ("--format", "csv")
    whole, longer = (simcore_says("run", *words(game, n), *csv) for n in (30, 60))
    simcore_says("run", *words(game, 30), "--save", "evening")
    halve(results / "evening")
    assert simcore_says("resume", "evening", *csv) == whole
    ((unit, number), *_) = length(game, 60).items()
    assert simcore_says("extend", "evening", f"--{unit}", str(number), *csv) == longer
    assert simcore_says("show", "evening", *csv) == longer
    assert f"evening  {game.name}" in simcore_says("runs")


@pytest.mark.usefixtures("chunks")
def test_shards_are_merged_to_the_run_that_was_never_cut(game):
    csv = ("--format", "csv")
    whole = simcore_says("run", *words(game, 30), *csv)
    for shard in ("1/2", "2/2"):
        line = ["run", *words(game, 30), "--save", "study", "--shard", shard]
        CliRunner().invoke(main, line, standalone_mode=False, catch_exceptions=False)
    assert simcore_says("merge", "study", *csv) == whole
