"""Strategies for the test of views: some write down what they are shown, one peeks.

They reach into memory as `games.cameras` do.
"""

import numpy as np

from games.cameras import ONE, WORD, address_of, with_camera, words_at
from simcore.games.kratzen.table import TABLE
from simcore.games.kratzen.view import DECISIONS, PLAY, VIEW
from simcore.jit import popcount
from simcore.loading import built_in_strategies
from simcore.strategy import Parameter, Strategy, decision
from simcore.tricks import highest, lowest

VIEW_WORDS = VIEW.itemsize // WORD
TABLE_WORDS = TABLE.itemsize // WORD
HANDS = TABLE.fields["hand"][1] // WORD
SHOWN = VIEW.fields["shown"][1] // WORD

HALF = np.uint64(32)
NOTHING = np.uint64(0)


# A cheat.


@decision
def secret(view, parameters):
    """Return 0 or 1 by the cards of the next player, whom one must not see."""
    table = words_at(np.int64(parameters[0]), TABLE_WORDS)
    seat = (view.seat + 1) % view.n_seats
    return popcount(table[HANDS + seat] & np.uint64(0x55AA_55AA_55AA_55AA)) & 1


@decision
def peeking_number(view, parameters, rng):
    """Answer the highest or the lowest number allowed."""
    answer = highest(view.legal) if secret(view, parameters) else lowest(view.legal)
    return popcount(answer - ONE)


@decision
def peeking_exchange(view, parameters, rng):
    """Exchange one card or none."""
    swaps = secret(view, parameters) and view.limit > 0
    return lowest(view.hand) if swaps else NOTHING


@decision
def peeking_discard(view, parameters, rng):
    """Discard the highest or the lowest cards."""
    high = secret(view, parameters)
    away = NOTHING
    for _ in range(view.limit):
        rest = view.hand & ~away
        away |= highest(rest) if high else lowest(rest)
    return away


@decision
def peeking_play(view, parameters, rng):
    """Play the highest or the lowest card allowed."""
    return highest(view.legal) if secret(view, parameters) else lowest(view.legal)


PEEKER = Strategy(
    name="peeker",
    game="kratzen",
    summary="looks into the hand of the next player",
    decisions={
        "call": peeking_number,
        "join": peeking_number,
        "exchange": peeking_exchange,
        "discard": peeking_discard,
        "play": peeking_play,
    },
    parameters={"table": Parameter(0, "address of the table")},
)

# A script.

SCRIPT = (
    "call",
    "join",
    "last_join",
    *(f"card_{trick}" for trick in range(4)),
    "away_low",
    "away_high",
    "discard_low",
    "discard_high",
    "blabs",
)
"""What the parameters of a script are; -1 for a card is any, numbers are answers."""

CALL, JOIN, LAST_JOIN, CARD, *_ = range(len(SCRIPT))
AWAY = SCRIPT.index("away_low")
DISCARD = SCRIPT.index("discard_low")
BLABS = SCRIPT.index("blabs")


@decision
def cards_of(low, high):
    """Return the cards in two halves of 32 bits, as a float64 holds no 64."""
    return np.uint64(low) | np.uint64(high) << HALF


@decision
def scripted_call(view, parameters, rng):
    """Answer as the script says."""
    if parameters[BLABS]:
        words_at(address_of(view), VIEW_WORDS)[SHOWN + view.seat] = view.hand
    return np.int64(parameters[CALL])


@decision
def scripted_join(view, parameters, rng):
    """Answer as the script says, to the second question with its second answer."""
    place = LAST_JOIN if view.deferred == view.seat else JOIN
    answer = np.uint64(parameters[place])
    return answer if view.legal >> answer & ONE else np.uint64(PLAY)


@decision
def scripted_exchange(view, parameters, rng):
    """Put away the cards of the script."""
    return cards_of(parameters[AWAY], parameters[AWAY + 1])


@decision
def scripted_discard(view, parameters, rng):
    """Discard the cards of the script, and the lowest where it says too few."""
    away = cards_of(parameters[DISCARD], parameters[DISCARD + 1])
    while popcount(away) < view.limit:
        away |= lowest(view.hand & ~away)
    return away


@decision
def scripted_play(view, parameters, rng):
    """Play the card of the script, legal or not."""
    place = parameters[CARD + view.trick]
    return ONE << np.uint64(place) if place >= 0 else lowest(view.legal)


SCRIPTED = Strategy(
    name="scripted",
    game="kratzen",
    summary="does what its parameters say",
    decisions=dict(
        zip(
            DECISIONS,
            (
                scripted_call,
                scripted_join,
                scripted_exchange,
                scripted_discard,
                scripted_play,
            ),
            strict=True,
        )
    ),
    parameters={name: Parameter(0, "see `SCRIPT`") for name in SCRIPT},
)

WATCHED = [
    with_camera(built_in, DECISIONS, VIEW)
    for built_in in built_in_strategies("kratzen").values()
]
WATCHED_PEEKER = with_camera(PEEKER, DECISIONS, VIEW)

# The loader looks for strategies among the variables of a file, not in its lists.
globals().update({f"_{number}": found for number, found in enumerate(WATCHED)})
