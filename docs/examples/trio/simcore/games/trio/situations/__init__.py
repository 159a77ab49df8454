"""What can be known and asked of a deal of Trio: which card to lead first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UsageError
from simcore.games.trio.rules import PACK
from simcore.games.trio.view import DECISIONS, HAND_SIZE, N_SEATS
from simcore.plan import Plan
from simcore.situations.choosing import choice_rows, verdict_of_choice
from simcore.situations.comparing import Observed
from simcore.situations.conditions import Feature, counting, parse_condition
from simcore.situations.dealing import Dealt, KnownCards
from simcore.situations.situation import Alternative, Answer, Asked, Question, Situation
from simcore.situations.telling import (
    Places,
    asking_seat,
    known_hands,
    lineup,
    parse_cards,
)

if TYPE_CHECKING:
    from simcore.situations.sampling import Sample

FACTS = ()
"""What a user may tell of a deal besides cards: nothing, who asks leads."""

_ACES = sum(PACK.parse_card("A" + suit) for suit in PACK.suits)

FEATURES = {"aces": "Aces"}
"""What hands can be told apart by."""

_PLAY = DECISIONS.index("play")
_LEAD = "lead"
_TITLES = {_LEAD: "What each lead is worth, the best first"}


class TrioSituation(Situation):
    """A deal of Trio of which part is known, and which card to lead.

    Parameters
    ----------
    asked : Asked
    """

    def __init__(self, asked: Asked) -> None:
        seat, cards = asking_seat(asked), _known_cards(asked)
        self.leads = PACK.format(cards.hands[seat])
        if len(self.leads) != HAND_SIZE:
            raise UsageError(f"say all {HAND_SIZE} cards of seat {seat}, who leads")
        features = {"aces": Feature(FEATURES["aces"], counting(_ACES))}
        super().__init__(
            plan=Plan(
                game=asked.game,
                players=asked.players,
                rules=asked.rules,
                seats=lineup(asked),
                seed=asked.seed,
                sessions=1,
                deals=1,
            ),
            seat=seat,
            cards=cards,
            conditions=[
                parse_condition(text, asked.players, features) for text in asked.given
            ],
            questions=[
                Question(
                    _LEAD,
                    [
                        Alternative(card, {seat: [(_PLAY, PACK.parse_card(card))]})
                        for card in self.leads
                    ],
                )
            ],
            events=[],
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
        """Return the points of who asks."""
        n = len(tables)
        points = tables["counted"][:, self.seat].astype(float)
        return Observed(points, np.zeros(n, np.int64), np.zeros((n, 0), np.bool_))

    def answer(self, sample: Sample, level: float) -> Answer:
        """Return what the deals that were played tell."""
        compared = sample[_LEAD]
        rows = choice_rows(
            compared,
            self.leads,
            table=_LEAD,
            value="points",
            amounts=(),
            events=(),
            level=level,
        )
        text = verdict_of_choice(compared, self.leads, "points", level)
        return Answer([text], list(rows), _TITLES)

    def describe(self) -> dict[str, Any]:
        """Return the situation as plain data, for who reads a result later."""
        return {
            "seat": self.seat,
            "question": _LEAD,
            "hands": [PACK.format(hand) for hand in self.cards.hands],
            "without": PACK.format(self.cards.without),
            "given": [condition.text for condition in self.conditions],
        }


def _known_cards(asked: Asked) -> KnownCards:
    """Return what is known of where the cards lie."""
    hands = known_hands(asked, HAND_SIZE)
    without = parse_cards(PACK, asked.without)
    places = Places(PACK)
    places.put_hands(hands)
    places.put(without, "in nobody's hand")
    n_left = PACK.all_cards.bit_count() - HAND_SIZE * asked.players
    if without.bit_count() > n_left:
        raise UsageError(f"of trio only {n_left} cards are in nobody's hand")
    return KnownCards(
        pack=PACK.all_cards,
        hands=hands,
        sizes=(HAND_SIZE,) * asked.players,
        without=without,
    )


def make_situation(asked: Asked) -> TrioSituation:
    """Return the situation that `asked` tells of.

    Raises
    ------
    UsageError
        If what was said cannot be.
    """
    return TrioSituation(asked)
