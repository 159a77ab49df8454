"""Steered seats: scripts are followed, strategies decide what is left free."""

from dataclasses import replace

import numpy as np
import pytest

from simcore.api import make_plan
from simcore.engine import Recorder
from simcore.errors import StrategyError
from simcore.registry import find_game
from simcore.steering import FREE, MOST_ANSWERS, ROW_SIZE, write_script
from simcore.tally import POT_UNITS

GAME = find_game("kratzen")
CALL, JOIN = 0, 1
NORMAL = 2

SAY_WEITER, SAY_SCHLAGEN = (CALL, 0), (CALL, 3)
DROP, PLAY = (JOIN, 0), (JOIN, 1)


def a_plan(**options):
    usual = {"strategies": "normal,random,bold,random", "deals": 12, "rules": {}}
    return make_plan(GAME, seed=5, **usual | options)


def play_out(plan, n_tables, scripts=None, **options):
    """Return tables and profits of deals played out with a script for some seats."""
    engine = GAME.engine
    job = engine.make_steered_job(plan)
    for seat, answers in (scripts or {}).items():
        write_script(job.parameters[seat], answers)
    tables = engine.new_table(job, n_tables)
    for field, value in options.pop("start", {}).items():
        tables[field] = value
    given = np.zeros(1, engine.given)
    profits = engine.play_out(job, tables, given, **options)
    return tables, profits


def normal_deals(scripts, n_tables=400):
    """Return tables after a deal in which there were calls; seat 0 has the pack."""
    start = {"pot": 10, "stakes": NORMAL}
    plan = a_plan(deals=2, rules={"cut": "never"})
    tables, _ = play_out(plan, n_tables, scripts, first_deal=1, start=start)
    return tables[tables["kind"] == NORMAL]


def test_without_scripts_the_deals_are_those_of_a_run():
    plan = a_plan()
    engine = GAME.engine
    sums = engine.layout.zeros()
    engine.run_chunk(engine.make_job(plan), 0, 300, sums, np.zeros(1, np.uint8))
    start = engine.layout.offset("profit_pots")
    in_run = sums[:, start : start + 4].sum(axis=0) / POT_UNITS

    tables, profits = play_out(plan, 300)

    np.testing.assert_allclose(profits.sum(axis=0), in_run, atol=1e-3)
    assert (tables["balance"].sum(axis=1) + tables["pot"] == 0).all()


def test_a_table_is_that_of_its_session():
    _, profits = play_out(a_plan(), 9)
    _, later = play_out(a_plan(), 4, first_session=5)

    np.testing.assert_array_equal(profits[5:], later)


def test_a_script_decides_as_far_as_it_goes():
    others = {2: [SAY_WEITER, DROP], 3: [SAY_WEITER, PLAY]}
    tables = normal_deals({0: [SAY_SCHLAGEN], **others})

    assert len(tables) > 100
    assert (tables["declarer"] == 0).all()
    assert (tables["playing"] >> 2 & 1 == 0).all()
    assert (tables["playing"] >> 3 & 1 == 1).all()
    assert 0 < np.mean(tables["playing"] >> 1 & 1) < 1


def test_a_free_entry_asks_the_strategy():
    tables = normal_deals({0: [SAY_SCHLAGEN], 1: [(CALL, FREE), PLAY]})

    assert (tables["playing"] >> 1 & 1 == 1).all()
    assert (tables["declarer"] == 0).all()


def test_words_of_64_bits_come_through():
    row = np.zeros(ROW_SIZE)
    highest = 2**64 - 1
    write_script(row, [(GAME.decisions.index("play"), highest)])
    job = GAME.engine.make_steered_job(a_plan(deals=1))
    job.parameters[0, :] = row
    recorder = Recorder(GAME.engine, job, 0, is_lenient=True)

    record = recorder.play(0)

    assert recorder.tables["wrong"][0]
    assert recorder.tables["wrong_answer"][0] == highest
    assert record["result"]["tricks"] == recorder.tables["tricks"][0, :4].tolist()


def test_a_wrong_answer_of_a_script_is_told():
    with pytest.raises(StrategyError, match="answered 9 to call in deal 1"):
        normal_deals({1: [(CALL, 9)]})


def test_a_script_has_a_limit():
    with pytest.raises(ValueError, match="65 answers but a script has up to 64"):
        write_script(np.zeros(ROW_SIZE), [DROP] * (MOST_ANSWERS + 1))


def test_a_stopped_play_returns_what_was_done():
    _, profits = play_out(a_plan(), 50, stop=np.ones(1, np.uint8))

    assert profits.shape == (0, 4)


def test_a_users_file_can_be_steered(tmp_path):
    source = (GAME.folder.parents[2] / "strategies/kratzen/random.py").read_text()
    file = tmp_path / "mine.py"
    file.write_text(source.replace('name="random"', 'name="mine"'))
    own = a_plan(strategies=f"{file},random,bold,random")
    usual = replace(own, seats=a_plan(strategies="random,random,bold,random").seats)

    np.testing.assert_array_equal(play_out(own, 20)[1], play_out(usual, 20)[1])
