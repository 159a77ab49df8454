"""The Klaberjass reference against cases worked out by hand from the rules."""

import pytest

from .klaberjass import (
    RuleError,
    best_melds,
    card_points,
    compare_melds,
    divided_points,
    legal_cards,
    match_winner,
    melds_points,
    melds_winner,
    score_deal,
    sort_cards,
    trick_winner,
)
from .klaberjass_cards import PACK, read_card
from .sample_events import cards

# Cards.


@pytest.mark.parametrize("trump", list("cdhs"))
def test_pack_counts_152(trump):
    """62 in trumps and 90 in plain suits, whatever is trump."""
    assert len(PACK) == 32
    trumps = [card for card in PACK if card[1] == trump]
    assert sum(card_points(card, trump) for card in trumps) == 62
    assert sum(card_points(card, trump) for card in PACK) == 152


def test_card_points():
    """Jack and Nine count more in trumps."""
    right = {"Jh": 20, "9h": 14, "Ah": 11, "Th": 10, "Kh": 4, "Qh": 3, "8h": 0}
    right |= {"Jc": 2, "9c": 0, "Ac": 11, "Tc": 10, "Kc": 4, "Qc": 3, "7c": 0}
    assert {card: card_points(card, "h") for card in right} == right


def test_cards_are_sorted_by_suit_and_natural_rank():
    """A printed hand has the Ten below the Jack, though it is above the King."""
    assert sort_cards(cards("7s Th 9c Kh Jh Ad")) == cards("9c Ad Kh Jh Th 7s")


@pytest.mark.parametrize("text", ["6h", "A", "", "Ahh", "Ke", None, 7])
def test_what_is_no_card_is_named(text):
    """A wrong card is an error that shows it."""
    with pytest.raises(RuleError, match=f"{text!r} is not a card of this game"):
        read_card(text)


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        pytest.param("Ah 7s 7c", "", "Ah 7s 7c", id="leader-is-free"),
        pytest.param("Ah 7h Js 7c", "Th", "Ah 7h", id="plain-lead-follow-freely"),
        pytest.param("Kh 7h Js", "Th", "Kh 7h", id="plain-lead-cannot-beat"),
        pytest.param("Js 7s Ac", "Th", "Js 7s", id="void-has-to-trump"),
        pytest.param("Ac Kd", "Th", "Ac Kd", id="void-without-trumps"),
        pytest.param("As 7s Ac", "Ts", "As", id="trump-lead-ace-beats-ten"),
        pytest.param("Js 9s As 7s", "Ts", "Js 9s As", id="trump-lead-any-that-beats"),
        pytest.param("Ts 8s Ac", "Ks", "Ts", id="trump-lead-ten-beats-king"),
        pytest.param("As Ts 8s", "9s", "As Ts 8s", id="trump-lead-nine-stands"),
        pytest.param("9s 7s", "As", "9s", id="trump-lead-nine-beats-ace"),
        pytest.param("Js Ac", "9s", "Js", id="trump-lead-jack-is-not-exempt"),
        pytest.param("9s Ac", "Js", "9s", id="trump-lead-jack-stands"),
        pytest.param("8s Ac", "7s", "8s", id="trump-lead-eight-beats-seven"),
        pytest.param("Ac Kd", "7s", "Ac Kd", id="trump-lead-void"),
    ],
)
def test_legal_cards(hand, trick, legal):
    """Spades are trumps; only a trump lead has to be beaten."""
    assert legal_cards(cards(hand), cards(trick), "s") == set(cards(legal))


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("Th Ah", 1, id="ace-over-ten"),
        pytest.param("Kh Th", 1, id="ten-over-king"),
        pytest.param("Jh 9h", 0, id="plain-jack-over-nine"),
        pytest.param("7h Ac", 0, id="a-discard-never-wins"),
        pytest.param("Ah 7s", 1, id="trumped"),
        pytest.param("7s Ah", 0, id="trump-led"),
        pytest.param("9s Js", 1, id="jack-over-nine-of-trumps"),
        pytest.param("As 9s", 1, id="nine-over-ace-of-trumps"),
        pytest.param("Ks Ts", 1, id="ten-over-king-of-trumps"),
    ],
)
def test_trick_winner(trick, winner):
    """Highest trump, else the highest card of the suit led; spades are trumps."""
    assert trick_winner(cards(trick), "s") == winner


# Sequences.


@pytest.mark.parametrize(
    ("length", "points"), [(3, 20), (4, 50), (5, 50), (6, 50), (7, 70), (8, 100)]
)
def test_divided_points(length, points):
    """Seven in a row count as 4 + 3, eight as 4 + 4."""
    assert divided_points(length) == points


@pytest.mark.parametrize(
    ("hand", "runs", "points"),
    [
        pytest.param("Ah Kh 9c 8c Td 7s Js Qd Kd", "", 0, id="two-are-no-run"),
        pytest.param("Ah Kh Th 9c 8c 7s Js Qd Kd", "", 0, id="ten-is-below-the-jack"),
        pytest.param("Kh Qh Jh Th 8c Ac As Ad 7d", "Kh Qh Jh Th", 50, id="four"),
        pytest.param(
            "9c 8c 7c Ah Kh Qh Ts 9s 8s", "Ah Kh Qh, Ts 9s 8s, 9c 8c 7c", 60, id="three"
        ),
        pytest.param(
            "Ah Kh Qh 9c 8c 7c Js Ts 9s",
            "Ah Kh Qh, Js Ts 9s, 9c 8c 7c",
            60,
            id="best-first",
        ),
        pytest.param(
            "Kc Qc Jc Ks Qs Js 7d 7h 7s", "Ks Qs Js, Kc Qc Jc", 40, id="trumps-first"
        ),
        pytest.param(
            "Kc Qc Jc Kh Qh Jh 7d 7h 7s", "Kc Qc Jc, Kh Qh Jh", 40, id="equal-by-suit"
        ),
        pytest.param(
            "Ah Kh Qh Jh Th 9h 8h 7h As",
            "Ah Kh Qh Jh Th 9h 8h 7h",
            100,
            id="eight-as-one-run",
        ),
    ],
)
def test_best_melds(hand, runs, points):
    """Whole runs, best first, and what they score; spades are trumps."""
    right = [cards(run) for run in runs.split(", ")] if runs else []
    assert best_melds(cards(hand), "s") == right
    assert melds_points(right) == points


@pytest.mark.parametrize(
    ("one", "other", "criterion", "better"),
    [
        ("Th 9h 8h 7h", "Ac Kc Qc", "points", 1),
        ("Jh Th 9h 8h 7h", "Ac Kc Qc Jc", "cards", 1),
        ("Kh Qh Jh Th 9h 8h 7h", "Ac Kc Qc Jc Tc 9c", "cards", 1),
        ("Kh Qh Jh", "Qs Js Ts", "top", 1),
        ("Kh Qh Jh", "Ks Qs Js", "trump", -1),
        ("Kh Qh Jh", "Kc Qc Jc", "equal", 0),
    ],
)
def test_compare_melds(one, other, criterion, better):
    """Points, cards, top card, trumps, in that order; spades are trumps."""
    one, other = cards(one), cards(other)
    assert compare_melds(one, other, "s") == (criterion, better)
    assert compare_melds(other, one, "s") == (criterion, -better)


@pytest.mark.parametrize(
    ("elder", "dealer", "tie", "winner"),
    [
        pytest.param("", "", "elder", None, id="nobody-has-any"),
        pytest.param("9h 8h 7h", "", "none", "elder", id="only-elder"),
        pytest.param("", "9h 8h 7h", "elder", "dealer", id="only-dealer"),
        pytest.param("Qh Jh Th", "Ac Kc Qc", "elder", "dealer", id="dealer-is-higher"),
        pytest.param("Kh Qh Jh", "Kc Qc Jc", "elder", "elder", id="equal-elder"),
        pytest.param("Kh Qh Jh", "Kc Qc Jc", "none", None, id="equal-none"),
        pytest.param("Kh Qh Jh", "Ks Qs Js", "none", "dealer", id="trump-is-no-tie"),
    ],
)
def test_melds_winner(elder, dealer, tie, winner):
    """Who has the best run; only a full tie depends on the option."""
    runs = [[cards(run)] if run else [] for run in (elder, dealer)]
    assert melds_winner(*runs, "s", tie) == winner


def test_best_run_wins_against_a_greater_sum():
    """A four of 50 beats three threes that count 60 together."""
    threes = [cards("Ah Kh Qh"), cards("Ac Kc Qc"), cards("Ad Kd Qd")]
    assert melds_winner(threes, [cards("Ts 9s 8s 7s")], "d") == "dealer"


# Scores. Seat 0 is the taker.


@pytest.mark.parametrize(
    ("points", "melds", "bela", "tricks", "score"),
    [
        pytest.param([70, 60], [0, 0], [0, 0], [5, 4], [70, 60], id="taker-has-more"),
        pytest.param([60, 70], [0, 0], [0, 0], [5, 4], [0, 130], id="taker-has-less"),
        pytest.param([60, 70], [20, 0], [0, 0], [5, 4], [80, 70], id="melds-save-him"),
        pytest.param([60, 70], [0, 20], [20, 0], [5, 4], [0, 170], id="all-is-lost"),
        pytest.param([65, 65], [0, 0], [0, 0], [5, 4], [0, 65], id="tie"),
        pytest.param([60, 80], [0, 0], [20, 0], [5, 4], [0, 80], id="tie-by-bela"),
        pytest.param([0, 120], [70, 0], [20, 0], [0, 9], [0, 140], id="lost-no-trick"),
        pytest.param([120, 0], [0, 100], [0, 20], [9, 0], [120, 20], id="no-trick"),
        pytest.param(
            [41, 90], [50, 0], [0, 0], [1, 8], [91, 90], id="one-trick-is-enough"
        ),
        pytest.param(
            [0, 90], [100, 0], [0, 0], [1, 8], [100, 90], id="a-trick-without-points"
        ),
    ],
)
def test_score_deal(points, melds, bela, tricks, score):
    """More, less or equal; without a trick only bela counts."""
    assert score_deal(0, points, melds, bela, tricks) == score
    both = [numbers[::-1] for numbers in (points, melds, bela, tricks)]
    assert score_deal(1, *both) == score[::-1]


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ([499, 480], None),
        ([500, 480], 0),
        ([510, 530], 1),
        ([510, 510], None),
        ([0, 612], 1),
    ],
)
def test_match_winner(scores, winner):
    """Who is there; of two the higher; equal scores play on."""
    assert match_winner(scores, 500) == winner
