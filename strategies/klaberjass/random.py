"""Uniform choices everywhere: the yardstick of every other strategy."""

import numpy as np

from simcore.games.klaberjass.view import PASS
from simcore.jit import trailing_zeros
from simcore.rng import chance, random_bit
from simcore.strategy import Parameter, Strategy, decision

PARAMETERS = {"take": Parameter(0.5, "chance that he takes when he may")}
(TAKE,) = range(len(PARAMETERS))

SUITS = np.uint64((1 << PASS) - 1)


@decision
def take(view, parameters, rng):
    """Take or pass by a coin; name any legal suit, each equally likely."""
    if not chance(rng, parameters[TAKE]):
        return PASS
    return trailing_zeros(random_bit(rng, view.legal & SUITS))


@decision
def dix(view, parameters, rng):
    """Take the turned-up card for the 7 of trumps, always."""
    return 1


@decision
def play(view, parameters, rng):
    """Play one of the legal cards, each equally likely."""
    return random_bit(rng, view.legal)


RANDOM = Strategy(
    name="random",
    game="klaberjass",
    summary="uniform among the legal choices of every kind",
    decisions={"take": take, "dix": dix, "play": play},
    parameters=PARAMETERS,
)
