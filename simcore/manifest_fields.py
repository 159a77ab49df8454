"""What the fields of a manifest may hold: a file may be spoiled by whoever edits it.

Here it is settled of what kind each field is, and that fields do not contradict one
another. Whether the game and its rules, players and strategies exist is told by the
plan or the grid that is made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import prod
from reprlib import Repr
from sys import float_info
from typing import Any

from simcore.stats.estimates import LEVELS

_Test = Callable[[Any], bool]

_Fields = Mapping[str, tuple[_Test, str]]
"""By the name of a field, whether it may hold a value, and in words what it may."""

_KINDS = ("run", "pot", "sweep")
_UNITS = ("sessions", "deals", "matches")

_shortener = Repr()
_shortener.maxlevel = 1
_short = _shortener.repr


def _is(kind: type) -> _Test:
    """Return the test whether a value is of a kind."""
    return lambda value: isinstance(value, kind)


def _is_whole(value: Any) -> bool:
    """Return whether a value is a whole number, 0 or above."""
    return type(value) is int and value >= 0


def _is_count(value: Any) -> bool:
    """Return whether a value is a whole number above 0."""
    return _is_whole(value) and value > 0


def _is_number(value: Any) -> bool:
    """Return whether a value is a number that a float can be."""
    return type(value) in (int, float) and abs(value) <= float_info.max


def _is_width(value: Any) -> bool:
    """Return whether a value is a number above 0."""
    return _is_number(value) and value > 0


def _is_level(value: Any) -> bool:
    """Return whether a value is a confidence level."""
    return _is_number(value) and LEVELS[0] <= value <= LEVELS[1]


def _is_shard(value: Any) -> bool:
    """Return whether a value is ``[i, n]``."""
    return _pair(_is_count, _is_count)(value) and value[0] <= value[1]


def _is_axis(value: Any) -> bool:
    """Return whether a value is a list of one text or more."""
    return _list_of(_is(str))(value) and len(value) > 0


def _or_none(test: _Test) -> _Test:
    """Return the test whether a value is None or passes a test."""
    return lambda value: value is None or test(value)


def _list_of(test: _Test) -> _Test:
    """Return the test whether a value is a list of what passes a test."""
    return lambda value: isinstance(value, list) and all(map(test, value))


def _pair(first: _Test, second: _Test) -> _Test:
    """Return the test whether a value is a list of two that pass their tests."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == 2
        and first(value[0])
        and second(value[1])
    )


def _dict_of(test: _Test) -> _Test:
    """Return the test whether a value has keys, each with what passes a test."""
    return lambda value: isinstance(value, dict) and all(map(test, value.values()))


def _record(**tests: _Test) -> _Test:
    """Return the test whether a value has just these keys, with what passes."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == tests.keys()
        and all(test(value[key]) for key, test in tests.items())
    )


_is_text = _is(str)
_is_source = _record(file=_is_text, digest=_is_text)
_is_seat = _record(
    name=_is_text,
    values=_list_of(_pair(_is_text, _is_number)),
    file=_or_none(_is_text),
)

_TEXT = (_is_text, "a text")
_FLAG = (_is(bool), "true or false")
_KEYS = (_is(dict), "names with their values")
_WHOLE = (_is_whole, "a whole number from 0 on")
_COUNT = (_is_count, "a whole number above 0")
_MAYBE_TEXT = (_or_none(_is_text), "a text or nothing")
_MAYBE_COUNT = (_or_none(_is_count), "a whole number above 0 or nothing")

FIELDS: _Fields = {
    "kind": (lambda value: value in _KINDS, "run, pot or sweep"),
    "game": _TEXT,
    "setup": _KEYS,
    "about": _KEYS,
    "sources": (_list_of(_is_source), "a list of files with their digests"),
    "engine": _TEXT,
    "unit": (lambda value: value in _UNITS, "sessions, deals or matches"),
    "length": _COUNT,
    "total": _WHOLE,
    "precision": (_dict_of(_is_width), "metrics with numbers above 0"),
    "reached": (_list_of(_is_count), "a list of whole numbers above 0"),
    "shard": (_or_none(_is_shard), "[i, n] with i from 1 to n, or nothing"),
    "level": (_is_level, f"a number from {LEVELS[0]} to {LEVELS[1]}"),
    "has_pot_tables": _FLAG,
    "output": _MAYBE_TEXT,
    "command": _TEXT,
    "simcore": _TEXT,
    "chunks": (_pair(_is_count, _is_count), "two whole numbers above 0"),
}
"""The fields of `simcore.manifest.Manifest`, as they are in a file."""

PLAN_FIELDS: _Fields = {
    "game": _TEXT,
    "players": _COUNT,
    "rules": _KEYS,
    "seats": (_list_of(_is_seat), "a list of strategies"),
    "seed": _WHOLE,
    "sessions": _COUNT,
    "deals": _COUNT,
    "matches": _FLAG,
    "first_session": _WHOLE,
}
"""What `simcore.plan_data.plan_as_data` makes: the setup of a run or a pot."""

GRID_FIELDS: _Fields = {
    "game": _TEXT,
    "axes": (_dict_of(_is_axis), "names, each with texts"),
    "players": _MAYBE_COUNT,
    "strategies": _MAYBE_TEXT,
    "sessions": _MAYBE_COUNT,
    "deals": _MAYBE_COUNT,
    "matches": _MAYBE_COUNT,
    "settings": _KEYS,
    "seed": _WHOLE,
}
"""What `simcore.plan_data.grid_as_data` makes: the setup of a sweep."""


def first_mistake(data: Mapping[str, Any]) -> str | None:
    """Return what is wrong with a manifest, as the end of a sentence, None if nothing.

    Parameters
    ----------
    data : Mapping
        The manifest as it was read, with all that its version had.
    """
    return next(_mistakes(data), None)


def _mistakes(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a manifest; only the first is sure to be right."""
    yield from _wrong_fields(data, FIELDS, "")
    setup, is_sweep = data["setup"], data["kind"] == "sweep"
    known = GRID_FIELDS if is_sweep else PLAN_FIELDS
    yield from _wrong_fields(setup, known, "setup.")
    for key in sorted(setup.keys() - known.keys()):
        yield f"its setup has {_short(key)}, which no {data['kind']} has"
    length_key = data["unit"] if is_sweep else "sessions"
    for key, place in (("game", "game"), ("length", length_key)):
        if data[key] != setup[place]:
            yield _other(key, data[key], f"{_short(setup[place])} as its setup.{place}")
    if not is_sweep:
        yield from _wrong_plan(data)
    yield from _wrong_lengths(data)


def _wrong_plan(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield where the setup of a run or a pot contradicts what else is there."""
    setup, seats = data["setup"], data["setup"]["seats"]
    if len(seats) != setup["players"]:
        yield f"its setup has {len(seats)} seats, not {setup['players']}"
    if setup["matches"] != (data["unit"] == "matches"):
        yield f"its setup.matches is {setup['matches']}, but its unit {data['unit']}"
    files = {seat["file"] for seat in seats if seat["file"] is not None}
    for file in sorted(files - {source["file"] for source in data["sources"]}):
        yield f"its sources have no {_short(file)}, which sits in its setup.seats"


def _wrong_lengths(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield why plans cannot have become as long as it says."""
    axes = data["setup"].get("axes", {})  # of a sweep: each cell is a plan
    most = prod(map(len, axes.values())) if data["precision"] else 0
    reached, length = data["reached"], data["length"]
    if len(reached) > most or max(reached, default=0) > length:
        words = f"up to {length}, {most} of them at most" if most else "empty"
        yield _other("reached", reached, words)


def _wrong_fields(data: Mapping[str, Any], known: _Fields, where: str) -> Iterator[str]:
    """Yield what is missing, then what holds something that it may not."""
    for key in sorted(known.keys() - data.keys()):
        yield f"it has no {where}{key}"
    for key, (test, words) in known.items():
        if not test(data[key]):
            yield _other(f"{where}{key}", data[key], words)


def _other(key: str, value: Any, words: str) -> str:
    """Return that a field holds `value`, and not what it may."""
    return f"its {key} is {_short(value)}, not {words}"
