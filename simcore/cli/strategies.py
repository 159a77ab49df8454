"""The command `simcore strategies`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcore.cli.listing import format_rows, format_table
from simcore.cli.options import format_option
from simcore.game import Game
from simcore.registry import find_game, games

if TYPE_CHECKING:
    from simcore.strategy import Strategy


@click.command(
    epilog="Set a parameter with name(parameter=value), as in simcore run kratzen"
    " --strategies 'normal(join=2.5)'. Example: simcore strategies kratzen"
)
@click.argument("game", required=False)
@click.argument("file", required=False, metavar="[FILE.py]")
@format_option
def strategies(game: str | None, file: str | None, style: str) -> None:
    """List the built-in strategies of GAME, or of all games, with their parameters.

    With FILE.py those of a file of your own, which is run for it.
    """
    chosen = [find_game(game)] if game else list(games().values())
    found = {one.name: _strategies(one, file) for one in chosen}
    if style == "table":
        text = "\n\n".join(_table(one, found[one.name]) for one in chosen)
    else:
        nested = [_describe(one) for group in found.values() for one in group]
        text = (
            json.dumps(nested, indent=2)
            if style == "json"
            else format_rows([row for one in nested for row in _flatten(one)], "csv")
        )
    click.echo(text)


def _strategies(game: Game, file: str | None) -> list[Strategy]:
    """Return the built-in strategies of a game, or those of a file for it."""
    from simcore.loading import built_in_strategies

    if file is None:
        return list(built_in_strategies(game.name).values())
    from simcore.plugins import plugins

    return plugins(Path(file).expanduser(), game)


def _describe(strategy: Strategy) -> dict[str, Any]:
    """Return a strategy as plain data."""
    return {
        "game": strategy.game,
        "strategy": strategy.name,
        "summary": strategy.summary,
        "parameters": [
            {"parameter": name, "default": item.default, "summary": item.summary}
            for name, item in strategy.parameters.items()
        ],
    }


def _flatten(described: dict[str, Any]) -> list[dict[str, Any]]:
    """Return one row for each parameter of a strategy, or one without."""
    head = {key: described[key] for key in ("game", "strategy", "summary")}
    none = {"parameter": "", "default": "", "summary": ""}
    return [
        head
        | {
            "parameter": item["parameter"],
            "default": item["default"],
            "parameter_summary": item["summary"],
        }
        for item in described["parameters"] or [none]
    ]


def _table(game: Game, found: list[Strategy]) -> str:
    """Return the strategies of a game, then the parameters of those that have some."""
    if not found:
        return f"{game.name} has no strategies"
    parts = [
        format_table([{game.name: one.name, "summary": one.summary} for one in found])
    ]
    groups: dict[tuple[str, ...], list[Strategy]] = {}
    for one in found:
        groups.setdefault(tuple(one.parameters), []).append(one)
    for names, group in groups.items():
        if names:
            parts.append(_parameters(names, group))
    return "\n\n".join(parts)


def _parameters(names: tuple[str, ...], group: list[Strategy]) -> str:
    """Return the parameters that the strategies of a group share, a column each."""
    return format_table(
        [
            {
                "parameter": name,
                **{one.name: one.parameters[name].default for one in group},
                "summary": group[0].parameters[name].summary,
            }
            for name in names
        ]
    )
