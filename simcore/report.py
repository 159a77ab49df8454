"""Results for people: tables on the terminal, as wide as it is."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import IO, TYPE_CHECKING, Any

from simcore.counts import counted
from simcore.job import describe_lineup
from simcore.metric import Metric
from simcore.results import provenance, settings_text
from simcore.stats import ALL_EQUAL, NO_SPREAD, TOO_FEW, Estimate

if TYPE_CHECKING:
    from rich.console import Console

    from simcore.runner import Outcome

FALLBACK_WIDTH = 100
"""Columns where the output is not a terminal."""

_NARROWEST, _WIDEST = 60, 140
_GAP = 2
_LEAST_FILL = 0.5
"""A table with fewer filled cells than this is printed one line an estimate."""

_FEW = 2
"""So is a table with no more items than this that is wider than the terminal."""

_NOTHING = "-"
_SCALES = (("", 1), ("k", 10**3), ("M", 10**6), ("G", 10**9), ("T", 10**12))
_LEAST_SCALED = 10_000
_MOST_DECIMALS = 7
_SIGNIFICANT = 3
"""Digits of an estimate without an interval."""

_EVEN = 0.15
"""An interval whose two margins differ by less than this part is written with ±."""

NO_INTERVAL = "Without ± or [ ]: too little was counted, or all of it was the same."
"""Why some numbers of a table have no interval."""

_LONGEST_ITEM = 30

_ALONE = 1
"""A strategy at so many seats has no row of its own: the seat's row says the same."""


def print_report(
    metrics: Sequence[Metric],
    outcome: Outcome,
    *,
    titles: Mapping[str, str] | None = None,
    notes: Mapping[str, Sequence[str]] | None = None,
    level: float = 0.95,
    heading: Sequence[str] | None = None,
    origin: Mapping[str, Any] | None = None,
    file: IO[str] | None = None,
    width: int | None = None,
) -> None:
    """Print the tables of a run.

    Parameters
    ----------
    metrics : sequence of Metric
    outcome : Outcome
        The run they come from.
    titles, notes : Mapping, optional
        What stands above and beneath each table; what several tables need is said
        beneath the first of them.
    level : float
        The confidence level the metrics were made for.
    heading : sequence of str, optional
        The lines above all tables, the first the most important; by default they say
        what was run.
    origin : Mapping, optional
        Where the numbers come from, by default `simcore.results.provenance`: the line
        beneath all tables.
    file : text file, optional
        Standard output by default.
    width : int, optional
        Columns; by default those of the terminal, `FALLBACK_WIDTH` where there is none.
    """
    console = _console(file, width)
    # rich would end the process where nobody reads any more; write what it made.
    with console.capture() as capture:
        if heading is None:
            heading = _heading(outcome, level)
        for line in heading:
            console.print(line)
        _print_all(metrics, outcome, titles or {}, notes or {}, console)
        console.print()
        line = origin_line(origin or provenance(outcome))
        console.print(line, style="dim", soft_wrap=True)
        if not outcome.is_complete:
            console.print(incomplete_text(outcome), style="bold red")
    (file or sys.stdout).write(capture.get())


def _print_all(
    metrics: Sequence[Metric],
    outcome: Outcome,
    titles: Mapping[str, str],
    notes: Mapping[str, Sequence[str]],
    console: Console,
) -> None:
    """Print every table, and what stands beneath it."""
    texts = [seat.text for seat in outcome.plan.seats]
    shown = [
        one for one in metrics if one.estimate.n and texts.count(one.item) != _ALONE
    ]
    said: set[str] = set()
    for table in dict.fromkeys(one.table for one in shown):
        rows = [one for one in shown if one.table == table]
        console.print()
        console.print(titles.get(table, table.capitalize()), style="bold")
        _print_table([_labelled(one, outcome) for one in rows], console)
        for sentence in _footnotes(rows, notes.get(table, ()), outcome.plan.unit):
            if sentence not in said:
                console.print(sentence, style="yellow")
                said.add(sentence)


def origin_line(origin: Mapping[str, Any]) -> str:
    """Return in one line what numbers come from: plan, version, sources, schema.

    Parameters
    ----------
    origin : Mapping
        As `simcore.results.provenance` makes it. The digest of the plan stands for its
        rules, strategies, seed and length.
    """
    plan = origin["plan"]
    sources = dict.fromkeys(
        f"{strategy['name'].partition('(')[0]} {strategy['source_digest'][:8]}"
        for strategy in plan["strategies"]
    )
    return (
        f"Plan {plan['digest']} of simcore {plan['simcore']}, schema"
        f" {origin['schema_version']}; sources: rules {plan['engine'][:8]},"
        f" {', '.join(sources)}"
    )


def _console(file: IO[str] | None, width: int | None) -> Console:
    """Return a console that keeps to `width`, and is plain where nobody looks."""
    from rich.console import Console

    console = Console(file=file, highlight=False, markup=False, emoji=False)
    if width is None:
        width = console.width if console.is_terminal else FALLBACK_WIDTH
    console.width = max(_NARROWEST, min(width, _WIDEST))
    return console


def _heading(outcome: Outcome, level: float) -> list[str]:
    """Return the lines that say what was run."""
    plan = outcome.plan
    lineup = describe_lineup([seat.text for seat in plan.seats])
    changed = settings_text(plan.rules.changed())
    lines = [
        f"{plan.game.name}, {plan.players} players: {lineup}",
        f"{_length(outcome)}, seed {plan.seed}; rules: {changed or 'defaults'}",
        f"± and [ ]: {100 * level:g} % interval over {plan.unit}; n: what was counted",
    ]
    if not outcome.is_complete:
        lines.append(incomplete_text(outcome))
    return lines


def _length(outcome: Outcome) -> str:
    """Return how much was played."""
    plan = outcome.plan
    number = counted(outcome.sessions, plan.unit)
    if plan.game.plays_matches:
        return number
    deals = f"up to {plan.deals:,} deals" if plan.deals > 1 else "1 deal"
    return f"{number} of {deals}"


def incomplete_text(outcome: Outcome) -> str:
    """Return the line that marks an incomplete run."""
    plan = outcome.plan
    unit = "deals" if plan.deals == 1 and not plan.matches else plan.unit
    of_all = counted(plan.sessions, unit)
    return f"INCOMPLETE: stopped after {outcome.sessions:,} of {of_all}"


def _footnotes(rows: Sequence[Metric], notes: Iterable[str], unit: str) -> list[str]:
    """Return the notes of a table, and why some of its estimates have no interval."""
    methods = {one.estimate.method for one in rows}
    if methods == {TOO_FEW}:
        return [*notes, f"No intervals: they need 2 {unit} or more."]
    if methods & {TOO_FEW, NO_SPREAD, ALL_EQUAL}:
        return [*notes, NO_INTERVAL]
    return list(notes)


@dataclass(frozen=True)
class _Column:
    """A column of a table: what stands above it, and in each row."""

    head: str
    cells: tuple[str, ...]

    @property
    def width(self) -> int:
        """The room it needs; its head may be broken into two lines."""
        least = max(map(len, (" ", *self.cells, *self.head.split())))
        widths = range(least, max(least, len(self.head)) + 1)
        return next(width for width in widths if len(wrap(self.head, width)) <= _FEW)


def _labelled(one: Metric, outcome: Outcome) -> Metric:
    """Return a metric whose item names the strategy too, where several play."""
    seats = outcome.plan.seats
    item = one.item
    if len({seat.text for seat in seats}) > 1:
        names = {f"seat {number}": seat.text for number, seat in enumerate(seats)}
        item = f"{item} {names[item]}" if item in names else item
    if len(item) > _LONGEST_ITEM:
        item = f"{item[: _LONGEST_ITEM - 1]}…"
    return one._replace(item=item)


def _print_table(rows: Sequence[Metric], console: Console) -> None:
    """Print one table, a row an item, or a row an estimate where that is clearer."""
    items = list(dict.fromkeys(one.item for one in rows))
    names = list(dict.fromkeys(one.metric for one in rows))
    first, groups = _wide_columns(rows, items, names)
    parts = _fit(groups, console.width - _room(first))
    is_sparse = len(rows) < _LEAST_FILL * len(items) * len(names)
    if is_sparse or (len(items) <= _FEW and len(parts) > 1):
        first, groups = _long_columns(rows)
        parts = _fit(groups, console.width - _room(first))
    for part in parts:
        _print_part(first, part, console)


def _wide_columns(
    rows: Sequence[Metric], items: Sequence[str], names: Sequence[str]
) -> tuple[list[_Column], list[list[_Column]]]:
    """Return the column of items, and groups of columns that share their n."""
    found = {(one.item, one.metric): one for one in rows}
    groups: list[list[_Column]] = []
    shared: list[str] = []
    for name in names:
        there = [found.get((item, name)) for item in items]
        numbers = [_count(one.estimate.n) if one else "" for one in there]
        column = _Column(
            name, tuple(estimate_text(one) if one else _NOTHING for one in there)
        )
        pairs = list(zip(shared, numbers, strict=False))
        if groups and all(not x or not y or x == y for x, y in pairs):
            shared = [x or y for x, y in pairs]
            groups[-1][-1:] = [column, _Column("n", tuple(shared))]
        else:
            shared = numbers
            groups.append([column, _Column("n", tuple(shared))])
    return [_Column("", tuple(items))], groups


def _long_columns(
    rows: Sequence[Metric],
) -> tuple[list[_Column], list[list[_Column]]]:
    """Return the columns of a table with one row an estimate."""
    items = [one.item for one in rows]
    # An item is named once, above all that is told of it.
    shown = [
        item if i == 0 or items[i - 1] != item else "" for i, item in enumerate(items)
    ]
    first = [
        _Column("", tuple(shown)),
        _Column("", tuple(one.metric for one in rows)),
    ]
    estimates = _Column("estimate", tuple(estimate_text(one) for one in rows))
    numbers = _Column("n", tuple(_count(one.estimate.n) for one in rows))
    return first, [[estimates, numbers]]


def _room(columns: Iterable[_Column]) -> int:
    """Return how many characters columns take beside each other."""
    return sum(column.width + _GAP for column in columns)


def _fit(groups: Iterable[list[_Column]], room: int) -> list[list[_Column]]:
    """Spread groups of columns, each with its n at the end, over parts that fit.

    A group that is too wide for a part of its own is broken, its n repeated.
    """
    parts: list[list[_Column]] = [[]]
    for group in groups:
        for piece in _pieces(group, room):
            if parts[-1] and _room([*parts[-1], *piece]) > room:
                parts.append([])
            parts[-1] += piece
    return parts


def _pieces(group: list[_Column], room: int) -> list[list[_Column]]:
    """Return `group` broken into pieces that fit, each with the n at its end."""
    *columns, number = group
    pieces: list[list[_Column]] = [[]]
    for column in columns:
        if pieces[-1] and _room([*pieces[-1], column, number]) > room:
            pieces.append([])
        pieces[-1].append(column)
    return [[*piece, number] for piece in pieces]


def _print_part(
    first: Sequence[_Column], columns: Sequence[_Column], console: Console
) -> None:
    """Print the columns that fit beside each other."""
    from rich.table import Table

    grid = Table(box=None, padding=(0, _GAP, 0, 0), pad_edge=False, header_style="dim")
    for column in first:
        grid.add_column(column.head, no_wrap=True, width=column.width)
    for column in columns:
        grid.add_column(
            column.head, justify="right", width=column.width, vertical="bottom"
        )
    names = zip(*(column.cells for column in first), strict=True)
    values = zip(*(column.cells for column in columns), strict=True)
    for name, row in zip(names, values, strict=True):
        if any(cell not in {_NOTHING, ""} for cell in row):
            grid.add_row(*name, *row)
    console.print(grid)


def estimate_text(one: Metric, *, is_difference: bool = False) -> str:
    """Return an estimate with its interval, in the form that suits its unit.

    A difference has its sign, plus too.
    """
    found = one.estimate
    if math.isnan(found.estimate):
        return _NOTHING
    sign = "+" if is_difference or one.unit in {"pots", "log"} else ""
    if one.unit == "share":
        return _with_interval(found, 0.01, sign, " %")
    name, scale = _scale(abs(found.estimate))
    return f"{_with_interval(found, scale, sign)} {name}".rstrip()


def _with_interval(found: Estimate, scale: float, sign: str, mark: str = "") -> str:
    """Return an estimate in units of `scale`, with its interval where it has one."""
    value, low, high = (
        number / scale for number in (found.estimate, found.ci_low, found.ci_high)
    )
    below, above = value - low, high - value
    if math.isnan(below) and math.isnan(above):
        return f"{value:{sign}.{_decimals_of(value)}f}{mark}"
    is_whole = all(
        number == round(number)
        for number in (value, below, above)
        if not math.isnan(number)
    )
    decimals = 0 if is_whole else _decimals(value, below, above)
    text = f"{value:{sign}.{decimals}f}{mark}"
    margin = max(below, above)
    if abs(below - above) <= _EVEN * margin:
        return f"{text} ±{margin:.{decimals}f}"
    ends = (
        "…" if math.isnan(end) else f"{end:{sign}.{decimals}f}" for end in (low, high)
    )
    return f"{text} [{', '.join(ends)}]"


def _decimals(value: float, below: float, above: float) -> int:
    """Return how many decimals of `value` its margins leave meaningful."""
    margins = [margin for margin in (below, above) if margin > 0]
    if not margins:
        return 0 if value == round(value) else 2
    place = math.floor(math.log10(min(margins)))
    # A margin of 0.12 is told from one of 0.15, one of 0.82 need not from 0.85.
    is_small = min(margins) < 1.95 * 10.0**place
    return max(0, min(_MOST_DECIMALS, is_small - place))


def _decimals_of(value: float) -> int:
    """Return the decimals that show `value` with a few significant digits."""
    if value == 0:
        return 0
    place = math.floor(math.log10(abs(value)))
    return max(0, min(_MOST_DECIMALS, _SIGNIFICANT - 1 - place))


def _scale(size: float) -> tuple[str, int]:
    """Return the thousands, millions … in which a number of this size is written."""
    if size < _LEAST_SCALED:
        return _SCALES[0]
    return next((name, scale) for name, scale in reversed(_SCALES) if size >= scale)


def _count(n: int) -> str:
    """Return a number of observations, in few digits."""
    name, scale = _scale(n)
    if scale == 1:
        return str(n)
    return f"{n / scale:.{_decimals_of(n / scale)}f} {name}"
