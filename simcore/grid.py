"""Grids: every combination of rules, players, strategies and parameters, as plans."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from itertools import product
from math import isfinite, prod
from typing import Any

from simcore.counts import whole_number
from simcore.errors import UsageError, did_you_mean
from simcore.game import Game, check_players
from simcore.lineup import Kept, Seat, parse_lineup, parse_seat
from simcore.plan import Plan, run_length

MANY_CELLS = 1_000
"""From so many cells on a sweep warns before it starts."""

MOST_CELLS = 100_000

_MOST_DIGITS = 20
"""A number with more digits before or behind the point is written with an exponent."""

EVERY_SEAT = "all"
STRATEGY = "strategy"

_SEAT_KEY = re.compile(r"(?P<who>all|seat(?P<seat>0|[1-9][0-9]*))\.(?P<what>\w+)\Z")
_OUTSIDE_BRACKETS = re.compile(r",(?![^()]*\))")


@dataclass(frozen=True)
class Cell:
    """One combination of a grid.

    Parameters
    ----------
    number : int
        Its place in the grid, from 1; the last axis moves fastest.
    settings : tuple of (str, str)
        Each axis and the value it has here.
    plan : Plan
    """

    number: int
    settings: tuple[tuple[str, str], ...]
    plan: Plan

    @property
    def text(self) -> str:
        """The settings as one text."""
        return " ".join(f"{key}={value}" for key, value in self.settings)


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A sweep: what varies, and what is the same in every cell.

    Parameters
    ----------
    game : Game
    axes : Mapping[str, tuple of str]
        What varies, and its values, each of which is put into the one way in which it
        is written: ``players``, ``deals`` of a session, an option of the rules,
        ``seatN.strategy``, ``all.strategy``, ``seatN.PARAMETER``, ``all.PARAMETER``.
    players, sessions, deals, matches : int or None
        None takes what is usual in the game; see `simcore.plan.run_length`.
    strategies : str or None
        As for `--strategies`.
    settings : Mapping[str, Any]
        Options of the rules that do not vary.
    seed : int
        The same in every cell, so that all are dealt the same cards.
    kept : Kept
        What plug-ins are read from, if not from their own files.
    """

    game: Game
    axes: Mapping[str, tuple[str, ...]]
    players: int | None = None
    strategies: str | None = None
    sessions: int | None = None
    deals: int | None = None
    matches: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: int
    kept: Kept = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the axes."""
        if not self.axes:
            raise UsageError("the grid is empty: nothing varies")
        fixed = {
            name for name in ("players", "deals") if getattr(self, name) is not None
        }
        for key in self.axes:
            _check_key(key, self.game)
            if key in fixed or key in self.settings:
                raise UsageError(f"{key} is in the grid and set for all cells too")
        axes = {
            key: tuple(_as_written(key, value, self.game) for value in values)
            for key, values in self.axes.items()
        }
        for key, values in axes.items():
            _check_once(key, values)
        object.__setattr__(self, "axes", axes)
        if self.n_cells > MOST_CELLS:
            raise UsageError(
                f"the grid has {self.n_cells} cells but takes up to {MOST_CELLS}"
            )

    @property
    def n_cells(self) -> int:
        """How many cells the grid has."""
        return prod(map(len, self.axes.values()))

    def cells(self) -> list[Cell]:
        """Return every cell, checked.

        Raises
        ------
        UsageError, StrategyError
            If a combination does not fit the game, the table or a strategy.
        """
        cells = []
        for number, values in enumerate(product(*self.axes.values()), start=1):
            settings = tuple(zip(self.axes, values, strict=True))
            cells.append(Cell(number, settings, self._plan(dict(settings))))
        # Looked up last and once each: parameters are known only to the compiled code.
        for seat in dict.fromkeys(seat for cell in cells for seat in cell.plan.seats):
            if seat.values or seat.file is not None:
                seat.row(self.game)
        return cells

    def usual_parameters(self, values: dict[str, str]) -> dict[str, str]:
        """Return what each axis of a parameter is where nothing is said of it.

        Parameters
        ----------
        values : dict
            What all other axes are, which seats may depend on.

        Returns
        -------
        dict
            The values as texts; an axis of several seats that differ has none.
        """
        others = {key: value for key, value in values.items() if not _parameter_of(key)}
        players = _whole_number(others, "players", self._usual_players)
        seats = self._seats(players, others)
        usual = {}
        for key in self.axes:
            name = _parameter_of(key)
            if name:
                match = _SEAT_KEY.match(key)
                assert match is not None
                found = {
                    seats[place].parameters(self.game)[name]
                    for place in _places(match, players)
                }
                if len(found) == 1:
                    usual[key] = _as_number(str(found.pop()))
        return usual

    @property
    def _usual_players(self) -> int:
        """How many play where they do not vary."""
        return self.game.players[2] if self.players is None else self.players

    def _plan(self, values: dict[str, str]) -> Plan:
        """Return the plan of the cell with these `values`."""
        game = self.game
        options = {item.name for item in game.rules.options()}
        rules = {key: value for key, value in values.items() if key in options}
        players = _whole_number(values, "players", self._usual_players)
        length = run_length(game, self.sessions, self.deals, self.matches)
        house_rules = game.rules.from_settings({**self.settings, **rules})
        if game.plays_matches:
            house_rules.check_matter(length["matches"])
        return Plan(
            game=game,
            players=players,
            rules=house_rules,
            seats=self._seats(players, values),
            seed=self.seed,
            **length | {"deals": _whole_number(values, "deals", length["deals"])},
        )

    def _seats(self, players: int, values: dict[str, str]) -> tuple[Seat, ...]:
        """Return the seats of a cell: strategies first, parameters on top of them."""
        usual = self.game.default_strategy
        text = usual if self.strategies is None else self.strategies
        check_players(self.game, players)
        seats = list(parse_lineup(text, players, self.game, self.kept))
        changes = [
            (match, values[match[0]]) for match in map(_SEAT_KEY.match, values) if match
        ]
        # A strategy replaces the whole seat; what is said of one seat beats `all`.
        changes.sort(
            key=lambda change: (change[0]["what"] != STRATEGY, change[0]["who"])
        )
        for match, value in changes:
            for place in _places(match, players):
                if match["what"] == STRATEGY:
                    seats[place] = parse_seat(value, self.game, self.kept)
                else:
                    number = float(_number(match[0], value))
                    seats[place] = seats[place].with_value(match["what"], number)
        return tuple(seats)


def _check_key(key: str, game: Game) -> None:
    """Raise if `key` is nothing that can vary in `game`."""
    known = ["players", *(item.name for item in game.rules.options())]
    if not game.plays_matches:
        known.append("deals")
    if key not in known and not _SEAT_KEY.match(key):
        seats = ["all.strategy", "seat0.strategy", "all.PARAMETER", "seat0.PARAMETER"]
        ways = did_you_mean(key, [*known, *seats])
        raise UsageError(f"the grid cannot vary {key!r}{ways}")


def _parameter_of(key: str) -> str:
    """Return the parameter of a strategy that an axis varies, empty if it is none."""
    match = _SEAT_KEY.match(key)
    return "" if match is None or match["what"] == STRATEGY else match["what"]


def _places(match: re.Match[str], players: int) -> Iterable[int]:
    """Return the seats that a key is about."""
    if match["who"] == EVERY_SEAT:
        return range(players)
    seat = int(match["seat"])
    if seat >= players:
        raise UsageError(
            f"the grid varies {match[0]} but {players} players sit at seats 0 to"
            f" {players - 1}"
        )
    return (seat,)


def _whole_number(values: Mapping[str, str], key: str, usual: int) -> int:
    """Return the value of `key` as an integer, or the usual one."""
    text = values.get(key)
    if text is None:
        return usual
    number = whole_number(text)
    if number is None:
        raise UsageError(f"{key} is {text!r} but takes whole numbers")
    return number


def _number(key: str, text: str) -> Decimal:
    """Return `text` as an exact number."""
    try:
        number = Decimal(text.strip())
        # A strategy gets a float, which the largest decimals do not fit in.
        is_number = isfinite(float(number))
    except (InvalidOperation, ValueError):
        is_number = False
    if not is_number:
        raise UsageError(f"{key} is {text.strip()!r} but takes numbers")
    return number


def _as_number(text: str) -> str:
    """Return a number as it is written in a grid: without zeros that say nothing."""
    number = Decimal(text.strip()).normalize() + 0
    return f"{number:f}" if abs(number.adjusted()) <= _MOST_DIGITS else str(number)


def parse_axes(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the axes written as ``key=value,value`` or ``key=first:last:step``.

    Raises
    ------
    UsageError
        If a word cannot be read, or a key stands twice.
    """
    axes: dict[str, tuple[str, ...]] = {}
    for word in words:
        key, equals, text = word.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or not key or not text.strip():
            raise UsageError(f"{word!r} is not of the form key=value,value")
        if key in axes:
            raise UsageError(f"{key} stands twice in the grid")
        axes[key] = axis_values(key, _OUTSIDE_BRACKETS.split(text))
    return axes


def axis_values(key: str, values: Any) -> tuple[str, ...]:
    """Return the values of an axis as texts, ranges ``first:last:step`` spread out.

    Parameters
    ----------
    key : str
        The axis.
    values : str, number, bool, None, or several of them
        A text may be a range; its ends are included, and its step is 1 if left out.

    Raises
    ------
    UsageError
        If there is no value, or the same one twice.
    """
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable):
        values = [values]
    texts: list[str] = []
    for value in values:
        text = _as_text(value)
        if ":" in text and not key.endswith(f".{STRATEGY}"):
            texts += _spread(key, text)
        else:
            texts.append(text)
    if not all(texts):
        raise UsageError(f"a value of {key} in the grid is empty")
    if not texts:
        raise UsageError(f"{key} has no value in the grid")
    _check_once(key, texts)
    return tuple(texts)


def _check_once(key: str, texts: Sequence[str]) -> None:
    """Raise UsageError if a value of an axis stands twice."""
    for text, count in Counter(texts).items():
        if count > 1:
            raise UsageError(f"{key} has the value {text} twice in the grid")


def _as_written(key: str, value: str, game: Game) -> str:
    """Return a value of an axis in the one way in which it is written: 1 for 01."""
    if _parameter_of(key):
        return _as_number(str(_number(key, value)))
    if key in {item.name for item in game.rules.options()}:
        return game.rules.as_written(key, value)
    number = whole_number(value) if key in {"players", "deals"} else None
    return value if number is None else str(number)


def _as_text(value: Any) -> str:
    """Return a value as it is written on the command line."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value).strip()


def _spread(key: str, text: str) -> list[str]:
    """Return the numbers of a range, exact decimals, both ends included."""
    parts = [_number(key, part) for part in text.split(":")]
    if len(parts) not in (2, 3):
        raise UsageError(f"{key} is {text!r} but a range is first:last:step")
    first, last = parts[:2]
    step = parts[2] if len(parts) == 3 else Decimal(1)
    if float(step) == 0:
        raise UsageError(f"the range {text} of {key} has step 0")
    steps = (last - first) / step
    if steps < 0:
        raise UsageError(f"the range {text} of {key} is empty")
    if steps >= MOST_CELLS:
        raise UsageError(f"the range {text} of {key} has more than {MOST_CELLS} values")
    return [_as_number(str(first + place * step)) for place in range(int(steps) + 1)]
