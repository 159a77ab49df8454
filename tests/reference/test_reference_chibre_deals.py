"""Whole deals of Chibre, right ones and spoiled ones, under the reference."""

import copy

import pytest

from .chibre import OPTIONS, Match, RuleError, events_seen, replay_deal
from .chibre_deal import Deal
from .chibre_samples import CHIBRE, MATCH, UNDENUFE, say
from .sample_changes import (
    assert_events_are_all_needed,
    changed,
    each_sample,
    without_result,
)
from .sample_events import cards

SAMPLES = {"match": MATCH, "chibre": CHIBRE, "undenufe": UNDENUFE}


@pytest.mark.parametrize("sample", each_sample(SAMPLES))
def test_samples_replay_without_a_difference(sample):
    """The result is recomputed, with or without one in the record."""
    assert replay_deal(sample) == sample["result"]
    assert replay_deal(without_result(sample)) == sample["result"]


def test_a_match_carries_scores_and_dealer():
    """Who had the first say deals next."""
    match = Match()
    assert match.is_first
    match.replay(MATCH)
    assert (match.scores, match.dealer, match.is_first) == ([357, 20], 2, False)
    match.replay(CHIBRE)
    assert (match.scores, match.dealer, match.ended) == ([405, 169], 3, False)


def test_a_match_follows_on_from_its_own_deals():
    """Scores, dealer and number must be those after the deal before."""
    match = Match()
    with pytest.raises(RuleError, match=r"scores_before: .* by the rules .0, 0."):
        match.replay(CHIBRE)
    match.replay(MATCH)
    for key, value in [("scores_before", [0, 0]), ("dealer", 1), ("deal", 2)]:
        with pytest.raises(RuleError, match=f"{key}: the record says"):
            match.replay({**CHIBRE, key: value})
    with pytest.raises(RuleError, match="first: the record says True"):
        match.replay({**CHIBRE, "first": True})


def test_seven_of_diamonds_chooses_in_the_first_deal_only():
    """In a deal that does not begin a match forehand has the first say."""
    deal = without_result(MATCH, first=False)
    with pytest.raises(
        RuleError, match="the trump is of seat 0 by the rules, not of 2"
    ):
        replay_deal(deal)
    deal["dealer"] = 1
    assert replay_deal(deal)["chooser"] == 2
    del deal["first"]
    assert replay_deal(deal)["chooser"] == 2
    with pytest.raises(RuleError, match="first: the record says False"):
        Match().replay(deal)


@pytest.mark.parametrize(
    ("before", "winner", "seen"),
    [
        pytest.param([951, 850], None, set(), id="neither"),
        pytest.param([952, 850], 0, set(), id="only-team-0"),
        pytest.param([999, 980], 1, {"decided_by_stoeck"}, id="stoeck"),
        pytest.param([999, 960], 1, {"decided_by_melds"}, id="melds"),
        pytest.param(
            [996, 900], 0, {"decided_by_trick", "won_with_fewer_points"}, id="trick-2"
        ),
        pytest.param([995, 946], 1, {"decided_by_trick"}, id="trick-1"),
        pytest.param(
            [978, 881], 0, {"decided_by_trick", "won_with_fewer_points"}, id="trick-3"
        ),
        pytest.param([977, 881], 1, {"decided_by_trick"}, id="trick-5"),
    ],
)
def test_order_of_counting_decides(before, winner, seen):
    """Team 1 counts 20, 20 and 14, team 0 then 4 and 18, team 1 then 41 and 24."""
    deal = without_result(CHIBRE, scores_before=before)
    match = Match()
    score = match.replay(deal, alone=True)["score"]
    assert score == [48, 149]
    assert match.scores == [before[0] + 48, before[1] + 149]
    assert match.winner == winner
    ends = {name for name in match.seen if name.startswith(("decided", "won"))}
    assert ends == seen
    assert ("both_at_target" in match.seen) == (min(match.scores) >= 1000)


def test_no_deal_follows_the_end():
    """The match is over for those who replay it and for the record itself."""
    match = Match({"target": 300})
    match.replay({**MATCH, "rules": {"target": 300}})
    assert (match.ended, match.winner) == (True, 0)
    deal = {**CHIBRE, "rules": {"target": 300}}
    with pytest.raises(RuleError, match="the match has been won"):
        match.replay(deal)
    with pytest.raises(RuleError, match=r"the match was over at \[357, 20\]"):
        replay_deal(deal)


def test_pique_double():
    """Spades double the score, not what it is made of, and the target is 1500."""
    deal = without_result(CHIBRE, rules={"pique_double": True})
    result = replay_deal(deal)
    assert result == {**CHIBRE["result"], "score": [96, 298]}
    assert "pique_double" in events_seen(deal)
    assert Match({"pique_double": True}).options["target"] == 1500
    deal["scores_before"] = [1404, 1210]
    match = Match({"pique_double": True})
    match.replay(deal, alone=True)
    assert (match.winner, match.scores) == (1, [1500, 1508])
    # Other trumps count once.
    hearts = without_result(MATCH, rules={"pique_double": True})
    assert replay_deal(hearts) == MATCH["result"]


def test_a_given_target_wins_over_the_1500():
    """Even when it is the default of the game without the option."""
    options = {"pique_double": True, "target": 1000}
    assert Match(options).options["target"] == 1000
    with pytest.raises(RuleError, match="rules, target: the record says 1500"):
        Match(options).replay({**CHIBRE, "rules": {"pique_double": True}}, alone=True)


def test_the_single_best_meld_scores_with_its_partner():
    """Four hearts in a row win 50 and the partner's 20 against four threes, 80."""
    hands = [
        cards("Th 9h 8h 7h Ac Ad 9d 9s 7s"),
        cards("Kh Qh Jh Ks Qs Js Kc Qc Jc"),
        cards("Qd Jd Td Tc 6c 8d As Ts 6h"),
        cards("9c 8c 7c Kd 7d 6d Ah 8s 6s"),
    ]
    deal = Deal({"dealer": 0, "hands": hands, "events": []}, OPTIONS, False)
    deal.trump = "s"
    deal.judge_melds()
    assert deal.meld_totals() == [70, 80]
    assert deal.meld_score() == [70, 0]
    assert "smaller_melds_score" in deal.seen


@pytest.mark.parametrize("option", ["melds", "stoeck"])
def test_melds_and_stoeck_can_be_switched_off(option):
    """Their events are then wrong, and they count nothing."""
    deal = without_result(CHIBRE, rules={option: False})
    with pytest.raises(RuleError, match=r"found .* the rules want a"):
        replay_deal(deal)
    kind = option.removesuffix("s")
    deal["events"] = [event for event in deal["events"] if event["type"] != kind]
    result = replay_deal(deal)
    assert result[option] == [0, 0]
    assert result["score"] == [48, 129]


def test_modes_must_be_allowed():
    """Only with the option is there a deal without a trump suit."""
    with pytest.raises(RuleError, match="trump is 'undenufe', the rules allow"):
        replay_deal(without_result(UNDENUFE, rules={}))


def test_partner_must_name():
    """Chibre cannot be answered with chibre."""
    deal = without_result(CHIBRE)
    deal["events"][1] = say(1, "chibre")
    with pytest.raises(
        RuleError, match="seat 3 has said chibre, its partner must name"
    ):
        replay_deal(deal)


@pytest.mark.parametrize(
    ("sample", "names"),
    [
        (MATCH, {"stoeck", "stoeck_without_trick", "match"}),
        (
            CHIBRE,
            {
                "chibre",
                "stoeck",
                "stoeck_in_sequence",
                "melds_decided_by_trump",
                "undertrump_forbidden",
                "bour_exempt",
            },
        ),
        (UNDENUFE, {"undenufe", "melds_compete"}),
    ],
)
def test_events_seen(sample, names):
    """Exactly the rare things of each sample are named."""
    assert events_seen(sample) == names


# Spoiled copies: the sample, the place to change, the new value, the complaint.

SPOILED = [
    (MATCH, ("format",), 2, "format"),
    (MATCH, ("game",), "rook", "game"),
    (MATCH, ("players",), 2, "players"),
    (MATCH, ("dealer",), 4, "dealer: 4 is not a seat"),
    (MATCH, ("dealer",), True, "dealer: True is not a seat"),
    (MATCH, ("deal",), 1, "deal of the first deal"),
    (MATCH, ("scores_before",), [1, 0], "scores_before"),
    (MATCH, ("scores_before",), [0, 0, 0, 0], "is not a list of 2 scores"),
    (MATCH, ("first",), 1, "first: 1 is not true or false"),
    (MATCH, ("colour",), 1, "'colour' does not belong here"),
    (MATCH, ("strategies",), ["a", "b"], "does not name one a seat"),
    (MATCH, ("seed",), 2**64, "seed: 18446744073709551616 is out of range"),
    (MATCH, ("rules",), {"target": 0}, "target cannot be 0"),
    (MATCH, ("rules",), {"melds": 1}, "melds cannot be 1"),
    (MATCH, ("rules",), {"aim": 1}, "'aim' is not an option"),
    (MATCH, ("hands", 0), ["Th", "Kd"], "seat 0 has .* not 9 cards"),
    (MATCH, ("hands", 0, 0), "Jh", "Jh is dealt twice"),
    (MATCH, ("hands", 0, 0), "5h", "'5h' is not a card"),
    (MATCH, ("events", 0, "seat"), 0, "the trump is of seat 2 by the rules, not of 0"),
    (MATCH, ("events", 0, "trump"), "e", "trump is 'e', the rules allow"),
    (MATCH, ("events", 0, "trump"), "s", r"events\[4\], seat 3: legal is Kh Qh, by"),
    (MATCH, ("events", 1, "points"), 200, "points is 200, by the rules it is 100"),
    (MATCH, ("events", 1, "scores"), False, "scores is False"),
    (MATCH, ("events", 1, "melds", 0), ["As", "Ah", "Ad", "Ac"], "melds is"),
    (MATCH, ("events", 2, "card"), "Kc", "by the rules it is Jc 9c Kh Qh"),
    (MATCH, ("events", 2, "legal"), ["Jh"], "legal is Jh, by the rules"),
    (MATCH, ("events", 3, "scores"), True, "scores is True, by the rules it is False"),
    (MATCH, ("events", 4, "card"), "Jc", r"events\[4\], seat 3: Jc .* allow Kh Qh"),
    (MATCH, ("events", 4, "legal"), ["Qh", "Kh"], "legal is Qh Kh"),
    (MATCH, ("events", 5, "seat"), 1, "the play is of seat 0 by the rules, not of 1"),
    (MATCH, ("events", 5, "note"), "!", "'note' does not belong here"),
    (MATCH, ("events", 7, "winner"), 0, "winner is 0, by the rules it is 2"),
    (MATCH, ("events", 7, "points"), 32, "points is 32, by the rules it is 33"),
    (MATCH, ("events", -1, "points"), 16, "points is 16, by the rules it is 11"),
    (MATCH, ("result", "chooser"), 0, "result, chooser"),
    (MATCH, ("result", "chibre"), True, "result, chibre"),
    (MATCH, ("result", "trump"), "d", "result, trump"),
    (MATCH, ("result", "card_points"), [152, 0], "result, card_points"),
    (MATCH, ("result", "match"), None, "result, match"),
    (MATCH, ("result", "melds"), [100, 20], "result, melds"),
    (MATCH, ("result", "stoeck"), [0, 0], "result, stoeck"),
    (MATCH, ("result", "score"), [257, 20], "result, score"),
    (MATCH, ("result", "passed"), False, "'passed' does not belong here"),
    (CHIBRE, ("deal",), 0, "scores_before of deal 0"),
    (CHIBRE, ("first",), True, "scores_before of a match"),
    (CHIBRE, ("events", 0, "trump"), "s", r"events\[1\].* want a play of seat 3"),
    (CHIBRE, ("events", 1, "seat"), 0, "the trump is of seat 1"),
    (CHIBRE, ("events", 7, "card"), "8s", "8s is played, the rules allow Tc 6c"),
    (UNDENUFE, ("events", 1, "melds"), [["9c", "8c", "7c"]], "melds is"),
    (UNDENUFE, ("events", 3, "melds"), 5, "melds is 5, not a list"),
]


@pytest.mark.parametrize(("sample", "path", "value", "complaint"), SPOILED)
def test_spoiled_record(sample, path, value, complaint):
    """One changed value is found, and the message says what the rules want."""
    match = Match(sample.get("rules"))
    with pytest.raises(RuleError, match=complaint):
        match.replay(changed(sample, *path, value=value), alone=True)
    assert (match.scores, match.dealer, match.deals) == ([0, 0], None, 0)


@pytest.mark.parametrize("sample", each_sample(SAMPLES))
def test_no_event_can_be_left_out(sample):
    """Every event is needed, and none may follow the last."""
    assert_events_are_all_needed(sample, replay_deal, {"type": "stoeck", "seat": 0})


def test_stoeck_stands_behind_the_card_that_completes_it():
    """Neither before it nor at the end of the trick."""
    for offset in (-1, 1, 2):
        moved = copy.deepcopy(MATCH)
        [place] = [
            number
            for number, event in enumerate(moved["events"])
            if event["type"] == "stoeck"
        ]
        event = moved["events"].pop(place)
        moved["events"].insert(place + offset, event)
        with pytest.raises(RuleError, match=r"found .*, the rules want a"):
            replay_deal(moved)


def test_options_have_their_defaults():
    """A default spelled out in a record agrees with a match that has it."""
    assert Match().replay({**MATCH, "rules": dict(OPTIONS)}) == MATCH["result"]
