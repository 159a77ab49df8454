"""Records of Klaberjass: their shape, what they mean to the kernels, and the duties."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

from numpy.typing import NDArray

from simcore.games.klaberjass.pack import FIRST_CARDS, FURTHER_CARDS, PACK
from simcore.games.klaberjass.ranks import turn
from simcore.games.klaberjass.view import DECISIONS, N_SEATS, PASS
from simcore.options import Rules
from simcore.recording import Event, Record
from simcore.replaying.contract import (
    Follower,
    GameReplay,
    ImpossibleError,
    Setup,
    mask_of,
    new_bits,
)
from simcore.replaying.reading import MELD, PLAY, TRICK, Shape
from simcore.replaying.suits import FRENCH

_TAKE, _DIX, _PLAY = (DECISIONS.index(name) for name in ("take", "dix", "play"))
_NO_ANSWER = 63

_BITS = new_bits(PACK)
"""The bit of each card as dealt."""


@cache
def _turned(trump: int) -> dict[str, int]:
    """Return the bit of each card when `trump` has been taken."""
    return new_bits(PACK, lambda cards: turn(cards, trump))


def prepare(record: Record, rules: Rules, given: NDArray[Any]) -> Setup:
    """Return what a record means to the kernels; see `GameReplay`."""
    known = given[0]
    table = {"dealer": record["dealer"], "score": record["scores_before"]}
    setup = Setup(given, 1, table)
    dealt = _Dealt(record)
    known["is_given"] = 1
    known["hand"] = [mask_of(_BITS, hand) for hand in record["hands"]]
    known["turnup"] = _BITS[dealt.turnup]
    trump = dealt.trump
    for event in record["events"]:
        if event["type"] == "take":
            setup.decide(event["seat"], _TAKE, _take_number(event["trump"]))
    known["further"] = [mask_of(_BITS, cards) for cards in dealt.further]
    known["second"] = _BITS[dealt.second]
    if trump is None:
        return setup
    if dealt.turnup[-1] == trump:
        dix = "7" + trump
        for seat in range(N_SEATS):
            if dix in record["hands"][seat] + dealt.further[seat]:
                setup.decide(seat, _DIX, 1 if seat in dealt.dix else 0)
    turned = _turned(PACK.suits.index(trump))
    for event in record["events"]:
        if event["type"] == "play":
            setup.decide(event["seat"], _PLAY, turned[event["card"]])
    return setup


def _take_number(trump: str | None) -> int:
    """Return the number of an answer; one that is never legal for none."""
    if trump is None:
        return PASS
    return PACK.suits.index(trump) if trump in FRENCH else _NO_ANSWER


class _Dealt:
    """The cards that a record says were dealt, each in one place.

    Parameters
    ----------
    record : Record

    Raises
    ------
    ImpossibleError
        If cards that must have been dealt are lacking, or one lies in two places.
    """

    def __init__(self, record: Record) -> None:
        events = record["events"]
        self.dix = [event["seat"] for event in events if event["type"] == "dix"]
        self._seen = {card for hand in record["hands"] for card in hand}
        turned = [event["cards"] for event in events if event["type"] == "turnup"]
        if len(turned) != 1 or len(turned[0]) != 1:
            raise ImpossibleError("one turnup of one card is wanted")
        (self.turnup,) = turned[0]
        self._lay([self.turnup], "turned up")
        taken = [event["trump"] for event in events if event["type"] == "take"]
        named = [trump for trump in taken if trump in FRENCH]
        self.trump = named[0] if named else None
        self.further: list[list[str]] = [[] for _ in range(N_SEATS)]
        self.second = ""
        if self.trump is not None:
            self._complete(events)
        else:
            self._make_up()

    def _make_up(self) -> None:
        """Deal the cards that were not dealt: a seat that is asked again may take."""
        rest = (card for card in _BITS if card not in self._seen)
        self.further = [list(islice(rest, FURTHER_CARDS)) for _ in range(N_SEATS)]
        self.second = next(rest)

    def _complete(self, events: list[Event]) -> None:
        """Read the cards that are dealt once somebody has taken."""
        for event in events:
            if event["type"] == "complete":
                seat, cards = event["seat"], event["cards"]
                if self.further[seat]:
                    raise ImpossibleError(f"seat {seat} is completed twice")
                if len(cards) != FURTHER_CARDS:
                    raise ImpossibleError(
                        f"seat {seat} is completed with {len(cards)} cards, not"
                        f" {FURTHER_CARDS}"
                    )
                self._lay(cards, f"dealt to seat {seat}")
                self.further[seat] = cards
            elif event["type"] == "shown":
                self._lay([event["card"]], "shown")
                self.second = event["card"]
        for seat in range(N_SEATS):
            if not self.further[seat]:
                raise ImpossibleError(f"the event complete of seat {seat} is missing")
        if not self.second:
            raise ImpossibleError("the event shown is missing")

    def _lay(self, cards: list[str], how: str) -> None:
        """Note where cards lie, or raise if one was dealt already."""
        for card in cards:
            if card in self._seen:
                raise ImpossibleError(f"the card {card} is {how} but was dealt before")
            self._seen.add(card)


class _Follower(Follower):
    """Follows a deal of Klaberjass."""

    def __init__(self, record: Record, rules: Rules) -> None:
        super().__init__(record, rules)
        self._trump = ""
        self._turnup = ""

    def take_in(self, event: Event) -> None:
        """Take in what was turned, taken and dealt."""
        kind = event["type"]
        if kind == "turnup":
            (self._turnup,) = event["cards"]
        elif kind == "take":
            self._trump = event["trump"] or self._trump
        elif kind == "complete":
            self.hands[event["seat"]] += event["cards"]
        elif kind == "dix":
            self.hands[event["seat"]].remove("7" + self._trump)
            self.hands[event["seat"]].append(event["taken"])

    def why_not_play(self, seat: int, card: str) -> str:
        """Return which duty a card neglects."""
        led = self.trick[0][1]
        suit = FRENCH[led[-1]]
        if any(one[-1] == led[-1] for one in self.hands[seat]):
            if card[-1] != led[-1]:
                return f"seat {seat} holds {suit} and must follow"
            return f"seat {seat} can beat {led} and must, as trumps were led"
        return f"seat {seat} has no {suit} and must play a trump"

    def why_not_decide(self, event: Event, right: Event) -> str:
        """Return why nothing or that suit cannot be taken, or no card exchanged."""
        seat = event["seat"]
        if event["type"] == "dix":
            return f"seat {seat} cannot exchange the 7 of trumps here"
        if event["type"] != "take":
            return f"the rules want a {right['type']} of seat {seat} here"
        if event["trump"] not in FRENCH:
            return (
                f"{event['trump']!r} is no suit: it takes {', '.join(FRENCH)} or null"
            )
        turned = FRENCH[self._turnup[-1]]
        if right["round"] == 1:
            return f"only {turned}, the suit turned up, can be taken in the first round"
        return f"{turned} was turned up and refused: another suit must be named"


REPLAY = GameReplay(
    top=Shape(),
    events={
        "turnup": Shape({"cards": "cards"}),
        "take": Shape({"seat": "seat", "round": "integer", "trump": "text?"}),
        "complete": Shape({"seat": "seat", "cards": "cards"}),
        "shown": Shape({"card": "card"}),
        "dix": Shape({"seat": "seat", "taken": "card"}),
        "meld": MELD,
        "bela": Shape({"seat": "seat"}),
        "play": PLAY,
        "trick": TRICK,
    },
    result=Shape(
        {
            "taker": "seat",
            "trump": "text",
            "round": "integer",
            "card_points": "integers",
            "melds": "integers",
            "bela": "integers",
            "score": "integers",
        },
        {"passed": "boolean"},
    ),
    void=Shape({"passed": "boolean", "score": "integers"}),
    hand_size=FIRST_CARDS,
    decisions={"take": ("trump",), "dix": (), "play": ("card",)},
    n_scores=None,
    prepare=prepare,
    follower=_Follower,
)
