"""Strategies for tests of Chibre: one follows a script, others note their views."""

import numpy as np

from games.cameras import ONE, WORD, address_of, with_camera, words_at
from simcore.games.chibre.view import CHIBRE, DECISIONS, VIEW
from simcore.loading import built_in_strategies
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import lowest

N_TRICKS = 9
SCRIPT = ("first", "second", "blabs", *(f"card_{trick}" for trick in range(N_TRICKS)))
"""What is said at once and after a chibre; cards as their place in a view, -1: any."""

FIRST, SECOND, BLABS, CARD, *_ = range(len(SCRIPT))

VIEW_WORDS = VIEW.itemsize // WORD
SHOWN = VIEW.fields["shown"][1] // WORD


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

BUILT_IN = built_in_strategies("chibre")
WATCHED_RANDOM = with_camera(BUILT_IN["random"], DECISIONS, VIEW)
WATCHED_HEURISTIC = with_camera(BUILT_IN["heuristic"], DECISIONS, VIEW)
