"""The four tricks of a deal and their settlement."""

from __future__ import annotations

from simcore.asking import trick_player
from simcore.games.kratzen.dealing import HAND_SIZE
from simcore.games.kratzen.table import pay, turn_back
from simcore.games.kratzen.view import DECISIONS, MUSS, NORMAL, SIEBENERMUSS
from simcore.jit import kernel
from simcore.table import TRICK, note
from simcore.tricks import lane_of, must_head

_TO_DECLARER = 1


@kernel
def _as_dealt(table, cards):
    """Return cards as they were before trumps were known."""
    return turn_back(cards, table.shift)


@kernel
def _legal_cards(hand, lane, trumps, best):
    """Return the cards that may follow: one must head the trick."""
    return must_head(hand, lane, best)


@kernel
def _end_trick(rules, table, view, trace, winner, cards):
    """Note who took a trick; the cards do not count."""
    note(trace, TRICK, winner, 0, 0)


play_trick = trick_player(
    "kratzen",
    DECISIONS,
    lane_led=lane_of,
    legal_cards=_legal_cards,
    as_dealt=_as_dealt,
    end_trick=_end_trick,
)


@kernel
def settle(rules, table):
    """Pay tricks and penalties; set the stakes of the next deal."""
    pot = table.pot_before
    kind = table.kind
    are_paid = (
        kind == NORMAL
        or (kind == MUSS and rules.muss_pays)
        or (kind == SIEBENERMUSS and rules.siebenermuss_pays)
    )
    if are_paid:
        share = pot // HAND_SIZE
        for seat in range(table.n_seats):
            draw = share * table.tricks[seat]
            if rules.remainder == _TO_DECLARER and seat == table.declarer:
                draw += pot % HAND_SIZE
            table.draws[seat] = draw
            table.balance[seat] += draw
            table.change[seat] += draw
            table.pot -= draw
    # Who is short is as good as random: selects, not branches, on the way to the pot.
    pots_in_all = 0
    for seat in range(table.n_seats):
        pots = pots_owed(rules, kind, seat == table.declarer, table.tricks[seat])
        pots = pots if table.playing >> seat & 1 else 0
        owed = pots * pot
        if rules.pot_cap > 0 and owed > rules.pot_cap:
            owed = rules.pot_cap
            table.capped = 1
        pots_in_all += pots
        table.owed[seat] = owed
        table.penalties[seat] = pay(rules, table, seat, owed)
    table.stakes = MUSS if are_paid and pots_in_all == 0 else NORMAL


@kernel
def pots_owed(rules, kind, is_declarer, tricks):
    """Return how many pots a player owes for his `tricks`: 0, 1 or 2."""
    is_strict = is_declarer & (kind != SIEBENERMUSS)
    doubles = is_strict | (is_declarer & (rules.siebenermuss_declarer_double != 0))
    pots = 2 if doubles else 1
    needed = 2 if is_strict else 1
    return pots if tricks < needed else 0
