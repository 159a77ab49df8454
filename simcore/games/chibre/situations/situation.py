"""A deal of Chibre of which part is known, and who names trumps in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UsageError
from simcore.games.chibre.pack import CHIBRE, HAND_SIZE, OBENABE
from simcore.games.chibre.view import DECISIONS, N_SEATS
from simcore.situations.comparing import Observed
from simcore.situations.conditions import Feature
from simcore.situations.dealing import Dealt, KnownCards
from simcore.situations.french import SUITS
from simcore.situations.points import (
    PointSituation,
    answer_by_scores,
    observed_scores,
)
from simcore.situations.situation import Alternative, Answer, Asked, Claim, Trial
from simcore.situations.telling import asking_seat, known_cards, optional_seat

if TYPE_CHECKING:
    from simcore.situations.sampling import Sample

FACTS = ("dealer", "contract")
"""What a user may tell of a deal."""

CALLS = (*SUITS, "obenabe", "undenufe", "chibre")
"""What can be said, in the order of its numbers."""

EVENTS = ("79 or more", "match")
"""What is counted, for the team of who asks."""

TITLES = {"choice": "What each choice is worth to the team, the best first"}
NOTES = {
    "choice": [
        "ahead: the team's score of the deal less the others'; 79 or more: card points,"
        " the last trick in them."
    ]
}

_TRUMP = DECISIONS.index("trump")
_HALF = 79


class ChibreSituation(PointSituation):
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
        calls = [*legal, *([] if self.is_left else [CHIBRE])]
        super().__init__(
            asked,
            features,
            cards=_known_cards(asked),
            alternatives=[
                Alternative(CALLS[call], {seat: [(_TRUMP, call)]}) for call in calls
            ],
            events=EVENTS,
            trials=[Trial({}, [self._leaving(seat)])] if self.is_left else [],
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

    def _leaving(self, seat: int) -> Claim:
        """Return that the partner of `seat` leaves the choice."""
        partner = (seat + N_SEATS // 2) % N_SEATS
        text = f"seat {partner} says chibre"
        return Claim(text, self._has_left, [partner], "heuristic(chibre=9)")

    def _has_left(self, tables: NDArray[Any]) -> NDArray[np.bool_]:
        """Return for each table whether the partner has left the choice."""
        return np.asarray(tables["is_chibre"] == 1)

    def observe(self, tables: NDArray[Any]) -> Observed:
        """Return by how much the team is ahead, with `EVENTS`."""
        team = self.seat & 1
        scores = tables["counted"].astype(float)
        own, theirs = scores[:, team], scores[:, 1 - team]
        is_half = tables["card_points"][:, team] >= _HALF
        is_match = tables["match"] == team
        return observed_scores(own, theirs, [is_half, is_match])

    def answer(self, sample: Sample, level: float) -> Answer:
        """Return what the deals that were played tell."""
        return answer_by_scores(self, sample, level, TITLES, NOTES)

    def told(self) -> dict[str, Any]:
        """Return as plain data what is known; see `PointSituation.told`."""
        return {
            "dealer": self.dealer,
            "contract": "chibre" if self.is_left else None,
        }


def _dealer(asked: Asked, seat: int, is_left: bool) -> int:
    """Return who deals: the right neighbour of who has the first say."""
    chooser = (seat + N_SEATS // 2) % N_SEATS if is_left else seat
    dealer = (chooser - 1) % N_SEATS
    told = optional_seat(asked.facts.get("dealer"), asked.players, "dealer")
    if told not in {None, dealer}:
        raise UsageError(
            f"the dealer cannot be {told}: seat {chooser} has the first say, so seat"
            f" {dealer} deals"
        )
    return dealer


def _known_cards(asked: Asked) -> KnownCards:
    """Return what is known of where the cards lie."""
    if asked.without:
        raise UsageError("all cards of chibre are dealt: none is in nobody's hand")
    return known_cards(asked, HAND_SIZE)
