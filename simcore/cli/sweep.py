"""The command `simcore sweep`."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcore.cli.keeping import Keeping, command_line, kept_folder, tell_resume
from simcore.cli.listing import format_rows, format_table
from simcore.cli.options import SourceType, plan_options, precision_options
from simcore.cli.playing import playing_options
from simcore.cli.precise import tell_cells
from simcore.cli.simulating import EXIT_INTERRUPTED, check_files, end_of_shard
from simcore.cli.workers import Workers
from simcore.counts import counted
from simcore.errors import UsageError
from simcore.grid import MANY_CELLS, Cell, Grid, parse_axes
from simcore.options import parse_settings
from simcore.progress import tell
from simcore.registry import find_game
from simcore.sweep_file import read_sweep_file
from simcore.targets import asked_length, parse_targets

if TYPE_CHECKING:
    from simcore.executing import Executor
    from simcore.runfolder import RunFolder
    from simcore.sweeping import Sweep

SECONDS_BETWEEN_WRITES = 20.0
"""How often the output file is brought up to date while a sweep is going on."""

_UNITS = {"share": "percentage points", "pots": "pots a deal"}
"""How the units of differences are called, where not by their name."""

_EXAMPLES = """\b
Examples:
  simcore sweep kratzen --grid players=3,4,5,6 --grid cut=always,never
  simcore sweep kratzen --grid seat0.join=1:3:0.25 --sessions 5000 --output join.csv
  simcore sweep kratzen --grid all.strategy=cautious,normal,bold --dry-run
  simcore sweep kratzen --grid players=3,4,5 --precision made=0.005
  simcore sweep study.toml --jobs 4 --output study.parquet
"""


@click.command(epilog=_EXAMPLES)
@click.argument("source", type=SourceType(), metavar="GAME|FILE.toml")
@click.option(
    "--grid",
    "axes",
    multiple=True,
    metavar="KEY=VALUES",
    help="What varies: players, deals of a session, an option of the rules,"
    " seatN.strategy, all.strategy, seatN.PARAMETER or all.PARAMETER; values separated"
    " by commas, or first:last:step. May be given again: every combination is run.",
)
@plan_options
@precision_options
@click.option("--pot", "has_pot_tables", is_flag=True, help="Add what pot shows.")
@click.option("--dry-run", is_flag=True, help="List the cells, say how long they take.")
@playing_options
def sweep(
    source: str,
    axes: tuple[str, ...],
    has_pot_tables: bool,
    dry_run: bool,
    level: float,
    workers: Workers,
    style: str,
    output: Path | None,
    force: bool,
    keeping: Keeping,
    precision: tuple[str, ...],
    maximum: int | None,
    **plan_values: Any,
) -> int:
    """Compare rules, players, strategies and parameters in one table.

    Every combination of the values of --grid is a cell; all cells are dealt the same
    cards. The table that is printed shows a few numbers of each cell; --format csv and
    --output have all, one row a cell and number. A file FILE.toml holds game, players,
    strategies, sessions, deals, matches, seed and the tables [set] and [grid]; options
    given here beat it. Ctrl-C stops the sweep; cells that are done are printed and
    written.
    """
    check_files(output, force)
    targets = parse_targets(precision) if precision else ()
    grid = _make_grid(source, axes, plan_values, keeping, precision, maximum)
    if grid.n_cells >= MANY_CELLS:
        click.echo(f"{grid.n_cells} cells; --dry-run says how long it takes", err=True)
    cells = grid.cells()
    from simcore.sweeping import Sweep

    found = Sweep(grid, level, has_pot_tables, targets)
    if dry_run:
        _tell_plan(found, cells, workers.jobs, style)
        return 0
    with (
        workers.opened(cells[0].plan) as executor,
        _kept(found, keeping, output) as folder,
    ):
        return play_sweep(found, folder, executor, style=style, output=output)


@contextmanager
def _kept(
    found: Sweep, keeping: Keeping, output: Path | None
) -> Iterator[RunFolder | None]:
    """Yield the folder of a sweep, which is kept unless somebody says no."""
    if keeping.no_save:
        yield None
        return
    manifest = found.manifest(
        shard=keeping.shard,
        output=None if output is None else str(output.absolute()),
        command=command_line(),
    )
    with kept_folder(keeping, manifest, found.plans) as folder:
        yield folder


def play_sweep(
    found: Sweep,
    folder: RunFolder | None,
    executor: Executor,
    *,
    style: str,
    output: Path | None,
) -> int:
    """Run what is missing of a sweep, write and print it; return the exit code."""
    if folder is not None and folder.manifest.shard is not None:
        _run_shard(found, folder, executor)
        return end_of_shard(folder)
    failure = None
    try:
        _run(found, executor, output, folder)
    finally:
        if output is not None and found.n_done:
            failure = _failure(found, output)
    if folder is not None and found.is_complete:
        untold = _failure(found, folder.result)
        if untold is not None:  # nobody asked for it, and simcore show has it
            tell(str(untold))
    code = present_sweep(found, style)
    tell_cells(found)
    if folder is not None and not found.is_complete:
        tell_resume(folder)
    if failure is not None:
        raise failure
    return code


def _failure(found: Sweep, path: Path) -> UsageError | None:
    """Write what is done; return why that failed, if it did."""
    try:
        write_sweep(found, path)
    except UsageError as error:
        return error
    return None


def present_sweep(found: Sweep, style: str) -> int:
    """Print what is done of a sweep; return the exit code of the command."""
    if not found.n_done:
        tell("no cell is complete yet")
        return EXIT_INTERRUPTED
    _print(found, style)
    return 0 if found.is_complete else EXIT_INTERRUPTED


def _make_grid(
    source: str,
    axes: tuple[str, ...],
    values: dict[str, Any],
    keeping: Keeping,
    precision: tuple[str, ...],
    maximum: int | None,
) -> Grid:
    """Return the grid that a file and the options describe; the options beat it."""
    settings = parse_settings(values.pop("settings"))
    named = parse_axes(axes)
    given = {key: value for key, value in values.items() if value is not None}
    held: dict[str, Any] = {"game": source}
    if source.lower().endswith(".toml"):
        held = read_sweep_file(Path(source))
    # What is fixed here takes the place of an axis of the file, and vice versa.
    kept_axes = _without(held.pop("grid", {}), settings | given)
    kept_settings = _without(held.pop("set", {}), named)
    # So does one way to say how long a run is, of the other.
    for key, other in (("deals", "matches"), ("matches", "deals")):
        if key in given:
            held.pop(other, None)
    plan = _without(held, named) | given
    game = plan["game"] = find_game(plan["game"])
    if precision:  # takes the place of a number in the file
        number = "deals" if game.plays_matches else "sessions"
        plan = {
            key: value for key, value in plan.items() if key in given or key != number
        }
    lengths = {key: plan.pop(key, None) for key in ("sessions", "deals", "matches")}
    plan |= asked_length(game, precision or None, maximum, **lengths)
    if not kept_axes | named:
        raise UsageError("the grid is empty; give --grid key=value,value")
    keeping.check(plan.get("seed"), is_precise=bool(precision))
    seed = keeping.seed(plan.get("seed"))
    plan["seed"] = secrets.randbits(32) if seed is None else seed
    return Grid(axes=kept_axes | named, settings=kept_settings | settings, **plan)


def _without(values: dict[str, Any], keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return `values` but for those whose key is among `keys`."""
    return {key: value for key, value in values.items() if key not in keys}


def _run(
    found: Sweep, executor: Executor, output: Path | None, folder: RunFolder | None
) -> None:
    """Run the cells, telling on standard error how far the sweep is."""
    from simcore.progress import progress
    from simcore.sweeping import run_sweep

    plan = found.cells[0].plan
    keep = _writer(found, output)

    def kept() -> None:
        if folder is not None and found.targets:
            folder.reach(found.lengths)
        keep()

    with progress(plan) as show:
        run_sweep(
            found,
            progress=show,
            kept=kept,
            parts_of=None if folder is None else folder.parts,
            executor=executor,
        )


def _run_shard(found: Sweep, folder: RunFolder, executor: Executor) -> None:
    """Run the chunks of a shard of a sweep, which makes no tables."""
    from simcore.progress import progress
    from simcore.sweeping import run_shard

    plan = found.cells[0].plan
    with progress(plan) as show:
        run_shard(found, folder.parts, progress=show, executor=executor)


def _writer(found: Sweep, output: Path | None) -> Callable[[], None]:
    """Return what is called after each cell: it writes, but not too often."""
    last = time.monotonic()
    failure = None

    def keep() -> None:
        nonlocal last, failure
        if output is None or time.monotonic() - last < SECONDS_BETWEEN_WRITES:
            return
        before, failure = failure, _failure(found, output)
        if failure is not None and before is None:
            tell(f"{failure}; the sweep goes on")
        last = time.monotonic()

    return keep


def write_sweep(found: Sweep, output: Path) -> None:
    """Write what is done."""
    from simcore.results import write_parts

    # What may be overwritten was settled before the sweep.
    write_parts(found.tables(), found.provenance(), output, force=True)


def _tell_plan(found: Sweep, cells: list[Cell], jobs: int | None, style: str) -> None:
    """Print the cells, and on standard error how long they will take."""
    from simcore.runner import default_jobs
    from simcore.sweeping import estimate_seconds, trial_numbers

    rows = [{"cell": cell.number, **dict(cell.settings)} for cell in cells]
    click.echo(format_rows(rows, style))
    seconds = estimate_seconds(found, jobs)
    tried = ", ".join(map(str, trial_numbers(found)))
    plan = cells[0].plan
    about = "up to" if found.targets else "about"
    click.echo(
        f"{counted(len(cells), 'cells')} of {counted(plan.sessions, plan.unit)} take"
        f" {about}"
        f" {_duration(seconds)} on {jobs or default_jobs()} threads, as measured by"
        f" short trials of cells {tried}",
        err=True,
    )


def _duration(seconds: float) -> str:
    """Return a time in words."""
    if seconds < 100:
        return f"{seconds:.2g} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes / 60:.1f} h"


def _print(found: Sweep, style: str) -> None:
    """Print the cells that are done: a few numbers for people, all for programs."""
    if style == "table":
        _print_headlines(found)
        return
    from simcore.results import csv_texts, json_texts

    if style == "csv":
        texts = csv_texts(found.tables())
    else:
        texts = json_texts(found.tables(), {"plan": found.provenance()["plan"]})
    for text in texts:
        click.echo(text, nl=False)


def _print_headlines(found: Sweep) -> None:
    """Print one row a cell."""
    from simcore.report import estimate_text, origin_line

    plan = found.cells[0].plan
    lineup = found.grid.strategies or plan.game.default_strategy
    length = counted(plan.sessions, plan.unit)
    click.echo(
        f"{plan.game.name}, {lineup}: {counted(len(found.cells), 'cells')} of"
        f" {'up to ' if found.targets else ''}{length}, seed {plan.seed}"
        f"; ± and [ ] are {100 * found.level:g} % intervals over {plan.unit}\n"
    )
    rows = [
        {
            "cell": cell.number,
            **dict(cell.settings),
            **({plan.unit: found.lengths[cell.number - 1]} if found.targets else {}),
            **{
                name: "-" if one is None else estimate_text(one)
                for name, one in metrics.items()
            },
        }
        for cell, metrics in found.headlines()
    ]
    click.echo(format_table(rows))
    _print_effects(found)
    click.echo(f"\n{origin_line(found.provenance())}")
    if not found.is_complete:
        click.echo(
            f"\nINCOMPLETE: stopped after {found.n_done} of"
            f" {counted(len(found.cells), 'cells')}"
        )


def _print_effects(found: Sweep) -> None:
    """Print what each change of one value does to the numbers of the game."""
    from simcore.report import estimate_text

    effects = found.effects()
    if not effects:
        return
    base = ", ".join(f"{key}={value}" for key, value in found.base.items())
    notes = found.effect_notes()
    where = "" if notes else " on the same deals"
    click.echo(f"\nWhat one change does{where}, compared with {base}\n")
    rows = [
        {
            "change": effect.change,
            "of": effect.name,
            "difference": estimate_text(effect.row, is_difference=True),
            "unit": _UNITS.get(effect.row.unit, effect.row.unit),
            "": effect.remark,
        }
        for effect in effects
    ]
    click.echo(format_table(rows))
    for note in notes:
        click.echo(note)
