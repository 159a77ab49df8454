"""What a sensible player does: bid by his hand, draw trumps, feed points to friends.

A hand is weighed by `simcore.games.rook.tactics`. Every habit has a parameter that
switches it off.
"""

import numpy as np

from simcore.games.rook.pack import HIGH, LOW, SUITS
from simcore.games.rook.tactics import (
    dearest,
    has_suit,
    high_value,
    least,
    low_value,
    lowest_rank,
    masters,
    outstanding,
    points_of,
    suit_value,
    winning,
)
from simcore.games.rook.view import BID_STEP, LEAST_BID, MOST_BID, PASS
from simcore.jit import popcount, trailing_zeros
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import LANE, above, highest, lane_of, lowest
from simcore.view import NOBODY

PARAMETERS = {
    "base": Parameter(5.0, "what kitty and partner add to his hand when he bids"),
    "most": Parameter(MOST_BID, "the highest bid he makes; 0: never bids"),
    "length": Parameter(12.0, "points that each trump is worth to him"),
    "no_trump": Parameter(0.0, "how much better high or low must look; 999: never"),
    "call": Parameter(1.0, "1: calls the strongest card he lacks, 0: the lowest"),
    "left": Parameter(1.0, "1: lets the seat on his left lead, 0: leads"),
    "bury": Parameter(1.0, "1: buries points that would be lost, 0: keeps points"),
    "draw": Parameter(3.0, "with so many trumps he draws trumps; 14: never"),
    "cash": Parameter(1.0, "1: leads plain cards that nobody can beat"),
    "smear": Parameter(1.0, "1: declarer and partner give points to each other"),
    "help": Parameter(1.0, "1: defenders do, once the partner is known"),
    "trust": Parameter(1.0, "1: defenders take all but the declarer for friends"),
    "ruff": Parameter(10.0, "points that must lie in a trick he trumps"),
    "cheap": Parameter(1.0, "1: wins with his lowest card that does, 0: the highest"),
}
(
    BASE,
    MOST,
    LENGTH,
    NO_TRUMP,
    CALL,
    LEFT,
    BURY,
    DRAW,
    CASH,
    SMEAR,
    HELP,
    TRUST,
    RUFF,
    CHEAP,
) = range(len(PARAMETERS))

NOTHING = np.uint64(0)
BIDS = ~np.uint64(1 << PASS)
LAST = 4
"""Cards on the table when the last player plays."""


@decision
def best_suit(view, parameters):
    """Return the suit that suits the hand best."""
    best = 0
    for suit in range(1, SUITS):
        value = suit_value(view.hand, suit, parameters[LENGTH])
        if value > suit_value(view.hand, best, parameters[LENGTH]):
            best = suit
    return best


@decision
def best_declaration(view, parameters):
    """Return the suit, HIGH or LOW that looks best."""
    best = best_suit(view, parameters)
    value = suit_value(view.hand, best, parameters[LENGTH]) + parameters[NO_TRUMP]
    high = high_value(view.hand)
    low = low_value(view.hand, view.ace_is_low)
    if max(high, low) > value:
        return HIGH if high >= low else LOW
    return best


@decision
def value_of(view, parameters, declaration):
    """Return what the hand is worth with a declaration."""
    if declaration == HIGH:
        return high_value(view.hand)
    if declaration == LOW:
        return low_value(view.hand, view.ace_is_low)
    return suit_value(view.hand, declaration, parameters[LENGTH])


@decision
def bid(view, parameters, rng):
    """Make the next bid as long as the hand is worth it."""
    answer = trailing_zeros(lowest(view.legal & BIDS))
    points = LEAST_BID + BID_STEP * (answer - 1)
    worth = value_of(view, parameters, best_declaration(view, parameters))
    limit = min(parameters[MOST], worth + parameters[BASE])
    return answer if view.legal & BIDS and points <= limit else PASS


@decision
def trump(view, parameters, rng):
    """Declare what looks best with the kitty in hand."""
    return best_declaration(view, parameters)


@decision
def partner(view, parameters, rng):
    """Call the highest trump that he lacks, or else the best card of a suit."""
    if not parameters[CALL]:
        return lowest(view.legal)
    trumps = view.legal & view.trumps
    if trumps:
        return highest(trumps)
    tops = masters(view.legal, view.hand)
    return lowest_rank(tops) if tops else lowest_rank(view.legal)


@decision
def lead(view, parameters, rng):
    """Let the left seat lead, so as to play last, unless told otherwise."""
    return 1 if parameters[LEFT] else 0


@decision
def bury(view, parameters, rng):
    """Bury plain cards that would lose: with points on purpose, or without."""
    others = outstanding(view)
    away = NOTHING
    for _ in range(view.limit):
        left = view.hand & ~away
        away |= next_to_bury(left, others, parameters[BURY], view)
    return away


@decision
def next_to_bury(cards, others, points, view):
    """Return the next card to bury among `cards`."""
    losers = cards & ~view.trumps & ~masters(cards, others)
    if not losers:
        return least(cards, view)
    counters = losers & (view.tens | view.fives | view.aces)
    if points and counters:
        tens = counters & ~view.fives
        return lowest_rank(tens if tens else counters)
    small = losers & ~counters
    return shortest(small if small else losers, cards)


@decision
def shortest(cards, hand):
    """Return the lowest of `cards` in the suit of which `hand` holds fewest."""
    best, fewest = lowest(cards), 99
    for suit in range(SUITS):
        lane = LANE << np.uint64(16 * suit)
        if cards & lane and popcount(hand & lane) < fewest:
            best, fewest = lowest(cards & lane), popcount(hand & lane)
    return best


@decision
def is_partner(view):
    """Return whether he holds or held the card that was called."""
    return (view.hand | view.played[view.seat]) & view.called != 0


@decision
def is_friend(view, parameters):
    """Return whether he wants the seat that is winning to take the trick."""
    winner = view.winner
    if view.seat == view.declarer:
        return parameters[SMEAR] != 0 and winner == view.partner
    if is_partner(view):
        return parameters[SMEAR] != 0 and winner == view.declarer
    if view.partner == NOBODY:
        return parameters[TRUST] != 0 and winner != view.declarer
    others = winner != view.declarer and winner != view.partner
    return parameters[HELP] != 0 and others


@decision
def play(view, parameters, rng):
    """Lead or follow."""
    others = outstanding(view)
    if view.led:
        return follow(view, parameters, others)
    hand = view.hand
    trumps = hand & view.trumps
    top = masters(hand, others)
    is_ours = view.seat == view.declarer or is_partner(view)
    is_enough = trumps != 0 and popcount(trumps) >= parameters[DRAW]
    if has_suit(view) and is_ours and is_enough and others & view.trumps:
        return highest(trumps) if trumps & top else least(trumps, view)
    cash = top & ~view.trumps
    if parameters[CASH] and cash:
        return lowest_rank(cash)
    return least(hand, view)


@decision
def follow(view, parameters, others):
    """Feed a friend's trick, take an enemy's, or play the least."""
    legal = view.legal
    is_last = popcount(view.table) == LAST
    threats = others & lane_of(view.best) & above(view.best)
    if is_friend(view, parameters):
        is_safe = is_last or not threats
        return dearest(legal, view) if is_safe else least(legal, view)
    able = winning(legal, view)
    if not is_last:
        able &= masters(able, others) | (view.trumps & ~lane_of(view.led))
    ruffs = able & view.trumps & ~lane_of(view.led)
    if able and (not ruffs or points_of(view.table, view) >= parameters[RUFF]):
        return lowest_rank(able) if parameters[CHEAP] else highest(able)
    return least(legal, view)


HEURISTIC = Strategy(
    name="heuristic",
    game="rook",
    summary="bids by its hand, draws trumps, gives points to friends",
    decisions={
        "bid": bid,
        "trump": trump,
        "partner": partner,
        "lead": lead,
        "bury": bury,
        "play": play,
    },
    parameters=PARAMETERS,
)
