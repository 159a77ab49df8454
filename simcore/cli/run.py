"""The command `simcore run`."""

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
from simcore.game import Game
from simcore.targets import parse_targets

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
@level_option
@workers_options
@format_option
@output_option
@force_option
@keeping_options
def run(
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
    """Simulate sessions of GAME and print win rates, profits and the pot.

    The same options and seed give the same result on any machine with any number of
    --jobs. Ctrl-C stops the run; what is complete is printed and written, marked so.
    """
    check_files(output, force)
    keeping.check(plan_values["seed"])
    if precision:
        check_not_kept(keeping)
    targets = parse_targets(precision) if precision else ()
    plan = make_plan(game, precision=precision, maximum=maximum, **plan_values)
    if targets:
        return play_until_precise(
            "run",
            plan,
            targets,
            workers=workers,
            level=level,
            style=style,
            output=output,
        )
    return play(
        "run", plan, keeping, workers=workers, level=level, style=style, output=output
    )
