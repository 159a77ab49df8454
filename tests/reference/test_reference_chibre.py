"""The Chibre reference against cases worked out by hand from the rules."""

from itertools import permutations

import pytest

from .chibre import (
    RuleError,
    best_melds,
    best_seat,
    card_points,
    compare_melds,
    first_to_reach,
    legal_cards,
    meld_points,
    order_of_counting,
    score_deal,
    sort_cards,
    trick_winner,
)
from .chibre_cards import PACK, read_card
from .sample_events import cards

# Cards.


@pytest.mark.parametrize("trump", ["c", "d", "h", "s", "obenabe", "undenufe"])
def test_pack_counts_152(trump):
    """A pack of 36 cards counts 152 points whatever is trump."""
    assert len(PACK) == 36
    assert sum(card_points(card, trump) for card in PACK) == 152


@pytest.mark.parametrize(
    ("trump", "points"),
    [
        ("h", {"Jh": 20, "9h": 14, "Ah": 11, "Th": 10, "8h": 0, "Jc": 2, "9c": 0}),
        ("obenabe", {"Ah": 11, "6h": 0, "8h": 8, "Jh": 2, "9h": 0}),
        ("undenufe", {"Ah": 0, "6h": 11, "8h": 8, "Jh": 2, "9h": 0}),
    ],
)
def test_card_points(trump, points):
    """Jack and Nine count more in trumps, the Eight without a trump suit."""
    assert {card: card_points(card, trump) for card in points} == points


def test_cards_are_sorted_by_suit_and_natural_rank():
    """The order of a printed hand does not depend on the trump suit."""
    assert sort_cards(cards("6s Jh 9c Ah Th Ad")) == cards("9c Ad Ah Jh Th 6s")


@pytest.mark.parametrize(
    ("text", "card"), [("10h", "Th"), ("jS", "Js"), (" 6c ", "6c"), ("tD", "Td")]
)
def test_cards_are_read_in_any_spelling(text, card):
    """Records written by people may spell a card in their own way."""
    assert read_card(text) == card


@pytest.mark.parametrize("text", ["5h", "A", "", "Ahh", "Ke", None, 7])
def test_what_is_no_card_is_named(text):
    """A wrong card is an error that shows it."""
    with pytest.raises(RuleError, match=f"{text!r} is not a card of this game"):
        read_card(text)


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "legal"),
    [
        pytest.param("Ah 7s 6c", "", "d", "Ah 7s 6c", id="leader-is-free"),
        pytest.param("Ah 7h 6c 6d", "Th", "d", "Ah 7h 6d", id="follow-or-trump"),
        pytest.param("Ah 7h 6c", "Th", "d", "Ah 7h", id="follow-without-trumps"),
        pytest.param("As 6c 6d", "Th", "d", "As 6c 6d", id="void-plays-anything"),
        pytest.param("Ah 7h 6d Qd Jd", "Th Kd", "d", "Ah 7h Jd", id="follow-overtrump"),
        pytest.param("Ah 7h 6d Qd", "Th Kd", "d", "Ah 7h", id="follow-no-undertrump"),
        pytest.param("6c 6d Qd Ad", "Th Kd", "d", "6c Ad", id="void-no-undertrump"),
        pytest.param("6c 7s 6d Qd", "Th Kd", "d", "6c 7s", id="void-all-trumps-lower"),
        pytest.param(
            "6d Qd Ad 9d", "Th Kd", "d", "Ad 9d", id="only-trumps-some-higher"
        ),
        pytest.param("6d Qd Td", "Th Kd", "d", "6d Qd Td", id="only-lower-trumps"),
        pytest.param("6d", "Th Kd", "d", "6d", id="last-card-undertrumps"),
        pytest.param("Ad 9d 6d Ts", "6c Jd Td", "d", "Ts", id="best-trump-is-the-jack"),
        pytest.param("Ad 9d 6d", "6c Jd Td", "d", "Ad 9d 6d", id="nothing-beats-jack"),
        pytest.param(
            "Ad Jd 6d Ts", "6c 9d Td", "d", "Jd Ts", id="only-jack-beats-nine"
        ),
        pytest.param("9d Ts", "6c Ad", "d", "9d Ts", id="nine-beats-ace"),
        pytest.param("Qd Ts", "6c Td", "d", "Qd Ts", id="queen-beats-ten-of-trumps"),
        pytest.param("Td Ts", "6c Qd", "d", "Ts", id="ten-of-trumps-below-queen"),
        pytest.param("6d Ts Ac", "Kc Ad Qc", "d", "Ac", id="follow-third-hand"),
        pytest.param("6d Ts", "Kc As", "d", "6d Ts", id="a-discard-is-no-trump"),
        pytest.param("Ad 6d Ac Kh", "9d", "d", "Ad 6d", id="trump-led-follow"),
        pytest.param("Jd 6d Ac Kh", "9d", "d", "Jd 6d", id="trump-led-jack-guarded"),
        pytest.param("Jd Ac Kh", "9d", "d", "Jd Ac Kh", id="trump-led-bour-alone"),
        pytest.param("Jd", "9d", "d", "Jd", id="trump-led-bour-last"),
        pytest.param("9d Ac Kh", "Jd", "d", "9d", id="only-the-jack-is-exempt"),
        pytest.param("Ac Kh", "9d", "d", "Ac Kh", id="trump-led-void"),
        pytest.param("Jd Ah", "9h", "d", "Ah Jd", id="plain-led-jack-may-trump"),
        pytest.param("Jh Ac", "9h", "obenabe", "Jh", id="no-bour-without-trumps"),
        pytest.param("Ah 7h 6c", "Th", "obenabe", "Ah 7h", id="obenabe-follow"),
        pytest.param("As 6c", "Th", "undenufe", "As 6c", id="undenufe-void"),
    ],
)
def test_legal_cards(hand, trick, trump, legal):
    """Following, trumping, undertrumping and the Bour."""
    found = legal_cards(cards(hand), cards(trick), trump)
    assert found == set(cards(legal))


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        pytest.param("9h Kh Ah 7h", "d", 2, id="highest-of-the-suit-led"),
        pytest.param("9h As Ac Kc", "d", 0, id="discards-never-win"),
        pytest.param("Ah 6d 7d Kh", "d", 2, id="highest-trump"),
        pytest.param("Ad 9d Jd Kd", "d", 2, id="jack-over-nine"),
        pytest.param("Ad Kd 9d Td", "d", 2, id="nine-over-ace"),
        pytest.param("Td Qd 8d 7d", "d", 1, id="queen-over-ten"),
        pytest.param("Th Jh 9h 8h", "d", 1, id="plain-jack-over-ten"),
        pytest.param("9h 6d Jh Ah", "obenabe", 3, id="obenabe"),
        pytest.param("9h 6d 7h Ah", "undenufe", 2, id="undenufe"),
        pytest.param("6h 6d 7h Ah", "undenufe", 0, id="undenufe-six"),
    ],
)
def test_trick_winner(trick, trump, winner):
    """Highest trump, else the highest card of the suit led."""
    assert trick_winner(cards(trick), trump) == winner


# Melds.


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("Ah Kh Qh", 20),
        ("9h 8h 7h 6h", 50),
        ("Th 9h 8h 7h 6h", 100),
        ("Ah Kh Qh Jh Th 9h 8h 7h 6h", 100),
        ("Ac Ad Ah As", 100),
        ("Tc Td Th Ts", 100),
        ("9c 9d 9h 9s", 150),
        ("Jc Jd Jh Js", 200),
    ],
)
def test_meld_points(meld, points):
    """Sequences by length, fours by rank."""
    assert meld_points(cards(meld)) == points


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        pytest.param("Ah Kh Jh Th 8c 8d 8h 8s 6c", "", id="four-eights-are-nothing"),
        pytest.param("8h 7h 6h Ac Kd 9s Jd Td 6c", "8h 7h 6h", id="lowest-sequence"),
        pytest.param(
            "Kc Qc Jc Tc Td Th Ts Ad 8s", "Tc Td Th Ts, Kc Qc Jc", id="share-the-end"
        ),
        pytest.param(
            "Ac Kc Qc Jc Jd Jh Js 8d 7s", "Jc Jd Jh Js, Ac Kc Qc", id="jacks-and-rest"
        ),
        pytest.param("Kc Qc Jc Kd Kh Ks 8d 7s 6s", "Kc Kd Kh Ks, 8d", id="four-wins"),
        pytest.param(
            "Ac Kc Qc Jc Tc Ad Ah As 6d", "Ac Ad Ah As, Kc Qc Jc Tc", id="five-gives-up"
        ),
        pytest.param(
            "Ac Kc Qc Jc Tc Qd Qh Qs 6d",
            "Ac Kc Qc Jc Tc",
            id="five-cards-beat-four-queens",
        ),
        pytest.param(
            "Ac Kc Qc Jc Tc 9c 8c Jd Th", "Ac Kc Qc Jc Tc 9c 8c", id="seven-in-one"
        ),
        pytest.param(
            "Ac Kc Qc Jc Tc 9c Jd Jh Js",
            "Jc Jd Jh Js, Ac Kc Qc",
            id="two-cards-are-left-over",
        ),
        pytest.param(
            "Kc Qc Jc Tc 9c 8c 7c 6c As",
            "Kc Qc Jc Tc 9c, 8c 7c 6c",
            id="eight-in-a-row",
        ),
        pytest.param(
            "Ac Kc Qc Jc Tc 9c 8c 7c 6c",
            "Ac Kc Qc Jc Tc, 9c 8c 7c 6c",
            id="nine-in-a-row",
        ),
        pytest.param(
            "Ac Kc Qc 9h 8h 7h Ks Qs Js",
            "Ac Kc Qc, Ks Qs Js, 9h 8h 7h",
            id="best-first",
        ),
        pytest.param(
            "Ac Kc Qc Ah Kh Qh 8d 7s 6s", "Ac Kc Qc, Ah Kh Qh", id="equal-by-suit"
        ),
        pytest.param(
            "Qc Jc Tc Qs Js Ts 8h 7h 6d", "Qs Js Ts, Qc Jc Tc", id="trumps-before-clubs"
        ),
    ],
)
def test_best_melds(hand, melds):
    """The disjoint melds with the greatest total, spades being trumps."""
    right = [cards(meld) for meld in melds.split(", ") if len(cards(meld)) > 2]
    assert best_melds(cards(hand), "s") == right


@pytest.mark.parametrize("trump", ["obenabe", "undenufe"])
def test_melds_keep_the_natural_order(trump):
    """8-7-6 is the lowest sequence and A-K-Q the highest, even from the Six up."""
    hand = cards("8c 7c 6c Ah Kh Qh Ts 9d 7d")
    assert best_melds(hand, trump) == [cards("Ah Kh Qh"), cards("8c 7c 6c")]


@pytest.mark.parametrize(
    ("one", "other", "criterion", "better"),
    [
        ("9h 8h 7h 6h", "Ac Kc Qc", "points", 1),
        ("9c 9d 9h 9s", "Ac Kc Qc Jc Tc 9c", "points", 1),
        ("Ac Ad Ah As", "Th 9h 8h 7h 6h", "cards", -1),
        ("Kh Qh Jh Th 9h 8h", "Ac Kc Qc Jc Tc", "cards", 1),
        ("Kc Kd Kh Ks", "Ac Ad Ah As", "top", -1),
        ("Kh Qh Jh", "Qs Js Ts", "top", 1),
        ("Kh Qh Jh", "Ks Qs Js", "trump", -1),
        ("Kh Qh Jh", "Kc Qc Jc", "order", 0),
    ],
)
def test_compare_melds(one, other, criterion, better):
    """Points, cards, top card, trumps, in that order; spades are trumps."""
    one, other = cards(one), cards(other)
    assert compare_melds(one, other, "s") == (criterion, better)
    assert compare_melds(other, one, "s") == (criterion, -better)


def test_without_a_trump_suit_nothing_is_in_trumps():
    """What decided by trumps is now decided by who played earlier."""
    melds = (cards("Kh Qh Jh"), cards("Ks Qs Js"))
    assert compare_melds(*melds, "undenufe") == ("order", 0)


def test_equal_melds_go_to_the_seat_that_played_earlier():
    """Seat 3 leads, so it is before seat 0."""
    announced = {0: [cards("Kh Qh Jh")], 1: [], 2: [], 3: [cards("Kc Qc Jc")]}
    assert best_seat(announced, [3, 0, 1, 2], "s") == 3
    assert best_seat(announced, [0, 1, 2, 3], "s") == 0
    assert best_seat({0: [], 1: [], 2: [], 3: []}, [0, 1, 2, 3], "s") is None


# Scores.


def test_a_match_counts_257_without_melds():
    """Stöck scores for a team that has taken no trick."""
    assert score_deal([157, 0], 0, [0, 0], [0, 0]) == [257, 0]
    assert score_deal([157, 0], 0, [50, 0], [0, 20]) == [307, 20]
    assert score_deal([157, 0], 0, [50, 0], [0, 20], times=2) == [614, 40]


TRICKS = [(0, 30), (1, 20), (0, 10), (1, 40), (0, 9), (1, 8), (0, 7), (1, 6), (0, 22)]


@pytest.mark.parametrize(
    ("before", "winner", "item"),
    [
        pytest.param([980, 999], 0, "stoeck", id="stoeck-before-melds"),
        pytest.param([979, 950], 1, "melds", id="melds-before-tricks"),
        pytest.param([950, 949], 0, "trick", id="first-trick"),
        pytest.param([949, 930], 1, "trick", id="second-trick"),
        pytest.param([897, 876], 1, "trick", id="eighth-trick-before-last"),
        pytest.param([897, 875], 0, "trick", id="last-trick-with-its-five"),
        pytest.param([896, 875], None, None, id="both-one-short"),
    ],
)
def test_first_to_reach(before, winner, item):
    """Team 0 has Stöck and 83 points with the last trick, team 1 melds of 50 and 74."""
    items = order_of_counting([20, 0], [0, 50], TRICKS, None)
    assert first_to_reach(before, items, 1000) == (winner, item)


def test_last_trick_and_match_count_with_the_last_trick():
    """The bonuses are not there before the tricks have been counted."""
    items = order_of_counting([0, 20], [0, 0], [(0, 16)] * 8 + [(0, 24)], 0)
    assert items[-1] == ("trick", 0, 129)
    assert sum(points for _, team, points in items if team == 0) == 257
    doubled = order_of_counting([0, 20], [0, 0], [(0, 16)] * 8 + [(0, 24)], 0, times=2)
    assert [points for _, _, points in doubled] == [
        2 * points for _, _, points in items
    ]


@pytest.mark.parametrize("suits", list(permutations("cdhs")))
def test_suits_can_be_renamed(suits):
    """Nothing but names changes when suits are exchanged."""
    table = str.maketrans("cdhs", "".join(suits))

    def renamed(text):
        return cards(text.translate(table))

    trump = "d".translate(table)
    hand = "Kc Qc Jc Tc Td Th Ts Ad 8s"
    assert legal_cards(renamed(hand), renamed("6c Jd"), trump) == set(
        renamed("Kc Qc Jc Tc")
    )
    four, run = best_melds(renamed(hand), trump)
    assert set(four) == set(renamed("Tc Td Th Ts"))
    assert run == renamed("Kc Qc Jc")
