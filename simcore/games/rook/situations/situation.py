"""A deal of Rook of which part is known, and what it is worth to declare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UsageError
from simcore.games.rook.pack import HAND_SIZE, KITTY_SIZE, PACK
from simcore.games.rook.view import (
    BID_STEP,
    DECISIONS,
    LEAST_BID,
    MOST_BID,
    N_SEATS,
    PASS,
)
from simcore.metric import Metric
from simcore.situations.choosing import CHOICE, choice_rows, verdict_of_choice
from simcore.situations.comparing import Comparison, Observed
from simcore.situations.conditions import Feature
from simcore.situations.dealing import Dealt, KnownCards
from simcore.situations.french import SUITS
from simcore.situations.points import PointSituation
from simcore.situations.situation import Alternative, Answer, Asked, Scripts
from simcore.situations.telling import asking_seat, known_cards, optional_seat
from simcore.situations.wording import margin_text

if TYPE_CHECKING:
    from simcore.situations.sampling import Sample

FACTS = ("dealer", "bid")
"""What a user may tell of a deal."""

DECLARATIONS = (*SUITS, "high", "low")
"""What can be declared, in the order of its numbers."""

BIDS = tuple(range(LEAST_BID, MOST_BID + BID_STEP, BID_STEP))

TITLES = {
    "choice": "Points of the declarer's side by what is declared, the best first",
    "made": "Chance to make a bid, by what is declared",
    "score": "Mean score of the declarer at a bid, by what is declared",
}
NOTES = {
    "choice": [
        "All others pass, so nothing is known of their cards; the kitty is drawn, and"
        " the declarer's strategy buries and calls."
    ]
}

_BID, _TRUMP = (DECISIONS.index(name) for name in ("bid", "trump"))


class RookSituation(PointSituation):
    """A deal of Rook of which part is known, and what it is worth to declare.

    Parameters
    ----------
    asked : Asked
    features : Mapping[str, Feature]
        What hands can be told apart by.
    """

    def __init__(self, asked: Asked, features: Mapping[str, Feature]) -> None:
        seat = asking_seat(asked)
        self.bid = _bid(asked)
        told = asked.facts.get("dealer")
        self.dealer = optional_seat(told, asked.players, "dealer")
        super().__init__(
            asked,
            features,
            cards=_known_cards(asked),
            alternatives=[
                Alternative(name, _scripts(seat, self.bid, trump))
                for trump, name in enumerate(DECLARATIONS)
            ],
            events=[f"makes {bid}" for bid in BIDS],
            n_amounts=len(BIDS),
        )

    def lay(
        self,
        dealt: Dealt,
        tables: NDArray[Any],
        given: NDArray[Any],
        rng: np.random.Generator,
    ) -> None:
        """Put deals on the tables; see `Situation.lay`."""
        drawn = rng.integers(N_SEATS, size=len(tables))
        given["is_given"] = 1
        given["dealer"] = drawn if self.dealer is None else self.dealer
        given["hand"] = dealt.hands
        given["kitty"] = np.bitwise_or.reduce(dealt.rest, axis=1)

    def observe(self, tables: NDArray[Any]) -> Observed:
        """Return the points of the side, whether it makes each bid, and scores."""
        side = tables["side"].astype(float)
        bids = np.array(BIDS)
        is_made = side[:, None] >= bids
        scores = np.where(is_made, side[:, None], -bids).astype(float)
        bonus = self.plan.rules.as_dict()["moon_bonus"]
        scores[:, -1] += np.where(is_made[:, -1], bonus, 0)
        return Observed(side, np.zeros(len(tables), np.int64), is_made, scores)

    def answer(self, sample: Sample, level: float) -> Answer:
        """Return what the deals that were played tell."""
        compared = sample[CHOICE]
        sentences = [
            verdict_of_choice(compared, DECLARATIONS, "points", level),
            _bidding_text(compared, level),
        ]
        rows = choice_rows(compared, DECLARATIONS, value="points", level=level)
        return Answer(sentences, [*rows, *_by_bid(compared, level)], TITLES, NOTES)

    def told(self) -> dict[str, Any]:
        """Return as plain data what is known; see `PointSituation.told`."""
        return {
            "without": PACK.format(self.cards.without),
            "dealer": self.dealer,
            "bid": self.bid,
        }


def _scripts(seat: int, bid: int, trump: int) -> Scripts:
    """Return scripts with which `seat` plays `bid` with `trump`, all others passing."""
    scripts: dict[int, list[tuple[int, int]]] = {
        other: [(_BID, PASS)] for other in range(N_SEATS) if other != seat
    }
    answer = (bid - LEAST_BID) // BID_STEP + 1
    return scripts | {seat: [(_BID, answer), (_TRUMP, trump)]}


def _by_bid(compared: Comparison, level: float) -> Iterator[Metric]:
    """Yield for each bid how often it is made, and what it scores."""
    order = compared.order()
    for place, bid in enumerate(BIDS):
        for number in order:
            share = compared.share(number, place, level=level)
            yield Metric("made", f"bid {bid}", DECLARATIONS[number], "share", share)
    for place, bid in enumerate(BIDS):
        for number in order:
            score = compared.amount(number, place, level)
            yield Metric("score", f"bid {bid}", DECLARATIONS[number], "points", score)


def _bidding_text(compared: Comparison, level: float) -> str:
    """Return up to which bid the best declaration is made more often than not."""
    best = compared.order()[0]
    shares = [compared.share(best, place, level=level) for place in range(len(BIDS))]
    likely = [place for place, share in enumerate(shares) if share.estimate >= 0.5]
    if not likely:
        made = margin_text(shares[0], "share")
        return f"Pass: even {BIDS[0]} is made with {made} only."
    place = likely[-1]
    made = margin_text(shares[place], "share")
    score = margin_text(compared.amount(best, place, level), "points", sign=True)
    return (
        f"{BIDS[place]} is the highest bid that {DECLARATIONS[best]} makes more often"
        f" than not: with {made}, worth {score}."
    )


def _bid(asked: Asked) -> int:
    """Return the bid at which the deal is played."""
    bid: int = asked.facts.get("bid", LEAST_BID)
    if bid not in BIDS:
        raise UsageError(
            f"bid is {bid} but takes {LEAST_BID} to {MOST_BID} in steps of {BID_STEP}"
        )
    return bid


def _known_cards(asked: Asked) -> KnownCards:
    """Return what is known of where the cards lie."""
    cards = known_cards(asked, HAND_SIZE)
    n_without = cards.without.bit_count()
    if n_without > KITTY_SIZE:
        raise UsageError(
            f"{n_without} cards are said to be in nobody's hand but the kitty of rook"
            f" has {KITTY_SIZE}"
        )
    return cards
