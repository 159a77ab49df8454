"""Records of Chibre: their shape, what they mean to the kernels, and the duties."""

from __future__ import annotations

from functools import cache
from typing import Any

from numpy.typing import NDArray

from simcore.games.chibre.pack import HAND_SIZE, OBENABE, PACK
from simcore.games.chibre.ranks import turn
from simcore.games.chibre.recording import CALLS
from simcore.games.chibre.view import DECISIONS, N_SEATS
from simcore.options import Rules
from simcore.recording import Event, Record
from simcore.replaying.contract import (
    Follower,
    GameReplay,
    Setup,
    mask_of,
    new_bits,
)
from simcore.replaying.reading import MELD, PLAY, TRICK, Shape, UnreadableError
from simcore.replaying.suits import FRENCH

_TRUMP, _PLAY = (DECISIONS.index(name) for name in ("trump", "play"))
_NO_CALL = 63
_TRUMP_ORDER = "678TQKA9J"

_BITS = new_bits(PACK)
"""The bit of each card as dealt."""


@cache
def _turned(trump: int) -> dict[str, int]:
    """Return the bit of each card when `trump` has been named."""
    return new_bits(PACK, lambda cards: turn(cards, trump))


def prepare(record: Record, rules: Rules, given: NDArray[Any]) -> Setup:
    """Return what a record means to the kernels; see `GameReplay`."""
    is_first = record.get("first", False)
    scores = record["scores_before"]
    if is_first and any(scores):
        raise UnreadableError("the first deal of a match starts with scores of 0")
    known = given[0]
    known["is_given"] = 1
    known["dealer"] = record["dealer"]
    known["hand"] = [mask_of(_BITS, hand) for hand in record["hands"]]
    table = {"dealer": record["dealer"], "score": scores}
    setup = Setup(given, 0 if is_first else 1, table, is_match=is_first)
    trump = 0
    for event in record["events"]:
        if event["type"] == "trump":
            call = event["trump"]
            number = CALLS.index(call) if call in CALLS else _NO_CALL
            setup.decide(event["seat"], _TRUMP, number)
            if number <= OBENABE + 1:
                trump = number
        elif event["type"] == "play":
            card = _turned(trump)[event["card"]]
            setup.decide(event["seat"], _PLAY, card)
    return setup


class _Follower(Follower):
    """Follows a deal of Chibre."""

    def __init__(self, record: Record, rules: Rules) -> None:
        super().__init__(record, rules)
        self._trump = ""
        self._said: list[str] = []

    def take_in(self, event: Event) -> None:
        """Take in what was said."""
        if event["type"] == "trump":
            self._said.append(event["trump"])
            self._trump = event["trump"]

    def why_not_play(self, seat: int, card: str) -> str:
        """Return which duty a card neglects."""
        led = self.trick[0][1][-1]
        hand = self.hands[seat]
        following = [one for one in hand if one[-1] == led]
        suit = card[-1]
        if suit not in (led, self._trump):
            can_ruff = self._trump in FRENCH and led != self._trump
            must = "must follow or play a trump" if can_ruff else "must follow"
            return f"Farbzwang: seat {seat} holds {FRENCH[led]} and {must}"
        lies = [one for _, one in self.trick if one[-1] == self._trump]
        if suit == self._trump and lies:
            best = max(lies, key=lambda one: _TRUMP_ORDER.index(one[0]))
            has = "holds other cards" if not following else f"holds {FRENCH[led]}"
            return (
                f"undertrumping: {best} lies in the trick and seat {seat} {has}, so a"
                f" lower trump than that may not be played"
            )
        return f"seat {seat} may not play {card} here"

    def why_not_decide(self, event: Event, right: Event) -> str:
        """Return why what was said cannot be said."""
        call = event["trump"]
        if call not in CALLS:
            return f"{call!r} is nothing that can be named; it takes {', '.join(CALLS)}"
        if call == "chibre":
            return f"seat {event['seat']} must name trumps: the choice was left to it"
        return f"{call} can be named only with modes=all"


REPLAY = GameReplay(
    top=Shape({}, {"first": "boolean"}),
    events={
        "trump": Shape({"seat": "seat", "trump": "text"}),
        "meld": MELD,
        "stoeck": Shape({"seat": "seat"}),
        "play": PLAY,
        "trick": TRICK,
    },
    result=Shape(
        {
            "chooser": "seat",
            "chibre": "boolean",
            "trump": "text",
            "card_points": "integers",
            "match": "integer?",
            "melds": "integers",
            "stoeck": "integers",
            "score": "integers",
        }
    ),
    void=Shape({"passed": "boolean"}),
    hand_size=HAND_SIZE,
    decisions={"trump": ("trump",), "play": ("card",)},
    n_scores=N_SEATS // 2,
    prepare=prepare,
    follower=_Follower,
)
