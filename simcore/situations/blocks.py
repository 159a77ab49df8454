"""Blocks of deals: dealt, tried for what was said, and played in every way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import StrategyError
from simcore.job import Job
from simcore.situations.agreeing import Counts, all_said
from simcore.situations.comparing import Observed
from simcore.situations.dealing import Dealt
from simcore.situations.situation import Question, Scripts, Situation
from simcore.steering import write_script
from simcore.table import RUNNING

BLOCK_DEALS = 8192
"""Deals of a block: a call of the kernels costs as much as some thousand deals."""

_LEFT_OUT = RUNNING + 1
"""`ended` of a table at which nothing is to be played."""


@dataclass(frozen=True)
class Block:
    """A block that was played.

    Parameters
    ----------
    kept : int64[n]
        The numbers of the deals that qualify.
    observed : list
        For each question and alternative what came of them.
    allowed : list
        For each question bool[n], whether no alternative was refused.
    counts : int64[n_said, 2]
        How many deals came to each thing that was said, and agreed with it.
    """

    kept: NDArray[np.int64]
    observed: list[list[Observed]]
    allowed: list[NDArray[np.bool_]]
    counts: Counts


class Player:
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
        self._said = {one.text: at for at, one in enumerate(all_said(situation))}

    def _job(self, scripts: Scripts) -> Job:
        """Return the job in which seats follow `scripts`."""
        parameters = self._base.parameters.copy()
        for seat, answers in scripts.items():
            write_script(parameters[seat], answers)
        return replace(self._base, parameters=parameters)

    def play(self, number: int) -> Block:
        """Return block `number`."""
        situation, engine = self._situation, self._engine
        seed = np.random.SeedSequence((situation.plan.seed, number))
        rng = np.random.Generator(np.random.Philox(seed))
        dealt = situation.cards.deal(rng, BLOCK_DEALS)
        tables = engine.new_table(self._base, BLOCK_DEALS)
        given = np.zeros(BLOCK_DEALS, engine.given)
        situation.lay(dealt, tables, given, rng)
        first = number * BLOCK_DEALS
        is_kept, counts = self._agreeing(dealt, tables, given, first)
        kept = np.flatnonzero(is_kept)
        observed, allowed = [], []
        for question, jobs in zip(situation.questions, self._jobs, strict=True):
            is_allowed = is_kept.copy()
            found = []
            for job in jobs:
                # What one alternative was refused is left out with the others.
                played, refused = self._play_out(
                    job, tables, is_allowed, given, first, question
                )
                is_allowed &= ~refused
                found.append(situation.observe(played[kept]))
            observed.append(found)
            allowed.append(is_allowed[kept])
        return Block(kept, observed, allowed, counts)

    def _agreeing(
        self, dealt: Dealt, tables: NDArray[Any], given: NDArray[Any], first: int
    ) -> tuple[NDArray[np.bool_], Counts]:
        """Return which deals agree with all that was said, and how far others came."""
        situation = self._situation
        is_kept = np.ones(BLOCK_DEALS, np.bool_)
        counts = np.zeros((len(self._said), 2), np.int64)
        for condition in situation.conditions:
            holds = is_kept & condition.holds(dealt.hands)
            counts[self._said[condition.text]] = is_kept.sum(), holds.sum()
            is_kept = holds
        for trial, job in self._trials:
            concerned = is_kept
            if trial.concerns is not None:
                concerned = is_kept & trial.concerns(tables)
            tried, _ = self._play_out(job, tables, concerned, given, first)
            agreeing = concerned
            for claim in trial.claims:
                holds = agreeing & claim.holds(tried)
                counts[self._said[claim.text]] += agreeing.sum(), holds.sum()
                agreeing = holds
            is_kept &= ~concerned | agreeing
        return is_kept, counts

    def _play_out(
        self,
        job: Job,
        tables: NDArray[Any],
        where: NDArray[np.bool_],
        given: NDArray[Any],
        first_session: int,
        question: Question | None = None,
    ) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Play at some of `tables`; return these, and where an answer was refused."""
        refused = np.zeros(len(tables), np.bool_)
        if not where.any():
            return tables, refused
        tables = _all_but(tables, where)
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
        return tables, refused

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
