"""A deal of Chibre of which part is known, and who names trumps in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UsageError
from simcore.games.chibre.pack import CHIBRE, HAND_SIZE, OBENABE, PACK
from simcore.games.chibre.situations.features import SUITS
from simcore.games.chibre.view import DECISIONS, N_SEATS
from simcore.plan import Plan
from simcore.situations.choosing import choice_rows, verdict_of_choice
from simcore.situations.comparing import Observed
from simcore.situations.conditions import Feature, parse_condition
from simcore.situations.dealing import Dealt, KnownCards
from simcore.situations.situation import (
    Alternative,
    Answer,
    Asked,
    Question,
    Situation,
    Trial,
)
from simcore.situations.telling import Places, asking_seat, check_seat, known_hands
from simcore.situations.telling import lineup as seats_of

if TYPE_CHECKING:
    from simcore.situations.sampling import Sample

FACTS = ("dealer", "contract")
"""What a user may tell of a deal."""

CALLS = (*SUITS, "obenabe", "undenufe", "chibre")
"""What can be said, in the order of its numbers."""

EVENTS = ("79 or more", "match")
AMOUNTS = ("own points", "their points")
"""What is counted and averaged: for the team of who asks, and for the others."""

CHOICE = "choice"

TITLES = {"choice": "What each choice is worth to the team, the best first"}
NOTES = {
    "choice": [
        "ahead: the team's score of the deal less the others'; 79 or more: card points,"
        " the last trick in them."
    ]
}

_TRUMP = DECISIONS.index("trump")
_HALF = 79


class ChibreSituation(Situation):
    """A deal of Chibre of which part is known, and which trumps to name.

    Who asks has the first say, or his partner has said chibre.

    Parameters
    ----------
    asked : Asked
    features : Mapping[str, Feature]
        What hands can be told apart by.
    """

    def __init__(self, asked: Asked, features: Mapping[str, Feature]) -> None:
        seat = asking_seat(asked)
        contract = asked.facts.get("contract")
        if contract not in {None, "chibre"}:
            raise UsageError(
                f"contract is {contract!r} but in chibre it takes chibre: that the"
                " partner has left the choice"
            )
        self.is_left = contract == "chibre"
        self.dealer = _dealer(asked, seat, self.is_left)
        legal = range(OBENABE if asked.rules.as_dict()["modes"] != "all" else CHIBRE)
        self.calls = [*legal, *([] if self.is_left else [CHIBRE])]
        super().__init__(
            plan=Plan(
                game=asked.game,
                players=asked.players,
                rules=asked.rules,
                seats=seats_of(asked),
                seed=asked.seed,
                sessions=1,
                deals=1,
            ),
            seat=seat,
            cards=_known_cards(asked),
            conditions=[
                parse_condition(text, asked.players, features) for text in asked.given
            ],
            questions=[
                Question(
                    CHOICE,
                    [
                        Alternative(CALLS[call], {seat: [(_TRUMP, call)]})
                        for call in self.calls
                    ],
                )
            ],
            trials=[Trial({}, self._has_left)] if self.is_left else [],
            events=EVENTS,
            n_amounts=len(AMOUNTS),
        )

    def lay(
        self,
        dealt: Dealt,
        tables: NDArray[Any],
        given: NDArray[Any],
        rng: np.random.Generator,
    ) -> None:
        """Put deals on the tables; see `Situation.lay`."""
        given["is_given"] = 1
        given["dealer"] = self.dealer
        given["hand"] = dealt.hands

    def _has_left(self, tables: NDArray[Any]) -> NDArray[np.bool_]:
        """Return for each table whether the partner has left the choice."""
        return np.asarray(tables["is_chibre"] == 1)

    def observe(self, tables: NDArray[Any]) -> Observed:
        """Return by how much the team is ahead, with `EVENTS` and `AMOUNTS`."""
        team = self.seat & 1
        scores = tables["counted"].astype(float)
        own, theirs = scores[:, team], scores[:, 1 - team]
        is_half = tables["card_points"][:, team] >= _HALF
        is_match = tables["match"] == team
        return Observed(
            own - theirs,
            np.zeros(len(tables), np.int64),
            np.stack([is_half, is_match], axis=1),
            np.stack([own, theirs], axis=1),
        )

    def answer(self, sample: Sample, level: float) -> Answer:
        """Return what the deals that were played tell."""
        compared = sample[CHOICE]
        names = [CALLS[call] for call in self.calls]
        rows = choice_rows(
            compared,
            names,
            table=CHOICE,
            value="ahead",
            amounts=AMOUNTS,
            events=EVENTS,
            level=level,
        )
        text = verdict_of_choice(compared, names, "points", level)
        return Answer([text], list(rows), TITLES, NOTES)

    def describe(self) -> dict[str, Any]:
        """Return the situation as plain data, for who reads a result later."""
        return {
            "seat": self.seat,
            "question": CHOICE,
            "hands": [PACK.format(hand) for hand in self.cards.hands],
            "dealer": self.dealer,
            "contract": "chibre" if self.is_left else None,
            "given": [condition.text for condition in self.conditions],
        }


def _dealer(asked: Asked, seat: int, is_left: bool) -> int:
    """Return who deals: the right neighbour of who has the first say."""
    chooser = (seat + N_SEATS // 2) % N_SEATS if is_left else seat
    dealer = (chooser - 1) % N_SEATS
    told = asked.facts.get("dealer")
    if told is not None and check_seat(told, asked.players, "dealer") != dealer:
        raise UsageError(
            f"the dealer cannot be {told}: seat {chooser} has the first say, so seat"
            f" {dealer} deals"
        )
    return dealer


def _known_cards(asked: Asked) -> KnownCards:
    """Return what is known of where the cards lie."""
    if asked.without:
        raise UsageError("all cards of chibre are dealt: none is in nobody's hand")
    hands = known_hands(asked, HAND_SIZE)
    Places(PACK).put_hands(hands)
    return KnownCards(
        pack=PACK.all_cards, hands=hands, sizes=(HAND_SIZE,) * asked.players
    )
