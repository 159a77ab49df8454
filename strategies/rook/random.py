"""Uniform choices everywhere: the yardstick of every other strategy."""

import numpy as np

from simcore.games.rook.pack import SUITS
from simcore.games.rook.view import BID_STEP, LEAST_BID, MOST_BID, PASS
from simcore.jit import trailing_zeros
from simcore.rng import below, chance, random_bit, random_subset
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import lowest

PARAMETERS = {
    "bid": Parameter(0.5, "chance that he makes the next bid"),
    "most": Parameter(MOST_BID, "the highest bid he makes"),
    "no_trump": Parameter(1.0, "1: declares high and low too, 0: suits only"),
    "left": Parameter(0.5, "chance that he lets the seat on his left lead"),
}
BID, MOST, NO_TRUMP, LEFT = range(len(PARAMETERS))

N_DECLARATIONS = SUITS + 2
BIDS = ~np.uint64(1 << PASS)


@decision
def bid(view, parameters, rng):
    """Pass or make the next legal bid, by a coin."""
    answer = trailing_zeros(lowest(view.legal & BIDS))
    points = LEAST_BID + BID_STEP * (answer - 1)
    may_bid = view.legal & BIDS and points <= parameters[MOST]
    return answer if chance(rng, parameters[BID]) and may_bid else PASS


@decision
def trump(view, parameters, rng):
    """Declare a suit or one of the two no-trumps, each equally likely."""
    return below(rng, N_DECLARATIONS if parameters[NO_TRUMP] else SUITS)


@decision
def partner(view, parameters, rng):
    """Call any card that he does not hold, each equally likely."""
    return random_bit(rng, view.legal)


@decision
def lead(view, parameters, rng):
    """Lead, or let the seat on the left lead, by a coin."""
    return chance(rng, parameters[LEFT])


@decision
def bury(view, parameters, rng):
    """Bury any three cards, each set equally likely."""
    return random_subset(rng, view.hand, view.limit)


@decision
def play(view, parameters, rng):
    """Play one of the legal cards, each equally likely."""
    return random_bit(rng, view.legal)


RANDOM = Strategy(
    name="random",
    game="rook",
    summary="uniform among the legal choices of every kind",
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
