"""The heuristic of Chibre: every habit in a deal where it decides, and its worth."""

from __future__ import annotations

import re

import numpy as np
import pytest

from simcore.games.chibre.tallying import LAYOUT
from simcore.lineup import Seat
from simcore.loading import built_in_strategies
from simcore.runner import run_plan
from simcore.stats import ratio_estimate

from .chibre_table import CHIBRE, card_of, follow, give, make_plan, play_deal
from .point_deals import events

SEATS = 4


def named_by(hand: str, modes: str = "suits", **values: float) -> str:
    """Return what the heuristic at seat 0 says first with a hand of nine."""
    seat = Seat("heuristic", tuple(values.items()))
    seats = [seat, follow("c"), follow("c"), follow("c")]
    record, _ = play_deal(seats, give([hand, "", "", ""]), modes=modes)
    return str(events(record, "trump")[0]["trump"])


@pytest.mark.parametrize(
    ("hand", "said", "off", "instead"),
    [
        pytest.param(
            "Jh 9h 7h 6c 7c 8c Tc 6s Ad", "h", {"jack": 0}, "chibre", id="jack"
        ),
        pytest.param(
            "Jh 9h 7h 6c 7c 8c Tc 6s Ad", "h", {"nine": 0}, "chibre", id="nine"
        ),
        pytest.param(
            "Ah Kh Qh Th 8h 7h Kc 6s 6d", "h", {"ace": -1}, "chibre", id="ace"
        ),
        pytest.param(
            "Jh 9h 7h 8h Kc 7c 6c 6s 6d", "h", {"trump": 0}, "chibre", id="trump"
        ),
        pytest.param(
            "Jh 9h Ac As Ad 7h 6c 8d 8s", "h", {"side": -1}, "chibre", id="side"
        ),
        pytest.param(
            "Kh Qh Kc 7c Td 7d Ts 8s 6s", "chibre", {"chibre": 0}, "s", id="chibre"
        ),
    ],
)
def test_what_he_says_hangs_on_each_weight(hand, said, off, instead):
    assert named_by(hand) == said
    assert named_by(hand, **off) == instead


@pytest.mark.parametrize(
    ("hand", "mode"),
    [
        ("Ac Kc Qc Ad Kd Ah Kh As 6s", "obenabe"),
        ("6c 7c 8c 6d 7d 6h 7h 6s As", "undenufe"),
    ],
)
def test_he_names_a_mode_where_the_rules_have_it(hand, mode):
    assert named_by(hand, modes="all") == mode
    assert named_by(hand, modes="all", top=0, chibre=0) in set("cdhs")
    assert named_by(hand, chibre=0) in set("cdhs")


TEAM_HAND = "Jh 9h Ah 7h Ac 6c 6d 6s 7s"
LAST_HANDS = ["Qc", "6c", "7c"]

# Each case: hands, the seat asked, the cards before it, the parameter, the card played,
# the value that switches the habit off, and the card then. Hearts are trumps.
HABITS = [
    pytest.param([TEAM_HAND], 0, {"draw": 1}, "Jh", {"draw": 0}, "Ac", id="draw"),
    pytest.param(
        ["9h Ah Kh 7h Ac 6c 6d 6s 7s"], 0, {}, "7h", {"lure": 9}, "Ac", id="lure"
    ),
    pytest.param(
        [TEAM_HAND], 0, {"draw": 0}, "Ac", {"draw": 0, "cash": 0}, "6s", id="cash"
    ),
    pytest.param(
        ["9h 6c 7c 6d 7d 8d 6s 7s Ts"],
        0,
        {"lure": 1},
        "6s",
        {"lure": 1, "guard": 0},
        "9h",
        id="guard-on-lead",
    ),
    pytest.param(
        ["Kc Jh", "6c", "7c", "9h 7h 6d 7d 8d 6s 7s 8s 9s"],
        3,
        {},
        "9h",
        {"guard": 0},
        "7h",
        id="guard-last",
    ),
    pytest.param(
        ["Jh", "6h", "Tc 8c 6d 7d 9d 6s 7s 8s 9s", ""],
        2,
        {},
        "Tc",
        {"smear": 0},
        "6s",
        id="smear",
    ),
    pytest.param(
        [*LAST_HANDS, "Ac Kc 6d 7d 8d 6s 7s 8s 6h"],
        3,
        {},
        "Kc",
        {"cheap": 0},
        "Ac",
        id="cheap",
    ),
    pytest.param(
        ["Kc Jh 9h", "6c", "7c", "8h 7h 6d 7d 8d 6s 7s 8s 9s"],
        3,
        {},
        "7h",
        {"ruff": 99},
        "6s",
        id="ruff",
    ),
    pytest.param(
        ["Ac", "6c", "7c", "Jc Tc 6d 7d 8d 6s 7s 8s 9s"],
        3,
        {},
        "Jc",
        {"thrift": 0},
        "Tc",
        id="thrift",
    ),
]


@pytest.mark.parametrize(("hands", "seat", "on", "card", "off", "instead"), HABITS)
def test_every_habit_decides_a_deal(hands, seat, on, card, off, instead):
    """What one parameter changes, in the first trick; the others follow a script."""
    hands = hands + [""] * (SEATS - len(hands))
    for values, wanted in ((on, card), (off, instead)):
        seats = [
            Seat("heuristic", tuple(values.items()))
            if number == seat
            else follow("h", " ".join(hand.split()[:1]))
            for number, hand in enumerate(hands)
        ]
        if seat == 0:
            seats[0] = Seat("heuristic", (*values.items(), *HEARTS))
        record, _ = play_deal(seats, give(hands))
        assert record["result"]["trump"] == "h"
        assert card_of(record, seat) == wanted


HEARTS = (("chibre", 99.0),)
"""Leaves the choice to the partner, whose script says hearts."""


def test_every_parameter_is_told_and_tried():
    strategy = built_in_strategies("chibre")["heuristic"]
    assert all(parameter.summary for parameter in strategy.parameters.values())
    tried = {name for case in HABITS for name in case.values[4]}
    tried |= {"jack", "nine", "ace", "trump", "side", "chibre", "top"}
    assert tried == set(strategy.parameters)


def leads(lineup: str, **rules) -> tuple[np.ndarray, np.ndarray]:
    """Return the lead of team 0, and the deals, in each batch of 20,000 deals."""
    plan = make_plan(lineup, sessions=20_000, seed=11, **rules)
    sums = run_plan(plan, jobs=1).sums
    score = LAYOUT.block(sums, "score")
    return score[:, 0] - score[:, 1], LAYOUT.block(sums, "said").sum(axis=(1, 2))


@pytest.mark.parametrize(
    ("weaker", "least", "rules"),
    [
        ("random", 60, {}),
        ("random", 60, {"modes": "all", "pique_double": True}),
        ("heuristic(chibre=0)", 2, {}),
        ("heuristic(ruff=99)", 10, {}),
    ],
)
def test_he_beats_weaker_players_at_either_side_of_the_same_deals(weaker, least, rules):
    one, deals = leads(f"heuristic,{weaker},heuristic,{weaker}", **rules)
    other, _ = leads(f"{weaker},heuristic,{weaker},heuristic", **rules)
    profit = ratio_estimate(one - other, 2 * deals, level=0.999)
    assert profit.ci_low > least


def test_he_draws_no_chance_and_sits_at_the_table_by_default():
    assert CHIBRE.default_strategy == "heuristic"
    source = built_in_strategies("chibre")["heuristic"]
    for function in source.decisions.values():
        code = function.py_func.__code__
        assert not {"random_bit", "below", "chance"} & set(code.co_names)
        assert re.match(r"view", code.co_varnames[0])
