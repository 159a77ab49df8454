"""What is wrong with a strategy file is told in a sentence; a right one just plays."""

import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from numba.core import event

from simcore.cli.main import start
from simcore.lineup import parse_lineup
from simcore.loading import built_in_file
from simcore.plan import Plan
from simcore.registry import find_game
from simcore.runner import run_plan

GAME = find_game("kratzen")

FINE = '''
"""Never calls, never exchanges, throws and plays the lowest."""

import numpy as np

from simcore.rng import below
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import lowest


def plain(view):
    return 0


@decision
def change(view):
    view.pot = 0
    return 0


@decision
def call(view, parameters, rng):
    return 0


@decision
def nothing(view, parameters, rng):
    return 0


@decision
def discard(view, parameters, rng):
    away = lowest(view.hand)
    for _ in range(view.limit - 1):
        away |= lowest(view.hand & ~away)
    return away


@decision
def play(view, parameters, rng):
    return lowest(view.legal)


DECISIONS = {
    "call": call,
    "join": nothing,
    "exchange": nothing,
    "discard": discard,
    "play": play,
}
PARAMETERS = {"first": Parameter(1.0, "one"), "second": Parameter(2.0, "two")}

MINE = Strategy(
    name="mine",
    game="kratzen",
    summary="a plug-in",
    decisions=DECISIONS,
    parameters=PARAMETERS,
)
'''

CALL = "def call(view, parameters, rng):\n    return 0"
"""The decision of `FINE` that is spoilt: it is the first to be compiled."""


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Return a strategy file of the user, in the folder in which he works."""
    monkeypatch.chdir(tmp_path)
    path = Path("mine.py")
    path.write_text(FINE)
    return path


def spoil(file, old, new):
    """Replace `old` in the file, which must be there once."""
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def complaint(capsys, strategies, *more):
    """Return the sentence in which the command line refuses the strategies."""
    command = f"run kratzen --sessions 3 --deals 40 --seed 5 --jobs 1 {' '.join(more)}"
    with pytest.raises(SystemExit) as leaving:
        start([*command.split(), "--strategies", strategies])
    assert leaving.value.code == 2
    output = capsys.readouterr()
    assert output.out == ""
    # The progress bar ends with a line end of its own.
    (line,) = [text for text in output.err.splitlines() if "simcore:" in text]
    return line.partition("simcore: ")[2]


def plan(strategies, **changes):
    """Return a plan for four players."""
    values = {"seed": 11, "sessions": 200, "deals": 60} | changes
    seats = parse_lineup(strategies, 4, GAME)
    return Plan(game=GAME, players=4, rules=GAME.rules(), seats=seats, **values)


# Files.


@pytest.mark.parametrize(
    ("strategies", "sentence"),
    [
        ("absent.py", "there is no strategy file absent.py"),
        ("mine.txt", "strategy file mine.txt is not a .py file"),
        ("folder/mine", "strategy file folder/mine is not a .py file"),
        ("mine.py:mien", "mine.py has no strategy 'mien'; did you mean mine?"),
        (
            "mine.py(frist=2)",
            "mine.py: strategy mine has no parameter 'frist'; did you mean first?",
        ),
        (
            "mine.py(first=high)",
            "'first=high' in 'mine.py(first=high)' is not parameter=",
        ),
        ("nromal", "kratzen has no strategy 'nromal'; did you mean normal?"),
    ],
)
def test_what_is_asked_for_does_not_exist(capsys, file, strategies, sentence):
    """Names, files and parameters; the nearest one is offered."""
    assert sentence in complaint(capsys, strategies)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "x = 1",
            "mine.py defines no strategy: no variable in it is a simcore Strategy",
        ),
        (
            "x = (",
            "mine.py cannot be loaded: SyntaxError: '(' was never closed, in line 1",
        ),
        (
            "\n\nx = 1 / 0",
            "mine.py cannot be loaded: ZeroDivisionError: division by zero",
        ),
        ("import nosuch", "mine.py cannot be loaded: ModuleNotFoundError: No module"),
        ("raise SystemExit", "mine.py cannot be loaded: SystemExit, in line 1"),
        (
            FINE + "OTHER = MINE.preset(name='other', summary='')\n",
            "mine.py defines 2 strategies (mine, other); write mine.py:mine",
        ),
        (
            FINE + "OTHER = MINE.preset(name='mine', summary='')\n",
            "mine.py defines two strategies named mine",
        ),
        (
            FINE + "OTHER = MINE.preset(name='other', summary='', third=3.0)\n",
            "mine.py cannot be loaded: UsageError: mine has no parameter 'third'",
        ),
    ],
)
def test_file_that_defines_no_single_strategy(capsys, file, text, sentence):
    """What Python says of the file is passed on, with its line."""
    file.write_text(text)
    assert complaint(capsys, "mine.py").startswith(sentence)


# Shape.


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'game="kratzen"',
            'game="whist"',
            "strategy mine of mine.py plays whist, not kratzen",
        ),
        (
            '"discard": discard,',
            "",
            "strategy mine of mine.py lacks the decision 'discard'; kratzen has call,",
        ),
        (
            '"discard": discard,',
            '"discard": discard, "throw": discard,',
            "strategy mine of mine.py has a decision 'throw' that kratzen does not",
        ),
        (
            '"call": call,',
            '"call": plain,',
            "call of strategy mine of mine.py is not marked with @decision",
        ),
        (
            '"call": call,',
            '"call": change,',
            "call of strategy mine of mine.py takes (view) but must take (view, para",
        ),
        (
            "decisions=DECISIONS",
            "decisions=[call]",
            "the decisions of strategy mine of mine.py are not a dict of functions",
        ),
        (
            "parameters=PARAMETERS",
            "parameters={f'p{n}': Parameter(n, '') for n in range(33)}",
            "strategy mine of mine.py has 33 parameters but can have 32",
        ),
        (
            "parameters=PARAMETERS",
            "parameters={'join': 1.5}",
            "parameter 'join' of strategy mine of mine.py is not a Parameter",
        ),
        (
            "parameters=PARAMETERS",
            "parameters={'join': Parameter('high', '')}",
            "parameter 'join' of strategy mine of mine.py has the default 'high'",
        ),
    ],
)
def test_strategy_of_another_shape(capsys, file, old, new, sentence):
    """What a strategy declares is checked before anything is compiled."""
    spoil(file, old, new)
    assert complaint(capsys, "mine.py").startswith(sentence)


# Code.


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            "return view.limt",
            "does not compile: a view has no 'limt', in line 23; did you mean limit?",
        ),
        ("return nosuch", "does not compile: NameError: name 'nosuch' is not defined"),
        ("return plain(view)", "does not compile: Untyped global name 'plain'"),
        ("return 0.5", "returns a float64; a decision must return an integer"),
        ("return below(rng, 2) / 2", "returns a float64; a decision must return an"),
        ("return (view.hand, 0)", "returns a Tuple"),
        ("pass", "returns nothing; a decision must return an integer"),
        ("view.pot = 0", "writes to its view in line 23; it can only be read"),
        ("seen = view\n    seen.played[0] = 0", "writes to its view in line 24"),
        ("view.tricks.fill(0)", "writes to its view by fill in line 23"),
        ("return change(view)", "writes to its view in line 17"),
        ("parameters[0] += 1.0", "writes to its parameters in line 23"),
        (
            "return int(parameters[2])",
            "reads place 2 of 2 of its parameters in line 23",
        ),
        ("return view.calls[6]", "reads place 6 of 6 of its view in line 23"),
    ],
)
def test_decision_that_cannot_be_used(capsys, file, body, sentence):
    """The compiler sees through aliases and helpers; the line is told."""
    returns = "" if "return" in body or body == "pass" else "\n    return 0"
    spoil(file, CALL, f"def call(view, parameters, rng):\n    {body}{returns}")
    expected = f"call of strategy mine of mine.py {sentence}"
    assert complaint(capsys, "mine.py").startswith(expected)


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
