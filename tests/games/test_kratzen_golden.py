"""Deals of Kratzen laid out by hand and played by the compiled kernels.

Every line and number here was worked out on paper from the rules. A line of play reads
``seat card (legal cards)``, a trick ends with ``-> winner``.
"""

from __future__ import annotations

import pytest

from simcore.errors import StrategyError

from .helpers import follow, give, lines, play_deal


def result(record, *keys):
    """Return values of the result of a record."""
    return [record["result"][key] for key in keys]


CHIPS = ("tricks", "draws", "penalties", "pot_after", "balance_change", "next")


# The duties in the tricks, each in a first deal.


def test_the_weli_led_asks_for_trumps():
    """The Sow must beat it, the King cannot; a Bell is no answer to it."""
    record = play_deal(
        [
            follow("e", discards="Ts", cards="6s 9l Oe Ah"),
            follow("e", cards="Ae Kl Us 7e"),
            follow("e", cards="Ke 8l 7s Uh"),
        ],
        give(
            cuts="Th",
            hands="6s Ah 9l Ts|Ae 7e Kl Us|Ke 7s Uh 8l",
            turnup="Oe",
            dealer=0,
        ),
    )
    assert lines(record) == [
        "cut shown: Th antes: 0 0 0 0",
        "turnup cards: Oe",
        "discard 0 cards: Ts",
        "0 6s (Oe 9l Ah 6s), 1 Ae (Ae), 2 Ke (Ke) -> 1",
        "1 Kl (7e Kl Us), 2 8l (8l), 0 9l (9l) -> 1",
        "1 Us (7e Us), 2 7s (7s), 0 Oe (Oe) -> 0",
        "0 Ah (Ah), 1 7e (7e), 2 Uh (Uh) -> 1",
    ]
    assert result(record, "kind", "declarer", "trump", "pot_before") == [
        "muss",
        0,
        "e",
        4,
    ]
    assert result(record, *CHIPS) == [
        [1, 3, 0],
        [0, 0, 0],
        [8, 0, 4],
        16,
        [-10, -1, -5],
        "normal",
    ]


def test_the_weli_is_no_bell_and_trumped_tricks_are_followed_freely():
    """Seat 0 has the Weli, and Bells that he must follow with twice."""
    record = play_deal(
        [
            follow("h", cards="Ks Al 8s 6s"),
            follow("h", cards="7h 9l Oh Tl"),
            follow("h", cards="As 7e 9s Ue"),
            follow("h", discards="Ae", cards="Us 8h Ts Kh"),
        ],
        give(
            cuts="Ol",
            hands="6s Ks 8s Al|Oh 7h 9l Tl|As 9s 7e Ue|Us Ts Kh Ae",
            turnup="8h",
            dealer=3,
        ),
    )
    assert lines(record)[2:] == [
        "discard 3 cards: Ae",
        "3 Us (Kh 8h Us Ts), 0 Ks (Ks), 1 7h (Oh 7h), 2 As (As 9s) -> 1",
        "1 9l (Tl 9l Oh), 2 7e (Ue 7e 9s), 3 8h (Kh 8h), 0 Al (Al) -> 3",
        "3 Ts (Kh Ts), 0 8s (8s), 1 Oh (Oh), 2 9s (9s) -> 1",
        "1 Tl (Tl), 2 Ue (Ue), 3 Kh (Kh), 0 6s (6s) -> 0",
    ]
    assert result(record, *CHIPS) == [
        [1, 2, 0, 1],
        [0, 0, 0, 0],
        [0, 0, 5, 10],
        20,
        [-1, -1, -6, -12],
        "normal",
    ]


def test_the_weli_may_not_be_kept_back_with_bells_in_hand():
    """Playing it to a Bells lead is told to the author of the strategy."""
    with pytest.raises(
        StrategyError, match=r"scripted.* at seat 0 answered 6s to play in deal 0"
    ):
        play_deal(
            [
                follow("h", cards="6s"),
                follow("h"),
                follow("h"),
                follow("h", discards="Ae", cards="Us 8h Ts Kh"),
            ],
            give(
                cuts="Ol",
                hands="6s Ks 8s Al|Oh 7h 9l Tl|As 9s 7e Ue|Us Ts Kh Ae",
                turnup="8h",
                dealer=3,
            ),
        )


def test_the_weli_stands_between_king_and_sow():
    """As his only trump it must be played, and it must beat the King."""
    record = play_deal(
        [
            follow("l", cards="6s Ks 7h Kh"),
            follow("l", cards="Al 9s Ul 8s"),
            follow("l", discards="Us", cards="Kl 7l Tl Ah"),
        ],
        give(
            cuts="Oe",
            hands="6s Ks Kh 7h|Al Ul 8s 9s|Kl 7l Ah Us",
            turnup="Tl",
            dealer=2,
        ),
    )
    assert lines(record)[3:] == [
        "2 Kl (Kl Tl 7l Ah), 0 6s (6s), 1 Al (Al) -> 1",
        "1 9s (Ul 9s 8s), 2 7l (Tl 7l), 0 Ks (Ks) -> 2",
        "2 Tl (Tl Ah), 0 7h (Kh 7h), 1 Ul (Ul) -> 1",
        "1 8s (8s), 2 Ah (Ah), 0 Kh (Kh) -> 1",
    ]
    assert result(record, "tricks", "penalties") == [[0, 3, 1], [4, 0, 8]]


def test_who_is_void_must_overtrump_if_he_can():
    """Bells are trumps here, and the Weli the second of them."""
    record = play_deal(
        [
            follow("s", discards="8l", cards="Ah Ts 9e Th"),
            follow("s", cards="Us 8s Te Oe"),
            follow("s", cards="6s Ol 7s 9s"),
            follow("s", cards="Ks Kl 7e 7l"),
        ],
        give(
            cuts="Uh",
            hands="Ah Th 9e 8l|Us 8s Oe Te|9s 6s 7s Ol|Ks 7e Kl 7l",
            turnup="Ts",
            dealer=0,
        ),
    )
    assert lines(record)[3:] == [
        "0 Ah (9e Ah Th Ts), 1 Us (Us 8s), 2 6s (6s), 3 Ks (Ks) -> 2",
        "2 Ol (Ol 9s 7s), 3 Kl (Kl), 0 Ts (Ts), 1 8s (8s) -> 0",
        "0 9e (9e Th), 1 Te (Oe Te), 2 7s (9s 7s), 3 7e (7e) -> 2",
        "2 9s (9s), 3 7l (7l), 0 Th (Th), 1 Oe (Oe) -> 2",
    ]
    assert result(record, "tricks", "penalties") == [[1, 0, 3, 0], [10, 5, 0, 5]]


@pytest.mark.parametrize(
    ("rules", "draws", "pot_after", "following"),
    [({}, [0, 0, 0], 4, "normal"), ({"muss_pays": True}, [2, 1, 1], 0, "muss")],
)
def test_a_muss_in_which_nobody_is_short(rules, draws, pot_after, following):
    """The pot stays for a normal deal, unless its tricks are paid."""
    record = play_deal(
        [
            follow("e", discards="Oe", cards="Ae Ke 7h 7l"),
            follow("e", cards="8s Us Kl Al"),
            follow("e", cards="9s Ts Ah 9l"),
        ],
        give(
            cuts="8h",
            hands="Ae Ke 7l 7h|Al Kl Us 8s|Ah 9l Ts 9s",
            turnup="Oe",
            dealer=0,
        ),
        **rules,
    )
    assert lines(record)[3:] == [
        "0 Ae (Ae Ke 7l 7h), 1 8s (Al Kl Us 8s), 2 9s (9l Ah Ts 9s) -> 0",
        "0 Ke (Ke 7l 7h), 1 Us (Al Kl Us), 2 Ts (9l Ah Ts) -> 0",
        "0 7h (7l 7h), 1 Kl (Al Kl), 2 Ah (Ah) -> 2",
        "2 9l (9l), 0 7l (7l), 1 Al (Al) -> 1",
    ]
    assert result(record, "draws", "pot_after", "next") == [draws, pot_after, following]


# The cut, in a first deal of four whose pack is with seat 1.


@pytest.mark.parametrize(
    ("cuts", "dealer", "antes", "paid"),
    [
        ("8l", 1, ["0 0 0 0 1"], [1, 2, 1, 1]),
        ("Ae 9h|8l", 2, ["0 0 1 0 2", "0 0 0 0 2"], [1, 2, 2, 1]),
        ("Ae As|8l", 3, ["0 0 1 1 3", "0 0 0 0 3"], [1, 2, 2, 2]),
        ("Ae 7h|8l", 1, ["0 1 1 0 1", "0 0 0 0 1"], [1, 3, 2, 1]),
        ("7h Ae|8l", 1, ["1 1 0 0 1", "0 0 0 0 1"], [2, 3, 1, 1]),
        ("7h 9h|8l", 0, ["1 0 0 0 0", "0 0 0 0 0"], [2, 2, 1, 1]),
        ("7e 7h|8l", 3, ["1 0 0 1 3", "0 0 0 0 3"], [2, 2, 1, 2]),
        ("6s 9h|8l", 1, ["1 1 1 1 1", "0 0 0 0 1"], [2, 3, 2, 2]),
        ("6s 7h|8l", 0, ["2 1 1 1 0", "0 0 0 0 0"], [3, 3, 2, 2]),
        ("7h 6s|8l", 0, ["2 1 1 1 0", "0 0 0 0 0"], [3, 3, 2, 2]),
        ("6s Ah|8l", 2, ["1 1 2 1 2", "0 0 0 0 2"], [2, 3, 3, 2]),
        (
            "As Al|Ae 9h|6s Ke|8l",
            0,
            ["0 0 1 1 3", "1 0 0 0 0", "1 1 1 1 0", "0 0 0 0 0"],
            [3, 3, 3, 3],
        ),
    ],
)
def test_what_the_cut_shows_moves_the_pack(cuts, dealer, antes, paid):
    """`antes` are those of each cut, with the dealer after it behind them."""
    hands = "Ae 9h Tl Us|Ke Oe Th 9s|Kl Ul Kh 8s|Ol 9l Oh Os"
    for ante in (1, 3):
        record = play_deal(
            [follow("e")] * 4,
            give(cuts=cuts, hands=hands, turnup="Te", dealer=1),
            ante=ante,
        )
        assert record["dealer"] == dealer
        found = [event for event in record["events"] if event["type"] == "cut"]
        assert [event["shown"] for event in found] == [
            c.split() for c in cuts.split("|")
        ]
        assert [[*event["antes"], event["dealer"]] for event in found] == [
            [*(ante * int(chips) for chips in chips_and_dealer[:-1]), int(dealer_after)]
            for chips_and_dealer in (line.split() for line in antes)
            for dealer_after in chips_and_dealer[-1:]
        ]
        changes, penalties = result(record, "balance_change", "penalties")
        assert [-c - p for c, p in zip(changes, penalties, strict=True)] == [
            ante * chips for chips in paid
        ]
        assert result(record, "declarer", "pot_before") == [dealer, ante * sum(paid)]


# Siebenermuss.

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


# Contracts.


@pytest.mark.parametrize(("remainder", "draw"), [("pot", 20), ("declarer", 23)])
def test_everybody_dropped(remainder, draw):
    """Four tricks unplayed: four shares of a pot of 23, and the rest as agreed."""
    record = play_deal(
        [follow("e", call="schlagen"), follow("e"), follow("e")],
        give(
            cuts="8h",
            hands="Ae Ke 7l 7h|Al Kl Us 8s|Ah 9l Ts 9s",
            turnup="Oe",
            dealer=0,
        ),
        balances=[-20, 0, -2],
        remainder=remainder,
    )
    assert lines(record)[2:] == [
        "call 0 schlagen",
        "call 2 weiter",
        "call 1 weiter",
        "join 1 False",
        "join 2 False",
    ]
    assert result(record, "pot_before", *CHIPS) == [
        23,
        [4, 0, 0],
        [draw, 0, 0],
        [0, 0, 0],
        23 - draw,
        [draw - 1, 0, 0],
        "muss",
    ]


def test_andere_turns_past_the_first_suit_its_seven_and_the_weli():
    """The lower call before it turned nothing."""
    record = play_deal(
        [
            follow("l", call="andere"),
            follow("l"),
            follow("l", call="naechste"),
        ],
        give(
            cuts="8e",
            hands="Ae Ke Oe Ue|Al Kl Ol Ul|Ah Kh As Ks",
            turnup="Th",
            stock="7h 6s Oh Tl",
            dealer=2,
        ),
        balances=[-3, -3, -3],
    )
    assert lines(record)[2:] == [
        "call 2 naechste turned:",
        "call 1 weiter",
        "call 0 andere turned: 7h 6s Oh Tl",
        "join 1 False",
        "join 2 False",
    ]
    assert result(record, "kind", "contract", "trump") == ["normal", "andere", "l"]


NO_ACORNS = "7l 8l 9l Tl|Ul Ol Kl Al|7h 8h 9h Th|Uh Oh Kh Ah|7s 8s 9s Ts|Us Os Ks As"
"""Six hands that leave nothing but Acorns and the Weli to turn up and for the stock."""


@pytest.mark.parametrize(
    ("call", "stock"), [("andere", "7e 8e Ue Ae Oe Ke 6s Te"), ("naechste", "7e")]
)
def test_the_stock_may_hold_no_other_suit(call, stock):
    """Then the first trump stays, and the Seven passed over makes no Siebenermuss."""
    record = play_deal(
        [follow("e", call=call), *[follow("e")] * 5],
        give(
            cuts="Te",
            hands=NO_ACORNS,
            turnup="9e",
            stock=stock,
            dealer=0,
        ),
        balances=[-4, -3, -3, 0, 0, 0],
    )
    assert lines(record)[2] == f"call 0 {call} turned: {stock}"
    kind = "normal" if call == "andere" else "siebenermuss"
    assert result(record, "kind", "contract", "trump") == [kind, call, "e"]


def test_one_player_may_have_the_last_word():
    """Seat 0 asks first and is asked again at the end; seat 2 may not ask any more."""
    record = play_deal(
        [
            follow("e", join="defer", cards="8h 9h Th Uh"),
            follow("e", join="drop"),
            follow("e", join="defer", cards="Al Kl Us 8s"),
            follow("e", call="schlagen", discards="Oe", cards="Ae Ke 7l 7h"),
        ],
        give(
            cuts="8e",
            hands="8h 9h Th Uh|Ah Kh As Ks|Al Kl Us 8s|Ae Ke 7l 7h",
            turnup="Oe",
            dealer=3,
        ),
        balances=[-3, -3, -3, 0],
        last_word=True,
    )
    assert lines(record)[6:10] == [
        "defer 0",
        "join 1 False",
        "join 2 True",
        "join 0 True",
    ]
    assert result(record, "active") == [[0, 2, 3]]


@pytest.mark.parametrize(
    ("rules", "kind", "contract", "declarer"),
    [
        ({}, "passed", None, None),
        ({"all_pass": "dealer"}, "normal", "schlagen", 1),
    ],
)
def test_everybody_says_weiter(rules, kind, contract, declarer):
    """The stakes stay paid; or the dealer must play, here with nobody against him."""
    record = play_deal(
        [follow("e"), follow("e"), follow("e")],
        give(
            cuts="Ae 8l|8h",
            hands="Ae Ke 7l 7h|Al Kl Us 8s|Ah 9l Ts 9s",
            turnup="Oe",
            dealer=0,
        ),
        balances=[-9, 0, 0],
        **rules,
    )
    assert lines(record)[:6] == [
        "cut shown: Ae 8l antes: 0 1 0 1",
        "cut shown: 8h antes: 0 0 0 1",
        "turnup cards: Oe",
        "call 1 weiter",
        "call 0 weiter",
        "call 2 weiter",
    ]
    assert result(record, "kind", "contract", "declarer") == [kind, contract, declarer]
    if kind == "passed":
        assert len(lines(record)) == 6
        assert result(record, "active", *CHIPS) == [
            [],
            [0, 0, 0],
            [0, 0, 0],
            [0, 0, 0],
            11,
            [-1, -1, 0],
            "normal",
        ]
    else:
        assert result(record, "draws", "pot_after") == [[0, 8, 0], 3]


# The exchange.

SOW_FACE_UP = {
    "seats": [
        follow("h", call="schlagen", discards="9l", cards="As Kh Tl Ul"),
        follow(
            "h",
            join="play",
            away="7e 8e 9e 7l",
            discards="8l 9s 7s Ue Te",
            cards="Th 6s Ah Kl",
        ),
        follow("h", join="play", away="8s", cards="Uh Ae 9h Oh"),
        follow("h"),
    ],
    "given": give(
        cuts="Ol",
        hands="Ul Tl 9l As|7e 8e 9e 7l|Oh Uh Ae 8s|Ke Oe Us Ts",
        turnup="Kh",
        stock="Kl 8l 9s Ah 6s Th 7s Ue Te 9h",
        dealer=0,
    ),
    "balances": [-10, -10, -10, 0],
}


@pytest.mark.parametrize(
    ("rules", "draw", "penalty", "pot_after"),
    [
        ({}, 0, 62, 65),
        ({"remainder": "declarer"}, 3, 62, 62),
        ({"pot_cap": 40}, 0, 40, 43),
        ({"bankroll": 50}, 0, 39, 42),
    ],
)
def test_the_sow_of_trumps_face_up_brings_five_cards(rules, draw, penalty, pot_after):
    """Penalties are multiples of the pot when play began, whatever was drawn from it.

    With a bankroll of 50 the declarer has 40 left, pays one of it as dealer, and all of
    the rest as his penalty.
    """
    record = play_deal(**SOW_FACE_UP, **rules)
    assert lines(record)[2:] == [
        "call 0 schlagen",
        "call 3 weiter",
        "call 2 weiter",
        "call 1 weiter",
        "join 1 True",
        "join 2 True",
        "join 3 False",
        "exchange 1 discards: 9e 8e 7e 7l drawn: Kl 8l 9s shown: Ah"
        " extras: 6s Th 7s Ue Te",
        "discard 1 cards: Ue Te 8l 9s 7s",
        "exchange 2 discards: 8s drawn: 9h shown: extras:",
        "exchange 0 discards: drawn: shown: extras:",
        "discard 0 cards: 9l",
        "0 As (Ul Tl Kh As), 1 Th (Ah Th 6s), 2 Uh (Oh Uh) -> 2",
        "2 Ae (Ae Oh 9h), 0 Kh (Kh), 1 6s (Ah 6s) -> 1",
        "1 Ah (Kl Ah), 2 9h (Oh 9h), 0 Tl (Ul Tl) -> 1",
        "1 Kl (Kl), 2 Oh (Oh), 0 Ul (Ul) -> 2",
    ]
    assert result(record, "pot_before", *CHIPS) == [
        31,
        [0, 2, 2, 0],
        [draw, 14, 14, 0],
        [penalty, 0, 0, 0],
        pot_after,
        [draw - 1 - penalty, 14, 14, 0],
        "normal",
    ]


def test_the_declarer_may_exchange_first():
    """Then the others from his left, who draw what comes after his cards."""
    record = play_deal(**SOW_FACE_UP, exchange_first="declarer")
    order = [event["seat"] for event in record["events"] if event["type"] == "exchange"]
    assert order == [0, 1, 2]


def test_the_stock_runs_out():
    """Of five extra cards four are left, the last is the card the cut showed."""
    record = play_deal(
        [
            follow(
                "e",
                join="play",
                away="7l 8l 9l Tl",
                discards="7e 8e Te Ue",
                cards="Oe Ae 6s Ke",
            ),
            follow("e", join="play", cards="Ul Ol Kl Al"),
            *[follow("e")] * 3,
            follow("e", call="schlagen", discards="Us", cards="As 9e Os Ks"),
        ],
        give(
            cuts="Te",
            hands=NO_ACORNS,
            turnup="9e",
            stock="7e 8e Ue Ae Oe Ke 6s",
            dealer=5,
        ),
        balances=[-12, 0, 0, 0, 0, 0],
    )
    assert lines(record)[8:] == [
        "join 0 True",
        "join 1 True",
        "join 2 False",
        "join 3 False",
        "join 4 False",
        "exchange 0 discards: Tl 9l 8l 7l drawn: 7e 8e Ue shown: Ae"
        " extras: Oe Ke 6s Te",
        "discard 0 cards: Ue Te 8e 7e",
        "exchange 1 discards: drawn: shown: extras:",
        "exchange 5 discards: drawn: shown: extras:",
        "discard 5 cards: Us",
        "5 As (9e As Ks Os), 0 Oe (Ae Ke Oe 6s), 1 Ul (Al Kl Ol Ul) -> 0",
        "0 Ae (Ae Ke 6s), 1 Ol (Al Kl Ol), 5 9e (9e) -> 0",
        "0 6s (Ke 6s), 1 Kl (Al Kl), 5 Os (Ks Os) -> 0",
        "0 Ke (Ke), 1 Al (Al), 5 Ks (Ks) -> 0",
    ]
    assert result(record, "pot_before", *CHIPS) == [
        13,
        [4, 0, 0, 0, 0, 0],
        [12, 0, 0, 0, 0, 0],
        [0, 13, 0, 0, 0, 26],
        40,
        [12, -13, 0, 0, 0, -27],
        "normal",
    ]


def test_nobody_gets_more_cards_than_the_stock_holds():
    """Seat 1 wants a card when seat 0 has drawn them all."""
    seats = [
        follow("e", join="play", away="7l 8l 9l Tl", discards="7e 8e Te Ue"),
        follow("e", join="play", away="Ul"),
        *[follow("e")] * 3,
        follow("e", call="schlagen", discards="Us"),
    ]
    given = give(
        cuts="Te",
        hands=NO_ACORNS,
        turnup="9e",
        stock="7e 8e Ue Ae Oe Ke 6s",
        dealer=5,
    )
    with pytest.raises(StrategyError, match="at seat 1 answered Ul to exchange"):
        play_deal(seats, given, balances=[-12, 0, 0, 0, 0, 0])
