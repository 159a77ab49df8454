"""Who sits at the table: the text of `--strategies`, taken apart and looked up."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from simcore.errors import UsageError, did_you_mean
from simcore.game import Game
from simcore.registry import built_in_names

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simcore.strategy import Strategy

_SEAT = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<values>[^()]*)\))?\s*\Z")


Kept = Mapping[str, Path]
"""Files of plug-ins, as users named them, with files that hold the text they had."""


@dataclass(frozen=True)
class Seat:
    """A strategy as it was asked for: a name or a file, and parameters.

    Parameters
    ----------
    name : str
        The name of a built-in strategy, or of the one meant in `file`; may be empty
        where the file holds just one.
    values : tuple of (str, float)
        The parameters that were set, in the order given.
    file : Path or None
        The file of a plug-in, as the user named it.
    kept : Path or None
        A file with the text that it had when the run was begun: what is read, in place
        of `file`, which may have changed or be on another machine.
    """

    name: str
    values: tuple[tuple[str, float], ...] = ()
    file: Path | None = None
    kept: Path | None = field(default=None, compare=False)

    @property
    def source(self) -> Path | None:
        """The file that is read; None for a built-in strategy."""
        return self.kept or self.file

    @property
    def text(self) -> str:
        """The seat as it is written on the command line."""
        name = self.name
        if self.file is not None:
            name = f"{self.file}:{name}" if name else str(self.file)
        values = ", ".join(f"{key}={value:g}" for key, value in self.values)
        return f"{name}({values})" if values else name

    def with_value(self, key: str, value: float) -> Seat:
        """Return this seat with one parameter set."""
        kept = tuple(pair for pair in self.values if pair[0] != key)
        return replace(self, values=(*kept, (key, value)))

    def strategy(self, game: Game) -> Strategy:
        """Return the strategy (imports numba).

        Raises
        ------
        UsageError, StrategyError
            If it does not exist or cannot be used.
        """
        from simcore.loading import built_in_strategies
        from simcore.plugins import plugin

        if self.source is not None:
            return plugin(self.source, self.name, game)
        built_in: Strategy = built_in_strategies(game.name)[self.name]
        return built_in

    def parameters(self, game: Game) -> dict[str, float]:
        """Return every parameter with the value that it has here."""
        strategy = self.strategy(game)
        usual = {name: item.default for name, item in strategy.parameters.items()}
        return usual | dict(self.values)

    def row(self, game: Game) -> NDArray[np.float64]:
        """Return the parameters as kernels see them, float64[N_PARAMETERS]."""
        try:
            return self.strategy(game).row(dict(self.values))
        except UsageError as error:
            raise UsageError(f"{self.file}: {error}" if self.file else error) from None


def parse_seat(text: str, game: Game, kept: Kept | None = None) -> Seat:
    """Return the seat that `text` names.

    It is ``name``, ``file.py`` or ``file.py:name``, with ``(parameter=value, …)``
    behind it or not. Of a file that is among those `kept` nothing else is needed.

    Raises
    ------
    UsageError
        If the text cannot be read, or names nothing that exists.
    """
    match = _SEAT.match(text.strip())
    if match is None:
        raise UsageError(
            f"strategy {text.strip()!r} is not of the form name or"
            " name(parameter=value)"
        )
    name, values = match["name"].strip(), _parse_values(match["values"] or "", text)
    path, inside = name, ""
    if ".py:" in name:
        path, _, inside = name.rpartition(".py:")
        path += ".py"
    if path.endswith(".py"):
        # No shell expands the ~ behind a comma.
        file = Path(os.path.expanduser(path))
        if kept and str(file) in kept:
            return Seat(inside, values, file, kept[str(file)])
        if not file.is_file():
            raise UsageError(f"there is no strategy file {path}")
        return Seat(inside, values, file)
    if name not in built_in_names(game) and _looks_like_file(name):
        raise UsageError(f"strategy file {name} is not a .py file")
    check_built_in(name, game)
    return Seat(name, values)


def check_built_in(name: str, game: Game) -> None:
    """Raise UsageError if `game` has no built-in strategy of that name."""
    known = built_in_names(game)
    if name not in known:
        raise UsageError(
            f"{game.name} has no strategy {name!r}{did_you_mean(name, known)}"
        )


def _looks_like_file(name: str) -> bool:
    """Return whether `name` is a path rather than the name of a strategy."""
    return any(sign in name for sign in "./\\") or Path(name).exists()


def _parse_values(text: str, seat: str) -> tuple[tuple[str, float], ...]:
    """Return the parameters in the brackets of a seat."""
    values: dict[str, float] = {}
    for part in text.split(","):
        if not part.strip():
            continue
        key, equals, number = (word.strip() for word in part.partition("="))
        try:
            value = float(number)
        except ValueError:
            equals = ""
        if not equals or value != value or abs(value) == float("inf"):
            raise UsageError(
                f"{part.strip()!r} in {seat.strip()!r} is not parameter=number"
            )
        if key in values:
            raise UsageError(f"parameter {key} is set twice in {seat.strip()!r}")
        values[key] = value
    return tuple(values.items())


def parse_seats(text: str, game: Game, kept: Kept | None = None) -> list[Seat]:
    """Return the seats that `text` names, separated by commas; see `parse_seat`."""
    return [parse_seat(part, game, kept) for part in split_seats(text)]


def split_seats(text: str) -> list[str]:
    """Return the texts of seats that are separated by commas outside brackets."""
    return re.split(r",(?![^()]*\))", text)


def parse_lineup(
    text: str, players: int, game: Game, kept: Kept | None = None
) -> tuple[Seat, ...]:
    """Return one seat for each player from the text of `--strategies`.

    See `parse_seat` for `kept`.

    Raises
    ------
    UsageError
        If there are neither one nor `players` strategies in it.
    """
    seats = parse_seats(text, game, kept)
    if len(seats) == 1:
        return tuple(seats * players)
    if len(seats) != players:
        raise UsageError(
            f"{len(seats)} strategies are named but {players} players sit at the table"
            "; name one for all or one for each seat"
        )
    return tuple(seats)
