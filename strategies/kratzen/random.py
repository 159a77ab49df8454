"""Uniform choices everywhere: the yardstick of every other strategy."""

import numpy as np

from simcore.jit import trailing_zeros
from simcore.rng import below, random_bit, random_subset
from simcore.strategy import Strategy, decision


@decision
def call(view, parameters, rng):
    """Return one of the legal calls, each equally likely."""
    return trailing_zeros(random_bit(rng, view.legal))


@decision
def join(view, parameters, rng):
    """Play or drop by a fair coin; defer or not, where allowed, by another."""
    if view.legal >> np.uint64(2) and below(rng, 2) == 0:
        return 2
    return below(rng, 2)


@decision
def exchange(view, parameters, rng):
    """Exchange 0 to the most cards allowed, each number equally likely."""
    return random_subset(rng, view.hand, below(rng, view.limit + 1))


@decision
def discard(view, parameters, rng):
    """Discard any cards, each set of the right size equally likely."""
    return random_subset(rng, view.hand, view.limit)


@decision
def play(view, parameters, rng):
    """Play one of the legal cards, each equally likely."""
    return random_bit(rng, view.legal)


RANDOM = Strategy(
    name="random",
    game="kratzen",
    summary="uniform among the legal choices of every kind",
    decisions={
        "call": call,
        "join": join,
        "exchange": exchange,
        "discard": discard,
        "play": play,
    },
)
