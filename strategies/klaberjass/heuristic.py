"""What a sensible player does: weigh the hand, then play by rules of thumb.

A hand is weighed by the worths of `simcore.games.klaberjass.tactics`: about by how many
points the taker's sum will exceed the other's, plus 47. Every rule of thumb has a
parameter that switches it off.
"""

import numpy as np

from simcore.games.klaberjass.pack import JASS, MENEL, SUITS
from simcore.games.klaberjass.tactics import (
    baring_tens,
    dix_gain,
    hidden,
    highest_rank,
    holds_bela,
    lowest_of_shortest,
    lowest_rank,
    meld_points,
    sure,
    winning,
    with_dix,
    worth,
)
from simcore.games.klaberjass.view import PASS
from simcore.jit import popcount
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import TRUMPS, highest, lowest, suit_of

PARAMETERS = {
    "take": Parameter(75.0, "worth from which he takes the turned suit in round 1"),
    "name": Parameter(65.0, "worth from which he names his best suit in round 2"),
    "melds": Parameter(0.25, "what a point of his sequences adds to the worth"),
    "bela": Parameter(10.0, "what bela adds to the worth"),
    "turnup": Parameter(
        1.0, "1: with the dix he weighs the turned-up card in its place"
    ),
    "keep": Parameter(1.0, "1: he keeps the 7 of a sequence that is worth more"),
    "draw": Parameter(3.0, "with so many trumps he leads a sure one; 9: never"),
    "drive": Parameter(3.0, "with so many, none sure, he leads the lowest; 9: never"),
    "cash": Parameter(1.0, "1: he leads plain cards that only trumps can beat"),
    "low": Parameter(1.0, "1: else he leads his lowest plain card; 0: his highest"),
    "short": Parameter(1.0, "1: of several lowest cards that of his shortest suit"),
    "ten": Parameter(1.0, "1: he does not part with the last guard of a Ten"),
    "cheap": Parameter(1.0, "1: he wins with his lowest card; 0: with his highest"),
    "menel": Parameter(
        9.0, "with so few trumps he saves the menel from the jass; 0: never"
    ),
    "throw": Parameter(1.0, "1: what he cannot win gets his card of fewest points"),
}
(
    AT_TAKE,
    AT_NAME,
    MELDS,
    BELA,
    TURNUP,
    KEEP,
    DRAW,
    DRIVE,
    CASH,
    LOW,
    SHORT,
    TEN,
    CHEAP,
    SAVE_MENEL,
    THROW,
) = range(len(PARAMETERS))

ONE = np.uint64(1)


@decision
def weigh(hand, trump, parameters):
    """Return what a hand, as dealt, is worth with `trump` as trumps."""
    value = worth(hand, trump) + parameters[MELDS] * meld_points(hand)
    return value + parameters[BELA] if holds_bela(hand, trump) else value


@decision
def take(view, parameters, rng):
    """Take with the suit in which the hand is worth most, if that is enough."""
    turned = suit_of(view.turnup)
    exchanged = with_dix(view.hand, view.turnup) if parameters[TURNUP] else view.hand
    answer = PASS
    most = parameters[AT_TAKE] if view.round == 1 else parameters[AT_NAME]
    for suit in range(SUITS):
        if view.legal >> np.uint64(suit) & ONE:
            hand = exchanged if suit == turned else view.hand
            value = weigh(hand, suit, parameters)
            if value >= most:
                answer = suit
                most = value
    return answer


@decision
def dix(view, parameters, rng):
    """Take the turned-up card unless a sequence would be lost for it."""
    return 0 if parameters[KEEP] and dix_gain(view) < 0 else 1


@decision
def play(view, parameters, rng):
    """Lead by the rules for leads; else win if possible, or throw a card."""
    if view.led == 0:
        return lead(view, parameters)
    wins = winning(view.legal, view)
    if wins:
        return win(view, wins, parameters)
    if parameters[THROW] == 0:
        return lowest(view.legal)
    return lowest_rank(spare(view, view.legal, parameters))


@decision
def lead(view, parameters):
    """Lead trumps from length, then sure cards, then a low one."""
    legal = view.legal
    others = hidden(view)
    best = sure(legal, others)
    trumps = legal & TRUMPS
    if others & TRUMPS:
        needed = parameters[DRAW] if best & TRUMPS else parameters[DRIVE]
        if trumps and popcount(trumps) >= needed:
            return highest(trumps) if best & TRUMPS else lowest(trumps)
    plain = legal & ~TRUMPS
    if plain == 0:
        return highest(trumps) if best else lowest(trumps)
    if parameters[CASH] and best & plain:
        return highest_rank(best & plain)
    if parameters[LOW] == 0:
        return highest_rank(plain)
    plain = spare(view, plain, parameters)
    return lowest_of_shortest(plain, legal) if parameters[SHORT] else lowest_rank(plain)


@decision
def win(view, wins, parameters):
    """Return the card of `wins` to win with."""
    is_short = popcount(view.hand & TRUMPS) <= parameters[SAVE_MENEL]
    if is_short and wins & MENEL and hidden(view) & JASS:
        return MENEL
    return lowest_rank(wins) if parameters[CHEAP] else highest_rank(wins)


@decision
def spare(view, cards, parameters):
    """Return those of `cards` that do not bare a Ten, all if there are no others."""
    if parameters[TEN] == 0:
        return cards
    rest = cards & ~baring_tens(view.hand, hidden(view))
    return rest if rest else cards


HEURISTIC = Strategy(
    name="heuristic",
    game="klaberjass",
    summary="takes by the worth of his hand, leads trumps from length, wins cheaply",
    decisions={"take": take, "dix": dix, "play": play},
    parameters=PARAMETERS,
)
