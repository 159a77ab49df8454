"""Deals of Klaberjass laid out by hand: every rule where it bites, worked out on paper.

Seat 0 is elder unless a test says otherwise. The players follow scripts; what a script
leaves out is the lowest legal card.
"""

from __future__ import annotations

import pytest

from simcore.engine import Recorder
from simcore.errors import StrategyError
from simcore.games.klaberjass.pack import PACK

from .klaberjass_table import KLABERJASS, follow, give, make_job, play_deal
from .point_deals import events, tricks

ANNOUNCED = ("run_points", "run_length", "run_top", "run_trumps")


def play(hands, turnup, second, *, leads="", dealer=1, **rules):
    """Play a deal that elder takes in round 1; return its record."""
    trump = turnup[1]
    elder = follow(trump, leads, first=trump, exchanges=False)
    seats = [elder, follow(trump, exchanges=False)]
    if dealer == 0:
        seats.reverse()
        hands = "|".join(reversed(hands.split("|")))
    record, _ = play_deal(seats, give(hands, turnup, second, dealer=dealer), **rules)
    return record


def unused(*texts):
    """Return a card that stands in none of the texts."""
    used = " ".join(texts).split()
    return next(card for card in PACK.format(PACK.all_cards) if card not in used)


# Which cards may be played.

LEADER = "Qh Qs Ac Kd 7h Js Tc 9c 8c"
STRONG = "Jh 9h 8h As Ts 7s 9d 8d 7d"
WEAK = "8h Kc Qc As Ts 7s 9d 8d 7d"
BARE = "Kc Qc 7c As Ts 7s 9d 8d 7d"


@pytest.mark.parametrize(
    ("lead", "hand", "legal"),
    [
        pytest.param("Qh", STRONG, "Jh 9h", id="a trump lead must be beaten"),
        pytest.param("7h", STRONG, "Jh 9h 8h", id="with any trump that does"),
        pytest.param("Qh", WEAK, "8h", id="a trump that beats nothing must follow"),
        pytest.param("Qh", BARE, BARE, id="without trumps anything"),
        pytest.param("Qs", STRONG, "As Ts 7s", id="a plain lead need not be beaten"),
        pytest.param("Kd", STRONG, "9d 8d 7d", id="nor trumped by who can follow"),
        pytest.param("Ac", STRONG, "Jh 9h 8h", id="who is void must trump"),
    ],
)
def test_which_cards_are_legal(lead, hand, legal):
    record = play(f"{LEADER}|{hand}", "Kh", "Ad", leads=lead)
    assert set(events(record, "play", 1)[0]["legal"]) == set(legal.split())


# Sequences.

SPADES = "Ks Qs Js 7c 8c Tc Th Ah 8h"


@pytest.mark.parametrize("dealer", [1, 0])
@pytest.mark.parametrize(
    ("elder", "other", "turnup", "best"),
    [
        pytest.param(
            "As Ks Qs 7c 8c Jc 7h 8h Ah",
            "Td 9d 8d 7d Ad Qd Kc Qc Th",
            "9h",
            50,
            id="points",
        ),
        pytest.param(
            "As Ks Qs Js 7c 8c Th Ah 8h",
            "Jd Td 9d 8d 7d Ac Kc Jc Kh",
            "9h",
            50,
            id="cards",
        ),
        pytest.param(SPADES, "Ad Kd Qd 7s 8s Ac Kc Jc Kh", "9h", 20, id="top card"),
        pytest.param(
            "Ks Qs Js 7c 8c Tc Td 9d Ah",
            "Kh Qh Jh 7s 8s Ac Kc Jc 9h",
            "Th",
            20,
            id="trumps",
        ),
        pytest.param(
            "Ks Qs Js 9d 8d 7d Tc 8c Jh",
            "Ah Kh Qh 7s 8s Ac Kc Jc 9h",
            "Th",
            20,
            id="the best one, not the sum",
        ),
    ],
)
def test_the_dealer_has_the_better_sequence(elder, other, turnup, best, dealer):
    second = unused(elder, other, turnup)
    record = play(f"{elder}|{other}", turnup, second, dealer=dealer)
    shown = {event["seat"]: event for event in events(record, "meld")}
    assert not shown[1 - dealer]["scores"]
    assert shown[dealer]["scores"]
    assert shown[dealer]["points"] == best
    melds = [0, 0]
    melds[dealer] = best
    assert record["result"]["melds"] == melds


@pytest.mark.parametrize("dealer", [1, 0])
@pytest.mark.parametrize("winner", ["elder", "none"])
def test_equal_sequences(winner, dealer):
    """Equal in points, cards and top card, and neither in trumps."""
    hands = f"{SPADES}|Kd Qd Jd 7s 8s Ac Kc Jc Kh"
    record = play(hands, "9h", "Ad", dealer=dealer, meld_tie=winner)
    melds = [0, 0]
    melds[1 - dealer] = 20 if winner == "elder" else 0
    assert record["result"]["melds"] == melds
    assert [event["points"] for event in events(record, "meld")] == [20, 20]


@pytest.mark.parametrize(
    ("cards", "melds", "points"),
    [
        ("As Ks Qs Js Ts 9s Ac Ad Kc", ["As Ks Qs Js Ts 9s"], 50),
        ("As Ks Qs Js Ts 9s 8s Ad Kc", ["As Ks Qs Js Ts 9s 8s"], 70),
        ("As Ks Qs Js Ts 9s 8s 7s Kc", ["As Ks Qs Js Ts 9s 8s 7s"], 100),
        ("Ac Kc Qc 9s 8s 7s Qd Jd Td", ["Ac Kc Qc", "Qd Jd Td", "9s 8s 7s"], 60),
        ("9s 8s 7s Qd Jd Td 9d Ac As", ["Qd Jd Td 9d", "9s 8s 7s"], 70),
    ],
)
def test_sequences_are_counted_and_sorted(cards, melds, points):
    record = play(f"{cards}|Ah Qh Th 8h Kd 8d 7d 7c 9c", "Jh", "9h")
    (event,) = events(record, "meld")
    assert [" ".join(meld) for meld in event["melds"]] == melds
    assert event["points"] == points
    assert record["result"]["melds"] == [points, 0]


NOT_TOLD = [-1, -1]


@pytest.mark.parametrize(
    ("elder", "other", "told"),
    [
        pytest.param(
            "As Ks Qs 7c 8c Jc 9h 8h Ah",
            "Td 9d 8d 7d Ad Qd Kc Qc Kh",
            ([20, 50], [0, 0], NOT_TOLD, NOT_TOLD),
            id="points differ",
        ),
        pytest.param(
            "As Ks Qs Js 7c 8c 9h Ah 8h",
            "Jd Td 9d 8d 7d Ac Kc Jc Kh",
            ([50, 50], [4, 5], NOT_TOLD, NOT_TOLD),
            id="length differs",
        ),
        pytest.param(
            "Ks Qs Js 7c 8c Tc 9h Ah 8h",
            "Ad Kd Qd 7s 8s Ac Kc Jc Kh",
            ([20, 20], [3, 3], [6, 7], NOT_TOLD),
            id="top card differs",
        ),
        pytest.param(
            "Ks Qs Js 7c 8c Tc Td 9d Ah",
            "Kh Qh Jh 7s 8s Ac Kc Jc 9h",
            ([20, 20], [3, 3], [6, 6], [0, 1]),
            id="trumps decide",
        ),
        pytest.param(
            "Ks Qs Js 7c 8c Tc Td 9d Ah",
            "Kc Jc 9c 7s 8s Ac 9h Qh Qd",
            ([20, 0], [0, 0], NOT_TOLD, NOT_TOLD),
            id="the dealer has none",
        ),
    ],
)
def test_announcements_go_as_far_as_the_comparison_needs(elder, other, told):
    seats = (follow("h", first="h"), follow("h"))
    recorder = Recorder(KLABERJASS.engine, make_job(seats), 0)
    recorder.play(
        0, give(f"{elder}|{other}", "Th", "8d" if "8d" not in other else "Ts")
    )
    view = recorder.views[0]
    for field, values in zip(ANNOUNCED, told, strict=True):
        assert view[field].tolist() == values, field


# The dix.

ELDER_WITH_DIX = "7h Jh 9h As Ad Ac Ks Kd Kc"
DEALER_WITHOUT = "Th 8h Qs Js 9s 9d 8d 9c 8c"


def dix_deal(first="h", second="", *, swapped=False, exchanges=True, trump="h"):
    """Play a deal in which elder (swapped: the dealer) holds the 7 of the turn-up."""
    hands = [ELDER_WITH_DIX, DEALER_WITHOUT]
    if swapped:
        hands.reverse()
    seats = [
        follow(trump, first=first, second=second, exchanges=exchanges),
        follow(trump, exchanges=exchanges),
    ]
    record, _ = play_deal(seats, give("|".join(hands), "Ah", "Qd"))
    return record


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(("first", "second"), [("h", ""), ("", "h")])
def test_the_dix_is_exchanged_whoever_takes_the_turned_suit(first, second, swapped):
    record = dix_deal(first, second, swapped=swapped)
    seat = int(swapped)
    assert events(record, "dix") == [{"type": "dix", "seat": seat, "taken": "Ah"}]
    played = {event["card"] for event in events(record, "play", seat)}
    assert "Ah" in played
    assert "7h" not in played
    assert record["result"]["round"] == (1 if first else 2)


def test_the_dix_need_not_be_exchanged():
    record = dix_deal(exchanges=False)
    assert not events(record, "dix")
    assert "7h" in {event["card"] for event in events(record, "play", 0)}


def test_there_is_no_dix_in_another_suit():
    assert not events(dix_deal("", "s", trump="s"), "dix")


@pytest.mark.parametrize("exchanges", [True, False])
def test_bela_is_judged_after_the_dix(exchanges):
    hands = "7h Qh Jh Ts Ad Ac 9s Kd Kc|9h 8h Qs Js As 9d 8d 9c 8c"
    seats = [follow("h", "Jh Qh", first="h", exchanges=exchanges), follow("h")]
    record, _ = play_deal(seats, give(hands, "Kh", "Qd"))
    assert record["result"]["bela"] == [20 * exchanges, 0]
    assert len(events(record, "bela")) == exchanges


# Bela.


@pytest.mark.parametrize(
    ("leads", "rank"), [("Kh As Qh", "Q"), ("Qh As Kh", "K"), ("As Ad Ac Kh Qh", "Q")]
)
@pytest.mark.parametrize("bela", [True, False])
def test_bela_is_announced_with_the_second_card(leads, rank, bela):
    hands = "Kh Qh Jh 9h As Ad Ac Ah 8h|Ks Ts 9s Kd Td 9d Kc Tc 9c"
    record = play(hands, "Th", "7d", leads=leads, bela=bela)
    before = [
        record["events"][place - 1].get("card")
        for place, event in enumerate(record["events"])
        if event["type"] == "bela"
    ]
    assert before == ([f"{rank}h"] if bela else [])
    assert record["result"]["bela"] == ([20, 0] if bela else [0, 0])


# A tie: 10 + 0 + 0 + 22 + 12 for the dealer, 6 + 13 + 4 + 11 and the last trick, 10.


def test_with_equal_sums_the_taker_scores_nothing():
    hands = "Ac Kc 7h Kd Td 7s 8h Ah Jc|Qs Ad 9c Th 8d 8s Ts 7c Js"
    seats = [follow("d", first="d"), follow("d")]
    record, table = play_deal(seats, give(hands, "9d", "Qc"), melds=False)
    assert tricks(record) == [
        "7h Th -> 1: 10",
        "8s 7s -> 1: 0",
        "Js Kd -> 0: 6",
        "8h 8d -> 1: 0",
        "Qs Td -> 0: 13",
        "Ah Ad -> 1: 22",
        "Ts Jc -> 1: 12",
        "7c Kc -> 0: 4",
        "Ac 9c -> 0: 11",
    ]
    assert record["result"]["card_points"] == [44, 44]
    assert record["result"]["score"] == [0, 44]
    assert table["score"].tolist() == [0, 44]


# What is scored. Elder takes all tricks: 93 points in cards, and 10 for the last.

SWEEP = "Jh 9h Ah 8h As Ks Ad Kd Ac|Kh Qh 9s 8s 7s 8d 7d 8c 7c"
SWEEP_LEADS = "Jh 9h Ah 8h As Ks Ad Kd Ac"


def sweep(taker=0, *, scores=None, **rules):
    """Play the deal in which the dealer takes no trick; return record and table."""
    seats = [
        follow("h", SWEEP_LEADS, first="" if taker else "h"),
        follow("h", first="h"),
    ]
    return play_deal(seats, give(SWEEP, "Th", "9d"), scores=scores, **rules)


def test_a_player_without_a_trick_counts_bela_but_no_sequence():
    record, table = sweep()
    assert events(record, "meld")[0]["scores"]
    assert table["tricks"][:2].tolist() == [9, 0]
    result = record["result"]
    assert result["card_points"] == [103, 0]
    assert result["melds"] == [0, 0]
    assert result["bela"] == [0, 20]
    assert result["score"] == [103, 20]


def test_the_sums_of_a_taker_who_loses_go_to_the_other():
    record, _ = sweep(taker=1)
    assert record["result"]["taker"] == 1
    assert record["result"]["score"] == [123, 0]


def test_the_tricks_of_that_deal_and_their_points():
    record, _ = sweep()
    assert tricks(record) == [
        "Jh Qh -> 0: 23",
        "9h Kh -> 0: 18",
        "Ah 7s -> 0: 11",
        "8h 8s -> 0: 0",
        "As 9s -> 0: 11",
        "Ks 7c -> 0: 4",
        "Ad 7d -> 0: 11",
        "Kd 8d -> 0: 4",
        "Ac 8c -> 0: 11",
    ]


def test_the_loser_s_sequences_go_to_the_other_with_the_rest():
    """The dealer takes with bela and a sequence; his one trick has nothing in it."""
    hands = "Jh 9h Ah Ts As Ks Ad Kd Ac|Kh Qh 9s 8s 7s Th 7d 8c 7c"
    seats = [follow("h", "Jh 9h Ah As Ks Ad Kd Ac"), follow("h", first="h")]
    record, _ = play_deal(seats, give(hands, "8h", "9d"))
    result = record["result"]
    sums = [
        sum(result[key][seat] for key in ("card_points", "melds", "bela"))
        for seat in (0, 1)
    ]
    assert result["bela"] == [0, 20]
    assert result["score"] == [sum(sums), 0]


@pytest.mark.parametrize(
    ("before", "ended", "winner"),
    [
        ([396, 0], False, -1),
        ([397, 0], True, 0),
        ([400, 499], True, 1),
        ([410, 493], False, -1),
        ([410, 492], True, 0),
    ],
)
def test_who_wins_a_match_by_103_to_20(before, ended, winner):
    """To 500: the higher if both are there, and nobody if they are equal."""
    record, table = sweep(scores=before)
    assert record["scores_before"] == before
    assert table["score"].tolist() == [before[0] + 103, before[1] + 20]
    assert (bool(table["ended"]), int(table["winner"])) == (ended, winner)


def test_a_deal_that_stands_alone_wins_no_match():
    _, table = sweep(target=1)
    assert (int(table["ended"]), int(table["winner"])) == (0, -1)


def test_a_deal_that_nobody_takes_is_void():
    for dealer in (0, 1):
        given = give(SWEEP, "Th", "9d", dealer=dealer)
        record, table = play_deal([follow("h"), follow("h")], given)
        assert record["result"] == {"passed": True, "score": [0, 0]}
        elder = 1 - dealer
        assert [
            (event["seat"], event["round"]) for event in events(record, "take")
        ] == [(elder, 1), (dealer, 1), (elder, 2), (dealer, 2)]
        assert len(record["events"]) == 5
        assert int(table["dealer"]) == elder


# Answers that the rules do not allow.


def test_the_turned_suit_may_be_barred_in_round_2():
    seats = [follow("h", second="h"), follow("h")]
    given = give(SWEEP, "Th", "9d")
    record, _ = play_deal(seats, given)
    assert record["result"]["trump"] == "h"
    with pytest.raises(StrategyError, match="answered h to take"):
        play_deal(seats, given, second_round_suits="other")


def test_another_suit_may_not_be_named_in_round_1():
    with pytest.raises(StrategyError, match="answered s to take"):
        play_deal([follow("s", first="s"), follow("s")], give(SWEEP, "Th", "9d"))


def test_a_card_that_is_not_legal_is_refused():
    seats = [follow("h", "Jh", first="h"), follow("h", "9s")]
    with pytest.raises(StrategyError, match="answered 9s to play"):
        play_deal(seats, give(SWEEP, "Th", "9d"))
