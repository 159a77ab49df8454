"""Which games and strategies there are."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

import simcore.games
from simcore.errors import UsageError, did_you_mean
from simcore.game import Game
from simcore.loading import built_in_files, names_in_source


@cache
def games() -> dict[str, Game]:
    """Return every game by name: each folder of `simcore.games` holds one."""
    found = {}
    for module in pkgutil.iter_modules(simcore.games.__path__):
        if module.ispkg:
            game = import_module(f"simcore.games.{module.name}").GAME
            found[game.name] = game
    return found


def find_game(name: str) -> Game:
    """Return the game called `name`.

    Raises
    ------
    UsageError
        If there is none; the message names the nearest one.
    """
    try:
        return games()[name.lower()]
    except KeyError:
        raise UsageError(
            f"there is no game {name!r}{did_you_mean(name, games())}"
        ) from None


def built_in_names(game: Game) -> list[str]:
    """Return the names of the built-in strategies of `game`, without running them."""
    return [
        name for file in built_in_files(game.name) for name in names_in_source(file)
    ]
