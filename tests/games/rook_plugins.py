"""Strategies for tests of Rook: one follows a script, others write down their views."""

import numpy as np

from games.cameras import ONE, with_camera
from simcore.games.rook.view import DECISIONS, PASS, VIEW
from simcore.loading import built_in_strategies
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import lowest

N_TRICKS = 10
SCRIPT = (
    "bids",
    "trump",
    "called",
    "lead",
    "away_low",
    "away_high",
    *(f"card_{trick}" for trick in range(N_TRICKS)),
)
"""Bids as a mask of answers; cards as their place in a view, -1 for any."""

BIDS, TRUMP, CALLED, LEAD, AWAY_LOW, AWAY_HIGH, CARD, *_ = range(len(SCRIPT))

HALF = np.uint64(32)


@decision
def scripted_bid(view, parameters, rng):
    """Make the next bid of the script, or pass."""
    bids = np.uint64(parameters[BIDS]) & view.legal & ~np.uint64(1 << PASS)
    answer = PASS
    while bids >> np.uint64(answer) & ONE == 0 and answer < 63:
        answer += 1
    return answer if bids else PASS


@decision
def scripted_trump(view, parameters, rng):
    """Declare what the script says."""
    return np.int64(parameters[TRUMP])


@decision
def scripted_partner(view, parameters, rng):
    """Call the card of the script, legal or not."""
    place = parameters[CALLED]
    return ONE << np.uint64(place) if place >= 0 else lowest(view.legal)


@decision
def scripted_lead(view, parameters, rng):
    """Lead, or let the left seat lead."""
    return np.int64(parameters[LEAD])


@decision
def scripted_bury(view, parameters, rng):
    """Bury the cards of the script, and the lowest where it says none."""
    away = np.uint64(parameters[AWAY_LOW]) | np.uint64(parameters[AWAY_HIGH]) << HALF
    if not away:
        for _ in range(view.limit):
            away |= lowest(view.hand & ~away)
    return away


@decision
def scripted_play(view, parameters, rng):
    """Play the card of the script, legal or not."""
    place = parameters[CARD + view.trick]
    return ONE << np.uint64(place) if place >= 0 else lowest(view.legal)


SCRIPTED = Strategy(
    name="scripted",
    game="rook",
    summary="does what its parameters say",
    decisions=dict(
        zip(
            DECISIONS,
            (
                scripted_bid,
                scripted_trump,
                scripted_partner,
                scripted_lead,
                scripted_bury,
                scripted_play,
            ),
            strict=True,
        )
    ),
    parameters={
        name: Parameter(-1 if name.startswith("ca") else 0, "see `SCRIPT`")
        for name in SCRIPT
    },
)

BUILT_IN = built_in_strategies("rook")
WATCHED_RANDOM = with_camera(BUILT_IN["random"], DECISIONS, VIEW)
WATCHED_HEURISTIC = with_camera(BUILT_IN["heuristic"], DECISIONS, VIEW)
