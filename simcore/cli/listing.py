"""Small tables of facts, printed for people or for programs; needs no pandas."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]


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


def format_table(rows: Sequence[Row]) -> str:
    """Return `rows` as aligned columns under their keys, numbers to the right."""
    columns = []
    for key in rows[0]:
        words = [as_word(row[key]) for row in rows]
        width = max(map(len, (key, *words)))
        values = [row[key] for row in rows if row[key] is not None]
        numeric = all(type(value) in (int, float) for value in values)
        heading = key.replace("_", " ")
        align = str.rjust if values and numeric else str.ljust
        columns.append([align(word, width) for word in (heading, *words)])
    return "\n".join("  ".join(line).rstrip() for line in zip(*columns, strict=True))


def as_word(value: Any) -> str:
    """Return `value` as it is written on the command line."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)
