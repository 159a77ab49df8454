"""Strategies for tests of Kratzen: one follows a script, one joins everything."""

import numpy as np

from simcore.games.kratzen.view import DECISIONS, PLAY, SCHLAGEN
from simcore.jit import popcount
from simcore.rng import below, random_bit, random_subset
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import lowest

MOST_AWAY = 6
MOST_DISCARDS = 9
CALL = 0
JOIN = 1
CARDS = 2
AWAY = CARDS + 4
DISCARDS = AWAY + MOST_AWAY

ONE = np.uint64(1)


@decision
def scripted_call(view, parameters, rng):
    """Make the call that the script says if it is legal, else none."""
    call = np.uint64(parameters[CALL])
    return call if view.legal >> call & ONE else np.uint64(0)


@decision
def scripted_join(view, parameters, rng):
    """Answer what the script says; who may not defer any more plays."""
    answer = np.uint64(parameters[JOIN])
    return answer if view.legal >> answer & ONE else np.uint64(PLAY)


@decision
def scripted_exchange(view, parameters, rng):
    """Put away the cards of the script."""
    away = np.uint64(0)
    for place in range(AWAY, AWAY + MOST_AWAY):
        if parameters[place] >= 0:
            away |= ONE << np.uint64(parameters[place])
    return away


@decision
def scripted_discard(view, parameters, rng):
    """Discard the cards of the script, and the lowest where it says too few."""
    away = np.uint64(0)
    for place in range(DISCARDS, DISCARDS + MOST_DISCARDS):
        if parameters[place] >= 0:
            away |= (ONE << np.uint64(parameters[place])) & view.hand
    while popcount(away) < view.limit:
        away |= lowest(view.hand & ~away)
    return away


@decision
def scripted_play(view, parameters, rng):
    """Play the card that the script has for this trick, legal or not."""
    place = parameters[CARDS + view.trick]
    return ONE << np.uint64(place) if place >= 0 else lowest(view.legal)


SCRIPTED = Strategy(
    name="scripted",
    game="kratzen",
    summary="does what its parameters say; cards are places in a view, -1 is none",
    decisions={
        "call": scripted_call,
        "join": scripted_join,
        "exchange": scripted_exchange,
        "discard": scripted_discard,
        "play": scripted_play,
    },
    parameters={
        "call": Parameter(0, "the call"),
        "join": Parameter(0, "drop, play or defer"),
        **{f"card_{n}": Parameter(-1, "the card played") for n in range(4)},
        **{f"away_{n}": Parameter(-1, "a card exchanged") for n in range(MOST_AWAY)},
        **{f"discard_{n}": Parameter(-1, "a card") for n in range(MOST_DISCARDS)},
    },
)


@decision
def eager_call(view, parameters, rng):
    """Call schlagen, or else nothing."""
    return SCHLAGEN if view.legal >> np.uint64(SCHLAGEN) & ONE else 0


@decision
def eager_join(view, parameters, rng):
    """Play along."""
    return PLAY


@decision
def eager_exchange(view, parameters, rng):
    """Exchange any cards, few more often than many."""
    return random_subset(rng, view.hand, min(view.limit, below(rng, 4)))


@decision
def eager_discard(view, parameters, rng):
    """Discard any cards."""
    return random_subset(rng, view.hand, view.limit)


@decision
def eager_play(view, parameters, rng):
    """Play any legal card."""
    return random_bit(rng, view.legal)


EAGER = Strategy(
    name="eager",
    game="kratzen",
    summary="calls schlagen and joins every deal",
    decisions=dict(
        zip(
            DECISIONS,
            (eager_call, eager_join, eager_exchange, eager_discard, eager_play),
            strict=True,
        )
    ),
)
