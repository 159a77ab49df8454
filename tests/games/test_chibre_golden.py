"""Deals of Chibre laid out by hand and played by the compiled kernels.

Every card and number here was worked out on paper from the rules.
"""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from reference.chibre import best_melds
from reference.chibre_samples import CHIBRE as CHIBRE_DEAL
from reference.chibre_samples import MATCH, UNDENUFE
from simcore.errors import StrategyError
from simcore.games.chibre.kernels import _legal_cards
from simcore.games.chibre.pack import PACK
from simcore.games.chibre.ranks import turn, turn_back
from simcore.games.chibre.recording import CALLS
from simcore.tricks import TRUMPS, lane_of

from .chibre_table import PACK_TEXT, follow, give, legal_in, play_deal
from .point_deals import events

# Whole deals.


def cards_of(record: dict, seat: int) -> str:
    """Return the cards that a seat plays in a record, in order."""
    plays = [event for event in record["events"] if event["type"] == "play"]
    return " ".join(play["card"] for play in plays if play["seat"] == seat)


def without_chosen_legal(found: dict, sample: dict) -> dict:
    """Return an event without the legal cards that the sample does not tell."""
    return {key: value for key, value in found.items() if key in sample}


@pytest.mark.parametrize(
    ("sample", "scores"),
    [
        pytest.param(MATCH, None, id="match"),
        pytest.param(CHIBRE_DEAL, (357, 20), id="chibre"),
        pytest.param(UNDENUFE, None, id="undenufe"),
    ],
)
def test_a_deal_that_was_worked_out_on_paper(sample, scores):
    trumps = [event["trump"] for event in sample["events"] if event["type"] == "trump"]
    seats = [
        follow(trumps[-1], cards_of(sample, seat), chibre=len(trumps) > 1)
        for seat in range(4)
    ]
    record, winner = play_deal(
        seats,
        give([" ".join(hand) for hand in sample["hands"]], sample["dealer"]),
        scores=scores,
        is_first=sample.get("first", False),
        **sample.get("rules", {}),
    )
    assert record["result"] == sample["result"]
    assert record["dealer"] == sample["dealer"]
    assert len(record["events"]) == len(sample["events"])
    for found, right in zip(record["events"], sample["events"], strict=True):
        assert without_chosen_legal(found, right) == right
    assert winner == -1


# The first say.


def test_forehand_has_the_first_say_and_leads_after_a_chibre():
    seats = [follow("h", chibre=True)] * 4
    record, _ = play_deal(seats, give(["", "", "", ""], dealer=1))
    assert [(event["seat"], event["trump"]) for event in events(record, "trump")] == [
        (2, "chibre"),
        (0, "h"),
    ]
    assert events(record, "play")[0]["seat"] == 2
    assert record["result"]["chooser"] == 2
    assert record["result"]["chibre"] is True


def test_the_seven_of_diamonds_has_the_first_say_in_the_first_deal_only():
    given = give(["", "", "", "7d"], dealer=0)
    seats = [follow("h")] * 4
    for first, chooser in ((True, 3), (False, 1)):
        record, _ = play_deal(seats, given, is_first=first)
        assert record["result"]["chooser"] == chooser
    record, _ = play_deal(seats, given, scores=(10, 20))
    assert record["result"]["chooser"] == 1


def test_the_partner_may_not_say_chibre_again():
    seats = [follow("chibre", chibre=True)] * 4
    with pytest.raises(
        StrategyError, match=r"scripted.* at seat 2 answered chibre to trump in deal 0"
    ):
        play_deal(seats, give(["", "", "", ""]))


def test_modes_may_not_be_named_unless_the_rules_have_them():
    seats = [follow("obenabe")] * 4
    with pytest.raises(StrategyError, match="answered obenabe to trump"):
        play_deal(seats, give(["", "", "", ""]))
    record, _ = play_deal(seats, give(["", "", "", ""]), modes="all")
    assert record["result"]["trump"] == "obenabe"


# Which cards are legal: the compiled rule, asked with any hand and trick.


def compiled_legal(hand: str, trick: str, trump: str) -> str:
    """Return what the kernel lets a hand add to a trick."""
    call = CALLS.index(trump)
    trumps = TRUMPS if call < 4 else np.uint64(0)

    def seen(text: str) -> np.uint64:
        return np.uint64(turn(np.uint64(PACK.parse(text)), call))

    led, *others = [seen(card) for card in trick.split()]
    lane = np.uint64(lane_of(led))
    contest = lane | trumps
    best = max([led, *(card for card in others if card & contest)])
    legal = _legal_cards(seen(hand), lane, trumps, best)
    return " ".join(PACK.format(int(turn_back(np.uint64(legal), call))))


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "legal"),
    [
        pytest.param("Ah 7h 6c 6d", "Th", "d", "6d Ah 7h", id="follow-or-trump"),
        pytest.param("As 6c 6d", "Th", "d", "6c 6d As", id="void-anything"),
        pytest.param("Ah Qd Jd", "Th Kd", "d", "Jd Ah", id="follow-no-lower-trump"),
        pytest.param("Ah 6d Qd", "Th Kd", "d", "Ah", id="follow-all-trumps-lower"),
        pytest.param("6c 6d Qd Ad", "Th Kd", "d", "6c Ad", id="void-no-lower-trump"),
        pytest.param("6c 7s 6d Qd", "Th Kd", "d", "6c 7s", id="void-all-lower"),
        pytest.param("6d Qd Ad 9d", "Th Kd", "d", "Ad 9d", id="trumps-some-higher"),
        pytest.param("6d Qd Td", "Th Kd", "d", "Qd Td 6d", id="trumps-all-lower"),
        pytest.param("6d", "Th Kd", "d", "6d", id="last-card"),
        pytest.param("Ad 9d 6d Ts", "6c Jd Td", "d", "Ts", id="jack-is-best"),
        pytest.param("9d Jd Ts", "6c Ad 9c", "d", "Jd 9d Ts", id="nine-beats-ace"),
        pytest.param("Td Ts", "6c Qd", "d", "Ts", id="ten-below-queen"),
        pytest.param("6d Ts", "Kc As", "d", "6d Ts", id="a-discard-is-no-trump"),
        pytest.param("Ad 6d Ac", "9d", "d", "Ad 6d", id="trump-led"),
        pytest.param("Jd 6d Ac", "9d", "d", "Jd 6d", id="trump-led-jack-and-six"),
        pytest.param("Jd Ac Kh", "9d", "d", "Ac Jd Kh", id="bour-alone"),
        pytest.param("Jd", "9d", "d", "Jd", id="bour-last"),
        pytest.param("9d Ac Kh", "Jd", "d", "9d", id="only-the-bour-is-free"),
        pytest.param("Ac Kh", "9d", "d", "Ac Kh", id="trump-led-void"),
        pytest.param("Jh Ac", "9h", "obenabe", "Jh", id="no-bour-in-obenabe"),
        pytest.param("Ac 6s", "9h 9s", "undenufe", "Ac 6s", id="undenufe-void"),
        pytest.param("Ac 6s", "9s", "undenufe", "6s", id="spades-are-no-trumps"),
    ],
)
def test_legal_cards(hand, trick, trump, legal):
    found = compiled_legal(hand, trick, trump)
    assert sorted(found.split()) == sorted(legal.split())


def test_the_legal_cards_of_a_follower_are_those_of_the_rules():
    """Seat 2 could follow, and may not go below the Ten of trumps of seat 1."""
    record, _ = play_deal(
        [follow("d", "6h"), follow("d", "Td"), follow("d"), follow("d")],
        give(
            ["6h", "Td 6c 7c 8c 9c Tc 6s 7s 8s", "Ah 7h 6d 8d Qd Ac Kc As Ks", ""],
        ),
    )
    assert legal_in(record, 2) == "Qd Ah 7h"


def test_an_undertrump_is_told_to_the_author():
    with pytest.raises(StrategyError, match="seat 2 answered 6d to play in deal 0"):
        play_deal(
            [follow("d", "6h"), follow("d", "Td"), follow("d", "6d"), follow("d")],
            give(
                ["6h", "Td 6c 7c 8c 9c Tc 6s 7s 8s", "Ah 7h 6d 8d Qd Ac Kc As Ks", ""],
            ),
        )


# Melds.


def melds_of(hands: list[str], trump: str = "s", **rules) -> tuple[list[str], dict]:
    """Return what is announced, as lines, and the result; seat 0 leads."""
    record, _ = play_deal([follow(trump)] * 4, give(hands), **rules)
    lines = [
        f"{event['seat']}: "
        + ", ".join(" ".join(meld) for meld in event["melds"])
        + f" = {event['points']}"
        + (" scores" if event["scores"] else "")
        for event in events(record, "meld")
    ]
    return lines, record["result"]


NO_MELDS = ("6c 8c Tc 7d 9d 6h 8h 7s 9s", "7c 9c 6d 8d 7h 9h Th 6s 8s")
"""Hands that hold no meld."""


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        pytest.param("Ac Kc Qc Ad Qd Jh Ah Js Ks", "Ac Kc Qc = 20", id="three"),
        pytest.param("Ac Kc Qc Jc Ad Kd Qh Jh As", "Ac Kc Qc Jc = 50", id="four"),
        pytest.param("Ac Ad Ah As Kc Jc Qd Jh Ks", "Ac Ad Ah As = 100", id="aces"),
        pytest.param("Jc Jd Jh Js Kc Ac Ad Kd Ah", "Jc Jd Jh Js = 200", id="jacks"),
        pytest.param(
            "Ac Kc Qc Jc Ad Ah As Jd Jh",
            "Ac Ad Ah As, Kc Qc Jc = 120",
            id="the-ace-goes-to-the-four",
        ),
        pytest.param(
            "Ac Kc Qc Jc Qd Qh Qs Ad Ah", "Qc Qd Qh Qs = 100", id="four-of-a-kind-wins"
        ),
        pytest.param(
            "Ac Kc Qc Jc Jd Jh Js Ad Ah",
            "Jc Jd Jh Js, Ac Kc Qc = 220",
            id="the-jack-goes-to-the-four",
        ),
    ],
)
def test_a_hand_announces_the_most_points(hand, line):
    """What is left goes to seat 3, whose melds do not matter here."""
    lines, _ = melds_of([hand, *NO_MELDS, ""])
    own = [text.removesuffix(" scores") for text in lines if text[0] == "0"]
    assert own == [f"0: {line}"]


@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [
        pytest.param("Kh Qh Jh", "Tc 9c 8c 7c", 1, id="points"),
        pytest.param("Ac Ad Ah As", "Th 9h 8h 7h 6h", 1, id="five-cards-beat-four"),
        pytest.param("Ac Kc Qc Jc Tc", "Kh Qh Jh Th 9h 8h", 1, id="six-beat-five"),
        pytest.param("Kc Kd Kh Ks", "Ac Ad Ah As", 1, id="aces-over-kings"),
        pytest.param("Qh Jh Th", "Kc Qc Jc", 1, id="top"),
        pytest.param("Kh Qh Jh", "Ks Qs Js", 1, id="trump"),
        pytest.param("Ks Qs Js", "Kh Qh Jh", 0, id="trump-first"),
        pytest.param("Kh Qh Jh", "Kc Qc Jc", 0, id="order"),
        pytest.param("8c 7c 6c", "8h 7h 6h", 0, id="order-low"),
    ],
)
def test_the_best_meld_decides(one, other, winner):
    """Seat 0 plays first, seat 1 second; what fills their hands holds no meld."""
    hands = _beside(one, other)
    _, result = melds_of(hands)
    assert [team for team in (0, 1) if result["melds"][team]] == [winner]


def _beside(one: str, other: str) -> list[str]:
    """Return four hands of which only two hold a meld, filled up by chance."""
    draw = np.random.Generator(np.random.PCG64(1))
    given = [one.split(), other.split(), [], []]
    rest = [card for card in PACK_TEXT if card not in given[0] + given[1]]
    while True:
        draw.shuffle(rest)
        left = iter(rest)
        hands = [[*hand, *islice(left, 9 - len(hand))] for hand in given]
        if [best_melds(hand, "s") for hand in hands] == [
            given[0:1],
            given[1:2],
            [],
            [],
        ]:
            return [" ".join(hand) for hand in hands]


def test_the_team_of_the_best_meld_scores_all_its_melds():
    """Team 1 holds 100 points in two melds, team 0 the best one and another."""
    lines, result = melds_of(
        [
            "Kc Qc Jc Tc 6d 8d 6h 8h 6s",
            "Ac 9c 8c 7c 6c Ad Th 9h 7s",
            "Kd Qd Jd 9d Ah Jh 7h 8s Ts",
            "Td 7d Kh Qh As Ks Qs Js 9s",
        ],
        trump="h",
    )
    assert lines == [
        "0: Kc Qc Jc Tc = 50",
        "1: 9c 8c 7c 6c = 50 scores",
        "2: Kd Qd Jd = 20",
        "3: As Ks Qs Js = 50 scores",
    ]
    assert result["melds"] == [0, 100]
    assert result["stoeck"] == [0, 20]


def test_melds_keep_the_natural_order_in_undenufe():
    lines, _ = melds_of(
        ["8c 7c 6c Ad Kh 9h Qs Ts 7s", "Ah Qh Jh Kc Tc Qd 9d 8s 6s", "", ""],
        trump="undenufe",
        modes="all",
    )
    assert "0: 8c 7c 6c = 20" in [line.removesuffix(" scores") for line in lines]


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("Kc Qc Jc Tc 9c 8c 7c 6c As", "Kc Qc Jc Tc 9c, 8c 7c 6c = 120"),
        ("Ac Kc Qc Jc Tc 9c 8c 7c 6c", "Ac Kc Qc Jc Tc, 9c 8c 7c 6c = 150"),
        ("Ac Kc Qc Jc Tc 9c 8c As Ks", "Ac Kc Qc Jc Tc 9c 8c = 100"),
    ],
)
def test_a_long_run_is_announced_in_parts_where_that_scores_more(hand, line):
    lines, _ = melds_of([hand, "", "", ""])
    assert lines[0].removesuffix(" scores") == f"0: {line}"


# Stöck.


def test_stoeck_may_be_part_of_a_sequence_and_comes_with_its_second_card():
    record, _ = play_deal(
        [follow("h", "Kh 6c Qh"), follow("h"), follow("h"), follow("h")],
        give(["Ah Kh Qh Jh 9h 6c 7d 8s 6s", "", "", ""]),
    )
    assert record["result"]["stoeck"] == [20, 0]
    [meld] = events(record, "meld", 0)
    assert meld["melds"] == [["Ah", "Kh", "Qh", "Jh"]]
    story = record["events"]
    [place] = [n for n, event in enumerate(story) if event["type"] == "stoeck"]
    assert story[place]["seat"] == 0
    before = story[place - 1]
    assert (before["seat"], before["type"]) == (0, "play")
    assert before["card"] in {"Kh", "Qh"}
    played = {e["card"] for e in story[:place] if e["type"] == "play"}
    assert {"Kh", "Qh"} <= played


@pytest.mark.parametrize(
    ("rules", "trump", "stoeck"),
    [
        ({}, "h", [20, 0]),
        ({"stoeck": False}, "h", [0, 0]),
        ({"melds": False}, "h", [20, 0]),
        ({"modes": "all"}, "obenabe", [0, 0]),
        ({}, "c", [0, 0]),
    ],
)
def test_stoeck_counts_where_there_is_one(rules, trump, stoeck):
    given = give(["Kh Qh 9h 6c 7d 8s 6s 8c Td", "Kc 9c As 8h 6d", "Qc", ""])
    record, _ = play_deal([follow(trump)] * 4, given, **rules)
    assert record["result"]["stoeck"] == stoeck
    assert len(events(record, "stoeck")) == sum(stoeck) // 20


# Scores.


def test_a_match_counts_257_and_twice_that_in_spades_if_they_are_double():
    hands = ["Js 9s As Ks Qs Ts 8s 7s 6s", "", "", ""]
    for rules, factor in (({}, 1), ({"pique_double": True}, 2)):
        record, _ = play_deal([follow("s")] * 4, give(hands), melds=False, **rules)
        result = record["result"]
        assert result["match"] == 0
        assert result["card_points"] == [157, 0]
        assert result["stoeck"] == [20, 0]
        assert result["score"] == [factor * 277, 0]


def test_who_reaches_the_target_first_when_both_do():
    """Stöck of seat 0, the melds of seat 1, then the tricks as they are taken.

    If both need all that they score, who takes no more points in tricks is first.
    """
    hands = ["Kh Qh 9h 7c 7d 8s 6s Tc Td", "Ac Kc Qc Ad Jd As Js Jh 8h", "", ""]
    seats = [follow("h")] * 4
    record, _ = play_deal(seats, give(hands, dealer=0))
    result = record["result"]
    assert result["stoeck"] == [20, 0]
    assert result["melds"] == [0, 20]
    first, second = result["score"]
    assert first > 20
    assert second > 20
    for scores, winner in (
        ((980, 980), 0),  # Stöck comes before melds
        ((979, 980), 1),  # it is not enough: melds come before tricks
        ((1000 - first, 980), 1),
        ((980, 1000 - second), 0),
        ((1000 - first, 1000 - second), last_to_score(record)),
        ((1000 - first, 999 - second), 0),
        ((999 - first, 1000 - second), 1),
    ):
        found = play_deal(seats, give(hands, dealer=0), scores=scores)
        assert found[0]["result"] == result
        assert found[1] == winner, scores
    assert play_deal(seats, give(hands, dealer=0), scores=(0, 0))[1] == -1


def last_to_score(record: dict) -> int:
    """Return who reaches his own total first: not the winner of the last points."""
    tricks = events(record, "trick")
    points = [(trick["winner"] % 2, trick["points"]) for trick in tricks]
    points[-1] = (points[-1][0], points[-1][1] + 5)
    last = max(place for place, (_, worth) in enumerate(points) if worth)
    return 1 - points[last][0]
