"""The record of a deal of Kratzen, from the table and the trace it left."""

from __future__ import annotations

from typing import Any

from simcore.games.kratzen.events import CALLS, read_events
from simcore.games.kratzen.pack import PACK
from simcore.games.kratzen.view import MUSS, WEITER
from simcore.job import Job
from simcore.recording import Record, head
from simcore.tricks import LANE_BITS

KINDS = ("muss", "siebenermuss", "normal", "passed")
"""How kinds of deal are written, in the order of their numbers."""

_TOP_LANE = 3 * LANE_BITS


def write_record(
    job: Job,
    table: Any,
    rows: list[list[int]],
    session: int,
    deal: int,
    before: list[int],
) -> Record:
    """Return the record of the deal that was just played at `table`.

    Parameters
    ----------
    job : Job
    table : record of TABLE
        As the deal left it.
    rows : list of rows
        The trace of the deal.
    session, deal : int
        The address of the deal.
    before : list of int
        The balances before it.
    """
    plan = job.plan
    dealer = (int(table["dealer"]) - 1) % plan.players  # the deal has passed on
    hands, events = read_events(rows, dealer, plan.players)
    return {
        **head(plan, session, deal, dealer, before),
        "stakes": _stakes(table["staked"]),
        "hands": hands,
        "events": events,
        "result": _result(table, plan.players),
    }


def balances(table: Any) -> list[int]:
    """Return the balance of each seat."""
    return _seats(table, "balance")


def _seats(table: Any, field: str) -> list[int]:
    """Return a number of each seat."""
    values: list[int] = table[field][: table["n_seats"]].tolist()
    return values


def _result(table: Any, n_seats: int) -> dict[str, Any]:
    """Return what came of the deal."""
    kind = KINDS[table["kind"]]
    playing = int(table["playing"])
    contract = int(table["contract"])
    return {
        "kind": kind,
        "declarer": None if kind == "passed" else int(table["declarer"]),
        "contract": None if contract == WEITER else CALLS[contract],
        "trump": PACK.suits[(_TOP_LANE - int(table["shift"])) // LANE_BITS],
        "active": [seat for seat in range(n_seats) if playing >> seat & 1],
        "tricks": _seats(table, "tricks"),
        "pot_before": int(table["pot_before"]),
        "penalties": _seats(table, "penalties"),
        "draws": _seats(table, "draws"),
        "pot_after": int(table["pot"]),
        "balance_change": _seats(table, "change"),
        "next": _stakes(table["stakes"]),
    }


def _stakes(number: int) -> str:
    """Return what a deal stakes, in words."""
    return "muss" if number == MUSS else "normal"
