"""The contract that a game fulfils, and all that the rest knows of it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from simcore.cards import Pack
from simcore.errors import UsageError
from simcore.options import Rules

if TYPE_CHECKING:
    from simcore.engine import Engine


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: light facts here, its compiled parts imported when first used.

    Parameters
    ----------
    name, summary : str
        The name on the command line, and one line about the game.
    players : tuple of int
        The fewest and the most players, and how many if nobody says.
    rules : type
        The dataclass of house rules.
    pack : Pack
        The cards as text and bits.
    decisions : tuple of str
        The decisions that a strategy of the game must make.
    default_strategy : str
        Who sits at the table if nobody says.
    default_sessions, default_deals : int
        How long a run is if nobody says.
    package : str
        The package with the modules `engine`, `metrics` and `workloads`; with
        `metrics.duels`, `replaying` and `situations` there are duels of the game,
        records of it can be replayed, and there are odds of it.
    plays_matches : bool
        Whether a session is a match to a target, or a deal that stands alone. If not,
        it is a table that plays a number of deals.
    has_pot : bool
        Whether it is played for a pot: `metrics` then has what `simcore pot` shows.
    """

    name: str
    summary: str
    players: tuple[int, int, int]
    rules: type[Rules]
    pack: Pack
    decisions: tuple[str, ...]
    default_strategy: str
    default_sessions: int
    default_deals: int
    package: str
    plays_matches: bool = False
    has_pot: bool = False

    @property
    def engine(self) -> Engine:
        """The compiled side of the game (imports numba)."""
        engine: Engine = import_module(f"{self.package}.engine").ENGINE
        return engine

    @property
    def folder(self) -> Path:
        """The folder of the game's kernels."""
        return Path(str(import_module(self.package).__file__)).parent

    @property
    def metrics(self) -> ModuleType:
        """The module that turns sums into estimates."""
        return import_module(f"{self.package}.metrics")

    def headlines(self, matches: bool) -> dict[str, tuple[str, str, str]]:
        """Return the main numbers by heading: table, item and metric of each.

        Parameters
        ----------
        matches : bool
            Whether whole matches are played: what they alone have comes first.
        """
        module = self.metrics
        return {**(module.MATCH_HEADLINES if matches else {}), **module.HEADLINES}

    @property
    def duels(self) -> ModuleType:
        """The module that says what a duel of strategies compares."""
        return import_module(f"{self.package}.metrics.duels")

    @property
    def has_duels(self) -> bool:
        """Whether the game says so."""
        return find_spec(f"{self.package}.metrics.duels") is not None

    @property
    def has_replaying(self) -> bool:
        """Whether the game says how its records are read and played again."""
        return find_spec(f"{self.package}.replaying") is not None

    @property
    def has_odds(self) -> bool:
        """Whether the game says what can be known and asked of its deals."""
        return find_spec(f"{self.package}.situations") is not None

    @property
    def situations(self) -> ModuleType:
        """The package that says what can be known and asked of a deal."""
        return import_module(f"{self.package}.situations")


def check_players(game: Game, players: int) -> None:
    """Raise UsageError if `game` is not for so many players."""
    fewest, most, _ = game.players
    if not fewest <= players <= most:
        span = str(most) if fewest == most else f"{fewest} to {most}"
        raise UsageError(f"players is {players} but {game.name} takes {span}")


def check_has_pot(game: Game) -> None:
    """Raise UsageError if `game` is not played for a pot."""
    if not game.has_pot:
        raise UsageError(f"{game.name} is not played for a pot")


def check_has_replaying(game: Game) -> None:
    """Raise UsageError if deals of `game` cannot be played again from records."""
    if not game.has_replaying:
        raise UsageError(f"there is no replaying of {game.name}")
