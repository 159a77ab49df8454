"""What a run of Kratzen adds up, deal by deal and session by session."""

from __future__ import annotations

import numpy as np

from simcore.games.kratzen.table import BANKRUPT, FORCED, OVERFLOWED
from simcore.games.kratzen.view import (
    MAX_SEATS,
    MUSS,
    NOBODY,
    NORMAL,
    SIEBENERMUSS,
)
from simcore.jit import kernel
from simcore.options import MOST_CHIPS
from simcore.tally import (
    GROWTH_UNITS,
    POT_UNITS,
    Layout,
    add_wide,
    fixed_point,
    log_bin,
    n_log_bins,
)

N_KINDS = 4
N_CONTRACTS = 5  # by contract number, `FORCED` the last
CONTESTED, UNCONTESTED, BECAME_SIEBENERMUSS = range(3)
"""What became of a contract."""

N_CLASSES = 5
(
    GROWTH_MUSS,
    GROWTH_SIEBENERMUSS_OF_MUSS,
    GROWTH_SIEBENERMUSS,
    GROWTH_NORMAL,
    GROWTH_PASSED,
) = range(N_CLASSES)
"""Deals by what they do to the pot; the last three have normal stakes."""

N_POT_BINS = n_log_bins(4 * MOST_CHIPS)
N_GROWTH_BINS = n_log_bins(16 * GROWTH_UNITS)
N_LENGTH_BINS = n_log_bins(1 << 31)
_N_TRICKS = 5

LAYOUT = Layout(
    sessions=(1,),
    overflowed=(1,),
    bankrupt=(1,),
    capped=(1,),
    cuts=(1,),
    deals=(N_KINDS, 2),  # by kind; staked as a Muss or as a normal deal
    next_kind=(N_KINDS, N_KINDS),  # kind of a deal; kind of the next
    duty=(2, MAX_SEATS, _N_TRICKS),  # Muss, Siebenermuss; from the declarer; tricks
    contract=(3, N_CONTRACTS, _N_TRICKS),  # what became of it; which; tricks
    contract_pots=(3, N_CONTRACTS),
    contract_chips=(3, N_CONTRACTS, 2),
    declared=(MAX_SEATS, _N_TRICKS),  # contested and called freely, by the declarer
    declared_pots=(MAX_SEATS,),
    declared_chips=(MAX_SEATS, 2),
    asked=(MAX_SEATS,),
    joined=(MAX_SEATS, _N_TRICKS),
    joined_pots=(MAX_SEATS,),
    joined_chips=(MAX_SEATS, 2),
    profit_pots=(MAX_SEATS,),
    profit_chips=(MAX_SEATS, 2),
    broke=(MAX_SEATS,),  # sessions at whose end the seat had nothing left
    cycles_cut=(1,),
    cycle=(N_LENGTH_BINS,),  # deals from a Muss to the deal that clears
    ruin=(N_LENGTH_BINS,),  # deals of a session that ended bankrupt
    pot=(N_KINDS, N_POT_BINS),  # pot when play begins, by kind of deal
    growth=(N_CLASSES, N_GROWTH_BINS),  # deals by pot after / pot when play began
    growth_sum=(N_CLASSES, N_GROWTH_BINS),  # sums of that ratio
)

_AT = {name: LAYOUT.offset(name) for name in LAYOUT.shapes}
_SESSIONS = _AT["sessions"]
_OVERFLOWED = _AT["overflowed"]
_BANKRUPT = _AT["bankrupt"]
_CAPPED = _AT["capped"]
_CUTS = _AT["cuts"]
_DEALS = _AT["deals"]
_NEXT_KIND = _AT["next_kind"]
_DUTY = _AT["duty"]
_CONTRACT = _AT["contract"]
_CONTRACT_POTS = _AT["contract_pots"]
_CONTRACT_CHIPS = _AT["contract_chips"]
_DECLARED = _AT["declared"]
_DECLARED_POTS = _AT["declared_pots"]
_DECLARED_CHIPS = _AT["declared_chips"]
_ASKED = _AT["asked"]
_JOINED = _AT["joined"]
_JOINED_POTS = _AT["joined_pots"]
_JOINED_CHIPS = _AT["joined_chips"]
_PROFIT_POTS = _AT["profit_pots"]
_PROFIT_CHIPS = _AT["profit_chips"]
_BROKE = _AT["broke"]
_CYCLES_CUT = _AT["cycles_cut"]
_CYCLE = _AT["cycle"]
_RUIN = _AT["ruin"]
_POT = _AT["pot"]
_GROWTH = _AT["growth"]
_GROWTH_SUM = _AT["growth_sum"]


@kernel
def add_deal(rules, table, sums):
    """Add a settled deal to `sums`, a row of accumulators (out)."""
    kind = table.kind
    pot = table.pot_before
    sums[_CUTS] += table.cuts
    sums[_DEALS + 2 * kind + (1 if table.staked == NORMAL else 0)] += 1
    if table.last_kind != NOBODY:
        sums[_NEXT_KIND + N_KINDS * table.last_kind + kind] += 1
    table.last_kind = kind
    sums[_POT + N_POT_BINS * kind + log_bin(pot)] += 1
    per_pot = POT_UNITS / np.float64(pot)
    for seat in range(table.n_seats):
        change = table.change[seat]
        sums[_PROFIT_POTS + seat] += fixed_point(change, per_pot)
        add_wide(sums, _PROFIT_CHIPS + 2 * seat, change)
    _add_growth(table, sums)
    if kind == MUSS or kind == SIEBENERMUSS:
        _add_duties(table, sums)
    if table.contract > 0:
        _add_contract(table, per_pot, sums)


@kernel
def _add_growth(table, sums):
    """Add what the deal did to the pot, and the end of a cycle."""
    kind = table.kind
    is_cleared = table.stakes == MUSS
    if kind == MUSS:
        group = GROWTH_MUSS
    elif kind == SIEBENERMUSS:
        from_muss = table.staked == MUSS
        group = GROWTH_SIEBENERMUSS_OF_MUSS if from_muss else GROWTH_SIEBENERMUSS
    else:
        group = GROWTH_NORMAL if kind == NORMAL else GROWTH_PASSED
    growth = 0
    if not is_cleared:
        growth = fixed_point(table.pot, GROWTH_UNITS / np.float64(table.pot_before))
    place = N_GROWTH_BINS * group + min(log_bin(growth), N_GROWTH_BINS - 1)
    sums[_GROWTH + place] += 1
    sums[_GROWTH_SUM + place] += growth
    table.cycle += 1
    if is_cleared:
        sums[_CYCLE + log_bin(table.cycle)] += 1
        table.cycle = 0


@kernel
def _add_duties(table, sums):
    """Add the tricks of everybody in a deal where all must play."""
    place = _DUTY + table.kind * MAX_SEATS * _N_TRICKS
    for seat in range(table.n_seats):
        position = seat - table.declarer
        position = position + table.n_seats if position < 0 else position
        sums[place + _N_TRICKS * position + table.tricks[seat]] += 1


@kernel
def _add_contract(table, per_pot, sums):
    """Add the contract, and the seats that were asked to play along."""
    declarer = table.declarer
    fate = CONTESTED
    if table.kind == SIEBENERMUSS:
        fate = BECAME_SIEBENERMUSS
    elif table.n_playing == 1:
        fate = UNCONTESTED
    which = FORCED if table.forced else table.contract
    place = N_CONTRACTS * fate + which
    change = table.change[declarer]
    sums[_CONTRACT + _N_TRICKS * place + table.tricks[declarer]] += 1
    sums[_CONTRACT_POTS + place] += fixed_point(change, per_pot)
    add_wide(sums, _CONTRACT_CHIPS + 2 * place, change)
    if fate == CONTESTED and not table.forced:
        sums[_DECLARED + _N_TRICKS * declarer + table.tricks[declarer]] += 1
        sums[_DECLARED_POTS + declarer] += fixed_point(change, per_pot)
        add_wide(sums, _DECLARED_CHIPS + 2 * declarer, change)
    for seat in range(table.n_seats):
        if table.asked >> seat & 1:
            sums[_ASKED + seat] += 1
            if table.playing >> seat & 1:
                change = table.change[seat]
                sums[_JOINED + _N_TRICKS * seat + table.tricks[seat]] += 1
                sums[_JOINED_POTS + seat] += fixed_point(change, per_pot)
                add_wide(sums, _JOINED_CHIPS + 2 * seat, change)


@kernel
def add_session(rules, table, n_deals, sums):
    """Add the end of a session that had `n_deals` deals."""
    sums[_SESSIONS] += 1
    sums[_CAPPED] += table.capped
    if table.cycle > 0:
        sums[_CYCLES_CUT] += 1
    if table.ended == OVERFLOWED:
        sums[_OVERFLOWED] += 1
    elif table.ended == BANKRUPT:
        sums[_BANKRUPT] += 1
        sums[_RUIN + log_bin(n_deals)] += 1
        for seat in range(table.n_seats):
            if rules.bankroll + table.balance[seat] == 0:
                sums[_BROKE + seat] += 1
