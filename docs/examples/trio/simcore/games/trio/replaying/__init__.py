"""Records of Trio: their shape, what they mean to the kernels, and the duties."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from simcore.games.trio.rules import PACK
from simcore.games.trio.view import DECISIONS, HAND_SIZE
from simcore.options import Rules
from simcore.recording import Event, Record
from simcore.replaying.contract import Follower, GameReplay, Setup, mask_of, new_bits
from simcore.replaying.reading import PLAY, TRICK, Shape
from simcore.replaying.suits import FRENCH

_PLAY = DECISIONS.index("play")
_BITS = new_bits(PACK)


def prepare(record: Record, rules: Rules, given: NDArray[Any]) -> Setup:
    """Return what a record means to the kernels; see `GameReplay`."""
    known = given[0]
    known["is_given"] = 1
    known["hand"] = [mask_of(_BITS, hand) for hand in record["hands"]]
    table = {"dealer": record["dealer"], "score": record["scores_before"]}
    setup = Setup(given, 1, table)
    for event in record["events"]:
        if event["type"] == "play":
            setup.decide(event["seat"], _PLAY, _BITS[event["card"]])
    return setup


class _Follower(Follower):
    """Follows a deal of Trio, in which nothing but cards is ever decided."""

    def take_in(self, event: Event) -> None:
        """Take in an event that is no card of a trick: there are none."""

    def why_not_play(self, seat: int, card: str) -> str:
        """Return which duty a card neglects."""
        led = self.trick[0][1][-1]
        return f"seat {seat} holds {FRENCH[led]} and must follow"

    def why_not_decide(self, event: Event, right: Event) -> str:
        """Return why something else cannot be decided: it never is."""
        return f"there is no {event['type']} in trio"


REPLAY = GameReplay(
    top=Shape(),
    events={"play": PLAY, "trick": TRICK},
    result=Shape({"score": "integers"}),
    void=Shape(),
    hand_size=HAND_SIZE,
    decisions={"play": ("card",)},
    n_scores=None,
    prepare=prepare,
    follower=_Follower,
)
