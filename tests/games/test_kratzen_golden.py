"""Deals of Kratzen laid out by hand and played by the compiled kernels.

Every line and number here was worked out on paper from the rules. A line of play reads
``seat card (legal cards)``, a trick ends with ``-> winner``.
"""

from __future__ import annotations

import pytest

from simcore.errors import StrategyError

from .helpers import CHIPS, follow, give, lines, play_deal, result

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
