"""The rules of thumb of `heuristic`: what each changes, and what all are worth.

Hearts are turned up. Seat 0 is elder; the other player follows a script.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from simcore.games.klaberjass import tactics
from simcore.games.klaberjass.pack import PACK
from simcore.games.klaberjass.tallying import LAYOUT
from simcore.lineup import Seat
from simcore.loading import built_in_strategies
from simcore.runner import run_plan
from simcore.stats import ratio_estimate

from .klaberjass_table import follow, give, make_plan, play_deal
from .point_deals import events

PARAMETERS = built_in_strategies("klaberjass")["heuristic"].parameters
NEVER = 999.0


def takes(seat, record):
    """Return the first answer of a seat to the question whether to take."""
    return events(record, "take", seat)[0]["trump"]


def names(seat, record):
    """Return the answer of a seat in round 2, None for pass."""
    return events(record, "take", seat)[1]["trump"]


def exchanges(seat, record):
    """Return whether a seat has exchanged the dix."""
    return bool(events(record, "dix", seat))


def plays(seat, record):
    """Return the first card of a seat."""
    return events(record, "play", seat)[0]["card"]


def decide(question, hands, turned, seat, lead="", values=()):
    """Return what a seat with these parameters does in a deal.

    The other takes with hearts if the seat does not and may not be asked again.
    """
    heuristic = Seat("heuristic", tuple(values))
    # The seat speaks twice only where the other passes twice.
    first = "" if question is names or (seat == 0 and question is plays) else "h"
    other = follow("h", lead, first=first, second="s")
    seats = [heuristic, other] if seat == 0 else [other, heuristic]
    record, _ = play_deal(seats, give(hands, turned, "9d"))
    return question(seat, record)


WEAK_CARDS = "Kh 8h Js Ts 9s Jd Td 9c 8c Qh Jc 9h 8s Qs"


def against(hand, turnup):
    """Return nine cards for the other player: weak ones, without the jass."""
    known = f"{hand} {turnup}"
    return " ".join([card for card in WEAK_CARDS.split() if card not in known][:9])


CASES = [
    pytest.param(
        "take", NEVER, takes, "Jh 9h As Ad 7c 8d Kd Qc 7s", "Th", 0, "", "h", None,
        id="take: jass, menel and two Aces are enough",
    ),
    pytest.param(
        "name", NEVER, names, "Jc 9c As Ad 7c 8d Kd Qc 7s", "Th", 0, "", "c", None,
        id="name: the same in another suit",
    ),
    pytest.param(
        "melds", 0, takes, "Jh As Ks Qs Tc 7d Kd Qc 8d", "Th", 0, "", "h", None,
        id="melds: a sequence makes up for what is missing",
    ),
    pytest.param(
        "bela", 0, takes, "Kh Qh As Ad Kc 7c Kd Qc 8d", "Th", 0, "", "h", None,
        id="bela: so do King and Queen",
    ),
    pytest.param(
        "turnup", 0, takes, "7h 9h As 8c 7d 9c Kd Qc 8d", "Jh", 0, "", "h", None,
        id="turnup: with the 7 the turned jass counts as his",
    ),
    pytest.param(
        "keep", 0, exchanges, "9h 8h 7h Qs 7d Qc Kd 7c 8d", "Qh", 0, "", False, True,
        id="keep: the Queen is not worth a sequence",
    ),
    pytest.param(
        "draw", 9, plays, "Jh 9h 8h As Ad 7c Kd Qc 7s", "Th", 0, "", "Jh", "As",
        id="draw: three trumps and the jass",
    ),
    pytest.param(
        "drive", 9, plays, "9h Ah 8h As Ad 7c Kd Qc 7s", "Th", 0, "", "8h", "As",
        id="drive: three trumps without the jass",
    ),
    pytest.param(
        "cash", 0, plays, "Jh 9h As Ad Qc 8c Kd 7c 8s", "Th", 0, "", "As", "7c",
        id="cash: an Ace before low cards",
    ),
    pytest.param(
        "low", 0, plays, "Jh 9h Ks Kd Qc 8c Qd 7c 8s", "Th", 0, "", "7c", "Ks",
        id="low: nothing is sure",
    ),
    pytest.param(
        "short", 0, plays, "Jh 9h Ks 7d Qc 8c Kd 7c Qs", "Th", 0, "", "7d", "7c",
        id="short: two Sevens",
    ),
    pytest.param(
        "ten", 0, plays, "Jh 9h Tc 7c Kd 8d Qd Ks 8s", "Th", 0, "", "8s", "7c",
        id="ten: a Seven that guards a Ten stays",
    ),
    pytest.param(
        "cheap", 0, plays, "Jh 9h As Ks Qc 8c Kd 7c 8d", "Th", 1, "Js", "Ks", "As",
        id="cheap: the King is enough",
    ),
    pytest.param(
        "menel", 0, plays, "9h Qh As Ks Qs 8d Kd 7d 8s", "Th", 1, "9c", "9h", "Qh",
        id="menel: a trump lead could catch it",
    ),
    pytest.param(
        "throw", 0, plays, "As Ks Qs 8d Kd 7d Ad Qd 8s", "Th", 1, "9c", "7d", "8s",
        id="throw: of two suits the lower card",
    ),
]  # fmt: skip
"""Parameter, its value that is off, question, cards, lead, answers on and off."""


@pytest.mark.parametrize(
    ("name", "off", "question", "hand", "turnup", "seat", "lead", "with_it", "without"),
    CASES,
)
def test_a_rule_of_thumb_can_be_switched_off(
    name, off, question, hand, turnup, seat, lead, with_it, without
):
    hands = [hand, against(hand, turnup)]
    if seat:
        hands.reverse()
    text = "|".join(hands)
    assert decide(question, text, turnup, seat, lead) == with_it
    assert decide(question, text, turnup, seat, lead, [(name, off)]) == without


def test_every_parameter_has_its_case():
    assert {case.values[0] for case in CASES} == set(PARAMETERS)


# What it is worth.


@cache
def difference(strategy, other):
    """Return by how much a strategy beats another, a deal: the same deals both ways."""
    batches, deals = 0, 0
    for seats, sign in ((f"{strategy},{other}", 1), (f"{other},{strategy}", -1)):
        outcome = run_plan(make_plan(seats, sessions=20_000, seed=99))
        scores = LAYOUT.block(outcome.sums, "seat_score")
        batches = batches + sign * (scores[:, 0] - scores[:, 1])
        deals = deals + LAYOUT.block(outcome.sums, "sessions")[:, 0]
    return ratio_estimate(batches, deals)


def test_it_beats_random():
    found = difference("heuristic", "random")
    assert found.n == 40_000
    assert 44 < found.ci_low < found.ci_high < 47


def test_nobody_beats_himself():
    assert difference("random", "random").estimate == 0
    assert difference("heuristic", "heuristic").estimate == 0


@pytest.mark.parametrize(
    ("off", "least"),
    [("cash=0", 4), ("low=0", 1), ("cheap=0", 0.8), ("ten=0", 0.5), ("drive=9", 0.2)],
)
def test_its_rules_of_thumb_earn_points(off, least):
    assert difference("heuristic", f"heuristic({off})").ci_low > least


# The questions about cards that it asks.


def mask(text):
    """Return cards as bits."""
    return np.uint64(PACK.parse(text))


def test_worths_are_sums():
    hand = mask("Jh 9h As Ts Kd 7c")
    assert tactics.worth(hand, 2) == 45 + 30 + 14 + 10 + 1
    assert tactics.worth(hand, 3) == 20 + 20 + 1
    assert tactics.worth(hand, 0) == 10 + 14 + 10 + 1


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("As Ks Js Ts 7c 8c", 0),
        ("As Ks Qs Ts 9s 8s", 40),
        ("As Ks Qs Js 9c 8c 7c", 70),
        ("As Ks Qs Js Ts 9s 8s", 70),
        ("As Ks Qs Js Ts 9s 8s 7s", 100),
    ],
)
def test_points_of_sequences(hand, points):
    assert tactics.meld_points(mask(hand)) == points


def test_the_turned_card_comes_for_the_seven():
    assert tactics.with_dix(mask("7h As"), mask("Kh")) == PACK.parse("Kh As")
    assert tactics.with_dix(mask("8h 7s"), mask("Kh")) == PACK.parse("8h 7s")
    assert tactics.holds_bela(mask("Kh Qh 7s"), 2)
    assert not tactics.holds_bela(mask("Kh Qs 7s"), 2)
