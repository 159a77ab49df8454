"""Arguments of the public functions: turned into what is meant, or told what is wrong.

An argument has one name in all functions, and so one kind (`KINDS`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, signature
from numbers import Integral, Real
from reprlib import repr as short_repr
from typing import Any, ParamSpec, TypeVar

from simcore.counts import whole_number
from simcore.errors import UsageError

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

Kind = Callable[[str, Any], Any]
"""``(name, value)``: returns what is meant, or raises UsageError."""


def whole(name: str, value: Any) -> int:
    """Return a whole number; a float may be one, a text may not."""
    number = None if isinstance(value, str) else whole_number(value)
    if number is None:
        raise _wrong(name, value, "a whole number")
    return number


def number(name: str, value: Any) -> float:
    """Return a number."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise _wrong(name, value, "a number")
    return int(value) if isinstance(value, Integral) else float(value)


def flag(name: str, value: Any) -> bool:
    """Return a truth value."""
    if not isinstance(value, bool):
        raise _wrong(name, value, "True or False")
    return value


def text(name: str, value: Any) -> str:
    """Return a text; the path of a file may be one."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, str):
        raise _wrong(name, value, "a text")
    return value


def texts(name: str, value: Any) -> str | tuple[str, ...]:
    """Return a text, or several."""
    if isinstance(value, str | os.PathLike):
        return text(name, value)
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise _wrong(name, value, "a text or a list of texts")
    return tuple(text(f"one of {name}", one) for one in value)


def mapping(name: str, value: Any) -> dict[str, Any]:
    """Return a mapping whose keys are texts."""
    if not isinstance(value, Mapping):
        raise _wrong(name, value, "a dict")
    return {text(f"a key of {name}", key): value[key] for key in value}


def targets(name: str, value: Any) -> str | tuple[str, ...] | dict[str, float]:
    """Return what is to be known, and how well."""
    if isinstance(value, Mapping):
        return {
            key: number(f"the {name} of {key}", width)
            for key, width in mapping(name, value).items()
        }
    if not isinstance(value, str | Iterable):
        raise _wrong(name, value, "METRIC=WIDTH, as 'made=0.002'")
    return texts(name, value)


def width(name: str, value: Any) -> str | float:
    """Return how well one number is to be known, alone or behind its name."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, Real):
        raise _wrong(name, value, "a number above 0, or METRIC=WIDTH")
    return number(name, value)


def cards(name: str, value: Any) -> str:
    """Return cards as one text; they may be a list."""
    found = texts(name, value)
    return found if isinstance(found, str) else " ".join(found)


def hands(name: str, value: Any) -> str | dict[int, str]:
    """Return the cards of one hand, or of each seat."""
    if not isinstance(value, Mapping):
        return cards(name, value)
    return {
        whole(f"a seat of {name}", seat): cards(
            f"the {name} of seat {seat}", value[seat]
        )
        for seat in value
    }


def seats(name: str, value: Any) -> tuple[int, ...]:
    """Return the numbers of seats; there may be just one."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        value = [value]
    return tuple(whole(f"a seat of {name}", seat) for seat in value)


KINDS: Mapping[str, Kind] = {
    "deals": whole,
    "field": text,
    "game": text,
    "given": texts,
    "grid": mapping,
    "hand": hands,
    "has_pot_tables": flag,
    "jobs": whole,
    "level": number,
    "matches": whole,
    "maximum": whole,
    "n": whole,
    "opponents": texts,
    "pair": text,
    "players": whole,
    "precision": targets,
    "rules": mapping,
    "run": text,
    "save": text,
    "seat": whole,
    "seed": whole,
    "sessions": whole,
    "stop_when": number,
    "strategies": texts,
    "strategy": text,
    "tries": whole,
    "without": cards,
}
"""What the arguments of the public functions are, by name."""

FACTS: Mapping[str, Kind] = {
    "bid": whole,
    "bottom": cards,
    "contract": text,
    "dealer": whole,
    "declarer": whole,
    "dropped": seats,
    "joined": seats,
    "pot": whole,
    "round": whole,
    "stakes": text,
    "turned": cards,
    "turnup": cards,
}
"""What the facts are that are known of a deal in some games, by name."""


def checked(
    **special: Kind,
) -> Callable[[Callable[_Arguments, _Result]], Callable[_Arguments, _Result]]:
    """Return a decorator that looks at the arguments of a public function first.

    None is left alone where it is the default.

    Parameters
    ----------
    **special
        The kinds of arguments that are something else here than `KINDS` says.
    """

    def decorate(
        function: Callable[_Arguments, _Result],
    ) -> Callable[_Arguments, _Result]:
        known = signature(function)
        kinds = {
            name: special.get(name) or KINDS[name]
            for name, one in known.parameters.items()
            if one.kind is not Parameter.VAR_KEYWORD
        }

        @wraps(function)
        def wrapped(*given: _Arguments.args, **named: _Arguments.kwargs) -> _Result:
            bound = known.bind(*given, **named)
            for name in kinds.keys() & bound.arguments.keys():
                value = bound.arguments[name]
                if value is not None or known.parameters[name].default is not None:
                    bound.arguments[name] = kinds[name](name, value)
            return function(*bound.args, **bound.kwargs)

        return wrapped

    return decorate


def facts_of(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a deal as they are meant; what is None was not told.

    Raises
    ------
    UsageError
        If one is of another kind.
    """
    return {
        name: FACTS[name](name, value) if name in FACTS else value
        for name, value in told.items()
        if value is not None
    }


def _wrong(name: str, value: Any, what: str) -> UsageError:
    """Return what is to be said of an argument of another kind."""
    shown = " ".join(short_repr(value).split())
    return UsageError(f"{name} is {shown} but takes {what}")
