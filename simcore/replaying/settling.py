"""What came of a deal, for a person: single values, then a table by seat or team."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simcore.replaying.wording import Suits, seats_text

_LABEL_WIDTH = 15
_COLUMN_WIDTH = 7

_LABELS = {"active": "in play", "next": "next deal", "passed": "passed by"}
"""What stands before a value, where that is not its key."""

_SEATS = ("declarer", "partner", "chooser", "taker")
"""Keys whose values are seats."""


def is_passed(result: Mapping[str, Any]) -> bool:
    """Return whether nobody wanted to play the deal."""
    return bool(result.get("passed")) or result.get("kind") == "passed"


def result_lines(
    result: Mapping[str, Any], players: int, suits: Suits
) -> Iterator[str]:
    """Yield the result of a deal; what does not apply to it is left out.

    Parameters
    ----------
    result : Mapping
        That of a record.
    players : int
    suits : Mapping[str, str]
        The names of suits.
    """
    table = {}
    for key, value in result.items():
        if isinstance(value, list) and key != "active":
            table[key] = value
        elif value is not None and value != []:
            if key == "trump" and is_passed(result):
                continue
            is_suit = key != "trump" or value in suits
            label = _label(key) if is_suit else "played"
            text = _value(key, value, suits, players)
            yield f"{label:<{_LABEL_WIDTH}} {text}"
    if is_passed(result):
        table = {key: values for key, values in table.items() if any(values)}
    if table:
        yield from _by_seat(table, players)


def _label(key: str) -> str:
    """Return what stands before a value."""
    return _LABELS.get(key, key.replace("_", " "))


def _value(key: str, value: Any, suits: Suits, players: int) -> str:
    """Return a single value in words."""
    if key == "passed":
        return "all"
    if key == "match":
        return seats_text(range(value, players, 2))
    if key == "active":
        return seats_text(value)
    if key in _SEATS:
        return f"seat {value}"
    if key == "trump":
        return suits.get(value, value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _by_seat(table: Mapping[str, list[int]], players: int) -> Iterator[str]:
    """Yield what each seat has, or each team of every other seat, in columns."""
    n_columns = len(next(iter(table.values())))
    teams = [range(column, players, n_columns) for column in range(n_columns)]
    heads = [_head(team) for team in teams]
    cells = [*heads, *(cell for values in table.values() for cell in values)]
    width = max(_COLUMN_WIDTH, *(len(str(cell)) for cell in cells))
    yield _row("", heads, width)
    for key, values in table.items():
        yield _row(_label(key), values, width)


def _head(team: Sequence[int]) -> str:
    """Return what stands above the column of a seat, or of a team."""
    return f"seat{'' if len(team) == 1 else 's'} {'+'.join(map(str, team))}"


def _row(label: str, cells: Sequence[Any], width: int) -> str:
    """Return a row of the table."""
    columns = " ".join(f"{cell:>{width}}" for cell in cells)
    return f"{label:<{_LABEL_WIDTH}} {columns}"
