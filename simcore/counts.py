"""Whole numbers as people write them, and as they are told."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from numbers import Integral, Real
from typing import Any

_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+\Z")
_LONGEST = 40
"""So many characters has a text at most that is read as a number."""

_MOST_ZEROS = 40


def whole_number(value: Any) -> int | None:
    """Return the whole number that `value` is or stands for, None if there is none.

    Parameters
    ----------
    value : int, float or str
        A float must be whole; a text may be ``100000``, ``100_000``, ``100,000`` or
        ``1e5``. Truth values are no numbers.
    """
    if isinstance(value, Integral):
        return None if isinstance(value, bool) else int(value)
    if isinstance(value, Real):
        as_float = float(value)
        return int(as_float) if as_float.is_integer() else None
    text = value.strip() if isinstance(value, str) else ""
    if not 0 < len(text) <= _LONGEST:
        return None
    return _read(text.replace(",", "") if _THOUSANDS.match(text) else text)


def _read(text: str) -> int | None:
    """Return the whole number written in `text`, None if there is none."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    if not number.is_finite() or number.adjusted() > _MOST_ZEROS:
        return None
    return int(number) if number == number.to_integral_value() else None


_ONE = {
    "cells": "cell",
    "deals": "deal",
    "matches": "match",
    "records": "record",
    "sessions": "session",
}
"""What one of something is called."""


def counted(number: int, unit: str) -> str:
    """Return a number of things, such as ``2,000 sessions`` or ``1 session``."""
    return f"{number:,} {_ONE[unit] if number == 1 else unit}"
