"""The command `simcore pot`."""

from __future__ import annotations

from typing import Any

import click

from simcore.cli.options import game_argument, plan_options, precision_options
from simcore.cli.playing import play_kind, playing_options
from simcore.game import Game, check_has_pot

_EXAMPLES = """\b
Examples:
  simcore pot kratzen
  simcore pot kratzen --players 6 --set pot_cap=100 --seed 7
  simcore pot kratzen --precision "tail index.from growth=0.01"
  simcore pot kratzen --set bankroll=200 --deals 500 --output pot.parquet
"""


@click.command(epilog=_EXAMPLES)
@game_argument
@plan_options
@precision_options
@playing_options
def pot(game: Game, **values: Any) -> int:
    """Simulate sessions of GAME and show how the pot behaves.

    How large it is when play begins, how heavy its tail is, what kinds of deals there
    are and what they do to it, how long it lives, and who is ruined if there is a
    bankroll. With --output the distributions are written too, to a second file beside
    the first: pot.csv and pot.histograms.csv.
    """
    check_has_pot(game)
    return play_kind("pot", game, **values)
