"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import isnan
from pathlib import Path
from typing import Any

import click

from simcore.api import make_plan as plan_from_values
from simcore.counts import whole_number
from simcore.errors import UsageError
from simcore.game import Game
from simcore.options import parse_settings
from simcore.plan import MOST_JOBS, Plan
from simcore.registry import find_game, games
from simcore.stats import check_level
from simcore.targets import MOST_TIMES, asked_length

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class _GameType(click.ParamType):
    """The name of a game, turned into the game."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Game:
        return value if isinstance(value, Game) else find_game(value)

    def get_missing_message(
        self, param: click.Parameter, ctx: click.Context | None
    ) -> str:
        return f"The games are {', '.join(games())}"


class SourceType(_GameType):
    """The name of a game or of a file, left as it is."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """Return `value`."""
        return value


class _SeedType(click.ParamType):
    """An integer of 64 bits without sign."""

    name = "seed"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        number = -1
        for base in (10, 0):  # 007 first, then 0x7
            with suppress(ValueError):
                number = int(str(value), base)
                break
        if not 0 <= number < 1 << 64:
            raise UsageError(f"seed is {str(value)!r} but takes 0 to 2^64 - 1")
        return number


class _LevelType(click.ParamType):
    """A confidence level."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        with suppress(ValueError):
            value = float(value)
        check_level(value)
        return float(value)


class CountType(click.ParamType):
    """A whole number as people write it: 100000, 100_000, 100,000 or 1e5."""

    name = "integer"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return `value` as a number, or say that it is none."""
        number = whole_number(value)
        if number is None:
            self.fail(f"{value!r} is not a valid integer.", param, ctx)
        return number


COUNT = CountType()
"""The type of all options that say how many."""


class _JobsType(click.IntRange):
    """A whole number in a range, called so when it is none."""

    name = "integer"


class NumberType(click.FloatRange):
    """A number in a range, which NaN is not."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return `value` as a number, or say what is wrong with it."""
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a valid number.", param, ctx)
        return number


game_argument: Decorator = click.argument("game", type=_GameType())

rules_option: Decorator = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="OPTION=VALUE",
    help="Set an option of the rules; may be given again. See simcore rules.",
)

seed_option: Decorator = click.option(
    "--seed", type=_SeedType(), help="Seed, 0 to 2^64 - 1.  [default: drawn]"
)

_LENGTH_OPTIONS: tuple[Decorator, ...] = (
    click.option(
        "--sessions",
        type=COUNT,
        help="Sessions to play; of a game of matches see --deals.  [default: by game]",
    ),
    click.option(
        "--deals",
        type=COUNT,
        help="Deals in a session; in a game of matches the deals to play, each of which"
        " stands alone.  [default: by game]",
    ),
    click.option(
        "--matches",
        type=COUNT,
        help="Matches to play instead of deals that stand alone.",
    ),
)

_PLAN_OPTIONS: tuple[Decorator, ...] = (
    click.option("--players", type=COUNT, help="How many play.  [default: by game]"),
    click.option(
        "--strategies",
        help="One strategy for all seats, or one for each, separated by commas: a "
        "name, a file mine.py or mine.py:name, with (parameter=value, ...) or not.",
    ),
    *_LENGTH_OPTIONS,
    rules_option,
    seed_option,
)

_PRECISION_OPTIONS: tuple[Decorator, ...] = (
    click.option(
        "--precision",
        multiple=True,
        metavar="METRIC=WIDTH",
        help="Play until half of the interval of METRIC is at most WIDTH, in place of a"
        " number of sessions or deals; METRIC as made or 'contracts.andere.made'. May"
        " be given again: all are met.",
    ),
    click.option(
        "--max",
        "maximum",
        type=COUNT,
        help="With --precision, the most sessions, or deals where each stands alone."
        f"  [default: {MOST_TIMES} times the usual number]",
    ),
)

jobs_option: Decorator = click.option(
    "--jobs", type=_JobsType(1, MOST_JOBS), help="Threads.  [default: all processors]"
)

level_option: Decorator = click.option(
    "--level",
    type=_LevelType(),
    default=0.95,
    show_default=True,
    help="Confidence level of the intervals.",
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


def length_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how much is played."""
    for decorate in reversed(_LENGTH_OPTIONS):
        function = decorate(function)
    return function


def plan_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that make up a plan; see `make_plan`."""
    for decorate in reversed(_PLAN_OPTIONS):
        function = decorate(function)
    return function


def precision_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how well a number is to be known."""
    for decorate in reversed(_PRECISION_OPTIONS):
        function = decorate(function)
    return function


def table_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that make up a plan, but for those that say how long it is."""
    for decorate in reversed(_PLAN_OPTIONS):
        if decorate not in _LENGTH_OPTIONS:
            function = decorate(function)
    return function


def make_plan(
    game: Game,
    *,
    players: int | None,
    strategies: str | None,
    sessions: int | None = None,
    deals: int | None = None,
    matches: int | None = None,
    settings: tuple[str, ...],
    seed: int | None,
    precision: tuple[str, ...] = (),
    maximum: int | None = None,
) -> Plan:
    """Return the plan that the options of `plan_options` describe.

    With those of `precision_options` it is as long as it may get.

    Raises
    ------
    UsageError
        If a value is unknown or out of range.
    """
    return plan_from_values(
        game,
        players=players,
        strategies=strategies,
        **asked_length(game, precision or None, maximum, sessions, deals, matches),
        rules=parse_settings(settings),
        seed=seed,
    )
