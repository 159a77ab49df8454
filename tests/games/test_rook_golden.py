"""Deals of Rook laid out by hand and played by the compiled kernels.

What is expected was worked out from the rules. A trick reads card by card from its
leader, then the seat that wins it, and its points.
"""

from __future__ import annotations

import pytest

from simcore.errors import StrategyError

from .point_deals import events, tricks
from .rook_table import follow, give, play_deal

SUITED = (
    "Ah Kh Qh Jh Th 9h 8h 7h 6h 5h|"
    "Ac Kc Qc Jc Tc 9c 8c 7c 6c 5c|"
    "Ad Kd Qd Jd Td 9d 8d 7d 6d 5d|"
    "As Ks Qs Js Ts 9s 8s 7s 6s 5s|"
    "4h 3h 2h Rk 4c 3c 2c 4d 3d 2d"
)
"""Each has a suit of its own, seat 4 the rest; 4s 3s 2s are the kitty."""

MIXED = (
    "2h 3h Ah Ac Kc 5c 9c 2d 3d 4d|"
    "4h 5h Rk Qc 6c 5d 6d 7d 8d 9d|"
    "6h 7h 8h Jc 7c Td Jd Qd Kd Ad|"
    "9h Th Jh Tc 8c 2s 3s 4s 5s 6s|"
    "Qh Kh 4c 3c 2c 7s 8s 9s Ts Js"
)
"""Qs Ks As are the kitty."""


def five(**seats):
    """Return five scripts; ``s0`` to ``s4`` say who is not without a script."""
    return [seats.get(f"s{n}", follow()) for n in range(5)]


def test_the_rook_is_the_lowest_trump():
    """Who has trumps may follow with it; the 9 of trumps beats a plain Ten."""
    record, _ = play_deal(
        five(
            s0=follow("h", bid=75, call="Kh", away="Qs Ks As", cards="Ah 2d"),
            s1=follow("h", cards="Rk 5d"),
            s2=follow("h", cards="6h Td"),
            s3=follow("h", cards="Th 9h"),
            s4=follow("h", cards="Qh 4c"),
        ),
        give(MIXED),
    )
    assert events(record, "play", 1)[0]["legal"] == ["5h", "4h", "Rk"]
    assert tricks(record)[:2] == [
        "Ah Rk 6h Th Qh -> 0: 45",
        "2d 5d Td 9h 4c -> 3: 15",
    ]


def test_the_rook_trumps_a_plain_suit():
    record, _ = play_deal(
        five(
            s0=follow("h", bid=75, call="Kh", away="2d 3d 4d", cards="As"),
            s1=follow("h", cards="Rk"),
            s2=follow("h", cards="Jc"),
            s3=follow("h", cards="2s"),
            s4=follow("h", cards="7s"),
        ),
        give(MIXED),
    )
    assert tricks(record)[0] == "As Rk Jc 2s 7s -> 1: 35"


def test_the_rook_led_asks_for_trumps_and_loses_to_all_of_them():
    """It belongs to the trump suit, under the 2."""
    record, _ = play_deal(
        five(
            s0=follow("c", cards="2h"),
            s1=follow("c", cards="5c"),
            s2=follow("c", cards="5d"),
            s3=follow("c", cards="5s"),
            s4=follow("c", bid=75, call="Ah", away="4h 3h 4d", cards="Rk"),
        ),
        give(SUITED.replace("2h", "xx").replace("5h", "2h").replace("xx", "5h")),
    )
    assert tricks(record)[0] == "Rk 2h 5c 5d 5s -> 1: 35"
    assert events(record, "play", 1)[0]["legal"] == [
        "Ac", "Kc", "Qc", "Jc", "Tc", "9c", "8c", "7c", "6c", "5c",
    ]  # fmt: skip
    assert events(record, "play", 0)[0]["legal"][-1] == "2h"


def test_the_rook_is_the_only_trump_without_a_trump_suit():
    """It may not be played by who can follow; it wins when it is played."""
    record, _ = play_deal(
        five(
            s0=follow("high", bid=75, call="Rk", away="4s 3s 2s", cards="Ah Kh"),
            s1=follow("high", cards="Ac Kc"),
            s2=follow("high", cards="Ad Kd"),
            s3=follow("high", cards="As Ks"),
            s4=follow("high", cards="4h 3h 2h Rk"),
        ),
        give(SUITED),
    )
    lines = tricks(record)
    assert lines[0] == "Ah Ac Ad As 4h -> 0: 60"
    assert events(record, "play", 4)[0]["legal"] == ["4h", "3h", "2h"]
    assert lines[1] == "Kh Kc Kd Ks 3h -> 0: 40"
    # All hearts are gone from seat 4, which may now play anything, the Rook included.
    assert events(record, "play", 4)[3]["legal"][-1] == "Rk"
    assert lines[3].split()[4] == "Rk"
    assert lines[3].split(" -> ")[1].startswith("4:")
    assert record["result"]["partner"] == 4


def test_the_rook_led_in_no_trump_wins_and_asks_for_nothing():
    record, _ = play_deal(
        five(
            s3=follow("high", cards="As"),
            s4=follow("high", bid=75, call="As", away="4s 3s 2s", cards="Rk 2c"),
        ),
        give(SUITED),
    )
    assert tricks(record)[0] == "Rk 5h 5c 5d As -> 4: 50"
    assert len(events(record, "play", 0)[0]["legal"]) == 10


LOW_DEAL = (
    "Ac Kc 2h 3h 4h 5h 6h 7h 8h 9h|"
    "2c 3c 2d 3d 4d 5d 6d 7d 8d 9d|"
    "Tc 9c 2s 3s 4s 5s 6s 7s 8s 9s|"
    "Jc 8c Th Jh Qh Kh Ah Td Jd Qd|"
    "Qc 7c Kd Ad Ts Js Qs Ks As Rk"
)
"""4c 5c 6c are the kitty."""


@pytest.mark.parametrize(("low_ace", "winner"), [("high", 1), ("low", 0)])
def test_the_lowest_card_wins_a_low_game(low_ace, winner):
    """The 2 is the best card, unless the Ace ranks under it."""

    def script(cards="", **values):
        return follow("low", cards=cards, low_ace=low_ace, **values)

    seats = [
        script("Kc Ac", bid=75, call="Tc", away="2h 3h 4h"),
        script("2c 3c"),
        script("Tc 9c"),
        script("Jc 8c"),
        script("Qc 7c"),
    ]
    record, _ = play_deal(seats, give(LOW_DEAL), low_ace=low_ace)
    assert tricks(record)[:2] == [
        "Kc 2c Tc Jc Qc -> 1: 20",
        f"3c 9c 8c 7c Ac -> {winner}: 15",
    ]


def test_the_kitty_goes_with_the_last_trick_and_can_make_the_bid():
    """Seat 0 takes 10 tricks with hearts; 150 of 180 points, then the kitty's."""
    seats = five(
        s0=follow("h", bid=180, call="Rk", away="Kh Th 5h"),
        s4=follow("h"),
    )
    record, table = play_deal(seats, give(SUITED))
    result = record["result"]
    assert result["kitty_points"] == 25
    assert sum(result["points"]) == 155
    assert len(tricks(record)) == 10
    last = events(record, "trick")[-1]["winner"]
    side = result["points"][0] + result["points"][4]
    side += 25 if last in (0, 4) else 0
    assert int(table["side"]) == side
    assert result["made"] is (side >= 180)


MOON = (
    "Ah Kh Qh Jh Th 9h 8h 7h 6h 5h|"
    "Rk 4h 3h 2h Ac Kc Qc Jc Tc 9c|"
    "Ad Kd Qd Jd Td 9d 8d 7d 6d 5d|"
    "As Ks Qs Js Ts 9s 8s 7s 6s 5s|"
    "8c 7c 6c 5c 4c 3c 2c 4d 3d 2d"
)
"""4s 3s 2s are the kitty: seat 0 has all trumps but the lowest four."""


@pytest.mark.parametrize(("bonus", "score"), [(0, 180), (50, 230)])
def test_the_moon_is_shot_with_all_points(bonus, score):
    """Ten trumps from the top take all tricks, and the kitty."""
    seats = five(s0=follow("h", bid=180, call="Rk", away="4s 3s 2s"))
    record, _ = play_deal(seats, give(MOON), moon_bonus=bonus)
    result = record["result"]
    assert [event["bid"] for event in events(record, "bid")] == [180]
    assert {event["winner"] for event in events(record, "trick")} <= {0, 1}
    assert (result["made"], result["moon"]) == (True, True)
    assert result["score"] == [score, score, 0, 0, 0]


def test_taking_everything_for_less_is_no_moon():
    seats = five(s0=follow("h", bid=175, call="Rk", away="4s 3s 2s"))
    record, _ = play_deal(seats, give(MOON), moon_bonus=50)
    assert record["result"]["moon"] is False
    assert record["result"]["score"] == [180, 180, 0, 0, 0]


@pytest.mark.parametrize("defenders", ["share", "own"])
def test_a_failed_bid_is_lost_by_both_and_defenders_score(defenders):
    """The declarer buries his Aces and has the three lowest trumps but one."""
    seats = five(
        s4=follow("c", bid=100, call="2c", left=True, away="Ah Ad As"),
    )
    given = give(
        "9h 8h 7h 6h 5h 9d 8d 7d 6d 5d|"
        "Th Jh 4h 3h 2h 4d 3d 2d Qh 2c|"
        "Ac Kc Qc Jc Tc 9c 8c 7c 6c Rk|"
        "9s 8s 7s 6s 5s Ts Js Qs Ks Td|"
        "Ah Ad As Kh Kd Jd Qd 5c 4c 3c",
        dealer=1,
    )
    record, _ = play_deal(seats, given, defenders=defenders)
    result = record["result"]
    assert (result["declarer"], result["partner"]) == (4, 1)
    assert result["made"] is False
    assert result["score"][4] == result["score"][1] == -100
    lost = sum(result["points"][seat] for seat in (0, 2, 3))
    last = events(record, "trick")[-1]["winner"]
    lost += result["kitty_points"] if last not in (4, 1) else 0
    if defenders == "share":
        assert [result["score"][seat] for seat in (0, 2, 3)] == [lost] * 3
    else:
        assert sum(result["score"][seat] for seat in (0, 2, 3)) == lost
    assert lost > 80


@pytest.mark.parametrize("all_pass", ["redeal", "dealer"])
def test_when_all_pass_the_deal_is_void_or_the_dealers(all_pass):
    seats = five(s2=follow("h", call="Ac"))
    record, table = play_deal(seats, give(SUITED, dealer=2), all_pass=all_pass)
    assert [event["seat"] for event in events(record, "bid")] == [3, 4, 0, 1, 2]
    if all_pass == "redeal":
        assert record["result"] == {"passed": True, "score": [0] * 5}
        assert events(record, "play") == []
    else:
        result = record["result"]
        assert (result["declarer"], result["bid"]) == (2, 75)
        assert events(record, "kitty")[0]["cards"] == ["4s", "3s", "2s"]
    assert table["dealer"] == 3


def test_the_dealer_still_speaks_after_four_passes():
    seats = five(s2=follow("d", bid=90, call="Ac"))
    record, _ = play_deal(seats, give(SUITED, dealer=2))
    assert [event["bid"] for event in events(record, "bid")] == [0, 0, 0, 0, 90]
    assert record["result"]["declarer"] == 2


def test_who_has_passed_is_out_and_the_left_seat_may_lead():
    seats = five(
        s0=follow("h", bid=75),
        s1=follow("c", bid=80, call="Ah", left=True, away="4s 3s 2s"),
    )
    record, _ = play_deal(seats, give(SUITED))
    bids = [(event["seat"], event["bid"]) for event in events(record, "bid")]
    assert bids == [(0, 75), (1, 80), (2, 0), (3, 0), (4, 0), (0, 0)]
    assert events(record, "declare")[0]["leader"] == 2
    assert events(record, "play")[0]["seat"] == 2
    winner = events(record, "trick")[0]["winner"]
    assert events(record, "play")[5]["seat"] == winner


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        pytest.param([320, 320, 499, 0, 0], None, id="two passed alike"),
        pytest.param([320, 319, 499, 0, 0], 0, id="highest of two"),
        pytest.param([320, 0, 501, 0, 0], 2, id="a defender stays in front"),
        pytest.param([319, 0, 0, 0, 0], None, id="one short"),
        pytest.param([320, 0, 0, 0, 0], 0, id="exactly the target"),
    ],
)
def test_a_match_is_won_alone_in_front_at_the_target(scores, winner):
    """Seats 0 and 1 score 180 each."""
    seats = five(s0=follow("h", bid=180, call="Rk", away="4s 3s 2s"))
    record, table = play_deal(seats, give(MOON), scores=scores)
    assert record["scores_before"] == scores
    after = [scores[0] + 180, scores[1] + 180, *scores[2:]]
    assert table["score"].tolist() == after
    assert int(table["winner"]) == (-1 if winner is None else winner)
    assert bool(table["ended"]) is (winner is not None)


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        (follow("h", bid=75, call="Ah"), "answered Ah to partner"),
        (follow("h", bid=75, call="Rk", away="Ac 2s 3s"), "to bury"),
        (follow("h", bid=75, call="Rk", away="4s 3s 2s", cards="Ac"), "to play"),
    ],
)
def test_an_answer_against_the_rules_is_named(seat, message):
    with pytest.raises(StrategyError, match=message):
        play_deal(five(s0=seat), give(SUITED))
