"""Records of Rook: their shape, what they mean to the kernels, and the duties."""

from __future__ import annotations

from functools import cache
from typing import Any

from numpy.typing import NDArray

from simcore.games.rook.pack import HAND_SIZE, KITTY_SIZE, PACK
from simcore.games.rook.ranks import turn
from simcore.games.rook.recording import TRUMPS
from simcore.games.rook.view import BID_STEP, DECISIONS, LEAST_BID, MOST_BID, N_SEATS
from simcore.options import Rules
from simcore.recording import Event, Record
from simcore.replaying.contract import (
    Follower,
    GameReplay,
    Setup,
    mask_of,
    new_bits,
)
from simcore.replaying.reading import PLAY, TRICK, Shape
from simcore.replaying.suits import FRENCH

_BID, _TRUMP, _PARTNER, _LEAD, _BURY, _PLAY = (
    DECISIONS.index(name)
    for name in ("bid", "trump", "partner", "lead", "bury", "play")
)
_NO_ANSWER = 63
_ROOK = "Rk"

_BITS = new_bits(PACK)
"""The bit of each card as dealt."""


@cache
def _turned(trump: int, ace_is_low: bool) -> dict[str, int]:
    """Return the bit of each card when `trump` has been declared."""
    return new_bits(PACK, lambda cards: turn(cards, trump, ace_is_low))


def prepare(record: Record, rules: Rules, given: NDArray[Any]) -> Setup:
    """Return what a record means to the kernels; see `GameReplay`."""
    known = given[0]
    known["is_given"] = 1
    known["hand"] = [mask_of(_BITS, hand) for hand in record["hands"]]
    table = {"dealer": record["dealer"], "score": record["scores_before"]}
    setup = Setup(given, 1, table)
    turned = _BITS
    for event in record["events"]:
        kind, seat = event["type"], event.get("seat")
        if kind == "bid":
            setup.decide(seat, _BID, _bid_number(event["bid"]))
        elif kind == "declare":
            trump = _trump_number(event["trump"])
            ace_is_low = rules.as_dict()["low_ace"] == "low"
            if trump < len(TRUMPS):
                turned = _turned(trump, ace_is_low)
            setup.decide(seat, _TRUMP, trump)
            setup.decide(seat, _PARTNER, turned[event["partner_card"]])
            setup.decide(seat, _LEAD, (event["leader"] - seat) % N_SEATS)
        elif kind == "discard":
            setup.decide(seat, _BURY, mask_of(turned, event["cards"]))
        elif kind == "play":
            setup.decide(seat, _PLAY, turned[event["card"]])
    return setup


def _bid_number(bid: int) -> int:
    """Return the number of a bid as an answer; for none one that is never legal."""
    if bid == 0:
        return 0
    steps, rest = divmod(bid - LEAST_BID, BID_STEP)
    return steps + 1 if rest == 0 and LEAST_BID <= bid <= MOST_BID else _NO_ANSWER


def _trump_number(trump: str) -> int:
    """Return the number of a declaration; one that is never legal if it is none."""
    return TRUMPS.index(trump) if trump in TRUMPS else _NO_ANSWER


class _Follower(Follower):
    """Follows a deal of Rook."""

    def __init__(self, record: Record, rules: Rules) -> None:
        super().__init__(record, rules)
        self._highest = 0
        self._trump = ""

    def take_in(self, event: Event) -> None:
        """Take in a bid, the kitty, a declaration or what was buried."""
        kind = event["type"]
        if kind == "bid":
            self._highest = max(self._highest, event["bid"])
        elif kind == "kitty":
            self.hands[event["seat"]] += event["cards"]
        elif kind == "declare":
            self._trump = event["trump"]
        elif kind == "discard":
            for card in event["cards"]:
                self.hands[event["seat"]].remove(card)

    def why_not_play(self, seat: int, card: str) -> str:
        """Return which duty a card neglects."""
        led = self._suit(self.trick[0][1])
        return f"seat {seat} holds {FRENCH.get(led, 'the suit led')} and must follow"

    def _suit(self, card: str) -> str:
        """Return the suit a card belongs to: the Rook is a trump."""
        return self._trump if card == _ROOK else card[-1]

    def why_not_decide(self, event: Event, right: Event) -> str:
        """Return why a bid, a declaration or a discard is against the rules."""
        kind, seat = event["type"], event["seat"]
        if kind == "bid":
            if _bid_number(event["bid"]) == _NO_ANSWER:
                return (
                    f"a bid of {event['bid']} does not exist: bids are {LEAST_BID} to"
                    f" {MOST_BID} in steps of {BID_STEP}, 0 is a pass"
                )
            return (
                f"the bid of {event['bid']} by seat {seat} is not above"
                f" {self._highest}, the highest so far"
            )
        if kind == "discard":
            return self._why_not_bury(event)
        if event["trump"] not in TRUMPS:
            return (
                f"{event['trump']!r} cannot be declared: it takes {', '.join(TRUMPS)}"
            )
        if event["partner_card"] in self.hands[seat]:
            return (
                f"seat {seat} holds {event['partner_card']} and cannot call it as the"
                " partner card"
            )
        left = (seat + 1) % N_SEATS
        return f"seat {event['leader']} cannot lead: seat {seat} or {left} does"

    def _why_not_bury(self, event: Event) -> str:
        """Return why cards cannot be buried."""
        seat = event["seat"]
        for card in event["cards"]:
            if card not in self.hands[seat]:
                return f"seat {seat} does not hold {card} and cannot bury it"
        return f"{KITTY_SIZE} cards are buried, not {len(event['cards'])}"


REPLAY = GameReplay(
    top=Shape(),
    events={
        "bid": Shape({"seat": "seat", "bid": "integer"}),
        "kitty": Shape({"seat": "seat", "cards": "cards"}),
        "declare": Shape(
            {
                "seat": "seat",
                "trump": "text",
                "partner_card": "card",
                "leader": "seat",
            }
        ),
        "discard": Shape({"seat": "seat", "cards": "cards"}),
        "play": PLAY,
        "trick": TRICK,
    },
    result=Shape(
        {
            "declarer": "seat",
            "partner": "seat",
            "bid": "integer",
            "trump": "text",
            "kitty_points": "integer",
            "points": "integers",
            "made": "boolean",
            "moon": "boolean",
            "score": "integers",
        },
        {"passed": "boolean"},
    ),
    void=Shape({"passed": "boolean", "score": "integers"}),
    hand_size=HAND_SIZE,
    decisions={
        "bid": ("bid",),
        "declare": ("trump", "partner_card", "leader"),
        "discard": ("cards",),
        "play": ("card",),
    },
    n_scores=None,
    prepare=prepare,
    follower=_Follower,
    asked={"declare": ("trump", "partner", "lead"), "discard": ("bury",)},
)
