"""Strategies for tests of Chibre: one follows a script, others write down their views.

The cameras reach into memory by an address that they get as a parameter, which no
honest strategy could have.
"""

import numpy as np

from games.witnesses import address_of, words_at
from simcore.games.chibre.view import CHIBRE, DECISIONS, VIEW
from simcore.loading import built_in_strategies
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import lowest

N_TRICKS = 9
SCRIPT = ("first", "second", "blabs", *(f"card_{trick}" for trick in range(N_TRICKS)))
"""What is said at once and after a chibre; cards as their place in a view, -1: any."""

FIRST, SECOND, BLABS, CARD, *_ = range(len(SCRIPT))

ONE = np.uint64(1)
VIEW_WORDS = VIEW.itemsize // 8
SHOWN = VIEW.fields["shown"][1] // 8
LOG_HEAD = 2
LOG_SHAPE = (30, LOG_HEAD + VIEW_WORDS)
"""Row 0 holds how many rows are used; a row is decision, answer, and the view."""


@decision
def scripted_trump(view, parameters, rng):
    """Say what the script says, legal or not."""
    is_first = view.legal >> np.uint64(CHIBRE) & ONE
    return np.int64(parameters[FIRST if is_first else SECOND])


@decision
def scripted_play(view, parameters, rng):
    """Play the card of the script, legal or not."""
    if parameters[BLABS]:
        words_at(address_of(view), VIEW_WORDS)[SHOWN + view.seat] = view.hand
    place = parameters[CARD + view.trick]
    return ONE << np.uint64(place) if place >= 0 else lowest(view.legal)


SCRIPTED = Strategy(
    name="scripted",
    game="chibre",
    summary="does what its parameters say",
    decisions={"trump": scripted_trump, "play": scripted_play},
    parameters={
        name: Parameter(-1 if name.startswith("card") else 0, "see `SCRIPT`")
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
        game="chibre",
        summary="writes down what it is shown",
        decisions={
            name: watched(strategy.decisions[name], slot, place)
            for slot, name in enumerate(DECISIONS)
        },
        parameters={**strategy.parameters, "log": Parameter(0, "address of a log")},
    )


BUILT_IN = built_in_strategies("chibre")
WATCHED_RANDOM = with_camera(BUILT_IN["random"])
WATCHED_HEURISTIC = with_camera(BUILT_IN["heuristic"])
