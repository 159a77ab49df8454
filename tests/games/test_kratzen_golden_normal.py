"""Normal deals of Kratzen, worked out on paper and played by the kernels.

`test_kratzen_golden` says how the lines are read.
"""

from __future__ import annotations

import pytest

from simcore.errors import StrategyError

from .helpers import CHIPS, follow, give, lines, play_deal, result


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
