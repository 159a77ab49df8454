"""Contracts, playing along, profit and duties."""

from __future__ import annotations

from collections.abc import Iterator

from simcore.games.kratzen.metrics.sums import Sums
from simcore.games.kratzen.table import FORCED
from simcore.games.kratzen.tallying import (
    BECAME_SIEBENERMUSS,
    CONTESTED,
    N_CONTRACTS,
    UNCONTESTED,
)
from simcore.games.kratzen.view import ANDERE, MUSS, NAECHSTE, SCHLAGEN, SIEBENERMUSS
from simcore.metric import Metric
from simcore.played import over_seats

_CALLED_FREELY = (SCHLAGEN, ANDERE, NAECHSTE)
_ALL = tuple(range(N_CONTRACTS))

_CONTRACTS: tuple[tuple[str, int, tuple[int, ...]], ...] = (
    ("schlagen", CONTESTED, (SCHLAGEN,)),
    ("andere", CONTESTED, (ANDERE,)),
    ("naechste", CONTESTED, (NAECHSTE,)),
    ("all three", CONTESTED, _CALLED_FREELY),
    ("forced schlagen", CONTESTED, (FORCED,)),
    ("uncontested", UNCONTESTED, _ALL),
    ("became siebenermuss", BECAME_SIEBENERMUSS, _ALL),
)
"""Rows of the table: name, what became of the contract, which contracts."""


def contracts(sums: Sums) -> Iterator[Metric]:
    """Yield how often each contract is called and made, and what it pays."""
    for item, fate, which in _contract_rows(sums):
        tricks = sums["contract"][:, fate, which].sum(axis=1)
        count = tricks.sum(axis=1)
        chips = sums["contract_chips"][:, fate, which].sum(axis=1)
        pots = sums["contract_pots"][:, fate, which].sum(axis=1)
        called = sums.share(count, sums.deals_with_calls)
        yield Metric("contracts", item, "called", "share", called)
        if fate == CONTESTED:
            made = sums.share(tricks[:, 2:].sum(axis=1), count)
            yield Metric("contracts", item, "made", "share", made)
        profit = sums.profit_in_pots(pots, count)
        yield Metric("contracts", item, "profit in pots", "pots", profit)
        profit = sums.profit_in_chips(chips, count)
        yield Metric("contracts", item, "profit in chips", "chips", profit)
        if fate == UNCONTESTED:
            continue  # nobody plays the tricks
        for number in range(tricks.shape[1]):
            share = sums.share(tricks[:, number], count)
            yield Metric("contracts", item, f"tricks {number}", "share", share)


def _contract_rows(sums: Sums) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    """Yield the rows of the table that can happen under the rules."""
    rules = sums.plan.rules.as_dict()
    for row in _CONTRACTS:
        if row[2] == (FORCED,) and rules["all_pass"] != "dealer":
            continue
        if row[1] == BECAME_SIEBENERMUSS and rules["siebenermuss_on"] != "any":
            continue
        yield row


def declarers(sums: Sums) -> Iterator[Metric]:
    """Yield how declarers fare in contested contracts, by seat and by strategy."""
    for item, seats in sums.groups():
        tricks = over_seats(sums["declared"], seats)
        count = tricks.sum(axis=1)
        estimate = sums.share(count, sums.deals_with_calls)
        yield Metric("declarers", item, "called", "share", estimate)
        estimate = sums.share(tricks[:, 2:].sum(axis=1), count)
        yield Metric("declarers", item, "made", "share", estimate)
        pots = over_seats(sums["declared_pots"], seats)
        estimate = sums.profit_in_pots(pots, count)
        yield Metric("declarers", item, "profit in pots", "pots", estimate)
        chips = over_seats(sums["declared_chips"], seats)
        estimate = sums.profit_in_chips(chips, count)
        yield Metric("declarers", item, "profit in chips", "chips", estimate)


def joins(sums: Sums) -> Iterator[Metric]:
    """Yield the table of playing along, by seat and by strategy."""
    for item, seats in sums.groups():
        asked = over_seats(sums["asked"], seats)
        tricks = over_seats(sums["joined"], seats)
        joined = tricks.sum(axis=1)
        estimate = sums.share(asked, sums.deals * len(seats))
        yield Metric("joins", item, "asked", "share", estimate)
        estimate = sums.share(joined, asked)
        yield Metric("joins", item, "joined", "share", estimate)
        estimate = sums.share(tricks[:, 1:].sum(axis=1), joined)
        yield Metric("joins", item, "success", "share", estimate)
        estimate = sums.profit_in_pots(over_seats(sums["joined_pots"], seats), joined)
        yield Metric("joins", item, "profit in pots", "pots", estimate)
        estimate = sums.profit_in_chips(over_seats(sums["joined_chips"], seats), joined)
        yield Metric("joins", item, "profit in chips", "chips", estimate)


def profit(sums: Sums) -> Iterator[Metric]:
    """Yield the table of profit over all deals, by seat and by strategy."""
    for item, seats in sums.groups():
        deals = sums.deals * len(seats)
        estimate = sums.profit_in_pots(over_seats(sums["profit_pots"], seats), deals)
        yield Metric("profit", item, "profit in pots", "pots", estimate)
        estimate = sums.profit_in_chips(over_seats(sums["profit_chips"], seats), deals)
        yield Metric("profit", item, "profit in chips", "chips", estimate)
        sessions = sums["sessions"][:, 0] * len(seats)
        estimate = sums.profit_in_chips(
            over_seats(sums["profit_chips"], seats), sessions
        )
        yield Metric("profit", item, "chips a session", "chips", estimate)


def duties(sums: Sums) -> Iterator[Metric]:
    """Yield how often each position takes the tricks it needs where all must play."""
    for item, kind in (("muss", MUSS), ("siebenermuss", SIEBENERMUSS)):
        for position in range(sums.plan.players):
            tricks = sums["duty"][:, kind, position]
            needed = 2 if kind == MUSS and position == 0 else 1
            success = sums.share(tricks[:, needed:].sum(axis=1), tricks.sum(axis=1))
            name = f"left {position}" if position else "declarer"
            yield Metric("duty", item, name, "share", success)
