"""A deal of Klaberjass of which part is known, and whether to take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UsageError
from simcore.games.klaberjass.pack import FIRST_CARDS, FURTHER_CARDS, PACK
from simcore.games.klaberjass.situations.features import SUITS, features
from simcore.games.klaberjass.view import DECISIONS, N_SEATS, PASS
from simcore.plan import Plan
from simcore.situations.choosing import choice_rows, verdict_of_choice
from simcore.situations.comparing import Observed
from simcore.situations.conditions import parse_condition
from simcore.situations.dealing import Dealt, KnownCards
from simcore.situations.situation import (
    Alternative,
    Answer,
    Asked,
    Question,
    Situation,
    Trial,
)
from simcore.situations.telling import (
    Places,
    asking_seat,
    check_seat,
    known_hands,
    parse_cards,
)
from simcore.situations.telling import lineup as seats_of
from simcore.view import NOBODY

if TYPE_CHECKING:
    from simcore.situations.sampling import Sample

FACTS = ("dealer", "turnup", "round")
"""What a user may tell of a deal."""

EVENTS = ("takes", "takes and wins", "loses as taker", "nobody takes")
AMOUNTS = ("own points", "their points")
"""What is counted and averaged."""

CHOICE = "choice"

TITLES = {"choice": "What each answer is worth, the best first"}
NOTES = {
    "choice": [
        "ahead: the score of the deal less the other player's; after a pass the other"
        " may take, and what stands after `then` is said in the second round."
    ]
}

_TAKE = DECISIONS.index("take")
_LANE_BITS = 16


class KlaberjassSituation(Situation):
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
        self.names, scripts = self._answers(asked)
        known = features(self.turned)
        passing = {seat: [(_TAKE, PASS)] * N_SEATS}
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
            cards=_known_cards(asked, self.turnup),
            conditions=[
                parse_condition(text, asked.players, known) for text in asked.given
            ],
            questions=[
                Question(
                    CHOICE,
                    [
                        Alternative(name, {seat: script})
                        for name, script in zip(self.names, scripts, strict=True)
                    ],
                )
            ],
            trials=[Trial(passing, self._nobody_took)] if self._turn(seat) else [],
            events=EVENTS,
            n_amounts=len(AMOUNTS),
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
        """Return by how much who asks is ahead, with `EVENTS` and `AMOUNTS`."""
        own, theirs = (
            tables["counted"][:, seat].astype(float)
            for seat in (self.seat, 1 - self.seat)
        )
        takes = tables["taker"] == self.seat
        wins = takes & (own > theirs)
        loses = takes & (own < theirs)
        nobody = tables["taker"] == NOBODY
        return Observed(
            own - theirs,
            np.zeros(len(tables), np.int64),
            np.stack([takes, wins, loses, nobody], axis=1),
            np.stack([own, theirs], axis=1),
        )

    def answer(self, sample: Sample, level: float) -> Answer:
        """Return what the deals that were played tell."""
        compared = sample[CHOICE]
        rows = choice_rows(
            compared,
            self.names,
            table=CHOICE,
            value="ahead",
            amounts=AMOUNTS,
            events=EVENTS,
            level=level,
        )
        text = verdict_of_choice(compared, self.names, "points", level)
        return Answer([text], list(rows), TITLES, NOTES)

    def describe(self) -> dict[str, Any]:
        """Return the situation as plain data, for who reads a result later."""
        return {
            "seat": self.seat,
            "question": CHOICE,
            "hands": [PACK.format(hand) for hand in self.cards.hands],
            "turnup": PACK.format(self.turnup),
            "without": PACK.format(self.cards.without),
            "dealer": self.dealer,
            "round": self.round,
            "given": [condition.text for condition in self.conditions],
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
    told = asked.facts.get("dealer")
    return 1 - seat if told is None else check_seat(told, asked.players, "dealer")


def _round(asked: Asked) -> int:
    """Return the round of taking."""
    number: int = asked.facts.get("round", 1)
    if number not in {1, 2}:
        raise UsageError(f"round is {number} but takes 1 or 2")
    return number


def _known_cards(asked: Asked, turnup: int) -> KnownCards:
    """Return what is known of where the cards lie."""
    hands = known_hands(asked, FIRST_CARDS, " before somebody takes")
    without = parse_cards(PACK, asked.without)
    places = Places(PACK)
    places.put(turnup, "turned up")
    places.put_hands(hands)
    places.put(without, "in nobody's hand")
    cards = KnownCards(
        pack=PACK.all_cards,
        hands=hands,
        sizes=(FIRST_CARDS,) * asked.players,
        apart=turnup,
        without=without,
    )
    if cards.free.bit_count() < cards.n_open:
        raise UsageError(
            f"{cards.free.bit_count()} cards are left for the hands, which are"
            f" {cards.n_open} short: too many cards are said to be in nobody's hand"
        )
    return cards
