"""Playing a situation: blocks of deals, on threads, until there are enough.

A block is a pure function of (situation, number): the blocks are added in order, so
that no result depends on the number of threads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import StrategyError, UsageError
from simcore.job import Job
from simcore.situations.comparing import Comparison, Observed
from simcore.situations.situation import Question, Scripts, Situation
from simcore.steering import write_script
from simcore.table import RUNNING

BLOCK_DEALS = 8192
"""Deals of a block: a call of the kernels costs as much as some thousand deals."""

FIRST_LOOK = 10_000
"""After so many deals the interval is looked at first, then after twice as many."""

MOST_TRIES_FOR_NOTHING = 2_000_000
"""After so many deals of which none qualified nobody looks on."""

_LEFT_OUT = RUNNING + 1
"""`ended` of a table at which nothing is to be played."""

_BLOCKS_AHEAD = 2
"""Blocks for each thread that are played before the oldest is added."""


@dataclass(frozen=True)
class Wanted:
    """How many deals are wanted.

    Parameters
    ----------
    deals : int
        Deals that qualify; without use where there is a precision.
    precision : float, optional
        Half the width that the interval of the main difference may have.
    most : int
        With a precision, the most deals that qualify.
    tries : int
        The most deals that are dealt to find them.
    level : float
        The confidence level of that interval.
    """

    deals: int
    precision: float | None
    most: int
    tries: int
    level: float


@dataclass
class Sample:
    """What was played.

    Parameters
    ----------
    comparisons : dict
        The sums of each question, by its name.
    dealt : int
        Deals with the known cards that were dealt.
    kept : int
        Those that agree with all else that was said.
    is_complete : bool
        Whether there are as many as were wanted.
    looks : int
        How often the interval was looked at.
    """

    comparisons: dict[str, Comparison]
    dealt: int = 0
    kept: int = 0
    is_complete: bool = False
    looks: int = 0

    def __getitem__(self, question: str) -> Comparison:
        """Return the sums of a question."""
        return self.comparisons[question]


@dataclass(frozen=True)
class _Block:
    """A block that was played.

    Parameters
    ----------
    kept : int64[n]
        The numbers of the deals that qualify.
    observed : list
        For each question and alternative what came of them.
    allowed : list
        For each question bool[n], whether no alternative was refused.
    """

    kept: NDArray[np.int64]
    observed: list[list[Observed]]
    allowed: list[NDArray[np.bool_]]


_Blocks = Generator[_Block, None, None]


def play_situation(
    situation: Situation,
    wanted: Wanted,
    jobs: int,
    compiling: Callable[[], None] | None = None,
) -> Sample:
    """Deal and play until there are as many deals as `wanted`.

    Parameters
    ----------
    situation : Situation
    wanted : Wanted
    jobs : int
        Threads; the result does not depend on them.
    compiling : callable, optional
        Called if kernels must be compiled first.

    Raises
    ------
    UsageError
        If no deal qualifies.
    StrategyError
        If a strategy cannot be used or breaks the rules.
    """
    if compiling and not situation.plan.game.engine.is_compiled_for_playing_out():
        compiling()
    sample = Sample(
        {
            question.name: Comparison(
                len(question.alternatives),
                situation.n_groups,
                len(situation.events),
                situation.n_amounts,
            )
            for question in situation.questions
        }
    )
    player = _Player(situation)
    with ThreadPoolExecutor(jobs) as pool:
        blocks = _in_order(pool, player.play, jobs * _BLOCKS_AHEAD)
        try:
            for block in blocks:
                _add(sample, situation, block, wanted)
                if _is_enough(sample, situation, wanted):
                    break
        finally:
            blocks.close()
    if sample.kept == 0:
        raise UsageError(
            f"none of {sample.dealt:,} deals with these cards agrees with all that was"
            " said of the deal"
        )
    return sample


def _in_order(
    pool: ThreadPoolExecutor, play: Callable[[int], _Block], ahead: int
) -> _Blocks:
    """Yield the blocks from the first one on, played by the threads of `pool`."""
    waiting: deque[Future[_Block]] = deque()
    try:
        for number in count():
            waiting.append(pool.submit(play, number))
            if len(waiting) > ahead:
                yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _add(sample: Sample, situation: Situation, block: _Block, wanted: Wanted) -> None:
    """Add a block to `sample`, no more of it than is wanted."""
    n_kept = len(block.kept)
    most = wanted.deals if wanted.precision is None else wanted.most
    room = most - sample.kept
    sample.dealt += BLOCK_DEALS
    if n_kept >= room:
        n_kept = room
        sample.dealt -= BLOCK_DEALS - 1 - int(block.kept[n_kept - 1])
    sample.kept += n_kept
    for question, observed, allowed in zip(
        situation.questions, block.observed, block.allowed, strict=True
    ):
        which = allowed.copy()
        which[n_kept:] = False
        sample[question.name].add([one[which] for one in observed])


def _is_enough(sample: Sample, situation: Situation, wanted: Wanted) -> bool:
    """Return whether no more deals are needed, or may be dealt."""
    most = wanted.deals if wanted.precision is None else wanted.most
    if sample.kept == 0:
        return sample.dealt >= min(wanted.tries, MOST_TRIES_FOR_NOTHING)
    if wanted.precision is None:
        sample.is_complete = sample.kept >= most
    elif sample.kept >= most or _is_time_to_look(sample):
        found = situation.main_difference(sample, wanted.level)
        margin = (found.ci_high - found.ci_low) / 2
        sample.is_complete = margin <= wanted.precision
    is_spent = sample.kept >= most or sample.dealt >= wanted.tries
    return sample.is_complete or is_spent


def _is_time_to_look(sample: Sample) -> bool:
    """Return whether the deals have doubled since the interval was looked at last."""
    look = sample.kept // FIRST_LOOK
    if look.bit_length() == sample.looks:
        return False
    sample.looks = look.bit_length()
    return True


class _Player:
    """Plays blocks of a situation; threads share it.

    Parameters
    ----------
    situation : Situation
    """

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._engine = situation.plan.game.engine
        base = self._engine.make_steered_job(situation.plan)
        self._base = base
        self._trials = [(one, self._job(one.scripts)) for one in situation.trials]
        self._jobs = [
            [self._job(one.scripts) for one in question.alternatives]
            for question in situation.questions
        ]

    def _job(self, scripts: Scripts) -> Job:
        """Return the job in which seats follow `scripts`."""
        parameters = self._base.parameters.copy()
        for seat, answers in scripts.items():
            write_script(parameters[seat], answers)
        return replace(self._base, parameters=parameters)

    def play(self, number: int) -> _Block:
        """Return block `number`."""
        situation, engine = self._situation, self._engine
        seed = np.random.SeedSequence((situation.plan.seed, number))
        rng = np.random.Generator(np.random.Philox(seed))
        dealt = situation.cards.deal(rng, BLOCK_DEALS)
        tables = engine.new_table(self._base, BLOCK_DEALS)
        given = np.zeros(BLOCK_DEALS, engine.given)
        situation.lay(dealt, tables, given, rng)
        is_kept = np.ones(BLOCK_DEALS, np.bool_)
        for condition in situation.conditions:
            is_kept &= condition.holds(dealt.hands)
        first = number * BLOCK_DEALS
        for trial, job in self._trials:
            concerned = is_kept
            if trial.concerns is not None:
                concerned = is_kept & trial.concerns(tables)
            tried = _all_but(tables, concerned)
            self._play_out(job, tried, given, first)
            is_kept &= ~concerned | trial.agrees(tried)
        kept = np.flatnonzero(is_kept)
        tables = _all_but(tables, is_kept)
        observed, allowed = [], []
        for question, jobs in zip(situation.questions, self._jobs, strict=True):
            fine = np.ones(len(kept), np.bool_)
            found = []
            for job in jobs:
                played = tables.copy()
                refused = self._play_out(job, played, given, first, question)
                fine &= ~refused[kept]
                found.append(situation.observe(played[kept]))
            observed.append(found)
            allowed.append(fine)
        return _Block(kept, observed, allowed)

    def _play_out(
        self,
        job: Job,
        tables: NDArray[Any],
        given: NDArray[Any],
        first_session: int,
        question: Question | None = None,
    ) -> NDArray[np.bool_]:
        """Play at `tables` (in and out); return where the rules refused an answer."""
        refused = np.zeros(len(tables), np.bool_)
        start = 0
        while start < len(tables):
            try:
                self._engine.play_out(
                    job,
                    tables[start:],
                    given[start:],
                    first_session + start,
                    self._situation.first_deal,
                )
                break
            except StrategyError:
                wrong = start + int(np.argmax(tables["wrong"][start:] != 0))
                if question is None or not self._may_refuse(question, tables[wrong]):
                    raise
                refused[wrong] = True
                start = wrong + 1
        return refused

    def _may_refuse(self, question: Question, table: Any) -> bool:
        """Return whether the wrong answer at `table` is one that may be refused."""
        if question.refusable is None or table["wrong_seat"] != self._situation.seat:
            return False
        decisions = self._situation.plan.game.decisions
        return bool(decisions[table["wrong_decision"]] == question.refusable)


def _all_but(tables: NDArray[Any], is_kept: NDArray[np.bool_]) -> NDArray[Any]:
    """Return copies of `tables`, of which only those kept are to be played at.

    Each keeps its place, for its place is the address of what strategies draw.
    """
    copies = tables.copy()
    copies["ended"] = np.where(is_kept, RUNNING, _LEFT_OUT)
    return copies
