"""Runs that go on until a number is known well enough.

A run is looked at after fixed numbers of its chunks, each half as many again as before,
and ends at the first look at which the interval of every number asked for is short
enough. So neither threads nor luck in who is faster change the answer, and what comes
out is bit for bit a plain run of that length.

Intervals are then a little too short, for a run tends to end when its spread happens to
look small; the first look comes late enough for that to be less than a percent of
coverage [1]_ [2]_. `tests/test_precision.py` measures it.

References
----------
.. [1] Y. S. Chow, H. Robbins, On the asymptotic theory of fixed-width sequential
   confidence intervals for the mean, Annals of Mathematical Statistics 36 (1965),
   457-462.
.. [2] P. W. Glynn, W. Whitt, The asymptotic validity of sequential stopping rules for
   stochastic simulations, Annals of Applied Probability 2 (1992), 180-198.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from simcore.executing import Executor, Threads
from simcore.game import Game
from simcore.metric import Metric
from simcore.parts import Parts
from simcore.plan import Plan
from simcore.runner import Outcome, Progress, n_threads, run_plan, stop_flag
from simcore.targets import Key, Target, find_key, half_width, plain

LEAST_SESSIONS = 1_000
"""No look before so many sessions: ten in each batch, so that errors are known."""


Known = tuple[Target, Metric]
"""A number that was asked for, and what is known of it."""


@dataclass(frozen=True)
class Precise:
    """A run that went on until it was precise, or until it was long enough.

    Parameters
    ----------
    outcome : Outcome
        As of a plain run of that length.
    known : tuple of (Target, Metric)
        What was asked for, as it was at the last look; empty if there was none.
    """

    outcome: Outcome
    known: tuple[Known, ...]

    @property
    def missed(self) -> list[str]:
        """What is to be said of the targets that were not met."""
        return [_state(*one) for one in self.known if not _is_met(*one)]

    @property
    def met(self) -> list[str]:
        """What is to be said of the targets that were met."""
        return [_state(*one) for one in self.known if _is_met(*one)]


def _is_met(target: Target, one: Metric) -> bool:
    """Return whether a number is known well enough."""
    return half_width(one) <= target.width


def _state(target: Target, one: Metric) -> str:
    """Return how well a number is known."""
    name, half = ".".join(one[:3]), half_width(one)
    if half <= target.width:
        return f"{name} is known to ±{half:.2g}"
    why = (
        f"only to ±{half:.2g}" if isfinite(half) else f"at all ({one.estimate.method})"
    )
    return f"{name} is not known to ±{target.width:g}, {why}"


def looks(plan: Plan) -> Iterator[int]:
    """Yield after how many sessions a run is looked at; the last is all of `plan`."""
    chunks = -(-LEAST_SESSIONS // plan.chunk_sessions)
    while chunks * plan.chunk_sessions < plan.sessions:
        yield chunks * plan.chunk_sessions
        chunks = -(-chunks * 3 // 2)
    yield plan.sessions


class Goals:
    """The numbers that a run is to find, looked up among its metrics.

    Parameters
    ----------
    targets : sequence of Target
    game : Game
    kinds : tuple of str
        Which metrics of the game there are: ``run_metrics``, ``pot_metrics``.
    level : float
        Confidence level of the intervals.
    """

    def __init__(
        self,
        targets: Sequence[Target],
        game: Game,
        kinds: Sequence[str] = ("run_metrics",),
        level: float = 0.95,
    ) -> None:
        self.targets = targets
        self._game = game
        self._kinds = kinds
        self._level = level

    def check(self, plan: Plan) -> None:
        """Raise UsageError, before anything is run, if no such number can be known."""
        nothing = Outcome(plan, self._game.engine.layout.zeros(), 0, 0.0)
        metrics = self._metrics(nothing)
        for target in self.targets:
            if not self._may_come(target.name, metrics):
                find_key(target.name, metrics, self._game.metrics.HEADLINES)

    def _may_come(self, name: str, metrics: Sequence[Metric]) -> bool:
        """Return whether `name` is in a table that has a row only for what happens."""
        parts = name.split(".")
        table, metric = plain(parts[0]), plain(parts[-1])
        if len(parts) < 3 or table not in map(plain, self._game.metrics.TITLES):
            return False
        names = {plain(one.metric) for one in metrics if plain(one.table) == table}
        return not names or metric in names

    def _metrics(self, outcome: Outcome) -> list[Metric]:
        """Return every metric of an outcome, each once."""
        found: dict[Key, Metric] = {}
        for kind in self._kinds:
            for one in getattr(self._game.metrics, kind)(outcome, self._level):
                found.setdefault((one.table, one.item, one.metric), one)
        return list(found.values())

    def look(self, outcome: Outcome) -> list[Known]:
        """Return each target with what is known of it.

        Raises
        ------
        UsageError
            If there is no such number.
        """
        metrics = self._metrics(outcome)
        known = {(one.table, one.item, one.metric): one for one in metrics}
        headlines = self._game.metrics.HEADLINES
        return [
            (target, known[find_key(target.name, metrics, headlines)])
            for target in self.targets
        ]


def run_until_precise(
    plan: Plan,
    goals: Goals,
    jobs: int | None = None,
    progress: Progress | None = None,
    compiling: Callable[[], None] | None = None,
    stop: NDArray[np.uint8] | None = None,
    executor: Executor | None = None,
    parts_of: Callable[[Plan], Parts | None] | None = None,
) -> Precise:
    """Run `plan` until every number of `goals` is known well enough, or to its end.

    Parameters
    ----------
    plan : Plan
        As long as it may get.
    goals : Goals
    jobs, progress, compiling, stop, executor
        As for `simcore.runner.run_plan`; `progress` is told how many sessions it may
        take, as far as one knows.
    parts_of : callable, optional
        ``(plan) -> Parts or None``: where the chunks up to the next look, which are all
        of that plan, are kept. What lies there is not done again. Asked at each look,
        so that a run which turns out to be long may be kept from then on.

    Raises
    ------
    UsageError
        If there is no such number, or it cannot be known.
    StrategyError
        If a strategy cannot be used or breaks the rules.
    """
    goals.check(plan)
    if executor is None:
        executor = Threads(n_threads(jobs), compiling)
    done = Outcome(plan, plan.game.engine.layout.zeros(), 0, 0.0)
    known: list[Known] = []
    with stop_flag() if stop is None else nullcontext(stop) as flag:
        expected = plan.sessions
        for n in looks(plan):
            parts = None if parts_of is None else parts_of(replace(plan, sessions=n))
            if parts is not None and parts.is_passed:
                continue  # what was known then was not enough
            done = _go_on(done, n, expected, progress, executor, flag, parts)
            if done.sessions < n:
                return Precise(done, ())
            known = goals.look(done)
            if all(_is_met(*one) for one in known):
                break
            expected = _expected(known, n, plan.sessions)
    outcome = replace(done, plan=replace(plan, sessions=done.sessions))
    return Precise(outcome, tuple(known))


def _go_on(
    done: Outcome,
    n: int,
    expected: int,
    progress: Progress | None,
    executor: Executor,
    stop: NDArray[np.uint8],
    parts: Parts | None,
) -> Outcome:
    """Return `done` with the sessions after it, up to `n`; they are kept in `parts`."""
    plan, before = done.plan, done.sessions
    start = 0 if parts is not None else before
    if parts is not None and before and not parts.sessions:
        parts.adopt(done.sums, before // plan.chunk_sessions)

    def show(sessions: int, _: int) -> None:
        if progress is not None:
            progress(start + sessions, max(n, expected))

    more = run_plan(
        replace(plan, first_session=plan.first_session + start, sessions=n - start),
        progress=show,
        stop=stop,
        executor=executor,
        parts=parts,
    )
    return Outcome(
        plan,
        more.sums if parts is not None else done.sums + more.sums,
        start + more.sessions,
        done.seconds + more.seconds,
    )


def _expected(known: Sequence[Known], n: int, most: int) -> int:
    """Return how long a run of `n` sessions so far will get: errors fall as 1/√n."""
    times = max(half_width(one) / target.width for target, one in known)
    return round(min(most, n * min(times, most) ** 2))
