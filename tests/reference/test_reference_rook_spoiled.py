"""Spoiled Rook records: the reference finds what is wrong and says what is right."""

import copy

import pytest

from .rook import Match, RuleError, replay_alone
from .rook_samples import (
    HIGH,
    LOW,
    PASSED,
    SAMPLES,
    TRUMPS,
    discard,
    kitty,
    with_auction,
)
from .sample_changes import assert_events_are_all_needed, changed, each_sample

# The auction.


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("0 70", "the bid is 70, the rules allow multiples of five from 75 to 180"),
        ("0 185", "the bid is 185"),
        ("0 77", "the bid is 77"),
        ("0 -75", "the bid is -75"),
        ("0 80, 1 80", "the bid of 80 is not higher than 80"),
        ("0 80, 1 75", "the bid of 75 is not higher than 80"),
        ("1 75", "the bid is of seat 0 by the rules, not of 1"),
        ("0 pass, 1 pass, 2 pass, 3 pass", "found .*kitty.* want a bid of seat 4"),
        ("0 75, 1 80, 2 pass, 3 pass, 4 pass", "found .*kitty.* want a bid of seat 0"),
        ("0 75, 1 pass, 2 80, 3 pass, 4 pass, 0 90, 1 95", "is of seat 2 by the rules"),
        ("0 75, 1 pass, 2 pass, 3 pass, 4 pass, 0 80", "want a kitty of seat 0"),
        ("0 180, 1 pass", "want a kitty of seat 0"),
    ],
)
def test_wrong_auction(line, complaint):
    """Height, order and end of the auction."""
    with pytest.raises(RuleError, match=complaint):
        replay_alone(with_auction(TRUMPS, line))


@pytest.mark.parametrize("bid", [True, 75.0, "75", None])
def test_a_bid_is_an_integer(bid):
    """Neither true nor 75.0 nor a text is a bid."""
    with pytest.raises(RuleError, match="not an integer"):
        replay_alone(changed(TRUMPS, "events", 0, "bid", value=bid))


def test_dealer_speaks_after_four_passes():
    """He wins with any bid, and nobody is asked again."""
    deal = with_auction(HIGH, "2 pass, 3 pass, 4 pass, 0 pass, 1 120")
    assert replay_alone(deal)["bid"] == 120


# Spoiled copies: the sample, the place to change, the new value, the complaint.

SPOILED = [
    (TRUMPS, ("format",), 2, "format"),
    (TRUMPS, ("game",), "kratzen", "game"),
    (TRUMPS, ("players",), 4, "players"),
    (TRUMPS, ("dealer",), 5, "dealer: 5 is not a seat"),
    (TRUMPS, ("dealer",), 3, r"events\[0\], seat 0: the bid is of seat 4"),
    (TRUMPS, ("scores_before",), [1, 0, 0, 0, 0], "scores_before"),
    (TRUMPS, ("scores_before",), [0, 0, 0, 0], "not a list of 5 integers"),
    (TRUMPS, ("rules",), {"target": 400}, "rules, target"),
    (TRUMPS, ("rules",), {"goal": 400}, "'goal' is not an option"),
    (TRUMPS, ("rules",), {"target": 0}, "0 is not an integer from 1"),
    (TRUMPS, ("rules",), {"all_pass": "misdeal"}, "is not redeal or dealer"),
    (TRUMPS, ("rules",), None, "expected an object"),
    (TRUMPS, ("colour",), 1, "'colour' does not belong here"),
    (TRUMPS, ("hands",), [], "expected a list of 5 hands"),
    (TRUMPS, ("hands", 2), ["Qc"], "seat 2 has .* not ten cards"),
    (TRUMPS, ("hands", 2, 0), "Kc", "seat 2: Kc is dealt twice"),
    (TRUMPS, ("hands", 2, 0), "2c", "the cards not dealt are Qc 3c 2h"),
    (TRUMPS, ("hands", 2, 0), "Rs", "'Rs' is not a card"),
    (TRUMPS, ("events", 1, "colour"), 1, "'colour' does not belong here"),
    (TRUMPS, ("events", 7, "cards"), ["3c", "2c"], "the kitty is 3c 2c, but"),
    (TRUMPS, ("events", 7, "cards", 1), "3c", "3c stands twice"),
    (TRUMPS, ("events", 7, "seat"), 1, "the kitty is of seat 0"),
    (TRUMPS, ("events", 8, "trump"), "n", "trump is 'n', not one of c d h s high low"),
    (
        TRUMPS,
        ("events", 8, "trump"),
        "s",
        r"events\[11\], seat 1: legal is 9h 8h Rk, .* 9h 8h$",
    ),
    (TRUMPS, ("events", 8, "partner_card"), "Ah", "Ah is called, but is among"),
    (TRUMPS, ("events", 8, "partner_card"), "2h", "2h is called, but is among"),
    (TRUMPS, ("events", 8, "partner_card"), "Qc", "partner: .* 1, by the rules 2"),
    (TRUMPS, ("events", 8, "leader"), 2, "allow seat 0 or seat 1 on his left"),
    (TRUMPS, ("events", 8, "leader"), 1, "the play is of seat 1"),
    (TRUMPS, ("events", 8, "leader"), False, "leader is False"),
    (TRUMPS, ("events", 9, "cards"), ["5c", "3c"], "2 cards are discarded"),
    (TRUMPS, ("events", 9, "cards", 0), "Ac", "Ac is discarded, but the hand is"),
    (TRUMPS, ("events", 9, "cards", 0), "Ah", "Ah is played"),
    (TRUMPS, ("events", 11, "card"), "Qs", r"Qs is played, .* allow 9h 8h Rk$"),
    (TRUMPS, ("events", 11, "legal"), ["9h", "8h"], "legal is 9h 8h, by .* 9h 8h Rk$"),
    (TRUMPS, ("events", 15, "winner"), 1, r"events\[15\]: winner is 1, .* it is 0"),
    (TRUMPS, ("events", 15, "points"), 20, "points is 20, by the rules it is 15"),
    (TRUMPS, ("events", 15, "seat"), 0, "'seat' does not belong here"),
    (TRUMPS, ("events", 24, "card"), "8c", "8c is played, the rules allow Tc 9c"),
    (TRUMPS, ("result", "declarer"), 1, "result, declarer"),
    (TRUMPS, ("result", "bid"), 80, "result, bid"),
    (TRUMPS, ("result", "trump"), "s", "result, trump"),
    (TRUMPS, ("result", "kitty_points"), 0, "result, kitty_points"),
    (TRUMPS, ("result", "points"), [175, 0, 0, 0, 0], "result, points"),
    (TRUMPS, ("result", "made"), False, "result, made"),
    (TRUMPS, ("result", "made"), 1, "result, made"),
    (TRUMPS, ("result", "moon"), True, "result, moon"),
    (TRUMPS, ("result", "score"), [90, 90, 0, 0, 0], "result, score"),
    (TRUMPS, ("result", "passed"), True, "result, passed"),
    (TRUMPS, ("result", "tricks"), 8, "'tricks' does not belong here"),
    (TRUMPS, ("result",), {"passed": True}, "the key 'bid' is missing"),
    (PASSED, ("result", "score"), [0, 0, 0, 0], "result, score"),
    (PASSED, ("result", "passed"), False, "result, passed"),
    (PASSED, ("result", "declarer"), None, "'declarer' does not belong here"),
    (PASSED, ("events", 4, "bid"), 75, "events end where the rules want a kitty"),
]


@pytest.mark.parametrize(("sample", "path", "value", "complaint"), SPOILED)
def test_spoiled_record(sample, path, value, complaint):
    """One changed value is found, and the message says what the rules want."""
    match = Match()
    match.scores = list(sample["scores_before"])
    with pytest.raises(RuleError, match=complaint):
        match.replay(changed(sample, *path, value=value))
    assert (match.scores, match.dealer) == (sample["scores_before"], None)


def test_rook_in_no_trump_may_not_be_played_while_following():
    """In the second trick of the low deal seat 2 must follow in Diamonds."""
    number = next(
        place for place, event in enumerate(LOW["events"]) if event.get("card") == "8d"
    )
    with pytest.raises(RuleError, match=r"Rk is played, the rules allow 8d$"):
        replay_alone(changed(LOW, "events", number, "card", value="Rk"))


def test_wrong_dealer_in_a_match():
    """After the first deal it is seat 0 that deals."""
    match = Match()
    match.replay(TRUMPS)
    with pytest.raises(RuleError, match="dealer: the record says 3, by the rules 0"):
        match.replay({**LOW, "dealer": 3})


def test_every_difference_of_a_result_is_told():
    """Two wrong fields are named in one message."""
    wrong = changed(HIGH, "result", "made", value=True)
    wrong["result"]["partner"] = 4
    with pytest.raises(RuleError, match=r"partner: .*; made: "):
        replay_alone(wrong)


@pytest.mark.parametrize("sample", each_sample(SAMPLES))
def test_no_event_can_be_left_out(sample):
    """Every event is needed, and none may follow the last."""
    assert_events_are_all_needed(sample, replay_alone, discard(0, "Ac"))


def test_passed_deals_have_no_kitty():
    """The kitty stays on the table when nobody bids."""
    deal = copy.deepcopy(PASSED)
    deal["events"].append(kitty(2, "3c 2c 2h"))
    with pytest.raises(RuleError, match="by the rules the deal is over"):
        replay_alone(deal)
