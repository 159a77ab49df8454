"""Strategy files that are played: against the rules, or like what is built in."""

import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from numba.core import event

from plugin_files import CALL, FINE, GAME, complaint, plan, spoil
from simcore.loading import built_in_file
from simcore.runner import run_plan

# Answers.

FAULTY = '''
"""Answers against the rules as its parameter says, else plays along and legally."""

import numpy as np

from simcore.jit import popcount
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import lowest

ONE = np.uint64(1)


@decision
def call(view, parameters, rng):
    if parameters[0] == 1:
        return 7
    if parameters[0] == 2:
        return -1
    if parameters[0] == 3:
        return [1, 2][view.n_seats]
    if parameters[0] == 4:
        return 3
    return 3 if view.legal > ONE else 0


@decision
def join(view, parameters, rng):
    return 2 if parameters[0] == 5 else 1


@decision
def exchange(view, parameters, rng):
    if parameters[0] == 6:
        return ~view.hand
    if parameters[0] == 7:
        return view.hand
    return view.hand & np.uint64(0)


@decision
def discard(view, parameters, rng):
    if parameters[0] == 8:
        return view.hand
    if parameters[0] == 9:
        return view.hand & np.uint64(0)
    away = lowest(view.hand)
    return away if view.limit == 1 else away | lowest(view.hand & ~away)


@decision
def play(view, parameters, rng):
    if parameters[0] == 10:
        return view.hand & np.uint64(0)
    if parameters[0] == 11 and view.trick < 3:
        return view.hand
    if parameters[0] == 12:
        forbidden = view.hand & ~view.legal
        return lowest(forbidden if forbidden else view.legal)
    return lowest(view.legal)


FAULTY = Strategy(
    name="faulty",
    game="kratzen",
    summary="answers wrongly",
    decisions={
        "call": call,
        "join": join,
        "exchange": exchange,
        "discard": discard,
        "play": play,
    },
    parameters={"fault": Parameter(0.0, "which")},
)
'''
CARD = "(?:[789TUOKA][elhs]|6s)"

ANSWERS = {
    1: "answered 7 to call",
    2: "answered -1 to call",
    3: "answered nothing but an exception to call",
    4: "answered schlagen to call",
    5: "answered defer to join",
    6: "answered the bits 0x[0-9a-f]+ to exchange",
    8: f"answered {CARD}(?:, {CARD}){{4,5}} to discard",
    9: "answered no card to discard",
    10: "answered no card to play",
    11: f"answered {CARD}(?:, {CARD})+ to play",
    12: f"answered {CARD} to play",
}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """Return a file with `FAULTY` that all tests share, as it is slow to compile."""
    path = tmp_path_factory.mktemp("plugins") / "faulty.py"
    path.write_text(FAULTY)
    return path


@pytest.mark.parametrize("fault", ANSWERS)
def test_answers_that_the_rules_do_not_allow(capsys, faulty, fault):
    """The sentence names who answered what, and the deal that shows it again."""
    told = complaint(capsys, f"{faulty}(fault={fault})")
    who = f"strategy faulty of {re.escape(str(faulty))} at seat [0-3]"
    where = r"in deal \d+ of session \d+ with seed 5, which the rules do not allow"
    assert re.fullmatch(f"{who} {ANSWERS[fault]} {where}", told)


def test_too_many_cards_in_an_exchange(capsys, faulty):
    """With six players the stock does not hold as many cards as a hand."""
    told = complaint(capsys, f"{faulty}(fault=7)", "--players 6")
    assert re.search(f"answered {CARD}(, {CARD}){{3,4}} to exchange", told)


def test_the_other_answers_are_allowed(faulty):
    """Without a fault the same file plays to the end."""
    assert run_plan(plan(str(faulty), sessions=2)).is_complete


# Play.


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Return a strategy file of the user, in the folder in which he works."""
    monkeypatch.chdir(tmp_path)
    path = Path("mine.py")
    path.write_text(FINE)
    return path


@pytest.fixture(scope="module")
def fine(tmp_path_factory):
    """Return a file with two strategies that nothing is wrong with."""
    path = tmp_path_factory.mktemp("plugins") / "fine.py"
    path.write_text(FINE + "TWIN = MINE.preset(name='twin', summary='', first=5.0)\n")
    return path


def test_plugin_plays_like_the_same_built_in(file):
    """The copy of a strategy gives its sums, bit for bit."""
    shutil.copy(built_in_file("kratzen", "threshold"), file)
    for theirs, ours in (
        ("threshold", "mine.py:threshold"),
        ("bold,cautious,normal,random", "mine.py:bold,cautious,mine.py:normal,random"),
    ):
        built_in, copy = run_plan(plan(theirs)), run_plan(plan(ours))
        assert built_in.sums.any()
        np.testing.assert_array_equal(built_in.sums, copy.sums)


def test_parameters_compile_nothing(fine):
    """They are data; neither they nor another run of the file cost compilation."""
    first = run_plan(plan(f"{fine}:mine"))
    with event.install_recorder("numba:compile") as compiled:
        run_plan(plan(f"{fine}:mine"))
        run_plan(plan(f"{fine}:mine(first=3),normal(join=1.5),bold,{fine}:twin"))
    assert compiled.buffer == []
    assert first.sums.any()


def test_an_edited_file_is_loaded_again(capsys, file):
    """Somebody who edits his file and runs again plays what he wrote."""
    run_plan(plan("mine.py", sessions=1))
    spoil(file, CALL, "def call(view, parameters, rng):\n    return 9")
    assert "answered 9 to call" in complaint(capsys, "mine.py")


def test_preset_of_the_same_file_shares_its_code(fine):
    """A preset is the same code with other numbers."""
    job = GAME.engine.make_job(plan(f"{fine}:mine,{fine}:twin,normal,normal"))
    n_decisions = len(GAME.decisions)
    assert job.plugins[:n_decisions] == job.plugins[n_decisions : 2 * n_decisions]
    assert job.parameters[0, 0] == 1.0
    assert job.parameters[1, 0] == 5.0
