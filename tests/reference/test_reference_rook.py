"""The Rook reference against cases worked out by hand from the rules."""

import copy

import pytest

from .rook import (
    OPTIONS,
    Match,
    RuleError,
    card_points,
    events_seen,
    legal_cards,
    match_winner,
    replay_alone,
    score_deal,
    sort_cards,
    trick_winner,
)
from .rook_cards import PACK, read_card
from .rook_samples import (
    HIGH,
    LOW,
    PASSED,
    SAMPLES,
    TRUMPS,
    with_auction,
)
from .sample_changes import changed, each_sample, without_result

# Cards.


def test_pack_has_53_cards_worth_180_points():
    """Rook 20, Aces 60, Kings 40, Tens 40, Fives 20."""
    assert len(PACK) == 53
    assert sum(card_points(card) for card in PACK) == 180
    counted = {card: card_points(card) for card in ("Rk", "Ac", "Kd", "Th", "5s")}
    assert counted == {"Rk": 20, "Ac": 15, "Kd": 10, "Th": 10, "5s": 5}
    assert not any(card_points(card) for card in ("Qc", "Jd", "9h", "4s", "2c"))


def test_sorting_puts_the_rook_behind_the_spades():
    """Suits run c d h s, ranks from the Ace down."""
    cards = ["Rk", "2s", "As", "Th", "Kh", "5d", "Ad", "Jc"]
    assert sort_cards(cards) == ["Jc", "Ad", "5d", "Kh", "Th", "As", "2s", "Rk"]


@pytest.mark.parametrize(
    ("text", "card"), [("rk", "Rk"), ("RK", "Rk"), ("10H", "Th"), ("aS", "As")]
)
def test_cards_are_read_in_any_spelling(text, card):
    """Records written by people may spell a card in their own way."""
    assert read_card(text) == card


@pytest.mark.parametrize("text", ["Rh", "Ak", "R", "1h", "", "6e", "Ahh", None, 7])
def test_what_is_no_card_is_named(text):
    """A wrong card is an error that shows it."""
    with pytest.raises(RuleError, match=f"{text!r} is not a card of this game"):
        read_card(text)


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "legal"),
    [
        pytest.param("Ac 2d Rk", "", "h", "Ac 2d Rk", id="leader-is-free"),
        pytest.param("Ac 2d Rk", "", "low", "Ac 2d Rk", id="rook-may-be-led"),
        pytest.param("Ac 2c 3h Rk", "Kc", "h", "Ac 2c", id="follow-not-trump"),
        pytest.param("3h 4d Rk", "Kc", "h", "3h 4d Rk", id="void-no-duty-to-trump"),
        pytest.param("3h 4d Rk", "Kh", "h", "3h Rk", id="rook-follows-trumps"),
        pytest.param("Ac 4d Rk", "Kh", "h", "Rk", id="rook-is-the-only-trump"),
        pytest.param("Ah 2h 4d", "Rk", "h", "Ah 2h", id="led-rook-demands-trumps"),
        pytest.param("As 4d", "Rk", "h", "As 4d", id="led-rook-but-no-trump-in-hand"),
        pytest.param("Ah 4h Rk", "Kh", "s", "Ah 4h", id="rook-belongs-to-spades"),
        pytest.param("Ac 4d Rk", "Kc", "high", "Ac", id="no-trump-rook-must-wait"),
        pytest.param("Ac 4d Rk", "Kc", "low", "Ac", id="low-rook-must-wait"),
        pytest.param("Ah 4d Rk", "Kc", "high", "Ah 4d Rk", id="no-trump-void"),
        pytest.param("Ah 4d Rk", "Kc", "low", "Ah 4d Rk", id="low-void"),
        pytest.param("Ah 4d 2c", "Rk", "high", "Ah 4d 2c", id="no-trump-rook-led"),
        pytest.param("Ah 4d 2c", "Rk 3d", "low", "Ah 4d 2c", id="low-rook-led"),
        pytest.param("Ah 4d", "Kd Rk", "high", "4d", id="follow-the-lead-not-the-rook"),
        pytest.param("Rk", "Kd", "low", "Rk", id="last-card"),
    ],
)
def test_legal_cards(hand, trick, trump, legal):
    """Following suit, and the Rook in all games."""
    assert legal_cards(hand.split(), trick.split(), trump) == set(legal.split())


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        pytest.param("9h Kh Ah 7h As", "c", 2, id="highest-of-the-suit-led"),
        pytest.param("9h As Ad Kd As", "c", 0, id="discards-never-win"),
        pytest.param("Ah 3c 2c Kh 5h", "c", 1, id="highest-trump"),
        pytest.param("Ah Rk Kh Th 5h", "c", 1, id="rook-is-a-trump"),
        pytest.param("Ah Rk 2c Th 5h", "c", 2, id="rook-under-the-two"),
        pytest.param("Rk As Ad Kd 9h", "c", 0, id="rook-led-nobody-has-trumps"),
        pytest.param("Rk 2c Ad Kd Ah", "c", 1, id="rook-led-two-wins"),
        pytest.param("Td 9d Jd Kc As", "high", 2, id="high-game"),
        pytest.param("Td 9d Rk Ad Kd", "high", 2, id="high-game-rook"),
        pytest.param("Rk Ad Ah As Ac", "high", 0, id="high-game-rook-led"),
        pytest.param("Td 9d Jd 2c 3s", "low", 1, id="low-game"),
        pytest.param("3d 2d Ad Kd 4d", "low", 1, id="low-game-two-is-best"),
        pytest.param("Ad 2c 2h 2s Kd", "low", 4, id="low-game-ace-is-worst"),
        pytest.param("2d 3d Rk 4d 5d", "low", 2, id="low-game-rook"),
        pytest.param("Rk 2d 2c 2h 2s", "low", 0, id="low-game-rook-led"),
    ],
)
def test_trick_winner(trick, trump, winner):
    """Highest trump, else the best card of the suit led."""
    assert trick_winner(trick.split(), trump) == winner


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        pytest.param("2d 3d Ad Kd Ac", "low", 2, id="ace-under-the-two"),
        pytest.param("3d 2d Kd Ac As", "low", 1, id="ace-of-another-suit"),
        pytest.param("2d Ad Rk 4d 5d", "low", 2, id="rook-beats-the-ace"),
        pytest.param("2d 3d Ad Kd Ac", "high", 2, id="high-game-as-ever"),
        pytest.param("Kd 2d Ad Rk 3d", "d", 2, id="trumps-as-ever"),
    ],
)
def test_low_ace(trick, trump, winner):
    """The option changes low games and nothing else."""
    assert trick_winner(trick.split(), trump, low_ace="low") == winner


# Scoring: seat 0 has declared, seat 2 is the partner.


@pytest.mark.parametrize(
    ("points", "kitty_points", "last_winner", "bid", "made", "score"),
    [
        pytest.param([60, 20, 30, 40, 20], 10, 0, 100, True, [100, 80, 100, 80, 80]),
        pytest.param([60, 20, 30, 40, 20], 10, 2, 100, True, [100, 80, 100, 80, 80]),
        pytest.param([60, 20, 30, 40, 20], 10, 3, 100, False, [-100, 90, -100, 90, 90]),
        pytest.param([60, 20, 30, 40, 20], 10, 4, 90, True, [90, 90, 90, 90, 90]),
        pytest.param([60, 20, 30, 40, 20], 10, 0, 105, False, [-105, 80, -105, 80, 80]),
        pytest.param([0, 80, 60, 20, 20], 0, 2, 75, False, [-75, 120, -75, 120, 120]),
        pytest.param([180, 0, 0, 0, 0], 0, 0, 175, True, [180, 0, 180, 0, 0]),
        pytest.param([85, 0, 85, 0, 0], 10, 1, 180, False, [-180, 10, -180, 10, 10]),
    ],
)
def test_score(points, kitty_points, last_winner, bid, made, score):
    """Made is at least the bid; the kitty goes with the last trick."""
    outcome = score_deal(points, kitty_points, 0, 2, bid, last_winner)
    assert (outcome["made"], outcome["score"]) == (made, score)
    assert not outcome["moon"]


def test_moon_needs_the_bid_and_all_points():
    """180 of 180 makes the bid; the bonus goes to both, and only for the moon."""
    rules = {"moon_bonus": 200}
    moon = score_deal([100, 0, 70, 0, 0], 10, 0, 2, 180, 2, rules)
    assert moon["made"]
    assert moon["moon"]
    assert moon["score"] == [380, 0, 380, 0, 0]
    assert score_deal([100, 0, 70, 0, 0], 10, 0, 2, 180, 2)["score"][0] == 180
    modest = score_deal([100, 0, 70, 0, 0], 10, 0, 2, 175, 2, rules)
    assert (modest["moon"], modest["score"]) == (False, [180, 0, 180, 0, 0])
    missed = score_deal([100, 0, 70, 0, 0], 10, 0, 2, 180, 1, rules)
    assert (missed["moon"], missed["score"]) == (False, [-180, 10, -180, 10, 10])


def test_defenders_may_score_their_own():
    """The kitty then counts for the defender who took the last trick."""
    own = {"defenders": "own"}
    stakes = ([60, 20, 30, 40, 20], 10, 0, 2, 100)
    assert score_deal(*stakes, 3, own)["score"] == [-100, 20, -100, 50, 20]
    assert score_deal(*stakes, 0, own)["score"] == [100, 20, 100, 40, 20]


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ([499, 0, 0, 0, -200], None),
        ([500, 0, 0, 0, 0], 0),
        ([510, 520, 515, 0, 0], 1),
        ([520, 510, 520, 0, 0], None),
        ([499, 499, -75, 0, 505], 4),
    ],
)
def test_match_winner(scores, winner):
    """The highest wins at 500; equal highest scores play on."""
    assert match_winner(scores, 500) == winner


# Whole deals.


@pytest.mark.parametrize("sample", each_sample(SAMPLES))
def test_samples_replay_without_a_difference(sample):
    """The result is recomputed, with or without one in the record."""
    assert replay_alone(sample) == sample["result"]
    assert replay_alone(without_result(sample)) == sample["result"]


@pytest.mark.parametrize("sample", [TRUMPS, LOW, HIGH])
def test_legal_is_optional(sample):
    """People do not write down what they might have played."""
    bare = copy.deepcopy(sample)
    for event in bare["events"]:
        event.pop("legal", None)
    assert replay_alone(bare) == sample["result"]


@pytest.mark.parametrize("sample", [TRUMPS, LOW, HIGH])
def test_tricks_and_kitty_hold_all_points(sample):
    """The card points of a deal add up to those of the pack."""
    result = replay_alone(sample)
    assert sum(result["points"]) + result["kitty_points"] == 180


def test_a_match_carries_scores_and_dealer():
    """Four deals in a row; nobody reaches 500."""
    match = Match()
    for number, deal in enumerate(SAMPLES.values()):
        match.replay(deal)
        assert match.dealer == number
    assert match.scores == [325, 265, 145, 85, 145]
    assert not match.ended


def test_tie_at_the_target_plays_on():
    """Seats 0 and 1 both stand at 180 after the first deal, seat 1 wins the next."""
    rules = {"target": 180}
    match = Match(rules)
    match.replay({**TRUMPS, "rules": rules})
    assert (match.ended, match.seen & {"tie_at_target"}) == (False, {"tie_at_target"})
    match.replay({**LOW, "rules": rules})
    assert (match.winner, match.scores) == (1, [200, 340, 20, 160, 20])
    assert "match_won" in match.seen
    with pytest.raises(RuleError, match="seat 1 has won the match"):
        match.replay({**HIGH, "rules": rules})


@pytest.mark.parametrize(
    ("sample", "names"),
    [
        (TRUMPS, {"rook_led_in_trumps", "kitty_to_declarers"}),
        (
            LOW,
            {
                "low_game",
                "left_leads",
                "rook_when_void",
                "kitty_to_declarers",
                "kitty_decided",
                "exact_bid",
            },
        ),
        (
            HIGH,
            {
                "high_game",
                "rook_in_kitty",
                "rook_led_in_no_trump",
                "partner_hidden",
                "kitty_to_defenders",
                "kitty_decided",
                "failed_bid",
            },
        ),
        (PASSED, {"passed"}),
    ],
)
def test_events_seen(sample, names):
    """Exactly the rare things of each sample are named."""
    assert events_seen(sample) == names


def test_rook_as_partner_card():
    """In the low deal seat 2 holds the Rook; calling it makes him the partner."""
    number = [event["type"] for event in LOW["events"]].index("declare")
    deal = changed(LOW, "events", number, "partner_card", value="Rk")
    del deal["result"]
    result = replay_alone(deal)
    assert (result["partner"], result["made"]) == (2, True)
    assert result["score"] == [0, 0, 180, 180, 0]
    assert "rook_called" in events_seen(deal)


def test_moon_in_a_whole_deal():
    """The side of the first deal takes everything: a bid of 180 ends the auction."""
    deal = with_auction(TRUMPS, "0 180", moon_bonus=20)
    result = replay_alone(deal)
    assert (result["bid"], result["moon"]) == (180, True)
    assert result["score"] == [200, 200, 0, 0, 0]
    assert {"bid_180", "moon", "exact_bid"} <= events_seen(deal)


def test_bid_that_fails_by_five():
    """Of the 165 that were promised in the low deal 160 were taken."""
    deal = with_auction(LOW, "1 pass, 2 pass, 3 165, 4 pass, 0 pass")
    assert replay_alone(deal)["score"] == [20, -165, 20, -165, 20]
    assert "kitty_decided" not in events_seen(deal)


def test_dealer_may_be_made_to_play():
    """When all pass, the dealer plays for 75 if the table wants it so."""
    line = "2 pass, 3 pass, 4 pass, 0 pass, 1 pass"
    deal = with_auction(HIGH, line, all_pass="dealer")
    assert replay_alone(deal) == HIGH["result"]
    assert "dealer_forced" in events_seen(deal)
    with pytest.raises(RuleError, match="by the rules the deal is over"):
        replay_alone(with_auction(HIGH, line))


def test_low_ace_changes_who_wins():
    """With the Ace best in low games seat 0 takes the second trick of the low deal."""
    deal = {**LOW, "rules": {"low_ace": "low"}}
    with pytest.raises(RuleError, match=r"events\[20\]: winner is 3, .* it is 0"):
        replay_alone(deal)


def test_defenders_own_in_a_whole_deal():
    """Seat 0 keeps its 75 and the kitty of 45, seat 2 its five points."""
    deal = {**HIGH, "rules": {"defenders": "own"}}
    del deal["result"]
    assert replay_alone(deal)["score"] == [120, -75, 5, -75, 0]


def test_options_have_their_defaults():
    """A default spelled out in a record agrees with a match that has it."""
    deal = {**TRUMPS, "rules": dict(OPTIONS)}
    assert Match().replay(deal) == TRUMPS["result"]


def test_passed_false_may_stand_in_a_played_deal():
    """It says nothing new."""
    deal = changed(HIGH, "result", "passed", value=False)
    assert replay_alone(deal) == HIGH["result"]
