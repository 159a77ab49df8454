"""Playing a situation: blocks of deals, on threads, until there are enough.

A block is a pure function of (situation, number): the blocks are added in order, so
that no result depends on the number of threads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

import numpy as np

from simcore.errors import UsageError
from simcore.situations.agreeing import (
    Counts,
    Said,
    all_said,
    never_comes_true,
    why_none,
)
from simcore.situations.blocks import BLOCK_DEALS, Block, Player
from simcore.situations.comparing import Comparison
from simcore.situations.situation import Situation
from simcore.stats import ALL_EQUAL, Estimate
from simcore.targets import find_key
from simcore.waiting import PATIENCE, THREAD_NAME

FIRST_LOOK = 10_000
"""After so many deals the interval is looked at first, then after twice as many."""

MOST_TRIES_FOR_NOTHING = 2_000_000
"""After so many deals of which none qualified nobody looks on, unless told to."""

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
        Half the width that an interval may have: that of the main difference, or of
        `metric`.
    most : int
        With a precision, the most deals that qualify.
    tries : int
        The most deals that are dealt to find them.
    level : float
        The confidence level of that interval.
    metric : str
        Which number of the answer is to be so precise; empty for the main difference.
    looks_on : bool
        Whether to deal all of `tries` even where nothing seems to qualify.
    """

    deals: int
    precision: float | None
    most: int
    tries: int
    level: float
    metric: str = ""
    looks_on: bool = False


@dataclass
class Sample:
    """What was played.

    Parameters
    ----------
    comparisons : dict
        The sums of each question, by its name.
    said : list of Said
        All that deals must agree with.
    counts : int64[n_said, 2]
        How many deals came to each of it, and agreed with it.
    dealt : int
        Deals with the known cards that were dealt.
    kept : int
        Those that agree with all else that was said.
    is_complete : bool
        Whether there are as many as were wanted.
    looks : int
        How often the interval was looked at.
    is_interrupted : bool
        Whether somebody stopped it.
    """

    comparisons: dict[str, Comparison]
    said: list[Said]
    counts: Counts
    dealt: int = 0
    kept: int = 0
    is_complete: bool = False
    looks: int = 0
    is_interrupted: bool = False

    def __getitem__(self, question: str) -> Comparison:
        """Return the sums of a question."""
        return self.comparisons[question]


_Blocks = Generator[Block, None, None]
_T = TypeVar("_T")


class _Stopped(Exception):  # noqa: N818 (no error)
    """Somebody does not want to wait for more."""


def play_situation(
    situation: Situation,
    wanted: Wanted,
    jobs: int,
    compiling: Callable[[], None] | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
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
    is_stopped : callable, optional
        Looked at a few times a second: once true, what was added so far is the sample,
        which may be nothing. Blocks that are being played are left behind.

    Raises
    ------
    UsageError
        If no deal qualifies.
    StrategyError
        If a strategy cannot be used or breaks the rules.
    """
    if compiling and not situation.plan.game.engine.is_compiled_for_playing_out():
        compiling()
    sample = _nothing_yet(situation)
    pool = ThreadPoolExecutor(jobs, thread_name_prefix=THREAD_NAME)
    try:
        player = _result(pool.submit(Player, situation), is_stopped)
        for block in _in_order(pool, player.play, jobs * _BLOCKS_AHEAD, is_stopped):
            _add(sample, situation, block, wanted)
            if _is_enough(sample, situation, wanted):
                break
    except _Stopped:
        sample.is_interrupted = True
    finally:
        pool.shutdown(wait=not sample.is_interrupted, cancel_futures=True)
    if sample.kept == 0 and not sample.is_interrupted:
        raise UsageError(why_none(situation, sample.dealt, sample.counts))
    return sample


def _nothing_yet(situation: Situation) -> Sample:
    """Return an empty sample of a situation."""
    comparisons = {
        question.name: Comparison(
            len(question.alternatives),
            situation.n_groups,
            len(situation.events),
            situation.n_amounts,
        )
        for question in situation.questions
    }
    said = all_said(situation)
    return Sample(comparisons, said, np.zeros((len(said), 2), np.int64))


def _in_order(
    pool: ThreadPoolExecutor,
    play: Callable[[int], Block],
    ahead: int,
    is_stopped: Callable[[], bool],
) -> _Blocks:
    """Yield the blocks from the first one on, played by the threads of `pool`."""
    waiting: deque[Future[Block]] = deque()
    for number in count():
        waiting.append(pool.submit(play, number))
        if len(waiting) > ahead:
            yield _result(waiting.popleft(), is_stopped)


def _result(future: Future[_T], is_stopped: Callable[[], bool]) -> _T:
    """Return the result of `future`, or raise _Stopped if somebody stops the wait."""
    while not is_stopped():
        try:
            return future.result(PATIENCE)
        except TimeoutError:
            if future.done():
                raise
    raise _Stopped


def _add(sample: Sample, situation: Situation, block: Block, wanted: Wanted) -> None:
    """Add a block to `sample`, no more of it than is wanted."""
    n_kept = len(block.kept)
    most = wanted.deals if wanted.precision is None else wanted.most
    room = most - sample.kept
    sample.dealt += BLOCK_DEALS
    sample.counts += block.counts
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
        return sample.dealt >= wanted.tries or (
            not wanted.looks_on and _is_hopeless(sample)
        )
    if wanted.precision is None:
        sample.is_complete = sample.kept >= most
    elif sample.kept >= most or _is_time_to_look(sample):
        found = _watched(sample, situation, wanted)
        margin = (found.ci_high - found.ci_low) / 2
        # What never varied in so many deals is mostly fixed by the rules.
        is_fixed = found.method == ALL_EQUAL and found.n >= FIRST_LOOK
        sample.is_complete = margin <= wanted.precision or is_fixed
    is_spent = sample.kept >= most or sample.dealt >= wanted.tries
    return sample.is_complete or is_spent


def _is_hopeless(sample: Sample) -> bool:
    """Return whether it looks as if no deal would ever qualify."""
    is_long = sample.dealt >= MOST_TRIES_FOR_NOTHING
    return is_long or never_comes_true(sample.said, sample.counts)


def _watched(sample: Sample, situation: Situation, wanted: Wanted) -> Estimate:
    """Return the number that is to be precise."""
    if not wanted.metric:
        return situation.main_difference(sample, wanted.level)
    metrics = situation.answer(sample, wanted.level).metrics
    known = {(one.table, one.item, one.metric): one.estimate for one in metrics}
    return known[find_key(wanted.metric, metrics, {}, may_be_chips=True)]


def _is_time_to_look(sample: Sample) -> bool:
    """Return whether the deals have doubled since the interval was looked at last."""
    look = sample.kept // FIRST_LOOK
    if look.bit_length() == sample.looks:
        return False
    sample.looks = look.bit_length()
    return True
