"""Results as tables and files: one schema for every command, game and format.

`docs/results.md` describes the schema. pandas is imported where it is used, so that an
output file can be checked before anything heavy is loaded.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore import __version__
from simcore.errors import UsageError
from simcore.manifest import plain_digest
from simcore.metric import Bin, Metric
from simcore.plan_data import engine_digest

if TYPE_CHECKING:
    from pandas import DataFrame

    from simcore.runner import Outcome

SCHEMA_VERSION = 1
"""Grows whenever a column changes its name, its type or its meaning."""

_RUN_COLUMNS = {
    "schema_version": "Int64",
    "cell": "Int64",
    "settings": "str",
    "game": "str",
    "players": "Int64",
    "strategies": "str",
    "seed": "UInt64",
    "sessions": "Int64",
    "deals": "Int64",
    "matches": "bool",
    "complete": "bool",
}
_ESTIMATE_COLUMNS = {
    "n": "Int64",
    "estimate": "float64",
    "standard_error": "float64",
    "ci_low": "float64",
    "ci_high": "float64",
    "level": "float64",
    "method": "str",
}
COLUMNS = {
    **_RUN_COLUMNS,
    "table": "str",
    "item": "str",
    "metric": "str",
    "unit": "str",
    **_ESTIMATE_COLUMNS,
}
"""Columns of results with their types, in order."""

HISTOGRAM_COLUMNS = {
    **_RUN_COLUMNS,
    "histogram": "str",
    "item": "str",
    "unit": "str",
    "low": "float64",
    "high": "float64",
    "count": "Int64",
    **_ESTIMATE_COLUMNS,
}
"""Columns of distributions with their types, in order."""

N_RUN_COLUMNS = len(_RUN_COLUMNS)
"""How many columns, the first ones, say what was run and not what was found."""

SUFFIXES = (".csv", ".json", ".parquet")


_DIGITS = 12
"""Significant digits of estimates in a result: far beyond their uncertainty."""


def frame(
    metrics: Iterable[Metric],
    outcome: Outcome,
    cell: int = 0,
    settings: str | None = None,
    level: float = 0.95,
) -> DataFrame:
    """Return metrics as a table with the columns `COLUMNS`.

    Parameters
    ----------
    metrics : iterable of Metric
    outcome : Outcome
        The run they come from.
    cell : int
        The number of the run where there are several.
    settings : str, optional
        What is particular to the run; by default the options of the rules that differ
        from their defaults.
    level : float
        The confidence level the metrics were made for.
    """
    return table_of(rows(metrics, outcome, cell, settings, level))


def rows(
    metrics: Iterable[Metric],
    outcome: Outcome,
    cell: int,
    settings: str | None,
    level: float,
) -> Iterator[tuple[Any, ...]]:
    """Yield metrics as tuples of the values of `COLUMNS`; see `frame`."""
    about = _about(outcome, cell, settings)
    for one in metrics:
        yield (*about, one.table, one.item, one.metric, one.unit, *_numbers(one, level))


def table_of(rows: Iterable[tuple[Any, ...]]) -> DataFrame:
    """Return tuples of the values of `COLUMNS` as a table."""
    return _typed(rows, COLUMNS)


def histogram_frame(
    bins: Iterable[Bin],
    outcome: Outcome,
    cell: int = 0,
    settings: str | None = None,
    level: float = 0.95,
) -> DataFrame:
    """Return bins as a table with the columns `HISTOGRAM_COLUMNS`; see `frame`."""
    about = _about(outcome, cell, settings)
    found = (
        (
            *about,
            *(one.histogram, one.item, one.unit, one.low, one.high, one.number),
            *_numbers(one, level),
        )
        for one in bins
    )
    return _typed(found, HISTOGRAM_COLUMNS)


def _about(outcome: Outcome, cell: int, settings: str | None) -> tuple[Any, ...]:
    """Return the values of the columns that say what was run."""
    plan = outcome.plan
    if settings is None:
        settings = settings_text(plan.rules.changed())
    return (
        SCHEMA_VERSION,
        cell,
        settings,
        plan.game.name,
        plan.players,
        ", ".join(seat.text for seat in plan.seats),
        plan.seed,
        outcome.sessions,
        plan.deals,
        plan.matches,
        outcome.is_complete,
    )


def settings_text(values: Mapping[str, Any]) -> str:
    """Return options and their values as they are written on the command line."""
    words = {None: "none", True: "true", False: "false"}
    return " ".join(
        f"{key}={words[value] if value is None or isinstance(value, bool) else value}"
        for key, value in values.items()
    )


def _numbers(one: Metric | Bin, level: float) -> tuple[Any, ...]:
    """Return the values of the columns of an estimate."""
    found = one.estimate if isinstance(one, Metric) else one.share
    numbers = (found.estimate, found.standard_error, found.ci_low, found.ci_high)
    return (found.n, *map(_rounded, numbers), level, found.method)


def _rounded(number: float) -> float:
    """Return `number` with the digits that are the same on every machine.

    The sums of a run are whole numbers and the same everywhere; logarithms and powers
    of them may differ in their last bits.
    """
    return float(f"{number:.{_DIGITS}g}")


def _typed(rows: Iterable[tuple[Any, ...]], columns: dict[str, str]) -> DataFrame:
    """Return rows as a table whose columns have the types of the schema."""
    import pandas as pd

    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    return pd.DataFrame(
        {
            name: pd.Series(list(column), dtype=kind)
            for (name, kind), column in zip(columns.items(), values, strict=True)
        }
    )


def provenance(
    outcome: Outcome, described: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return where a result comes from.

    Parameters
    ----------
    outcome : Outcome
    described : Mapping, optional
        What was asked for, as plain data; by default the plan of `outcome`.

    Returns
    -------
    dict
        `schema_version`; `plan`: what was simulated, with which version and kernels,
        and how much of it was done, the same on every machine; `run`: where and how
        fast.
    """
    if described is None:
        described = outcome.plan.describe()
    return {
        "schema_version": SCHEMA_VERSION,
        "plan": {
            "simcore": __version__,
            "engine": engine_digest(outcome.plan.game),
            **described,
            "digest": plain_digest(described),
            "sessions_done": outcome.sessions,
            "complete": outcome.is_complete,
        },
        "run": {
            "wall_seconds": round(outcome.seconds, 3),
            "python": platform.python_version(),
            **{name: _version(name) for name in ("numba", "numpy", "pandas")},
            "machine": platform.machine(),
            "system": platform.system(),
        },
    }


def _version(package: str) -> str | None:
    """Return the version of an installed package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def check_output(path: Path, force: bool = False) -> None:
    """Make sure, before anything is simulated, that a result can be written to `path`.

    Raises
    ------
    UsageError
        If the suffix is unknown, the folder is missing or cannot be written, the file
        exists and `force` is not set, or pyarrow is needed and missing.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(
            f"{path} must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        )
    if path.suffix.lower() == ".parquet" and not _has_pyarrow():
        raise UsageError("Parquet needs pyarrow: pip install 'simcore[parquet]'")
    check_place(path, force)
    if path.suffix.lower() == ".csv":
        check_place(sidecar_path(path), force)


def check_place(path: Path, force: bool = False) -> None:
    """Raise UsageError if no file can be put at `path`, or one is there to be kept."""
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent}")
    if path.is_dir():
        raise UsageError(f"{path} is a folder")
    if not os.access(path.parent, os.W_OK):
        raise UsageError(f"the folder {path.parent} cannot be written to")
    if path.exists() and not force:
        raise UsageError(f"{path} exists; --force overwrites it")


def _has_pyarrow() -> bool:
    """Return whether pyarrow can be imported, without importing it."""
    try:
        return find_spec("pyarrow") is not None
    except ValueError:
        return False


def histogram_path(path: Path) -> Path:
    """Return the file for the distributions that belong to the result in `path`."""
    return path.with_name(f"{path.stem}.histograms{path.suffix}")


def sidecar_path(path: Path) -> Path:
    """Return the file for the provenance of a result in a CSV file."""
    return path.with_name(f"{path.name}.meta.json")


def origin_of(path: Path) -> str | None:
    """Return the digest of the plan of the result in a file, None if that has none."""
    try:
        if path.suffix.lower() == ".parquet":
            import pyarrow.parquet

            metadata = pyarrow.parquet.read_schema(path).metadata or {}
            found = json.loads(metadata[b"simcore"])
        else:
            is_csv = path.suffix.lower() == ".csv"
            place = sidecar_path(path) if is_csv else path
            found = json.loads(place.read_text(encoding="utf-8"))
        return str(found["plan"]["digest"])
    except (OSError, ValueError, KeyError, TypeError, ImportError):
        return None


def write(
    table: DataFrame, origin: Mapping[str, Any], path: Path, force: bool = False
) -> None:
    """Write a result to `path`, as its suffix says, whole or not at all.

    Parameters
    ----------
    table : DataFrame
    origin : Mapping
        Its provenance. A CSV file gets it in a second file, ``FILE.meta.json``.
    path : Path
    force : bool
        Overwrite the file if it exists.

    Raises
    ------
    UsageError
        As `check_output`, or if the disk does not take the file.
    """
    write_parts([table], origin, path, force)


def write_parts(
    tables: Iterable[DataFrame],
    origin: Mapping[str, Any],
    path: Path,
    force: bool = False,
) -> None:
    """Write a result that comes in parts, one at least, as `write` does a whole one."""
    check_output(path, force)
    kind = path.suffix.lower()
    try:
        with replacing(path) as part:
            if kind == ".parquet":
                _write_parquet(tables, origin, part)
            else:
                texts = (
                    csv_texts(tables) if kind == ".csv" else json_texts(tables, origin)
                )
                with part.open("w", encoding="utf-8", newline="\n") as file:
                    file.writelines(texts)
        if kind == ".csv":
            with replacing(sidecar_path(path)) as part:
                part.write_text(_dump(origin), encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error


def as_csv(table: DataFrame) -> str:
    """Return a table as CSV; floats are written so that they read back the same."""
    return "".join(csv_texts([table]))


def csv_texts(tables: Iterable[DataFrame]) -> Iterator[str]:
    """Yield the pieces of a CSV file of all `tables`."""
    for number, table in enumerate(tables):
        yield table.to_csv(index=False, header=number == 0, lineterminator="\n")


def as_json(table: DataFrame, origin: Mapping[str, Any]) -> str:
    """Return a table with its provenance as one JSON document, a row a line."""
    return "".join(json_texts([table], origin))


def json_texts(tables: Iterable[DataFrame], origin: Mapping[str, Any]) -> Iterator[str]:
    """Yield the pieces of one JSON document of all `tables`."""
    head = _dump({"schema_version": SCHEMA_VERSION, **origin})
    yield head.removesuffix("\n}\n") + ',\n  "rows": [\n    '
    separator = ""
    for table in tables:
        plain = table.astype(object).where(table.notna(), None)
        for row in plain.to_dict("records"):
            yield separator + json.dumps(row, ensure_ascii=False, allow_nan=False)
            separator = ",\n    "
    yield "\n  ]\n}\n"


def _dump(values: Mapping[str, Any]) -> str:
    """Return values as a JSON document."""
    return json.dumps(values, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _write_parquet(
    tables: Iterable[DataFrame], origin: Mapping[str, Any], path: Path
) -> None:
    """Write tables to one Parquet file that holds their provenance as metadata."""
    import pyarrow
    import pyarrow.parquet

    parts = (pyarrow.Table.from_pandas(one, preserve_index=False) for one in tables)
    first = next(parts)
    metadata = {**(first.schema.metadata or {}), b"simcore": _dump(origin).encode()}
    schema = first.schema.with_metadata(metadata)
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        for part in chain([first], parts):
            writer.write_table(part.cast(schema))


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a file beside `path` that takes its place when all went well."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
