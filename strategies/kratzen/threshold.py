"""What a sensible player does: weigh the hand, compare it with thresholds.

A hand is weighed by the worths of `simcore.games.kratzen.tactics`. The other names are
the same player with other thresholds.
"""

import numpy as np

from simcore.games.kratzen.tactics import (
    best_of,
    highest_rank,
    reaches,
    strength,
    strength_if_andere,
    strength_if_naechste,
    weakest,
    weakest_of,
    winning,
    worth_less,
)
from simcore.games.kratzen.view import (
    ANDERE,
    DEFER,
    DROP,
    NAECHSTE,
    PLAY,
    SCHLAGEN,
    WEITER,
)
from simcore.jit import popcount
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import TRUMPS, highest

HAND_SIZE = 4

USUAL_SEATS = 4

PARAMETERS = {
    "schlagen": Parameter(1.4, "strength from which he calls schlagen"),
    "andere": Parameter(1.3, "mean strength over the other suits to call andere"),
    "naechste": Parameter(1.3, "mean strength over all suits to call naechste"),
    "join": Parameter(1.3, "strength from which he plays along"),
    "rise": Parameter(0.1, "how much more he needs for each who plays along already"),
    "crowd": Parameter(0.1, "how much more he needs for each player beyond four"),
    "keep": Parameter(0.3, "worth from which he keeps a card in the exchange"),
    "most": Parameter(3.0, "the most cards he exchanges"),
    "trumps": Parameter(2.0, "with so many trumps he leads the highest; 9: never"),
    "high": Parameter(1.0, "else he leads 1: his highest plain card, 0: his weakest"),
    "secure": Parameter(0.0, "1: takes the last trick he needs with his best card"),
}
(
    AT_SCHLAGEN,
    AT_ANDERE,
    AT_NAECHSTE,
    AT_JOIN,
    RISE,
    CROWD,
    KEEP,
    MOST,
    LEAD_TRUMPS,
    LEAD_HIGH,
    SECURE,
) = range(len(PARAMETERS))


@decision
def call(view, parameters, rng):
    """Make the highest call that the hand is strong enough for."""
    cards = best_of(view.hand, HAND_SIZE)
    more = parameters[CROWD] * (view.n_seats - USUAL_SEATS)
    answer = WEITER
    if reaches(strength_if_naechste(cards), parameters[AT_NAECHSTE] + more):
        answer = NAECHSTE
    if reaches(strength_if_andere(cards), parameters[AT_ANDERE] + more):
        answer = ANDERE
    if reaches(strength(cards), parameters[AT_SCHLAGEN] + more):
        answer = SCHLAGEN
    return answer if view.legal >> np.uint64(answer) & np.uint64(1) else WEITER


@decision
def join(view, parameters, rng):
    """Play with a strong hand, the stronger the more are in; defer what may change."""
    value = strength(best_of(view.hand, HAND_SIZE))
    rise = parameters[RISE]
    n_in = popcount(np.uint64(view.playing)) - 1
    needed = parameters[AT_JOIN] + parameters[CROWD] * (view.n_seats - USUAL_SEATS)
    if not reaches(value, needed + rise * n_in):
        return DROP
    may_defer = view.legal >> np.uint64(DEFER) != 0
    n_open = view.n_seats - popcount(np.uint64(view.playing | view.dropped)) - 1
    may_change = not reaches(value, needed + rise * (n_in + n_open))
    return DEFER if may_defer and may_change else PLAY


@decision
def exchange(view, parameters, rng):
    """Put away the weakest of the cards that are not worth keeping."""
    most = min(view.limit, np.int64(parameters[MOST]))
    cards = worth_less(view.hand, parameters[KEEP])
    return weakest_of(cards, min(most, popcount(cards)))


@decision
def discard(view, parameters, rng):
    """Throw the weakest cards away."""
    return weakest_of(view.hand, view.limit)


@decision
def play(view, parameters, rng):
    """Lead by style; follow with the least that the duties allow."""
    legal = view.legal
    if view.led == 0:
        trumps = legal & TRUMPS
        plain = legal & ~TRUMPS
        if trumps and popcount(trumps) >= parameters[LEAD_TRUMPS]:
            return highest(trumps)
        if plain and parameters[LEAD_HIGH]:
            return highest_rank(plain)
        return weakest(legal)
    if parameters[SECURE] and winning(legal, view):
        needed = 2 if view.seat == view.declarer else 1
        if view.tricks[view.seat] == needed - 1:
            return highest(legal)
    return weakest(legal)


THRESHOLD = Strategy(
    name="threshold",
    game="kratzen",
    summary="calls and plays along from given strengths of hand on",
    decisions={
        "call": call,
        "join": join,
        "exchange": exchange,
        "discard": discard,
        "play": play,
    },
    parameters=PARAMETERS,
)

NORMAL = THRESHOLD.preset(
    name="normal",
    summary="a sensible player: calls from 1.4, plays along from 1.3",
)

CAUTIOUS = THRESHOLD.preset(
    name="cautious",
    summary="waits for good cards: calls from 1.8, plays along from 1.6",
    schlagen=1.8,
    andere=1.5,
    naechste=1.5,
    join=1.6,
)

BOLD = THRESHOLD.preset(
    name="bold",
    summary="likes to be in: calls from 1.2, plays along from 1.1",
    schlagen=1.2,
    andere=1.1,
    naechste=1.1,
    join=1.1,
)
