"""Sweeps written down in a TOML file, with the words of the command line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from simcore.errors import UsageError, did_you_mean
from simcore.grid import axis_values

_KINDS: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "players": (int,),
    "strategies": (str, list),
    "sessions": (int,),
    "deals": (int,),
    "matches": (int,),
    "seed": (int,),
    "set": (dict,),
    "grid": (dict,),
}
_WORDS = {str: "text", int: "a whole number", list: "a list", dict: "a table"}


def read_sweep_file(path: Path) -> dict[str, Any]:
    """Return what a sweep file holds.

    Returns
    -------
    dict
        The keys of the file that are there: `game`, `players`, `strategies` (as for
        ``--strategies``), `sessions`, `deals`, `matches`, `seed`, `set` (options of the
        rules) and `grid` (axes, each a tuple of texts).

    Raises
    ------
    UsageError
        If it cannot be read, or holds something else.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise UsageError(f"{path} is nested too deep") from None
    for key, value in found.items():
        _check(path, key, value)
    if "game" not in found:
        raise UsageError(f"{path} names no game")
    if isinstance(found.get("strategies"), list):
        found["strategies"] = ",".join(map(str, found["strategies"]))
    if "grid" in found:
        found["grid"] = {
            key: axis_values(key, value) for key, value in _flatten(found["grid"])
        }
    return found


def _check(path: Path, key: str, value: Any) -> None:
    """Raise if a sweep file has no such `key`, or it takes other values."""
    if key not in _KINDS:
        raise UsageError(
            f"{path} has an unknown key {key!r}{did_you_mean(key, _KINDS)}"
        )
    kinds = _KINDS[key]
    if not isinstance(value, kinds) or isinstance(value, bool):
        wanted = " or ".join(_WORDS[kind] for kind in kinds)
        raise UsageError(f"{key} in {path} is {value!r} but must be {wanted}")


def _flatten(table: Mapping[str, Any], head: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the keys of nested tables, joined by dots: TOML reads them so."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{head}{key}.")
        else:
            yield f"{head}{key}", value
