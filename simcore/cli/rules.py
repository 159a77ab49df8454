"""The command `simcore rules`."""

from __future__ import annotations

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
    simcore sweep.
    """
    rows = [
        {
            "option": item.name,
            "values": allowed_values(item),
            "default": item.default,
            "summary": item.metadata["summary"],
        }
        for item in game.rules.options()
    ]
    click.echo(format_rows(rows, style))
