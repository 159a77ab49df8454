"""Options that several commands share."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from simcore.errors import UsageError
from simcore.game import Game
from simcore.lineup import parse_lineup
from simcore.options import parse_settings
from simcore.plan import Plan
from simcore.registry import find_game

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class _GameType(click.ParamType):
    """The name of a game, turned into the game."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Game:
        return value if isinstance(value, Game) else find_game(value)


class _SeedType(click.ParamType):
    """An integer of 64 bits without sign."""

    name = "seed"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        try:
            number = int(str(value), 0)
        except ValueError:
            number = -1
        if not 0 <= number < 1 << 64:
            raise UsageError(f"seed is {str(value)!r} but takes 0 to 2^64 - 1")
        return number


game_argument: Decorator = click.argument("game", type=_GameType())

_PLAN_OPTIONS: tuple[Decorator, ...] = (
    click.option("--players", type=int, help="How many play.  [default: by game]"),
    click.option(
        "--strategies",
        help="One strategy for all seats, or one for each, separated by commas: a "
        "name, a file mine.py or mine.py:name, with (parameter=value, ...) or not.",
    ),
    click.option("--sessions", type=int, help="Sessions to play.  [default: by game]"),
    click.option("--deals", type=int, help="Deals in a session.  [default: by game]"),
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="OPTION=VALUE",
        help="Set an option of the rules; may be given again. See simcore rules.",
    ),
    click.option(
        "--seed", type=_SeedType(), help="Seed, 0 to 2^64 - 1.  [default: drawn]"
    ),
)

jobs_option: Decorator = click.option(
    "--jobs", type=click.IntRange(1), help="Threads.  [default: all processors]"
)

force_option: Decorator = click.option(
    "--force", is_flag=True, help="Overwrite an output file that exists."
)

format_option: Decorator = click.option(
    "--format",
    "style",
    type=click.Choice(["table", "csv", "json"]),
    default="table",
    show_default=True,
    help="How to print the result.",
)

output_option: Decorator = click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="Write the result to a file too: .csv, .json or .parquet.",
)


def plan_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that make up a plan; see `make_plan`."""
    for decorate in reversed(_PLAN_OPTIONS):
        function = decorate(function)
    return function


def make_plan(
    game: Game,
    *,
    players: int | None,
    strategies: str | None,
    sessions: int | None,
    deals: int | None,
    settings: tuple[str, ...],
    seed: int | None,
) -> Plan:
    """Return the plan that the options of `plan_options` describe.

    Raises
    ------
    UsageError
        If a value is unknown or out of range.
    """
    fewest, most, usual = game.players
    players = usual if players is None else players
    if not fewest <= players <= most:
        raise UsageError(
            f"players is {players} but {game.name} takes {fewest} to {most}"
        )
    return Plan(
        game=game,
        players=players,
        rules=game.rules.from_settings(parse_settings(settings)),
        seats=parse_lineup(strategies or game.default_strategy, players, game),
        seed=secrets.randbits(32) if seed is None else seed,
        sessions=game.default_sessions if sessions is None else sessions,
        deals=game.default_deals if deals is None else deals,
    )
