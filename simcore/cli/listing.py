"""Small tables of facts, printed for people or for programs; needs no pandas."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Mapping, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

Row = Mapping[str, Any]

SUMMARY = "summary"
_INDENT = " " * 4


def format_rows(rows: Sequence[Row], style: str) -> str:
    """Return `rows`, all with the same keys, as a ``table``, ``csv`` or ``json``."""
    if style == "json":
        return json.dumps(rows, indent=2)
    if not rows:
        return ""
    if style == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(rows[0])
        writer.writerows([as_word(value) for value in row.values()] for row in rows)
        return text.getvalue().rstrip("\n")
    return format_table(rows)


def format_table(rows: Sequence[Row], width: int | None = None) -> str:
    """Return `rows` as aligned columns under their keys, numbers to the right.

    Where they are wider than `width`, by default that of the terminal if there is one,
    each row's summary stands beneath it.
    """
    if width is None and sys.stdout.isatty():
        width = get_terminal_size().columns
    lines = _aligned(rows)
    if width is None or max(map(len, lines)) <= width or list(rows[0])[-1] != SUMMARY:
        return "\n".join(lines)
    head, *lines = _aligned([dict(list(row.items())[:-1]) for row in rows])
    for row, line in zip(rows, lines, strict=True):
        about = wrap(row[SUMMARY], max(width, 60) - len(_INDENT))
        head = "\n".join([head, line, *(_INDENT + part for part in about)])
    return head


def _aligned(rows: Sequence[Row]) -> list[str]:
    """Return the lines of a table: its heading, and one for each row."""
    columns = []
    for key in rows[0]:
        words = [as_word(row[key]) for row in rows]
        width = max(map(len, (key, *words)))
        values = [row[key] for row in rows if row[key] is not None]
        numeric = all(type(value) in (int, float) for value in values)
        heading = key.replace("_", " ")
        align = str.rjust if values and numeric else str.ljust
        columns.append([align(word, width) for word in (heading, *words)])
    return ["  ".join(line).rstrip() for line in zip(*columns, strict=True)]


def as_word(value: Any) -> str:
    """Return `value` as it is written on the command line."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)
