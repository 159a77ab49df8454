"""The command `simcore run`."""

from __future__ import annotations

from typing import Any

import click

from simcore.cli.options import game_argument, plan_options, precision_options
from simcore.cli.playing import play_kind, playing_options
from simcore.game import Game

_EXAMPLES = """\b
Examples:
  simcore run kratzen
  simcore run kratzen --players 5 --set cut=never --seed 7
  simcore run kratzen --precision made=0.002 --seed 7
  simcore run kratzen --strategies normal,normal,normal,random --output run.csv
"""


@click.command(epilog=_EXAMPLES)
@game_argument
@plan_options
@precision_options
@playing_options
def run(game: Game, **values: Any) -> int:
    """Simulate sessions of GAME and print win rates, profits and the pot.

    The same options and seed give the same result on any machine with any number of
    --jobs. Ctrl-C stops the run; what is complete is printed and written, marked so.
    """
    return play_kind("run", game, **values)
