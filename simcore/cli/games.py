"""The command `simcore games`."""

from __future__ import annotations

import click

from simcore.cli.listing import format_rows
from simcore.cli.options import format_option
from simcore.registry import games as all_games


@click.command(epilog="Example: simcore games --format json")
@format_option
def games(style: str) -> None:
    """List the games, with what a run takes if nothing is said."""
    rows = [
        {
            "game": game.name,
            "fewest_players": game.players[0],
            "most_players": game.players[1],
            "players": game.players[2],
            "strategy": game.default_strategy,
            "sessions": game.default_sessions,
            "deals": game.default_deals,
            "summary": game.summary,
        }
        for game in all_games().values()
    ]
    click.echo(format_rows(rows, style))
