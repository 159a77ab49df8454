"""Strategies for tests of Klaberjass: some follow a script, others note their views."""

import numpy as np

from games.cameras import ONE, WORD, address_of, with_camera, words_at
from simcore.games.klaberjass.view import DECISIONS, PASS, VIEW
from simcore.loading import built_in_strategies
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import lowest

N_TRICKS = 9
SCRIPT = ("first", "second", "dix", *(f"card_{trick}" for trick in range(N_TRICKS)))
"""Answers in both rounds; the dix; cards as their place in a view, -1 for any."""

FIRST, SECOND, DIX, CARD, *_ = range(len(SCRIPT))

VIEW_WORDS = VIEW.itemsize // WORD


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


LEAK = VIEW.fields["second"][1] // WORD

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

BUILT_IN = built_in_strategies("klaberjass")
WATCHED_RANDOM = with_camera(BUILT_IN["random"], DECISIONS, VIEW)
WATCHED_HEURISTIC = with_camera(BUILT_IN["heuristic"], DECISIONS, VIEW)
