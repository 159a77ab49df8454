"""Whole deals of Klaberjass, right ones and spoiled ones, under the reference."""

import copy

import pytest

from .klaberjass import OPTIONS, Match, RuleError, events_seen, replay_deal
from .klaberjass_samples import DIX, LOST, NO_TRICK, VOID, take
from .sample_changes import (
    assert_events_are_all_needed,
    changed,
    each_sample,
    without_result,
)

SAMPLES = {"dix": DIX, "void": VOID, "lost": LOST, "no-trick": NO_TRICK}


@pytest.mark.parametrize("sample", each_sample(SAMPLES))
def test_samples_replay_without_a_difference(sample):
    """The result is recomputed, with or without one in the record."""
    assert replay_deal(sample) == sample["result"]
    assert replay_deal(without_result(sample)) == sample["result"]


def test_a_match_carries_scores_and_dealer():
    """The deal alternates, void deals included."""
    match = Match()
    states = []
    for deal in (DIX, VOID, LOST):
        match.replay(deal)
        states.append((match.scores, match.dealer, match.deals))
    assert states == [([38, 150], 1, 1), ([38, 150], 0, 2), ([38, 342], 1, 3)]
    assert match.winner is None


def test_a_match_follows_on_from_its_own_deals():
    """Scores, dealer and number must be those after the deal before."""
    match = Match()
    match.replay(DIX)
    for key, value in [("scores_before", [0, 0]), ("dealer", 0), ("deal", 2)]:
        with pytest.raises(RuleError, match=f"{key}: the record says"):
            match.replay({**VOID, key: value})
    assert match.deals == 1


@pytest.mark.parametrize(
    ("before", "winner", "names"),
    [
        ([400, 349], None, set()),
        ([400, 350], 1, set()),
        ([462, 350], None, {"equal_at_target"}),
        ([463, 350], 0, {"both_at_target"}),
        ([462, 400], 1, {"both_at_target"}),
        ([500, 500], 1, {"both_at_target"}),
    ],
)
def test_end_of_a_match(before, winner, names):
    """The higher wins if both are there; equal scores play on."""
    deal = without_result(DIX, deal=5, scores_before=before)
    match = Match()
    match.replay(deal, alone=True)
    assert match.scores == [before[0] + 38, before[1] + 150]
    assert match.winner == winner
    assert match.seen & {"equal_at_target", "both_at_target"} == names


def test_no_deal_follows_the_end():
    """The match is over for those who replay it and for the record itself."""
    match = Match({"target": 150})
    match.replay({**DIX, "rules": {"target": 150}})
    assert (match.ended, match.winner) == (True, 1)
    deal = {**VOID, "rules": {"target": 150}}
    with pytest.raises(RuleError, match="the match has been won"):
        match.replay(deal)
    with pytest.raises(RuleError, match=r"the match was over at \[38, 150\]"):
        replay_deal(deal)


def test_dix_need_not_be_exchanged():
    """Without the exchange elder has neither bela nor the sequence in trumps."""
    deal = without_result(DIX)
    del deal["events"][5]
    with pytest.raises(RuleError, match=r"events\[5\], seat 1: melds is"):
        replay_deal(deal)
    for event in deal["events"]:
        event.pop("legal", None)
        if event.get("card") == "Kh":
            event["card"] = "7h"
        if event["type"] == "trick" and event["points"] == 4:
            event["points"] = 0
            break
    deal["events"][5].update(melds=[["9d", "8d", "7d"]], points=20, scores=False)
    deal["events"][7].update(scores=True)
    deal["events"] = [event for event in deal["events"] if event["type"] != "bela"]
    result = replay_deal(deal)
    assert result["card_points"] == [38, 86]
    assert (result["melds"], result["bela"]) == ([20, 0], [0, 0])
    assert result["score"] == [58, 86]
    assert "dix_declined" in events_seen(deal)


def test_dix_after_a_second_round():
    """The turned suit may be taken in round 2, and the seven still be exchanged."""
    deal = without_result(DIX)
    passes = [take(1, 1, None), take(0, 1, None)]
    deal["events"][1:2] = [*passes, take(1, 2, "h")]
    assert replay_deal(deal) == {**DIX["result"], "round": 2}
    assert {"dix", "second_round_turned_suit"} <= events_seen(deal)
    deal["rules"] = {"second_round_suits": "other"}
    with pytest.raises(RuleError, match=r"trump is 'h', the rules allow c d s or null"):
        replay_deal(deal)


@pytest.mark.parametrize(
    ("option", "sample", "score"),
    [
        ("melds", DIX, [38, 110]),
        ("bela", DIX, [38, 130]),
        ("melds", LOST, [85, 57]),
        ("bela", LOST, [0, 172]),
    ],
)
def test_melds_and_bela_can_be_switched_off(option, sample, score):
    """Their events are then wrong, and they count nothing."""
    deal = without_result(sample, rules={option: False})
    with pytest.raises(RuleError, match=r"found .* the rules want a"):
        replay_deal(deal)
    kind = option.removesuffix("s")
    deal["events"] = [event for event in deal["events"] if event["type"] != kind]
    result = replay_deal(deal)
    assert result[option] == [0, 0]
    assert result["score"] == score


def test_equal_runs():
    """Both best runs are K-Q-J in plain suits; an option says whose score."""
    deal = without_result(NO_TRICK)
    deal["hands"] = [
        ["Js", "9s", "As", "Kc", "Qc", "Jc"],
        ["Kh", "Qh", "Jh", "7c", "8c", "8d"],
    ]
    deal["events"] = [
        {"type": "turnup", "cards": ["8s"]},
        take(0, 1, "s"),
        {"type": "complete", "seat": 0, "cards": ["Ac", "Ad", "7d"]},
        {"type": "complete", "seat": 1, "cards": ["9d", "9h", "7h"]},
        {"type": "shown", "card": "Ts"},
        {
            "type": "meld",
            "seat": 0,
            "melds": [["Ac", "Kc", "Qc", "Jc"]],
            "points": 50,
            "scores": True,
        },
    ]
    with pytest.raises(RuleError, match="the events end where the rules want a play"):
        replay_deal(deal)
    # The Ace goes to the other player, and the two runs are equal.
    deal["hands"][1][3] = "Ac"
    deal["events"][2]["cards"][0] = "7c"
    deal["events"][5].update(melds=[["Kc", "Qc", "Jc"]], points=20)
    with pytest.raises(RuleError, match="the events end where the rules want a play"):
        replay_deal(deal)
    deal["rules"] = {"meld_tie": "none"}
    with pytest.raises(RuleError, match="scores is True, by the rules it is False"):
        replay_deal(deal)


def test_passed_may_be_spelled_out():
    """A deal that was played may say so, but not that it was void."""
    deal = copy.deepcopy(DIX)
    deal["result"]["passed"] = False
    assert replay_deal(deal) == DIX["result"]
    deal["result"]["passed"] = True
    with pytest.raises(RuleError, match="result, passed: the record says True"):
        replay_deal(deal)


@pytest.mark.parametrize(
    ("sample", "names"),
    [
        (
            DIX,
            {"dix", "bela", "bela_by_dix", "melds_decided_by_trump"}
            | {"cannot_beat_trump"},
        ),
        (VOID, {"void"}),
        (
            LOST,
            {"second_round", "bela", "taker_lost", "must_trump"}
            | {"must_beat_trump", "cannot_beat_trump"},
        ),
        (
            NO_TRICK,
            {"dix", "bela", "run_of_seven", "melds_decided_by_cards", "no_trick"}
            | {"no_trick_with_melds", "no_trick_with_bela", "cannot_beat_trump"},
        ),
    ],
)
def test_events_seen(sample, names):
    """Exactly the rare things of each sample are named."""
    assert events_seen(sample) == names


# Spoiled copies: the sample, the place to change, the new value, the complaint.

SPOILED = [
    (DIX, ("format",), "1", "format"),
    (DIX, ("game",), "chibre", "game"),
    (DIX, ("players",), 4, "players"),
    (DIX, ("dealer",), 2, "dealer: 2 is not a seat"),
    (DIX, ("dealer",), 1, r"events\[1\], seat 1: the take is of seat 0"),
    (DIX, ("scores_before",), [10, 0], "scores_before of deal 0"),
    (DIX, ("scores_before",), [0, -1], "is not a list of 2 scores"),
    (DIX, ("first",), True, "'first' does not belong here"),
    (DIX, ("rules",), {"meld_tie": "dealer"}, "meld_tie cannot be 'dealer'"),
    (DIX, ("rules",), {"target": 400}, "rules, target: the record says 400"),
    (DIX, ("rules",), [], "expected an object"),
    (DIX, ("hands", 1, 0), "Kh", r"events\[0\]: Kh is turned up but is not in"),
    (DIX, ("hands", 1, 0), "Kc", "Kc is dealt twice"),
    (DIX, ("hands", 1), ["Jh"], "seat 1 has .* not 6 cards"),
    (DIX, ("events", 0, "cards"), ["Kh", "9s"], "2 cards turned up, the rules want 1"),
    (DIX, ("events", 0, "seat"), 0, "'seat' does not belong here"),
    (DIX, ("events", 1, "round"), 2, "round is 2, by the rules it is 1"),
    (DIX, ("events", 1, "trump"), "d", "trump is 'd', the rules allow h or null"),
    (DIX, ("events", 1, "trump"), None, r"events\[2\].* want a take of seat 0"),
    (DIX, ("events", 2, "cards"), ["8d", "7d"], "2 cards dealt, the rules want 3"),
    (DIX, ("events", 2, "cards", 0), "Ah", "Ah is dealt but is not in the stock"),
    (DIX, ("events", 3, "seat"), 1, "the complete is of seat 0 by the rules"),
    (DIX, ("events", 4, "card"), "As", "As is shown but is not in the stock"),
    (DIX, ("events", 5, "seat"), 0, "the dix is of seat 1 by the rules"),
    (DIX, ("events", 5, "taken"), "Th", "Th is taken, but Kh was turned up"),
    (DIX, ("events", 6, "points"), 20, "points is 20, by the rules it is 40"),
    (DIX, ("events", 6, "melds", 0), ["Qh", "Kh", "Jh"], "melds is"),
    (DIX, ("events", 8, "scores"), True, "scores is True, by the rules it is False"),
    (DIX, ("events", 9, "card"), "Kc", "Kc is played, the rules allow Ah 9h"),
    (DIX, ("events", 9, "legal"), ["Ah"], "legal is Ah, by the rules it is Ah 9h"),
    (DIX, ("events", 10, "points"), 30, "points is 30, by the rules it is 31"),
    (DIX, ("events", -1, "points"), 14, "points is 14, by the rules it is 4"),
    (DIX, ("result", "taker"), 0, "result, taker"),
    (DIX, ("result", "trump"), "d", "result, trump"),
    (DIX, ("result", "round"), 2, "result, round"),
    (DIX, ("result", "card_points"), [38, 80], "result, card_points"),
    (DIX, ("result", "melds"), [20, 40], "result, melds"),
    (DIX, ("result", "bela"), [0, 0], "result, bela"),
    (DIX, ("result", "score"), [0, 188], "result, score"),
    (VOID, ("events", 1, "trump"), "h", "events.2., seat 1: found .* want a complete"),
    (VOID, ("events", 3, "round"), 1, "round is 1, by the rules it is 2"),
    (VOID, ("result", "passed"), 1, "result, passed: the record says 1"),
    (VOID, ("result", "score"), [0, 1], "result, score"),
    (LOST, ("events", 4, "trump"), "d", "9s is played, .* Qd Jd Td"),
    (LOST, ("events", 4, "trump"), "x", "trump is 'x', the rules allow c d h s or"),
    (LOST, ("events", 11, "card"), "Td", "Td is played, .* Ks Qs Js 9s"),
    (NO_TRICK, ("result", "melds"), [0, 70], "result, melds"),
    (NO_TRICK, ("result", "score"), [133, 90], "result, score"),
]


@pytest.mark.parametrize(("sample", "path", "value", "complaint"), SPOILED)
def test_spoiled_record(sample, path, value, complaint):
    """One changed value is found, and the message says what the rules want."""
    match = Match()
    with pytest.raises(RuleError, match=complaint):
        match.replay(changed(sample, *path, value=value), alone=True)
    assert (match.scores, match.dealer, match.deals) == ([0, 0], None, 0)


@pytest.mark.parametrize("sample", each_sample(SAMPLES))
def test_no_event_can_be_left_out(sample):
    """Every event is needed, and none may follow the last."""
    assert_events_are_all_needed(sample, replay_deal, {"type": "bela", "seat": 0})


def test_bela_stands_behind_the_card_that_completes_it():
    """Neither before it nor at the end of the trick."""
    for offset in (-1, 1, 2):
        moved = copy.deepcopy(DIX)
        kinds = [event["type"] for event in moved["events"]]
        event = moved["events"].pop(kinds.index("bela"))
        moved["events"].insert(kinds.index("bela") + offset, event)
        with pytest.raises(RuleError, match=r"found .*, the rules want a"):
            replay_deal(moved)


def test_options_have_their_defaults():
    """A default spelled out in a record agrees with a match that has it."""
    assert Match().replay({**DIX, "rules": dict(OPTIONS)}) == DIX["result"]
