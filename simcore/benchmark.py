"""How fast the kernels are: the same runs as anybody's, timed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from statistics import median
from types import ModuleType
from typing import Any

from simcore.game import Game
from simcore.lineup import parse_lineup
from simcore.plan import MATCH_DEALS, Plan
from simcore.runner import Outcome, run_plan
from simcore.workload import Workload

REPETITIONS = 5
SECONDS = 3.0
SEED = 1


@dataclass(frozen=True)
class Timing:
    """How fast a workload ran.

    Parameters
    ----------
    workload : str
    threads : int
    repetitions : int
        How often it was run; the other numbers are those of the median run.
    deals : int
        Deals in one repetition.
    seconds : float
        Wall time of the median repetition.
    deals_per_s, plays_per_s : float
        Deals, and plays of a card, in a second.
    slowest_deals_per_s, fastest_deals_per_s : float
        The same of the slowest and the fastest repetition.
    """

    workload: str
    threads: int
    repetitions: int
    deals: int
    seconds: float
    deals_per_s: float
    plays_per_s: float
    slowest_deals_per_s: float
    fastest_deals_per_s: float

    def as_dict(self) -> dict[str, Any]:
        """Return the timing as plain data."""
        return asdict(self)


def workloads_of(game: Game) -> tuple[Workload, ...]:
    """Return what is timed of `game`."""
    workloads: tuple[Workload, ...] = _module_of(game).WORKLOADS
    return workloads


def count_work(outcome: Outcome) -> tuple[int, int]:
    """Return how many deals and how many plays of a card a run held."""
    plan = outcome.plan
    counts: tuple[int, int] = _module_of(plan.game).count_work(
        outcome.sums, plan.players
    )
    return counts


def _module_of(game: Game) -> ModuleType:
    """Return the module in which `game` says what is timed of it."""
    return import_module(f"{game.package}.workloads")


def workload_plan(game: Game, workload: Workload, chunks: int) -> Plan:
    """Return the plan of a number of whole chunks of `workload`."""
    plan = Plan(
        game=game,
        players=workload.players,
        rules=game.rules.from_settings(workload.rules),
        seats=parse_lineup(workload.strategies, workload.players, game),
        seed=SEED,
        sessions=1,
        deals=MATCH_DEALS if workload.matches else workload.deals,
        matches=workload.matches,
    )
    return replace(plan, sessions=chunks * plan.chunk_sessions)


def time_workload(
    game: Game, workload: Workload, threads: int, seconds: float = SECONDS
) -> Timing:
    """Run `workload` several times and return how fast it was.

    Parameters
    ----------
    threads : int
    seconds : float
        About how long all repetitions take together. Two runs before them, which
        compile, warm up and find out how much work that is, are not counted.
    """
    trial = workload_plan(game, workload, threads)
    _run(trial, threads)
    rounds = seconds / REPETITIONS / _run(trial, threads).seconds
    plan = workload_plan(game, workload, max(1, round(rounds)) * threads)
    return _summarise(
        workload, threads, [_run(plan, threads) for _ in range(REPETITIONS)]
    )


def _run(plan: Plan, threads: int) -> Outcome:
    """Return the outcome of a whole run; half of one says nothing about speed."""
    outcome = run_plan(plan, threads)
    if not outcome.is_complete:
        raise KeyboardInterrupt
    return outcome


def _summarise(workload: Workload, threads: int, outcomes: Sequence[Outcome]) -> Timing:
    """Return the timing of equal runs."""
    times = [outcome.seconds for outcome in outcomes]
    deals, plays = count_work(outcomes[0])
    seconds = median(times)
    return Timing(
        workload=workload.name,
        threads=threads,
        repetitions=len(outcomes),
        deals=deals,
        seconds=seconds,
        deals_per_s=deals / seconds,
        plays_per_s=plays / seconds,
        slowest_deals_per_s=deals / max(times),
        fastest_deals_per_s=deals / min(times),
    )


def time_games(
    games: Sequence[Game], threads: Sequence[int], seconds: float = SECONDS
) -> Iterator[Timing]:
    """Yield the timing of every workload of `games` with each number of threads."""
    for game in games:
        for workload in workloads_of(game):
            for number in threads:
                yield time_workload(game, workload, number, seconds)
