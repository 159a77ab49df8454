"""Strategies for tests of Rook: one follows a script, others write down their views.

The cameras reach into memory by an address that they get as a parameter, which no
honest strategy could have.
"""

import numpy as np

from games.witnesses import address_of, words_at
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

ONE = np.uint64(1)
HALF = np.uint64(32)
VIEW_WORDS = VIEW.itemsize // 8
LOG_HEAD = 2
LOG_SHAPE = (200, LOG_HEAD + VIEW_WORDS)
"""Row 0 holds how many rows are used; a row is decision, answer, and the view."""


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


def watched(inner, slot, place):
    """Return a decision that answers like `inner` and writes down what it saw."""

    @decision
    def camera(view, parameters, rng):
        answer = np.uint64(inner(view, parameters, rng))
        width = LOG_HEAD + VIEW_WORDS
        log = words_at(np.int64(parameters[place]), LOG_SHAPE[0] * width)
        log[0] += ONE
        start = np.int64(log[0]) * width
        log[start] = np.uint64(slot)
        log[start + 1] = answer
        seen = words_at(address_of(view), VIEW_WORDS)
        for word in range(VIEW_WORDS):
            log[start + LOG_HEAD + word] = seen[word]
        return answer

    return camera


def with_camera(strategy):
    """Return a strategy that plays like another; its last parameter is a log."""
    place = len(strategy.parameters)
    return Strategy(
        name=f"watched-{strategy.name}",
        game="rook",
        summary="writes down what it is shown",
        decisions={
            name: watched(strategy.decisions[name], slot, place)
            for slot, name in enumerate(DECISIONS)
        },
        parameters={**strategy.parameters, "log": Parameter(0, "address of a log")},
    )


BUILT_IN = built_in_strategies("rook")
WATCHED_RANDOM = with_camera(BUILT_IN["random"])
WATCHED_HEURISTIC = with_camera(BUILT_IN["heuristic"])
