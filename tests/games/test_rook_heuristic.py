"""The habits of `heuristic`: a deal for each, in which switching it off is seen.

All five seats are `heuristic`; one of them gets the other parameter.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from simcore.games.rook.tallying import LAYOUT
from simcore.lineup import Seat, parse_lineup
from simcore.runner import run_plan
from simcore.stats import ratio_estimate

from .point_deals import events
from .rook_table import ROOK, give, make_plan, play_deal

CLUBS = give(
    "Ac Qc 7c 6c 4c 3c 2c 5d 3h As|"
    "Jc 5c Ad 9d 7d 9h Ks Qs Ts 4s|"
    "Tc 9c 8c Qd 3d Ah Qh 7h 5s Rk|"
    "Kc Jd 8d 6d Kh Jh Th Js 9s 8s|"
    "Td 2d 8h 5h 4h 2h 7s 6s 3s 2s",
    dealer=2,
)
"""Seat 0 plays clubs with seat 3, who holds the King; Kd 4d 6h are the kitty."""

RUFF = give(
    "Kc Qc 8c 7c 2c 9d Qh 7h As Rk|"
    "Jc Tc 6c Qd Jd Kh 2h 9s 5s 3s|"
    "Ad Kd 4d Jh Th 5h 4h 3h Ks 4s|"
    "Ac 4c 3c Td 6d 2d 9h 7s 6s 2s|"
    "5c 8d 7d 3d Ah 6h Qs Js Ts 8s",
    dealer=0,
)
"""Seat 0 plays clubs with seat 3, who holds the Ace."""

LOW = give(
    "Jc 9c 8c 2c Jd Ah 6h 8s 7s 6s|"
    "Qc Tc 6c Ad Td Jh Th 7h 3h 4s|"
    "4c Kd 5d Kh 8h 5h 4h As Ks 5s|"
    "5c 3c 8d 6d 3d 2d Qh 2h 2s Rk|"
    "Ac Kc 7c 9d 4d 9h Qs Js 9s 3s",
    dealer=1,
)
"""Seat 3 plays low with seat 0, who holds the 2 of clubs; Qd 7d Ts are the kitty."""

HEURISTIC = Seat("heuristic")


def decide(given, seat, kind, number, key, **parameters):
    """Return a decision of `seat`: a value of one of its events of a kind."""
    seats = [HEURISTIC] * 5
    seats[seat] = Seat("heuristic", tuple(parameters.items()))
    record, _ = play_deal(seats, given)
    return events(record, kind, seat)[number][key]


@pytest.mark.parametrize(
    ("given", "seat", "kind", "number", "key", "usual", "parameter", "value", "other"),
    [
        # Seven trumps and two Aces are worth a bid.
        (CLUBS, 0, "bid", 0, "bid", 85, "most", 0, 0),
        (CLUBS, 0, "bid", 0, "bid", 85, "base", -100, 0),
        # The seventh trump carries him on where others have stopped.
        (CLUBS, 0, "bid", 4, "bid", 145, "length", 0, 0),
        # His hand is low and no more.
        (LOW, 3, "bid", 2, "bid", 125, "no_trump", 999, 0),
        # The strongest trump that he lacks; in a low game the best card.
        (CLUBS, 0, "declare", 0, "partner_card", "Kc", "call", 0, "2d"),
        (LOW, 3, "declare", 0, "partner_card", "2c", "call", 0, "Ac"),
        (CLUBS, 0, "declare", 0, "leader", 1, "left", 0, 0),
        # King and Five would be lost in the tricks, and he means to take the last.
        (
            *(CLUBS, 0, "discard", 0, "cards", ["Kd", "5d", "4d"]),
            *("bury", 0, ["4d", "6h", "3h"]),
        ),
        # After his ruff he draws trumps from the top, or else cashes his Ace.
        (CLUBS, 0, "play", 1, "card", "Ac", "draw", 14, "As"),
        # The first lead of the deal: an Ace, or else a small card.
        (CLUBS, 1, "play", 0, "card", "Ad", "cash", 0, "4s"),
        # The declarer's Queen of trumps is high: his partner gives it a Ten.
        (CLUBS, 3, "play", 2, "card", "Th", "smear", 0, "8d"),
        # Seat 2 is winning, and seat 3 is known: a Five for the other defender.
        (CLUBS, 4, "play", 3, "card", "5h", "help", 0, "2s"),
        # In the first trick he cannot know that, and two in three are friends.
        (CLUBS, 4, "play", 0, "card", "Td", "trust", 0, "2d"),
        # No points in the trick: it is not worth the Rook.
        (RUFF, 0, "play", 2, "card", "8h", "ruff", 0, "Rk"),
        # Last to play, he trumps with the lowest.
        (CLUBS, 0, "play", 0, "card", "2c", "cheap", 0, "Ac"),
    ],
)
def test_a_habit_switched_off_changes_a_decision(
    given, seat, kind, number, key, usual, parameter, value, other
):
    assert decide(given, seat, kind, number, key) == usual
    assert decide(given, seat, kind, number, key, **{parameter: value}) == other


def test_every_parameter_is_a_habit_of_that_table():
    (table,) = test_a_habit_switched_off_changes_a_decision.pytestmark
    named = {case[6] for case in table.args[1]}
    assert named == set(HEURISTIC.strategy(ROOK).parameters)


def test_who_may_not_trump_in_a_suit_declares_what_else_is_best():
    seats = [HEURISTIC] * 5
    record, _ = play_deal(seats, LOW)
    assert record["result"]["trump"] == "low"
    seats[3] = Seat("heuristic", (("no_trump", 999.0), ("base", 100.0)))
    record, _ = play_deal(seats, LOW)
    assert record["result"]["declarer"] == 3
    assert record["result"]["trump"] in set("cdhs")


# Against `random`.


@cache
def difference(one: str, others: str, sessions: int = 4000) -> tuple[float, float]:
    """Return how much more `one` scores a deal than each of four `others`.

    It sits at each seat in turn on the same deals; returns the difference and its
    standard error over batches of deals.
    """
    more, count = np.zeros(100), np.zeros(100)
    for seat in range(5):
        text = ",".join([others] * seat + [one] + [others] * (4 - seat))
        plan = make_plan(parse_lineup(text, 5, ROOK), sessions=sessions, seed=3)
        sums = run_plan(plan, jobs=1).sums
        scores = LAYOUT.block(sums, "seat_score").sum(axis=2)
        more += scores[:, seat] - (scores.sum(axis=1) - scores[:, seat]) / 4
        count += LAYOUT.block(sums, "sessions")[:, 0]
    found = ratio_estimate(more, count)
    return found.estimate, found.standard_error


def test_heuristic_beats_random_on_the_same_deals():
    """Alone among random players, and as four against one of them."""
    more, error = difference("heuristic", "random")
    assert more - 10 * error > 20
    less, error = difference("random", "heuristic")
    assert less + 10 * error < -15


def test_equal_players_score_exactly_alike():
    """Every seat has had the same deals, so chance has nothing left to say."""
    gain, error = difference("heuristic", "heuristic(most=180)")
    assert gain == 0
    assert np.isnan(error)  # no spread, no error
