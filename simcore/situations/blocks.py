"""Blocks of deals: dealt, tried for what was said, and played in every way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import StrategyError
from simcore.job import Job
from simcore.situations.comparing import Observed
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
    """

    kept: NDArray[np.int64]
    observed: list[list[Observed]]
    allowed: list[NDArray[np.bool_]]


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
        observed, allowed = [], []
        for question, jobs in zip(situation.questions, self._jobs, strict=True):
            is_allowed = is_kept.copy()
            found = []
            for job in jobs:
                # What one alternative was refused is left out with the others.
                played = _all_but(tables, is_allowed)
                is_allowed &= ~self._play_out(job, played, given, first, question)
                found.append(situation.observe(played[kept]))
            observed.append(found)
            allowed.append(is_allowed[kept])
        return Block(kept, observed, allowed)

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
