"""What a club player does: weighs trumps and Aces, draws trumps, counts the points.

Every habit is a parameter, so that it can be switched off and its worth be measured.
`docs/strategies.md` tells them all.
"""

import numpy as np

from simcore.games.chibre.tactics import (
    ACES,
    NINE,
    cheapest,
    dearest,
    guarding,
    masters,
    outstanding,
    points_of,
    prices,
    ranks_of,
    tops,
    trumps_of,
    winning,
)
from simcore.games.chibre.view import CHIBRE, OBENABE, SUITS, UNDENUFE
from simcore.jit import popcount
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import TRUMPS, highest, lowest

PARAMETERS = {
    "jack": Parameter(2.5, "strength that the Jack brings to a trump suit"),
    "nine": Parameter(2.0, "that the Nine brings, if it has another trump beside it"),
    "ace": Parameter(1.0, "that the Ace of trumps brings"),
    "trump": Parameter(1.0, "that every trump brings, these three too"),
    "side": Parameter(0.5, "that every Ace of another suit brings"),
    "chibre": Parameter(7.0, "below this strength he says chibre; 0: never"),
    "top": Parameter(1.8, "a sure trick's strength for obenabe, undenufe; 0: neither"),
    "draw": Parameter(1.0, "1: draws trumps when his team has named them"),
    "lure": Parameter(2.0, "so many trumps draw without the best one too; 9: never"),
    "cash": Parameter(1.0, "1: leads cards that are the highest of their suit"),
    "guard": Parameter(1.0, "1: keeps the Nine from the Jack, and brings it home last"),
    "smear": Parameter(1.0, "1: gives his partner points in a trick that is his"),
    "cheap": Parameter(1.0, "1: wins with the cheapest card, 0: with the dearest"),
    "ruff": Parameter(4.0, "points in a trick from which he trumps it; 99: never"),
    "thrift": Parameter(1.0, "1: throws what is worth least, 0: the lowest in rank"),
}
(
    AT_JACK,
    AT_NINE,
    AT_ACE,
    AT_TRUMP,
    AT_SIDE,
    AT_CHIBRE,
    AT_TOP,
    DRAW,
    LURE,
    CASH,
    GUARD,
    SMEAR,
    CHEAP,
    RUFF,
    THRIFT,
) = range(len(PARAMETERS))

ONE = np.uint64(1)
ZERO = np.uint64(0)
NINE_RANK = np.uint64(1 << 3)
JACK_RANK = np.uint64(1 << 5)
ACE_RANK = np.uint64(1 << 8)
CARDS_BEFORE_LAST = 3


@decision
def strength(hand, suit, parameters):
    """Return the strength of `hand` were `suit` trumps, float64."""
    ranks = ranks_of(hand, suit)
    count = popcount(ranks)
    value = parameters[AT_TRUMP] * count
    if ranks & JACK_RANK:
        value += parameters[AT_JACK]
    if ranks & NINE_RANK and count > 1:
        value += parameters[AT_NINE]
    if ranks & ACE_RANK:
        value += parameters[AT_ACE]
    aces = popcount(hand & ACES) - (1 if ranks & ACE_RANK else 0)
    return value + parameters[AT_SIDE] * aces


@decision
def trump(view, parameters, rng):
    """Name what the hand is strongest in, or leave a weak hand's choice to partner."""
    named = 0
    best = -1.0
    for suit in range(SUITS):
        value = strength(view.hand, suit, parameters)
        if value > best:
            best, named = value, suit
    if view.legal >> np.uint64(OBENABE) & ONE and parameters[AT_TOP] > 0:
        for mode in range(OBENABE, UNDENUFE + 1):
            value = parameters[AT_TOP] * tops(view.hand, mode)
            if value > best:
                best, named = value, mode
    if view.legal >> np.uint64(CHIBRE) & ONE and best < parameters[AT_CHIBRE]:
        return CHIBRE
    return named


@decision
def throw(cards, kept, row, parameters):
    """Return the card to part with, one that is `kept` only if there is no other."""
    free = cards & ~kept
    free = free if free else cards
    return cheapest(free, row) if parameters[THRIFT] else lowest(free)


@decision
def take(cards, row, parameters):
    """Return the one of `cards`, which all win, to win with."""
    return cheapest(cards, row) if parameters[CHEAP] else dearest(cards, row)


@decision
def give(cards, mine, trump, row):
    """Return the card with the most points, but neither a trump nor a master."""
    plain = cards & ~(TRUMPS if trump < OBENABE else ZERO)
    free = plain & ~mine
    free = free if free else plain
    free = free if free else cards
    card = dearest(free, row)
    return card if points_of(card, trump) > 0 else cheapest(free, row)


@decision
def lead(view, parameters, others, kept, row):
    """Draw trumps, then cash what is highest, else lead what is worth least."""
    trumps = trumps_of(view)
    mine = masters(view.hand, others)
    own = view.hand & trumps & ~(kept & NINE)
    is_team = (view.chooser ^ view.seat) & 1 == 0
    if parameters[DRAW] and is_team and own and others & trumps:
        if own & mine:
            return highest(own & mine)
        if popcount(view.hand & trumps) >= parameters[LURE]:
            return lowest(own)
    sure = mine & ~trumps & ~kept
    if parameters[CASH] and sure:
        return dearest(sure, row)
    return throw(view.hand, kept, row, parameters)


@decision
def follow(view, parameters, others, kept, row):
    """Give points to partner's trick, win what is worth it, or throw."""
    trumps = trumps_of(view)
    is_last = popcount(view.table) == CARDS_BEFORE_LAST
    mine = masters(view.hand, others)
    if view.winner == view.seat ^ 2:
        is_safe = is_last or masters(view.best, others) != ZERO
        if is_safe and parameters[SMEAR]:
            return give(view.legal, mine, view.trump, row)
        if is_safe:
            return throw(view.legal, kept, row, parameters)
    nine = kept & NINE
    winners = winning(view.legal, view)
    winners &= ~(ZERO if is_last else nine)
    sure = winners if is_last else winners & mine
    is_trump_led = view.led & trumps != ZERO
    bound = sure if is_trump_led else sure & ~trumps
    ruffs = ZERO if is_trump_led or bound else winners & trumps
    if points_of(view.table, view.trump) >= parameters[RUFF]:
        bound |= ruffs
    if bound & nine:
        return NINE
    if bound:
        return take(bound, row, parameters)
    return throw(view.legal, kept, row, parameters)


@decision
def play(view, parameters, rng):
    """Play the only legal card, or lead, or follow."""
    if view.legal & (view.legal - ONE) == ZERO:
        return view.legal
    row = prices(view.trump)
    others = outstanding(view)
    kept = guarding(view, others) if parameters[GUARD] else ZERO
    if view.led == ZERO:
        return lead(view, parameters, others, kept, row)
    return follow(view, parameters, others, kept, row)


HEURISTIC = Strategy(
    name="heuristic",
    game="chibre",
    summary="weighs trumps and Aces, draws trumps, smears, wins cheaply",
    decisions={"trump": trump, "play": play},
    parameters=PARAMETERS,
)
