"""Strategy files for tests: fine ones, and what the command line says of wrong ones."""

import pytest

from simcore.cli.main import start
from simcore.lineup import parse_lineup
from simcore.plan import Plan
from simcore.registry import find_game

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
