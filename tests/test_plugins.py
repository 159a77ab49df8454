"""What is wrong with a strategy file is told in a sentence, before it is played."""

import os
from pathlib import Path

import pytest

from plugin_files import CALL, FINE, complaint, spoil
from simcore.errors import StrategyError
from simcore.lineup import parse_lineup
from simcore.plugins import plugin
from simcore.registry import find_game


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Return a strategy file of the user, in the folder in which he works."""
    monkeypatch.chdir(tmp_path)
    path = Path("mine.py")
    path.write_text(FINE)
    return path


# Files.


@pytest.mark.parametrize(
    ("strategies", "sentence"),
    [
        ("absent.py", "there is no strategy file absent.py"),
        ("mine.txt", "strategy file mine.txt is not a .py file"),
        ("folder/mine", "strategy file folder/mine is not a .py file"),
        ("mine.py:mien", "mine.py has no strategy 'mien'; did you mean mine?"),
        ("mine.py:mine:x", "mine.py has no strategy 'mine:x'; did you mean mine?"),
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
        ("raise GeneratorExit", "mine.py cannot be loaded: GeneratorExit, in line 1"),
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


def test_a_file_may_lie_in_the_home_folder(monkeypatch, tmp_path, file):
    monkeypatch.setenv("HOME" if os.name == "posix" else "USERPROFILE", str(tmp_path))
    seats = parse_lineup("random,~/mine.py,random,random", 4, find_game("kratzen"))
    assert seats[1].file == tmp_path / "mine.py"


def test_what_a_file_prints_stays_out_of_the_result(capsys, file):
    file.write_text("print('loaded')")
    with pytest.raises(StrategyError):
        plugin(file, "", find_game("kratzen"))
    assert capsys.readouterr() == ("", "loaded\n")


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
        (
            "parameters=PARAMETERS",
            "parameters={'join': Parameter(10**400, '')}",
            "parameter 'join' of strategy mine of mine.py has the default 1000",
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
