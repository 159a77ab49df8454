"""Uniform choices everywhere: the yardstick of every other strategy."""

from simcore.jit import trailing_zeros
from simcore.rng import random_bit
from simcore.strategy import Strategy, decision


@decision
def trump(view, parameters, rng):
    """Say one of the legal things, each equally likely."""
    return trailing_zeros(random_bit(rng, view.legal))


@decision
def play(view, parameters, rng):
    """Play one of the legal cards, each equally likely."""
    return random_bit(rng, view.legal)


RANDOM = Strategy(
    name="random",
    game="chibre",
    summary="uniform among the legal choices of every kind",
    decisions={"trump": trump, "play": play},
)
