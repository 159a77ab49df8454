"""The simulator from Python: runs that return tables.

The functions here are `simcore.run`, `simcore.pot` and so on; this module is imported
when one of them is first used.
"""

from __future__ import annotations

import secrets
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

from simcore.arguments import checked
from simcore.counts import counted
from simcore.errors import UsageError
from simcore.game import Game, check_has_pot, check_players
from simcore.lineup import parse_lineup
from simcore.plan import Plan, run_length
from simcore.registry import find_game
from simcore.stats import check_level
from simcore.targets import Target, Wanted, asked_length, parse_targets

if TYPE_CHECKING:
    from pandas import DataFrame  # noqa: TID251 (the type only)

    from simcore.runfolder import RunFolder
    from simcore.simulation import Simulation
    from simcore.sweeping import Sweep


@checked()
def run(
    game: str,
    *,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    sessions: int | None = None,
    deals: int | None = None,
    matches: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    rules: Mapping[str, Any] | None = None,
    level: float = 0.95,
    precision: Wanted | None = None,
    maximum: int | None = None,
    save: str | None = None,
) -> DataFrame:
    """Simulate a game; return win rates, profits and what else matters.

    Parameters
    ----------
    game : str
        The name of the game.
    players : int, optional
        How many play.
    strategies : str or sequence of str, optional
        One strategy for all seats, or one for each: a name or a file, with
        ``(parameter=value, ...)`` or not.
    sessions, deals : int, optional
        How many sessions, and the most deals in each; in a game of matches `deals`
        alone, the number of deals, each of which stands alone. Like all that is left
        out, they are as the game has them.
    matches : int, optional
        Play so many whole matches instead of single deals.
    seed : int, optional
        0 to 2**64 - 1; drawn if left out, and told in the column `seed`.
    jobs : int, optional
        Threads; as many as there are processors by default. The table does not depend
        on it.
    rules : Mapping, optional
        Options of the rules with their values, as ``{"cut": "never"}``.
    level : float
        Confidence level of the intervals.
    precision : str, sequence of str, or Mapping, optional
        Numbers that are to be known well enough, in place of how many sessions or deals
        to play, as ``"made=0.002"`` or ``{"contracts.all three.made": 0.002}``: half of
        the interval is at most so much in the end.
    maximum : int, optional
        With a precision, the most sessions, or deals where each stands alone; by
        default 100 times what is usual. Where it is reached first there is a warning.
    save : str, optional
        Keep what is done in the folder of this name in ``results``, or in the folder
        that `SIMCORE_RESULTS` names; `docs/runs.md` describes it. A run that is there
        already goes on, with the seed that it has if none is given; see also
        `simcore.resume`.

    Returns
    -------
    DataFrame
        A row for each estimate; `docs/results.md` describes the columns. Its
        ``attrs["provenance"]`` tells all that the result depends on. Interrupted by
        Ctrl-C it holds what was complete, `complete` is False, and there is a warning.

    Raises
    ------
    UsageError
        If something asked for does not exist or is out of range, or the folder holds
        another run, is in use or cannot be written.
    StrategyError
        If a strategy cannot be loaded or breaks the rules.
    """
    from simcore.keeping import kept_seed
    from simcore.simulation import Simulation

    check_level(level)
    found = find_game(game)
    plan = make_plan(
        found,
        players=players,
        strategies=strategies,
        **asked_length(found, precision, maximum, sessions, deals, matches),
        rules=rules or {},
        seed=kept_seed(save) if seed is None else seed,
    )
    return _simulate(Simulation("run", plan, _targets(precision), level), jobs, save)


@checked()
def pot(
    game: str,
    *,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    sessions: int | None = None,
    deals: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    rules: Mapping[str, Any] | None = None,
    level: float = 0.95,
    precision: Wanted | None = None,
    maximum: int | None = None,
    save: str | None = None,
) -> DataFrame:
    """Simulate sessions of a game; return how its pot behaves.

    See `run` for parameters, result and errors.
    """
    from simcore.keeping import kept_seed
    from simcore.simulation import Simulation

    check_level(level)
    found = find_game(game)
    check_has_pot(found)
    plan = make_plan(
        found,
        players=players,
        strategies=strategies,
        **asked_length(found, precision, maximum, sessions, deals, None),
        rules=rules or {},
        seed=kept_seed(save) if seed is None else seed,
    )
    return _simulate(Simulation("pot", plan, _targets(precision), level), jobs, save)


@checked()
def sweep(
    game: str,
    grid: Mapping[str, Any],
    *,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    sessions: int | None = None,
    deals: int | None = None,
    matches: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    rules: Mapping[str, Any] | None = None,
    level: float = 0.95,
    has_pot_tables: bool = False,
    precision: Wanted | None = None,
    maximum: int | None = None,
    save: str | None = None,
) -> DataFrame:
    """Simulate every combination of rules, players, strategies and parameters.

    Parameters
    ----------
    game : str
        The name of the game.
    grid : Mapping
        What varies and its values, one or several, or a range ``"first:last:step"``:
        ``players``, ``deals`` of a session, an option of the rules, ``seatN.strategy``,
        ``all.strategy``, ``seatN.PARAMETER`` or ``all.PARAMETER``.
    players, strategies, sessions, deals, matches, seed, jobs, rules, level, \
precision, maximum, save
        As for `simcore.run`, in every cell: all are dealt the same cards.
    has_pot_tables : bool
        Add the metrics of `simcore.pot`.

    Returns
    -------
    DataFrame
        A row for each cell and estimate; `docs/results.md` describes the columns.
        Interrupted by Ctrl-C it holds the cells that were done, and there is a warning.

    Raises
    ------
    UsageError
        If something asked for does not exist or is out of range, or the folder holds
        another sweep, is in use or cannot be written.
    StrategyError
        If a strategy cannot be loaded or breaks the rules.
    """
    from simcore.grid import Grid, axis_values
    from simcore.keeping import kept_seed
    from simcore.sweeping import Sweep

    if not grid:
        raise UsageError(
            "the grid is empty; give what varies with its values, as"
            " {'players': [3, 4]}"
        )
    found = find_game(game)
    length = asked_length(found, precision, maximum, sessions, deals, matches)
    if not (strategies is None or isinstance(strategies, str)):
        strategies = ",".join(strategies)
    if seed is None:
        seed = kept_seed(save)
    whole = Sweep(
        Grid(
            game=found,
            axes={key: axis_values(key, values) for key, values in grid.items()},
            players=players,
            strategies=strategies,
            sessions=length["sessions"],
            deals=length["deals"],
            matches=length["matches"],
            settings=rules or {},
            seed=secrets.randbits(32) if seed is None else seed,
        ),
        level,
        has_pot_tables,
        _targets(precision),
    )

    with _kept(save, whole, "simcore.sweep") as folder:
        return _sweep_in(folder, whole, jobs)


@checked()
def resume(run: str, *, jobs: int | None = None) -> DataFrame:
    """Go on with a run, a pot or a sweep that is kept, and return its table.

    Parameters
    ----------
    run : str
        Its name, or its folder.
    jobs : int, optional
        Threads; as many as there are processors by default.

    Returns
    -------
    DataFrame
        The same as if it had never been stopped. Of a run that is finished nothing is
        played again.

    Raises
    ------
    UsageError
        If there is no such run, it is a shard, it is in use, or other kernels have
        begun it.
    StrategyError
        If a strategy cannot be loaded or breaks the rules.
    """
    from simcore.keeping import reopened
    from simcore.simulation import Simulation
    from simcore.sweeping import Sweep

    with reopened(run, warn) as folder:
        shard = folder.manifest.shard
        if shard is not None:
            raise UsageError(
                f"{folder.name} is shard {shard[0]}/{shard[1]} of a run and makes no"
                " table; the command simcore resume goes on with it"
            )
        if folder.manifest.kind == "sweep":
            return _sweep_in(folder, Sweep.of(folder), jobs)
        return _play_in(folder, Simulation.of(folder), jobs)


def make_plan(
    game: Game,
    *,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    sessions: int | None = None,
    deals: int | None = None,
    matches: int | None = None,
    rules: Mapping[str, Any],
    seed: int | None = None,
) -> Plan:
    """Return a plan in which what is None is as the game has it; a seed is drawn.

    Raises
    ------
    UsageError
        If a value is unknown or out of range.
    """
    players = game.players[2] if players is None else players
    check_players(game, players)
    length = run_length(game, sessions, deals, matches)
    house_rules = game.rules.from_settings(rules)
    if game.plays_matches:
        house_rules.check_matter(length["matches"])
    lineup = game.default_strategy if strategies is None else strategies
    if not isinstance(lineup, str):
        lineup = ",".join(lineup)
    return Plan(
        game=game,
        players=players,
        rules=house_rules,
        seats=parse_lineup(lineup, players, game),
        seed=secrets.randbits(32) if seed is None else seed,
        **length,
    )


def _simulate(simulation: Simulation, jobs: int | None, save: str | None) -> DataFrame:
    """Run a simulation, in a folder if it is to be kept, and return its table."""
    simulation.check()
    with _kept(save, simulation, f"simcore.{simulation.kind}") as folder:
        return _play_in(folder, simulation, jobs)


@contextmanager
def _kept(
    save: str | None, work: Simulation | Sweep, command: str
) -> Iterator[RunFolder | None]:
    """Yield the folder called `save`, held, or None where nothing is to be kept."""
    from simcore.keeping import check_name, kept

    if save is None:
        yield None
        return
    check_name(save)
    with kept(save, work.manifest(command=command), work.plans, warn) as folder:
        yield folder


def _play_in(
    folder: RunFolder | None, simulation: Simulation, jobs: int | None
) -> DataFrame:
    """Run what is missing in a folder, if it is kept, and return the table.

    Warns if it was interrupted, or is not precise in the end.
    """
    from simcore.progress import compiling

    plan = simulation.plan
    found = simulation.run(
        (lambda _: None) if folder is None else folder.parts,
        jobs=jobs,
        compiling=compiling(plan),
    )
    outcome = found.outcome
    metrics = simulation.metrics(outcome)
    if not outcome.is_complete:
        length = counted(plan.sessions, plan.unit)
        warn(f"interrupted after {outcome.sessions:,} of {length}")
    elif found.missed:
        warn("; ".join(found.missed))
    if folder is not None and outcome.is_complete:
        if simulation.targets:
            folder.reach([outcome.sessions])
        try:
            simulation.write(metrics, outcome, folder.result)
        except UsageError as error:  # nobody asked for it, and it can be made again
            warn(str(error))
    return simulation.table(metrics, outcome)


def _sweep_in(folder: RunFolder | None, found: Sweep, jobs: int | None) -> DataFrame:
    """Run what is missing of a sweep in a folder, if it is kept; return the table.

    Warns if it was interrupted, or cells are not precise in the end.
    """
    from simcore.progress import compiling
    from simcore.results import write_parts
    from simcore.sweeping import run_sweep

    def kept() -> None:
        if folder is not None and found.targets:
            folder.reach(found.lengths)

    run_sweep(
        found,
        jobs,
        compiling=compiling(found.cells[0].plan),
        kept=kept,
        parts_of=None if folder is None else folder.parts,
    )
    if not found.is_complete:
        warn(
            f"interrupted after {found.n_done} of {counted(len(found.cells), 'cells')}"
        )
    for number, sentences in found.missed.items():
        warn(f"cell {number} stopped at the most: {'; '.join(sentences)}")
    if folder is not None and found.is_complete:
        try:
            write_parts(found.tables(), found.provenance(), folder.result, force=True)
        except UsageError as error:  # nobody asked for it, and it can be made again
            warn(str(error))
    return found.table()


def _targets(precision: Wanted | None) -> tuple[Target, ...]:
    """Return what is to be known, and how well."""
    return () if precision is None else parse_targets(precision)


def warn(sentence: str) -> None:
    """Warn with a sentence, as from the line that called into this package."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and _is_inside(frame):
        level, frame = level + 1, frame.f_back
    warnings.warn(sentence, RuntimeWarning, stacklevel=level)


def _is_inside(frame: FrameType) -> bool:
    """Return whether code of this package, or what it is called through, runs."""
    module = str(frame.f_globals.get("__name__", ""))
    return module.partition(".")[0] in ("simcore", "contextlib")
