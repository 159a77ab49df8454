"""The command `simcore pot`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from simcore.cli.keeping import Keeping, keeping_options
from simcore.cli.options import (
    force_option,
    format_option,
    game_argument,
    level_option,
    make_plan,
    output_option,
    plan_options,
    precision_options,
)
from simcore.cli.precise import check_not_kept, play_until_precise
from simcore.cli.simulating import check_files, play
from simcore.cli.workers import Workers, workers_options
from simcore.game import Game, check_has_pot
from simcore.targets import parse_targets

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
@level_option
@workers_options
@format_option
@output_option
@force_option
@keeping_options
def pot(
    game: Game,
    level: float,
    workers: Workers,
    style: str,
    output: Path | None,
    force: bool,
    keeping: Keeping,
    precision: tuple[str, ...],
    maximum: int | None,
    **plan_values: Any,
) -> int:
    """Simulate sessions of GAME and show how the pot behaves.

    How large it is when play begins, how heavy its tail is, what kinds of deals there
    are and what they do to it, how long it lives, and who is ruined if there is a
    bankroll. With --output the distributions are written too, to a second file beside
    the first: pot.csv and pot.histograms.csv.
    """
    check_has_pot(game)
    check_files(output, force, has_histograms=True)
    keeping.check(plan_values["seed"])
    if precision:
        check_not_kept(keeping)
    targets = parse_targets(precision) if precision else ()
    plan = make_plan(game, precision=precision, maximum=maximum, **plan_values)
    if targets:
        return play_until_precise(
            "pot",
            plan,
            targets,
            workers=workers,
            level=level,
            style=style,
            output=output,
        )
    return play(
        "pot", plan, keeping, workers=workers, level=level, style=style, output=output
    )
