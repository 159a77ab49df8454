"""The command `simcore rules`."""

from __future__ import annotations

from dataclasses import Field
from typing import Any

import click

from simcore.cli.listing import format_rows
from simcore.cli.options import format_option, game_argument
from simcore.game import Game
from simcore.options import allowed_values


@click.command(epilog="Example: simcore rules kratzen")
@game_argument
@format_option
def rules(game: Game, style: str) -> None:
    """List the options of a game's rules, with values and defaults.

    Set one with --set OPTION=VALUE, or vary it with --grid OPTION=VALUE,VALUE of
    simcore sweep. An option that whole matches alone know is refused where deals stand
    alone.
    """
    rows = [
        {
            "option": item.name,
            "values": allowed_values(item),
            "default": item.default,
            "summary": _summary(item),
        }
        for item in game.rules.options()
    ]
    click.echo(format_rows(rows, style))


def _summary(item: Field[Any]) -> str:
    """Return what an option says, and where it alone matters."""
    text: str = item.metadata["summary"]
    return f"{text}; with --matches only" if item.metadata["only_matches"] else text
