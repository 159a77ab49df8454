"""Uniform choices everywhere: the yardstick of every other strategy."""

from simcore.rng import random_bit
from simcore.strategy import Strategy, decision


@decision
def play(view, parameters, rng):
    """Play one of the legal cards, each equally likely."""
    return random_bit(rng, view.legal)


RANDOM = Strategy(
    name="random",
    game="trio",
    summary="uniform among the legal cards",
    decisions={"play": play},
)
