"""A sensible player: leads Aces, wins as cheaply as he can, else spends a low card."""

import numpy as np

from simcore.games.trio.rules import PACK
from simcore.strategy import Strategy, decision
from simcore.tricks import above, lane_of, lowest

ACES = np.uint64(sum(PACK.parse_card("A" + suit) for suit in PACK.suits))


@decision
def play(view, parameters, rng):
    """Lead an Ace; win with the lowest card that does; else play the lowest bit."""
    if view.led == 0:
        aces = view.legal & ACES
        return lowest(aces) if aces else lowest(view.legal)
    wins = view.legal & lane_of(view.led) & above(view.best)
    return lowest(wins) if wins else lowest(view.legal)


THRIFTY = Strategy(
    name="thrifty",
    game="trio",
    summary="leads Aces and wins cheaply",
    decisions={"play": play},
)
