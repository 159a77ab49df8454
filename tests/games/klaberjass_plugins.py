"""Strategies for tests of Klaberjass: some follow a script, others note their views.

The cameras reach into memory by an address that they get as a parameter, which no
honest strategy could have.
"""

import numpy as np

from games.witnesses import address_of, words_at
from simcore.games.klaberjass.view import DECISIONS, PASS, VIEW
from simcore.loading import built_in_strategies
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import lowest

N_TRICKS = 9
SCRIPT = ("first", "second", "dix", *(f"card_{trick}" for trick in range(N_TRICKS)))
"""Answers in both rounds; the dix; cards as their place in a view, -1 for any."""

FIRST, SECOND, DIX, CARD, *_ = range(len(SCRIPT))

ONE = np.uint64(1)
VIEW_WORDS = VIEW.itemsize // 8
LOG_HEAD = 2
LOG_SHAPE = (20, LOG_HEAD + VIEW_WORDS)
"""Row 0 holds how many rows are used; a row is decision, answer, and the view."""


@decision
def scripted_take(view, parameters, rng):
    """Take or pass as the script says for this round."""
    return np.int64(parameters[FIRST if view.round == 1 else SECOND])


@decision
def scripted_dix(view, parameters, rng):
    """Exchange the 7 of trumps or keep it."""
    return np.int64(parameters[DIX])


@decision
def scripted_play(view, parameters, rng):
    """Play the card of the script, legal or not."""
    place = parameters[CARD + view.trick]
    return ONE << np.uint64(place) if place >= 0 else lowest(view.legal)


@decision
def blabbing_play(view, parameters, rng):
    """Write the own hand where the other can read it, and play as the script says."""
    words_at(address_of(view), VIEW_WORDS)[LEAK] = view.hand
    return scripted_play(view, parameters, rng)


LEAK = VIEW.fields["second"][1] // 8

_PARAMETERS = {
    name: Parameter({"dix": 1, "first": PASS, "second": PASS}.get(name, -1), "")
    for name in SCRIPT
}


def _follower(name, play):
    """Return a strategy that follows a script."""
    return Strategy(
        name=name,
        game="klaberjass",
        summary="does what its parameters say",
        decisions={"take": scripted_take, "dix": scripted_dix, "play": play},
        parameters=_PARAMETERS,
    )


SCRIPTED = _follower("scripted", scripted_play)
BLABBING = _follower("blabbing", blabbing_play)


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
        game="klaberjass",
        summary="writes down what it is shown",
        decisions={
            name: watched(strategy.decisions[name], slot, place)
            for slot, name in enumerate(DECISIONS)
        },
        parameters={**strategy.parameters, "log": Parameter(0, "address of a log")},
    )


BUILT_IN = built_in_strategies("klaberjass")
WATCHED_RANDOM = with_camera(BUILT_IN["random"])
WATCHED_HEURISTIC = with_camera(BUILT_IN["heuristic"])
