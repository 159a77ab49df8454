"""A deal of Klaberjass of which part is known, and whether to take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UsageError
from simcore.games.klaberjass.pack import FIRST_CARDS, FURTHER_CARDS, PACK
from simcore.games.klaberjass.situations.features import features
from simcore.games.klaberjass.view import DECISIONS, N_SEATS, PASS
from simcore.situations.comparing import Observed
from simcore.situations.dealing import Dealt, KnownCards
from simcore.situations.french import SUITS
from simcore.situations.points import (
    PointSituation,
    answer_by_scores,
    observed_scores,
)
from simcore.situations.situation import Alternative, Answer, Asked, Claim, Trial
from simcore.situations.telling import (
    asking_seat,
    check_enough,
    known_cards,
    optional_seat,
    parse_cards,
)
from simcore.view import NOBODY

if TYPE_CHECKING:
    from simcore.situations.sampling import Sample

FACTS = ("dealer", "turnup", "round")
"""What a user may tell of a deal."""

EVENTS = ("takes", "takes and wins", "loses as taker", "nobody takes")
"""What is counted."""

TITLES = {"choice": "What each answer is worth, the best first"}
NOTES = {
    "choice": [
        "ahead: the score of the deal less the other player's; after a pass the other"
        " may take, and what stands after `then` is said in the second round."
    ]
}

_TAKE = DECISIONS.index("take")
_LANE_BITS = 16


class KlaberjassSituation(PointSituation):
    """A deal of Klaberjass of which part is known, and whether to take.

    Parameters
    ----------
    asked : Asked
    """

    def __init__(self, asked: Asked) -> None:
        seat = asking_seat(asked)
        self.turnup = _turnup(asked)
        self.turned = (self.turnup.bit_length() - 1) // _LANE_BITS
        self.dealer = _dealer(asked, seat)
        self.round = _round(asked)
        names, scripts = self._answers(asked)
        passing = {seat: [(_TAKE, PASS)] * N_SEATS}
        passed = Claim(
            f"seat {1 - seat} passes",
            self._nobody_took,
            [1 - seat],
            "heuristic(take=150, name=150)",
        )
        super().__init__(
            asked,
            features(self.turned),
            cards=_known_cards(asked, self.turnup),
            alternatives=[
                Alternative(name, {seat: script})
                for name, script in zip(names, scripts, strict=True)
            ],
            events=EVENTS,
            trials=[Trial(passing, [passed])] if self._turn(seat) else [],
        )

    def _answers(self, asked: Asked) -> tuple[list[str], list[list[tuple[int, int]]]]:
        """Return what may be said, by name, and what is answered then."""
        later = list(range(len(SUITS)))
        if asked.rules.as_dict()["second_round_suits"] != "any":
            later.remove(self.turned)
        passing = (_TAKE, PASS)
        if self.round == 1:
            names = [f"take {SUITS[self.turned]}", "pass"]
            scripts = [[(_TAKE, self.turned)], [passing]]
            names += [f"pass, then {SUITS[suit]}" for suit in later]
            scripts += [[passing, (_TAKE, suit)] for suit in later]
            return names, scripts
        names = [f"take {SUITS[suit]}" for suit in later]
        scripts = [[passing, (_TAKE, suit)] for suit in later]
        return [*names, "pass"], [*scripts, [passing, passing]]

    def _turn(self, seat: int) -> int:
        """Return how many answers were given before `seat` is asked."""
        return N_SEATS * (self.round - 1) + (1 if seat == self.dealer else 0)

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
        given["turnup"] = self.turnup
        for place, seat in enumerate((1 - self.dealer, self.dealer)):
            start = FURTHER_CARDS * place
            cards = dealt.rest[:, start : start + FURTHER_CARDS]
            given["further"][:, seat] = np.bitwise_or.reduce(cards, axis=1)
        given["second"] = dealt.rest[:, N_SEATS * FURTHER_CARDS]

    def _nobody_took(self, tables: NDArray[Any]) -> NDArray[np.bool_]:
        """Return for each table whether nobody took before who asks is asked."""
        is_dealer = tables["taker"] == self.dealer
        turn = N_SEATS * (tables["round"] - 1) + is_dealer
        is_later = turn >= self._turn(self.seat)
        return np.asarray((tables["taker"] == NOBODY) | is_later)

    def observe(self, tables: NDArray[Any]) -> Observed:
        """Return by how much who asks is ahead, with `EVENTS`."""
        own, theirs = (
            tables["counted"][:, seat].astype(float)
            for seat in (self.seat, 1 - self.seat)
        )
        takes = tables["taker"] == self.seat
        wins = takes & (own > theirs)
        loses = takes & (own < theirs)
        nobody = tables["taker"] == NOBODY
        return observed_scores(own, theirs, [takes, wins, loses, nobody])

    def answer(self, sample: Sample, level: float) -> Answer:
        """Return what the deals that were played tell."""
        return answer_by_scores(self, sample, level, TITLES, NOTES)

    def told(self) -> dict[str, Any]:
        """Return as plain data what is known; see `PointSituation.told`."""
        return {
            "turnup": PACK.format(self.turnup),
            "without": PACK.format(self.cards.without),
            "dealer": self.dealer,
            "round": self.round,
        }


def _turnup(asked: Asked) -> int:
    """Return the card that was turned up."""
    cards = parse_cards(PACK, asked.facts.get("turnup", ""))
    if cards.bit_count() != 1:
        raise UsageError(
            f"the turn-up of klaberjass is one card, but {cards.bit_count()} are told"
        )
    return cards


def _dealer(asked: Asked, seat: int) -> int:
    """Return who deals: the other player, if nobody says."""
    told = optional_seat(asked.facts.get("dealer"), asked.players, "dealer")
    return 1 - seat if told is None else told


def _round(asked: Asked) -> int:
    """Return the round of taking."""
    number: int = asked.facts.get("round", 1)
    if number not in {1, 2}:
        raise UsageError(f"round is {number} but takes 1 or 2")
    return number


def _known_cards(asked: Asked, turnup: int) -> KnownCards:
    """Return what is known of where the cards lie."""
    cards = known_cards(
        asked, FIRST_CARDS, turnup=turnup, note=" before somebody takes"
    )
    check_enough(cards)
    return cards
