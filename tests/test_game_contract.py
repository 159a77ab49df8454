"""What every game must have and do; a new one is held to it without a word here.

`test_game_commands.py` goes through the commands.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import simcore.plan
from simcore.api import make_plan
from simcore.benchmark import count_work, workload_plan, workloads_of
from simcore.errors import UsageError
from simcore.game import Game
from simcore.loading import built_in_strategies
from simcore.options import allowed_values
from simcore.registry import games
from simcore.runner import Outcome, run_plan
from simcore.table import TABLE_FIELDS
from simcore.view import MAX_SEATS, VIEW_FIELDS
from tests.short_runs import metrics_of, plan_of, plans_of, values_of

ROOT = Path(__file__).parents[1]
KINDS_OF_TEST = ("reference", "golden", "metrics")

pytestmark = pytest.mark.parametrize(
    "game", games().values(), ids=lambda game: game.name
)


# What it has.


def test_its_folder_carries_its_name(game):
    assert game.package == f"simcore.games.{game.name}"
    assert (ROOT / "simcore" / "games" / game.name / "__init__.py").is_file()
    assert game.summary
    fewest, most, usual = game.players
    assert 2 <= fewest <= usual <= most <= MAX_SEATS


def test_its_rules_are_options_with_words_and_working_defaults(game):
    options = game.rules.options()
    assert options
    for item in options:
        assert item.metadata["summary"]
        assert allowed_values(item)
    defaults = game.rules().as_dict()
    assert game.rules.from_settings(defaults) == game.rules()
    assert not game.rules().changed()


def test_its_rules_are_told_with_every_option_and_value(game):
    text = (ROOT / "docs" / "rules" / f"{game.name}.md").read_text(encoding="utf-8")
    for item in game.rules.options():
        assert f"`{item.name}`" in text
        for choice in item.metadata["choices"]:
            assert re.search(rf"`[^`]*\b{choice}\b[^`]*`", text), choice


def test_its_strategies_make_all_its_decisions_and_no_other(game):
    found = built_in_strategies(game.name)
    assert {"random", game.default_strategy} <= set(found)
    assert len(set(game.decisions)) == len(game.decisions)
    for name, strategy in found.items():
        assert (strategy.name, strategy.game) == (name, game.name)
        assert set(strategy.decisions) == set(game.decisions)
        assert strategy.summary


def test_it_is_held_to_slow_plain_rules_to_written_deals_and_to_known_numbers(game):
    assert (ROOT / "tests" / "reference" / f"{game.name}.py").is_file()
    for kind in KINDS_OF_TEST:
        name = f"test_{game.name}*{kind}*.py"
        assert list((ROOT / "tests" / "games").glob(name)), f"there is no {name}"


def test_its_records_begin_with_the_fields_of_all_games(game):
    engine = game.engine
    for fields, record in ((VIEW_FIELDS, engine.view), (TABLE_FIELDS, engine.table)):
        names = [field[0] for field in fields]
        assert list(record.names[: len(names)]) == names
        assert all(record[name].base.kind in "iuf" for name in record.names)
    assert "is_given" in engine.given.names
    assert set(engine.words) <= set(game.decisions)


def test_there_are_duels_replaying_and_odds_of_it(game):
    assert game.has_duels, "there is no metrics/duels.py"
    assert game.has_replaying, "there is no replaying/"
    assert game.has_odds, "there is no situations/"


def test_its_duels_seat_everybody_once_and_bound_what_a_deal_brings(game):
    for players in range(game.players[0], game.players[1] + 1):
        sides = game.duels.sides(players)
        assert sorted(seat for side in sides for seat in side) == list(range(players))
    least, most = game.duels.bounds(game.rules())
    assert least < most
    assert game.duels.UNIT


# What it does.


def test_its_sums_do_not_depend_on_chunks_or_threads(game, monkeypatch):
    for plan in plans_of(game):
        whole = run_plan(plan, 1)
        assert whole.sums.any()
        with monkeypatch.context() as patch:
            patch.setattr(simcore.plan, "CHUNK_DEALS", 7)
            patch.setattr(simcore.plan, "CHUNK_MATCHES", 3)
            assert plan.n_chunks > 1
            for jobs in (1, 2):
                np.testing.assert_array_equal(run_plan(plan, jobs).sums, whole.sums)


def test_its_records_are_the_deals_of_a_run(game):
    for plan in plans_of(game):
        engine = game.engine
        job = engine.make_job(plan)
        sums = engine.layout.zeros()
        for session in range(plan.sessions):
            for number, record in enumerate(engine.records(job, session, sums=sums)):
                assert (record["session"], record["deal"]) == (session, number)
                assert record["game"] == game.name
                assert len(record["strategies"]) == record["players"] == plan.players
                assert record["result"]
        np.testing.assert_array_equal(sums, run_plan(plan).sums)


def test_a_longer_run_begins_with_the_shorter_one(game):
    plan = plan_of(game)
    job = game.engine.make_job(plan)
    parts = game.engine.layout.zeros()
    stop = np.zeros(1, np.uint8)
    for first, number in ((0, 3), (3, plan.sessions - 3)):
        assert game.engine.run_chunk(job, first, number, parts, stop) == number
    np.testing.assert_array_equal(parts, run_plan(plan).sums)


def test_every_value_of_every_option_can_be_played(game):
    fewest, most, _ = game.players
    for item in game.rules.options():
        for value in values_of(item):
            rules = {item.name: value}
            for players in {fewest, most}:
                one_match = {"matches": 1} if item.metadata["only_matches"] else {}
                outcome = run_plan(
                    plan_of(game, 12, rules=rules, players=players, **one_match)
                )
                assert outcome.is_complete
                assert game.metrics.run_metrics(outcome, 0.95)


def test_all_its_players_sit_at_a_table_together(game):
    names = list(built_in_strategies(game.name))
    for first in range(0, len(names), game.players[2]):
        seats = [names[(first + i) % len(names)] for i in range(game.players[2])]
        assert run_plan(plan_of(game, 30, strategies=seats)).is_complete


def test_every_number_has_a_table_with_a_title(game):
    module = game.metrics
    for plan in plans_of(game):
        found = metrics_of(game, plan)
        keys = [(one.table, one.item, one.metric) for one in found]
        assert len(set(keys)) == len(keys)
        assert {one.table for one in found} <= set(module.TITLES)
        assert set(module.notes(found)) <= {one.table for one in found}
        assert all(re.fullmatch("[a-z]+", one.unit) for one in found)
    usual = metrics_of(game, plan_of(game))
    keys = [(one.table, one.item, one.metric) for one in usual]
    assert module.HEADLINES
    assert set(module.HEADLINES.values()) <= set(keys)
    assert game.has_pot == hasattr(module, "pot_metrics")
    assert game.plays_matches == hasattr(module, "MATCH_HEADLINES")
    if game.plays_matches:
        assert set(module.MATCH_HEADLINES.values()) <= _keys_of_a_match(game)


def _keys_of_a_match(game: Game) -> set[tuple[str, str, str]]:
    """Return table, item and metric of all that is told of whole matches."""
    *_, plan = plans_of(game)
    return {(one.table, one.item, one.metric) for one in metrics_of(game, plan)}


def test_nothing_counted_is_told_without_an_error(game):
    plan = plan_of(game)
    nothing = Outcome(plan, game.engine.layout.zeros(), 0, 1.0)
    for one in game.metrics.run_metrics(nothing, 0.95):
        assert one.estimate.n == 0


def test_its_workloads_count_their_work(game):
    assert workloads_of(game)
    for workload in workloads_of(game):
        assert workload.name.startswith(f"{game.name}_")
        assert workload.summary
        plan = workload_plan(game, workload, 1)
        small = replace(plan, sessions=50)
        deals, plays = count_work(run_plan(small))
        assert deals >= 50
        assert plays > deals


def test_how_long_a_run_is_is_asked_for_in_its_own_words(game):
    if game.plays_matches:
        assert plan_of(game, deals=7).describe()["sessions"] == 7
        assert plan_of(game, matches=7).matches
        wrong: list[dict[str, int]] = [{"sessions": 3}, {"deals": 3, "matches": 3}]
    else:
        wrong = [{"matches": 3}]
    for values in wrong:
        with pytest.raises(UsageError):
            plan_of(game, **values)


@pytest.mark.slow
def test_a_copy_of_a_built_in_strategy_plays_the_same(game, tmp_path):
    (file,) = (ROOT / "strategies" / game.name).glob("random.py")
    copy = tmp_path / "copy.py"
    copy.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    for plan in plans_of(game):
        seats = make_plan(game, rules={}, seed=1, strategies=f"{copy}:random").seats
        theirs = run_plan(replace(plan, seats=seats))
        np.testing.assert_array_equal(theirs.sums, run_plan(plan).sums)
