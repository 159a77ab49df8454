"""What can be known and asked of a deal of Trio: which card to lead first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UsageError
from simcore.games.trio.rules import PACK
from simcore.games.trio.view import DECISIONS, HAND_SIZE, N_SEATS
from simcore.situations.choosing import CHOICE
from simcore.situations.comparing import Observed
from simcore.situations.conditions import Feature
from simcore.situations.dealing import Dealt
from simcore.situations.french import common_counts
from simcore.situations.points import PointSituation, answer_by_scores, observed_scores
from simcore.situations.situation import Alternative, Answer, Asked
from simcore.situations.telling import asking_seat, check_enough, known_cards

if TYPE_CHECKING:
    from simcore.situations.sampling import Sample

FACTS = ()
"""What a user may tell of a deal besides cards: nothing, for who asks leads."""

FEATURES = {"aces": "Aces", "longest": "cards of the longest suit"}
"""What hands can be told apart by."""

EVENTS = ("no trick",)
"""What is counted."""

TITLES = {CHOICE: "What each lead is worth, the best first"}
NOTES = {CHOICE: ["ahead: own points less those of both others."]}

_PLAY = DECISIONS.index("play")


class TrioSituation(PointSituation):
    """A deal of Trio of which part is known, and which card to lead.

    Parameters
    ----------
    asked : Asked
    """

    def __init__(self, asked: Asked) -> None:
        seat, cards = asking_seat(asked), known_cards(asked, HAND_SIZE)
        check_enough(cards)
        leads = PACK.format(cards.hands[seat])
        if len(leads) != HAND_SIZE:
            raise UsageError(f"say all {HAND_SIZE} cards of seat {seat}, who leads")
        counts = common_counts(PACK)
        super().__init__(
            asked,
            {name: Feature(text, counts[name]) for name, text in FEATURES.items()},
            cards=cards,
            alternatives=[
                Alternative(card, {seat: [(_PLAY, PACK.parse_card(card))]})
                for card in leads
            ],
            events=EVENTS,
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
        given["dealer"] = (self.seat - 1) % N_SEATS
        given["hand"] = dealt.hands

    def observe(self, tables: NDArray[Any]) -> Observed:
        """Return by how much who asks is ahead, with `EVENTS`."""
        scores = tables["counted"].astype(float)
        own = scores[:, self.seat]
        return observed_scores(own, scores.sum(axis=1) - own, [own == 0])

    def answer(self, sample: Sample, level: float) -> Answer:
        """Return what the deals that were played tell."""
        return answer_by_scores(self, sample, level, TITLES, NOTES)

    def told(self) -> dict[str, Any]:
        """Return as plain data what is known; see `PointSituation.told`."""
        return {"without": PACK.format(self.cards.without)}


def make_situation(asked: Asked) -> TrioSituation:
    """Return the situation that `asked` tells of.

    Raises
    ------
    UsageError
        If what was said cannot be.
    """
    return TrioSituation(asked)
