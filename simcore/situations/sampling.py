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

from simcore.errors import UsageError
from simcore.situations.blocks import BLOCK_DEALS, Block, Player
from simcore.situations.comparing import Comparison
from simcore.situations.situation import Situation
from simcore.stats import ALL_EQUAL, Estimate
from simcore.targets import find_key

FIRST_LOOK = 10_000
"""After so many deals the interval is looked at first, then after twice as many."""

MOST_TRIES_FOR_NOTHING = 2_000_000
"""After so many deals of which none qualified nobody looks on."""

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
    """

    deals: int
    precision: float | None
    most: int
    tries: int
    level: float
    metric: str = ""


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


_Blocks = Generator[Block, None, None]


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
    player = Player(situation)
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
    pool: ThreadPoolExecutor, play: Callable[[int], Block], ahead: int
) -> _Blocks:
    """Yield the blocks from the first one on, played by the threads of `pool`."""
    waiting: deque[Future[Block]] = deque()
    try:
        for number in count():
            waiting.append(pool.submit(play, number))
            if len(waiting) > ahead:
                yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _add(sample: Sample, situation: Situation, block: Block, wanted: Wanted) -> None:
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
        found = _watched(sample, situation, wanted)
        margin = (found.ci_high - found.ci_low) / 2
        # What never varied in so many deals is mostly fixed by the rules.
        is_fixed = found.method == ALL_EQUAL and found.n >= FIRST_LOOK
        sample.is_complete = margin <= wanted.precision or is_fixed
    is_spent = sample.kept >= most or sample.dealt >= wanted.tries
    return sample.is_complete or is_spent


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
