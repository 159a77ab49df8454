"""A deal of Kratzen of which part is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.games.kratzen.pack import PACK, SPECIAL
from simcore.games.kratzen.situations.answering import answer
from simcore.games.kratzen.situations.facts import HAND_SIZE, Facts
from simcore.games.kratzen.situations.questions import (
    CONTRACT,
    DUTY,
    JOIN,
    main_question,
    possible_dealers,
    questions,
    trials,
)
from simcore.games.kratzen.view import MUSS, NORMAL, SIEBENERMUSS
from simcore.situations.comparing import Observed
from simcore.situations.conditions import Feature
from simcore.situations.dealing import Dealt, KnownCards
from simcore.situations.situation import Answer, Asked, Situation
from simcore.situations.telling import check_enough, conditions_of, plan_of
from simcore.stats import Estimate

if TYPE_CHECKING:
    from simcore.situations.sampling import Sample

EVENTS = ("1 trick", "2 tricks", "3 tricks", "4 tricks", "declarer makes it", "in")
"""What is counted: so many tricks or more, and whether who asks plays."""

_ORDINARY = PACK.all_cards & ~int(SPECIAL)


class KratzenSituation(Situation):
    """A deal of Kratzen of which part is known, and what is asked about it.

    Parameters
    ----------
    asked : Asked
    facts : Facts
    features : Mapping[str, Feature]
        What hands can be told apart by.
    """

    def __init__(
        self, asked: Asked, facts: Facts, features: Mapping[str, Feature]
    ) -> None:
        # A deal that is not the first of its session leaves the start to the table.
        super().__init__(
            plan=plan_of(asked, deals=2),
            seat=facts.seat,
            cards=_known_cards(facts),
            conditions=conditions_of(asked, features),
            questions=questions(facts),
            trials=trials(facts),
            events=EVENTS,
            n_groups=asked.players,
            first_deal=1,
        )
        self.facts = facts
        self.main = main_question(facts)

    def lay(
        self,
        dealt: Dealt,
        tables: NDArray[Any],
        given: NDArray[Any],
        rng: np.random.Generator,
    ) -> None:
        """Put deals on the tables; see `Situation.lay`."""
        facts = self.facts
        tables["dealer"] = self._dealers(len(tables), rng)
        tables["stakes"] = MUSS if facts.is_muss else NORMAL
        tables["pot"] = facts.pot - facts.staked
        given["is_given"] = 1
        given["hand"][:, : facts.players] = dealt.hands
        given["turnup"][:, : len(facts.turnup)] = facts.turnup
        n_rest = dealt.rest.shape[1]
        given["n_stock"] = n_rest
        given["stock"][:, :n_rest] = dealt.rest
        if facts.has_cut:
            given["cut_first"][:, 0] = dealt.rest[:, -1]

    def _dealers(self, number: int, rng: np.random.Generator) -> Any:
        """Return who deals; where nobody said, anybody but who asks."""
        facts = self.facts
        if facts.dealer is not None:
            return facts.dealer
        return rng.choice(possible_dealers(facts), number)

    def observe(self, tables: NDArray[Any]) -> Observed:
        """Return chips won or lost, how many others play, and the `EVENTS`."""
        seat = self.seat
        tricks = tables["tricks"][:, seat]
        is_in = tables["playing"] >> seat & 1 == 1
        n_others = np.bitwise_count(tables["playing"]).astype(np.int64) - is_in
        declarer = np.maximum(tables["declarer"], 0)
        declared = np.take_along_axis(tables["tricks"], declarer[:, None], axis=1)[:, 0]
        needed = np.where(tables["kind"] == SIEBENERMUSS, 1, 2)
        is_made = (tables["declarer"] >= 0) & (declared >= needed)
        events = [*(tricks >= least for least in range(1, HAND_SIZE + 1))]
        return Observed(
            (tables["draws"][:, seat] - tables["penalties"][:, seat]).astype(float),
            np.maximum(n_others, 0),
            np.stack([*events, is_made, is_in], axis=1),
        )

    def main_difference(self, sample: Sample, level: float) -> Estimate:
        """Return the estimate that a precision is asked of, in chips.

        Of the question whether to go along it is the difference to dropping, of the
        declarer's and where all must play the chips themselves.
        """
        if self.main in {JOIN, CONTRACT, DUTY}:
            return sample[self.main].mean(0, level=level)
        return super().main_difference(sample, level)

    def answer(self, sample: Sample, level: float) -> Answer:
        """Return what the deals that were played tell."""
        return answer(self, sample, level)

    def describe(self) -> dict[str, Any]:
        """Return the situation as plain data, for who reads a result later."""
        facts = self.facts

        def texts(cards: int) -> list[str]:
            return PACK.format(cards)

        return {
            "seat": facts.seat,
            "question": self.main,
            "hands": [texts(hand) for hand in facts.hands],
            "turnup": [*map(texts, facts.turnup)],
            "turned": [*map(texts, facts.turned)],
            "without": texts(facts.without),
            "bottom": texts(facts.bottom),
            "dealer": facts.dealer,
            "stakes": "muss" if facts.is_muss else "normal",
            "pot": facts.pot,
            "declarer": facts.declarer,
            "contract": facts.contract,
            "in": sorted(facts.joined),
            "out": sorted(facts.dropped),
            "given": [condition.text for condition in self.conditions],
        }


def _known_cards(facts: Facts) -> KnownCards:
    """Return what is known of where the cards lie.

    Raises
    ------
    UsageError
        If the cards that are left are too few for the hands, or for the cut.
    """
    last = 0
    if facts.has_cut:
        last = facts.bottom or _ORDINARY
    cards = KnownCards(
        pack=PACK.all_cards,
        hands=facts.hands,
        sizes=(HAND_SIZE,) * facts.players,
        apart=sum(facts.turnup),
        first=facts.turned,
        without=facts.without & ~facts.bottom,
        last=last,
    )
    check_enough(cards)
    return cards
