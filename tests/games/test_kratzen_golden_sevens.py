"""Siebenermuss deals of Kratzen, worked out on paper and played by the kernels.

`test_kratzen_golden` says how the lines are read.
"""

from __future__ import annotations

import pytest

from .helpers import CHIPS, follow, give, lines, play_deal, result

WELI_AND_SEVEN = {
    "given": give(
        cuts="9e", hands="Ah Ke 9s Tl|Al Kl 8h 7s|Oh Th As 8s", turnup="6s 7h", dealer=1
    ),
    "seats": [
        follow("h", cards="Ah Ke 9s Tl"),
        follow("h", discards="7s 7h", cards="6s 8h Kl Al"),
        follow("h", cards="Th Oh As 8s"),
    ],
    "balances": [-4, -3, -3],
}


@pytest.mark.parametrize(
    ("rules", "draws", "penalty", "pot_after"),
    [
        ({}, [0, 0, 0], 22, 33),
        ({"siebenermuss_declarer_double": False}, [0, 0, 0], 11, 22),
        ({"siebenermuss_pays": True}, [2, 0, 6], 22, 25),
        (
            {"siebenermuss_pays": True, "remainder": "declarer"},
            [2, 3, 6],
            22,
            22,
        ),
        ({"pot_cap": 15}, [0, 0, 0], 15, 26),
    ],
)
def test_a_seven_behind_the_weli_makes_a_siebenermuss(rules, draws, penalty, pot_after):
    """The dealer of a normal deal holds six cards; nobody calls, he wins nothing."""
    record = play_deal(**WELI_AND_SEVEN, **rules)
    assert lines(record) == [
        "cut shown: 9e antes: 0 0 0 1",
        "turnup cards: 6s 7h",
        "discard 1 cards: 7h 7s",
        "1 6s (Al Kl 8h 6s), 2 Th (Oh Th), 0 Ah (Ah) -> 0",
        "0 Ke (Ke Tl 9s), 1 8h (8h), 2 Oh (Oh) -> 2",
        "2 As (As 8s), 0 9s (9s), 1 Kl (Al Kl) -> 2",
        "2 8s (8s), 0 Tl (Tl), 1 Al (Al) -> 2",
    ]
    assert record["stakes"] == "normal"
    assert result(record, "kind", "declarer", "contract", "active", "pot_before") == [
        "siebenermuss",
        1,
        None,
        [0, 1, 2],
        11,
    ]
    changes = [draws[0], draws[1] - 1 - penalty, draws[2]]
    assert result(record, *CHIPS) == [
        [1, 0, 3],
        draws,
        [0, penalty, 0],
        pot_after,
        changes,
        "normal",
    ]


def test_a_seven_turned_up_in_a_muss_asks_one_trick_of_all():
    """The declarer has one trick, which would be too few in a Muss."""
    record = play_deal(
        [
            follow("e", discards="7e", cards="Ae 9l 8l 7l"),
            follow("e", cards="7h Al Kl Us"),
            follow("e", cards="8h 9s Ts As"),
        ],
        give(
            cuts="9h",
            hands="Ae 9l 8l 7l|Al Kl 7h Us|8h As Ts 9s",
            turnup="7e",
            dealer=0,
        ),
    )
    assert lines(record)[3:] == [
        "0 Ae (Ae 9l 8l 7l), 1 7h (Al Kl 7h Us), 2 8h (8h As Ts 9s) -> 0",
        "0 9l (9l 8l 7l), 1 Al (Al Kl), 2 9s (As Ts 9s) -> 1",
        "1 Kl (Kl Us), 2 Ts (As Ts), 0 8l (8l 7l) -> 1",
        "1 Us (Us), 2 As (As), 0 7l (7l) -> 2",
    ]
    assert record["stakes"] == "muss"
    assert result(record, "kind", *CHIPS) == [
        "siebenermuss",
        [1, 2, 1],
        [0, 0, 0],
        [0, 0, 0],
        4,
        [-2, -1, -1],
        "normal",
    ]


NAECHSTE = {
    "given": give(
        cuts="8e",
        hands="Al 9h 8h Te|Kl Kh Oh 7e|As Ks Us Ue|Ul Tl Ah 9s",
        turnup="Th",
        stock="6s 7l",
        dealer=2,
    ),
    "balances": [-5, -5, -5, -5],
}
NAECHSTE_CALLS = [
    "call 2 weiter",
    "call 1 weiter",
    "call 0 naechste turned: 6s 7l",
    "call 3 weiter",
]


def test_a_seven_by_naechste_makes_a_siebenermuss():
    """The Weli is turned past; the cards turned belong to nobody."""
    record = play_deal(
        [
            follow("l", call="naechste", cards="Al 9h 8h Te"),
            follow("l", cards="Kl Oh Kh 7e"),
            follow("l", discards="Th", cards="Us Ks Ue As"),
            follow("l", cards="Tl Ah Ul 9s"),
        ],
        **NAECHSTE,
    )
    assert lines(record)[2:] == [
        *NAECHSTE_CALLS,
        "discard 2 cards: Th",
        "0 Al (Te Al 9h 8h), 1 Kl (Kl), 2 Us (Ue As Ks Us), 3 Tl (Ul Tl) -> 0",
        "0 9h (Te 9h 8h), 1 Oh (Kh Oh), 2 Ks (Ue As Ks), 3 Ah (Ah) -> 3",
        "3 Ul (Ul 9s), 0 8h (Te 8h), 1 Kh (7e Kh), 2 Ue (Ue As) -> 3",
        "3 9s (9s), 0 Te (Te), 1 7e (7e), 2 As (As) -> 2",
    ]
    assert result(record, "kind", "declarer", "contract", "trump", "pot_before") == [
        "siebenermuss",
        0,
        "naechste",
        "l",
        21,
    ]
    assert result(record, *CHIPS) == [
        [1, 0, 1, 2],
        [0, 0, 0, 0],
        [0, 21, 0, 0],
        42,
        [0, -21, -1, 0],
        "normal",
    ]


def test_the_cards_turned_may_go_to_the_declarer():
    """He then holds six cards, and discards after the dealer."""
    record = play_deal(
        [
            follow("l", call="naechste", discards="Te 9h", cards="Al 6s 7l 8h"),
            follow("l", cards="Kl Oh Kh 7e"),
            follow("l", discards="Th", cards="Us Ks Ue As"),
            follow("l", cards="Tl Ul Ah 9s"),
        ],
        **NAECHSTE,
        new_turnup_to="declarer",
    )
    assert lines(record)[2:] == [
        *NAECHSTE_CALLS,
        "discard 2 cards: Th",
        "discard 0 cards: Te 9h",
        "0 Al (Al 7l 8h 6s), 1 Kl (Kl), 2 Us (Ue As Ks Us), 3 Tl (Ul Tl) -> 0",
        "0 6s (7l 8h 6s), 1 Oh (7e Kh Oh), 2 Ks (Ue As Ks), 3 Ul (Ul) -> 0",
        "0 7l (7l 8h), 1 Kh (7e Kh), 2 Ue (Ue As), 3 Ah (Ah 9s) -> 0",
        "0 8h (8h), 1 7e (7e), 2 As (As), 3 9s (9s) -> 0",
    ]
    assert result(record, "penalties", "pot_after") == [[0, 21, 21, 21], 84]


def test_a_seven_by_contract_may_count_for_nothing():
    """With `siebenermuss_on turnup` the deal stays normal; here everybody drops."""
    record = play_deal(
        [follow("l", call="naechste"), follow("l"), follow("l"), follow("l")],
        **NAECHSTE,
        siebenermuss_on="turnup",
    )
    joins = ["join 1 False", "join 2 False", "join 3 False"]
    assert lines(record)[2:] == [*NAECHSTE_CALLS, *joins]
    assert result(record, "kind", "active") == ["normal", [0]]
    assert result(record, *CHIPS) == [
        [4, 0, 0, 0],
        [20, 0, 0, 0],
        [0, 0, 0, 0],
        1,
        [20, 0, -1, 0],
        "muss",
    ]
