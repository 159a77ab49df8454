"""Records of Kratzen: a session played deal by deal and written down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.games.kratzen import tracing
from simcore.games.kratzen.events import CALLS, read_events
from simcore.games.kratzen.pack import PACK
from simcore.games.kratzen.seating import new_table, raise_if_wrong
from simcore.games.kratzen.table import GIVEN, RUNNING
from simcore.games.kratzen.tallying import LAYOUT
from simcore.games.kratzen.view import MUSS, VIEW, WEITER
from simcore.job import Job
from simcore.recording import Record, full_text, head
from simcore.tricks import LANE_BITS

KINDS = ("muss", "siebenermuss", "normal", "passed")
"""How kinds of deal are written, in the order of their numbers."""

_TOP_LANE = 3 * LANE_BITS


@cache
def _unread_sums() -> NDArray[np.int64]:
    """Return accumulators for all that nobody wants added up: they are large."""
    return LAYOUT.zeros()


class Recorder:
    """A table of Kratzen whose deals are written down.

    Parameters
    ----------
    job : Job
        Who plays, by which rules, with which seed.
    session : int
        The number of the session.
    sums : int64[N_BATCHES, LAYOUT.size], optional
        Accumulators to which the deals are added (out).

    Attributes
    ----------
    tables : TABLE[1]
        The state of the table; a caller may set it before a deal that is not the first.
    """

    def __init__(
        self, job: Job, session: int, sums: NDArray[np.int64] | None = None
    ) -> None:
        self.job = job
        self.session = session
        self.sums = _unread_sums() if sums is None else sums
        self.tables = new_table(job)
        self._views = np.zeros(1, VIEW)
        self._trace = np.zeros((tracing.TRACE_SIZE, 4), np.int64)
        self._nothing_given = np.zeros(1, GIVEN)
        plan = job.plan
        self._strategies = [full_text(seat, plan.game) for seat in plan.seats]

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
        given : GIVEN[1], optional
            Cards that are known beforehand.

        Raises
        ------
        StrategyError
            If a strategy gives an answer that the rules do not allow.
        """
        before = self._balances() if deal else [0] * self.job.plan.players
        self._run(deal, self._nothing_given if given is None else given)
        raise_if_wrong(self.job, self.session, self.tables)
        return self._record(deal, before)

    def close(self, n_deals: int) -> None:
        """Add the end of a session of `n_deals` deals to the accumulators."""
        session = np.uint64(self.session)
        tracing.close_session(session, self.job.rules, self.tables, n_deals, self.sums)

    def _run(self, deal: int, given: NDArray[Any]) -> None:
        """Play a deal into the trace, the table and the accumulators."""
        job = self.job
        start = (
            np.uint64(job.plan.seed),
            np.uint64(self.session),
            deal,
            job.rules,
            self.tables,
            job.parameters,
        )
        end = (given, self._views, self.sums, self._trace)
        if job.plugins is None:
            tracing.trace_deal(*start, *end)
        else:
            tracing.trace_deal_with_plugins(*start, job.plugins, *end)

    def _seats(self, field: str) -> list[int]:
        """Return a number of each seat."""
        values: list[int] = self.tables[field][0, : self.job.plan.players].tolist()
        return values

    def _balances(self) -> list[int]:
        return self._seats("balance")

    def _record(self, deal: int, before: list[int]) -> Record:
        """Return the record of the deal that was just played."""
        table = self.tables[0]
        n_seats = self.job.plan.players
        dealer = (int(table["dealer"]) - 1) % n_seats  # the deal has passed on
        rows = self._trace[1 : self._trace[0, 0] + 1].tolist()
        hands, events = read_events(rows, dealer, n_seats)
        return {
            **head(self.job.plan, self.session, deal),
            "dealer": dealer,
            "strategies": self._strategies,
            "scores_before": before,
            "stakes": _stakes(table["staked"]),
            "hands": hands,
            "events": events,
            "result": self._result(table),
        }

    def _result(self, table: Any) -> dict[str, Any]:
        """Return what came of the deal."""
        kind = KINDS[table["kind"]]
        playing = int(table["playing"])
        return {
            "kind": kind,
            "declarer": None if kind == "passed" else int(table["declarer"]),
            "contract": None
            if table["contract"] == WEITER
            else CALLS[table["contract"]],
            "trump": PACK.suits[(_TOP_LANE - int(table["shift"])) // LANE_BITS],
            "active": [s for s in range(self.job.plan.players) if playing >> s & 1],
            "tricks": self._seats("tricks"),
            "pot_before": int(table["pot_before"]),
            "penalties": self._seats("penalties"),
            "draws": self._seats("draws"),
            "pot_after": int(table["pot"]),
            "balance_change": self._seats("change"),
            "next": _stakes(table["stakes"]),
        }


def _stakes(number: int) -> str:
    """Return what a deal stakes, in words."""
    return "muss" if number == MUSS else "normal"


def session_records(
    job: Job,
    session: int,
    deals: int,
    first_deal: int = 0,
    sums: NDArray[np.int64] | None = None,
) -> Iterator[Record]:
    """Play a session and yield the records of its deals.

    Parameters
    ----------
    job : Job
    session : int
        The number of the session.
    deals : int
        The most deals it has.
    first_deal : int
        The first deal whose record is wanted.
    sums : int64[N_BATCHES, LAYOUT.size], optional
        Accumulators to which the session is added (out).

    Raises
    ------
    StrategyError
        If a strategy gives an answer that the rules do not allow.
    """
    recorder = Recorder(job, session, sums)
    played = 0
    while played < deals and not recorder.is_over:
        record = recorder.play(played)
        if played >= first_deal:
            yield record
        played += 1
    recorder.close(played)
