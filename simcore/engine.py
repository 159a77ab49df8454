"""A game's compiled side, as the rest of the program uses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.jit import is_compiled
from simcore.job import Job, prepare, prepare_steered, wrong_answer
from simcore.plan import Plan
from simcore.recording import Record
from simcore.sessions import TRACE_SIZE, Entries, stage_dtype
from simcore.strategy import FAILED
from simcore.table import RUNNING
from simcore.tally import Layout
from simcore.view import MAX_SEATS

N_STAGES = 16
"""How many sessions are played side by side, trick by trick in turn.

A processor overlaps the tricks of different deals; those of one wait for each other.
"""


@dataclass(frozen=True, kw_only=True)
class Engine:
    """The kernels of a game with what is needed to call them.

    Parameters
    ----------
    layout : Layout
        What the accumulators hold.
    table, view, given : dtype
        The records of the engine's state, of what a strategy sees, and of cards that
        are known before they are dealt; `given` has a field `is_given`.
    entries : Entries
        The compiled functions.
    words : Mapping[str, sequence of str]
        How the answers of decisions that are numbers, not cards, are called.
    as_dealt : callable
        ``(table, cards)``: cards as people write them, from the bits of a table.
    scores : callable
        ``(table) -> list of int``: the scores or balances at a table.
    write_record : callable
        ``(job, table, rows, session, deal, scores_before) -> Record``: the record of
        the deal that was just played, from the table and the rows of its trace.
    """

    layout: Layout
    table: np.dtype[Any]
    view: np.dtype[Any]
    given: np.dtype[Any]
    entries: Entries
    words: Mapping[str, Sequence[str]]
    as_dealt: Callable[[Any, int], int]
    scores: Callable[[Any], list[int]]
    write_record: Callable[..., Record]

    def make_job(self, plan: Plan) -> Job:
        """Return `plan` made ready for the kernels.

        Raises
        ------
        StrategyError
            If a plug-in cannot be used.
        """
        return prepare(plan, self.view, MAX_SEATS)

    def make_steered_job(self, plan: Plan) -> Job:
        """Return `plan` made ready, with an empty script at every seat.

        The scripts lie in the parameters; see `simcore.steering`.

        Raises
        ------
        StrategyError
            If a plug-in cannot be used.
        """
        return prepare_steered(plan, self.view, MAX_SEATS)

    def is_compiled(self, job: Job) -> bool:
        """Return whether running `job` compiles no kernel."""
        entries = self.entries
        return is_compiled(entries.run_with_plugins if job.plugins else entries.run)

    def is_compiled_for_records(self, job: Job) -> bool:
        """Return whether recording deals of `job` compiles no kernel."""
        entries = self.entries
        return is_compiled(entries.trace_with_plugins if job.plugins else entries.trace)

    def is_compiled_for_playing_out(self) -> bool:
        """Return whether playing deals out compiles no kernel."""
        return is_compiled(self.entries.play_out)

    def play_out(
        self,
        job: Job,
        tables: NDArray[Any],
        given: NDArray[Any],
        first_session: int = 0,
        first_deal: int = 0,
        stop: NDArray[np.uint8] | None = None,
    ) -> NDArray[np.float64]:
        """Play deals, each at a table of its own, and return what each seat gained.

        Parameters
        ----------
        job : Job
            Made by `make_steered_job`; its scripts are followed at every table.
        tables : structured array [n]
            The state of each table before and after (in and out).
        given : structured array [n] or [1]
            The cards that are known before they are dealt, at each table or at all.
        first_session : int
            The session of the first table; the next has the next.
        first_deal : int
            The number of the first deal in its session; 0 clears the tables first. The
            deals up to ``job.plan.deals`` - 1 are played.
        stop : uint8[1], optional
            A flag that stops the play once it is not 0.

        Returns
        -------
        float64[m, n_seats]
            Summed over the deals of each table: pots in a game with a pot, else
            points. Fewer than `tables` where `stop` was set meanwhile.

        Raises
        ------
        StrategyError
            If a strategy gives an answer that the rules do not allow.
        """
        profits = np.zeros((len(tables), job.plan.players))
        done = int(
            self.entries.play_out(
                np.uint64(job.plan.seed),
                np.uint64(first_session),
                first_deal,
                job.plan.deals,
                job.rules,
                tables,
                job.parameters.copy(),
                job.plugins,
                given,
                profits,
                np.zeros(1, np.uint8) if stop is None else stop,
            )
        )
        if done < len(tables):
            self.raise_if_wrong(job, first_session + done, tables[done : done + 1])
        return profits[:done]

    def run_chunk(
        self,
        job: Job,
        first_session: int,
        n_sessions: int,
        sums: NDArray[np.int64],
        stop: NDArray[np.uint8],
    ) -> int:
        """Play sessions into `sums` (int64[N_BATCHES, layout.size], out).

        Returns
        -------
        int
            How many sessions were played to their end: fewer than asked where `stop`
            (uint8[1]) was set meanwhile.

        Raises
        ------
        StrategyError
            If a strategy gives an answer that the rules do not allow.
        """
        stages = np.zeros(N_STAGES, stage_dtype(self.table, self.view))
        stages["table"] = self.new_table(job)
        fixed = (
            np.uint64(job.plan.seed),
            np.uint64(first_session),
            n_sessions,
            job.plan.deals,
            job.rules,
            stages,
            job.parameters,
        )
        if job.plugins is None:
            done = int(self.entries.run(*fixed, sums, stop))
        else:
            done = int(self.entries.run_with_plugins(*fixed, job.plugins, sums, stop))
        tables = stages["table"]
        wrong = np.sort(tables[tables["wrong"] != 0], order="session")
        if len(wrong):
            self.raise_if_wrong(job, int(wrong["session"][0]), wrong)
        return done

    def new_table(self, job: Job, number: int = 1) -> NDArray[Any]:
        """Return tables, `number` of them, with the players of `job` seated."""
        tables = np.zeros(number, self.table)
        tables["n_seats"] = job.plan.players
        tables["is_match"] = job.plan.matches
        tables["strategy"][:, : job.plan.players] = job.numbers
        return tables

    def raise_if_wrong(self, job: Job, session: int, tables: NDArray[Any]) -> None:
        """Raise if a strategy at the table broke the rules in `session`."""
        table = tables[0]
        if not table["wrong"]:
            return
        decision = job.plan.game.decisions[table["wrong_decision"]]
        text = self._in_words(job, table, decision, int(table["wrong_answer"]))
        seat = int(table["wrong_seat"])
        raise wrong_answer(job, session, int(table["deal"]), seat, decision, text)

    def _in_words(self, job: Job, table: Any, decision: str, answer: int) -> str:
        """Return the `answer` to a decision as a user would write it."""
        if answer == FAILED:
            return "nothing but an exception"
        if decision in self.words:
            words = self.words[decision]
            signed = answer - (1 << 64) if answer >> 63 else answer
            return words[answer] if answer < len(words) else str(signed)
        pack = job.plan.game.pack
        cards = self.as_dealt(table, answer)
        if cards & ~pack.all_cards:
            return f"the bits {answer:#x}"
        return ", ".join(pack.format(cards)) or "no card"

    def records(
        self,
        job: Job,
        session: int,
        first_deal: int = 0,
        sums: NDArray[np.int64] | None = None,
    ) -> Iterator[Record]:
        """Play a session and yield the records of its deals from `first_deal` on.

        Parameters
        ----------
        job : Job
        session : int
            The number of the session.
        first_deal : int
            The first deal whose record is wanted.
        sums : int64[N_BATCHES, layout.size], optional
            Accumulators to which the session is added (out).

        Raises
        ------
        StrategyError
            If a strategy gives an answer that the rules do not allow.
        """
        recorder = Recorder(self, job, session, sums)
        played = 0
        while played < job.plan.deals and not recorder.is_over:
            record = recorder.play(played)
            if played >= first_deal:
                yield record
            played += 1
        recorder.close(played)


@cache
def _unread_sums(layout: Layout) -> NDArray[np.int64]:
    """Return accumulators for all that nobody wants added up: they are large."""
    return layout.zeros()


class Recorder:
    """A table whose deals are written down.

    Parameters
    ----------
    engine : Engine
    job : Job
        Who plays, by which rules, with which seed.
    session : int
        The number of the session.
    sums : int64[N_BATCHES, layout.size], optional
        Accumulators to which the deals are added (out).
    is_lenient : bool
        Leave an answer that the rules do not allow to the caller: the deal goes on with
        a legal one, and ``tables["wrong"]`` is set.

    Attributes
    ----------
    tables : structured array [1]
        The state of the table; may be set before a deal that is not the first.
    views : structured array [1]
        What is public, and what the plug-in that was asked last has seen.
    """

    def __init__(
        self,
        engine: Engine,
        job: Job,
        session: int,
        sums: NDArray[np.int64] | None = None,
        is_lenient: bool = False,
    ) -> None:
        self.engine = engine
        self.is_lenient = is_lenient
        self.job = job
        self.session = session
        self.tables = engine.new_table(job)
        self.views = np.zeros(1, engine.view)
        self.sums = _unread_sums(engine.layout) if sums is None else sums
        self._trace = np.zeros((TRACE_SIZE, 4), np.int64)
        self._nothing_given = np.zeros(1, engine.given)

    @property
    def is_over(self) -> bool:
        """Whether the session has ended before its last deal."""
        return bool(self.tables["ended"][0] != RUNNING)

    def play(self, deal: int, given: NDArray[Any] | None = None) -> Record:
        """Play a deal and return its record.

        Parameters
        ----------
        deal : int
            Its number in the session; 0 clears the table first.
        given : structured array [1], optional
            Cards that are known beforehand.

        Raises
        ------
        StrategyError
            If a strategy gives an answer that the rules do not allow.
        """
        engine, job = self.engine, self.job
        before = engine.scores(self.tables[0])
        if deal == 0:
            before = [0] * len(before)
        given = self._nothing_given if given is None else given
        start = (
            np.uint64(job.plan.seed),
            np.uint64(self.session),
            deal,
            job.rules,
            self.tables,
            job.parameters,
        )
        end = (given, self.views, self.sums, self._trace)
        if job.plugins is None:
            engine.entries.trace(*start, *end)
        else:
            engine.entries.trace_with_plugins(*start, job.plugins, *end)
        if not self.is_lenient:
            engine.raise_if_wrong(job, self.session, self.tables)
        rows = self._trace[1 : self._trace[0, 0] + 1].tolist()
        table = self.tables[0]
        return engine.write_record(job, table, rows, self.session, deal, before)

    def close(self, n_deals: int) -> None:
        """Add the end of a session of `n_deals` deals to the accumulators."""
        session = np.uint64(self.session)
        self.engine.entries.close(
            session, self.job.rules, self.tables, n_deals, self.sums
        )
