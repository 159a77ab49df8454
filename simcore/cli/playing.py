"""What the commands that play have in common: their options, and how they play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from simcore.cli.keeping import Keeping, keeping_options
from simcore.cli.options import (
    Decorator,
    force_option,
    format_option,
    level_option,
    make_plan,
    output_option,
)
from simcore.cli.simulating import check_files, play
from simcore.cli.workers import Workers, workers_options
from simcore.game import Game
from simcore.targets import parse_targets

_PLAYING_OPTIONS: tuple[Decorator, ...] = (
    level_option,
    workers_options,
    format_option,
    output_option,
    force_option,
    keeping_options,
)


def playing_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say who plays, what is shown of it and where it is kept."""
    for decorate in reversed(_PLAYING_OPTIONS):
        function = decorate(function)
    return function


def play_kind(
    kind: str,
    game: Game,
    *,
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
    """Play `game` as the options say; write and print what it comes to.

    Parameters
    ----------
    kind : str
        ``run`` or ``pot``.
    game : Game
    level, workers, style, output, force, keeping, precision, maximum
        As the options of these names.
    **plan_values
        As the options of `plan_options`.

    Returns
    -------
    int
        The exit code of the command.
    """
    check_files(output, force, has_histograms=kind == "pot")
    keeping.check(plan_values["seed"], is_precise=bool(precision))
    targets = parse_targets(precision) if precision else ()
    plan_values["seed"] = keeping.seed(plan_values["seed"])
    plan = make_plan(game, precision=precision, maximum=maximum, **plan_values)
    return play(
        kind,
        plan,
        keeping,
        targets=targets,
        workers=workers,
        level=level,
        style=style,
        output=output,
    )
