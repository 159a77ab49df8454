"""The Kratzen reference against cases worked out by hand from the rules."""

import copy

import pytest

from .kratzen import (
    OPTIONS,
    RuleError,
    Table,
    events_seen,
    legal_cards,
    settle,
    sort_cards,
    table_before,
    trick_winner,
)
from .kratzen_cards import PACK, acting_cards, read_card
from .kratzen_chips import Purse
from .kratzen_deal import Deal
from .kratzen_samples import (
    DROPPED,
    MUSS,
    NO_OTHER_SUIT,
    NORMAL,
    PASSED,
    SIEBENERMUSS,
    call,
    cut,
    discard,
    exchange,
    join,
)
from .sample_changes import (
    assert_events_are_all_needed,
    changed,
    each_sample,
    without_result,
)

SAMPLES = {
    "muss": MUSS,
    "normal": NORMAL,
    "dropped": DROPPED,
    "siebenermuss": SIEBENERMUSS,
    "no-other-suit": NO_OTHER_SUIT,
    "passed": PASSED,
}


def replay_alone(record):
    """Check a record by itself and return the result."""
    return table_before(record).replay(record)


# Cards.


def test_pack_has_33_cards_nine_of_them_special():
    """Four Sows, four Sevens and the Weli act at the cut."""
    assert len(PACK) == 33
    assert sum(bool(acting_cards([card])) for card in PACK) == 9


def test_sorting_puts_the_weli_behind_the_bells():
    """Suits run e l h s, ranks from the Sow down."""
    cards = ["6s", "7s", "As", "Th", "Kh", "7e", "Ae", "Ol"]
    assert sort_cards(cards) == ["Ae", "7e", "Ol", "Kh", "Th", "As", "7s", "6s"]


@pytest.mark.parametrize(
    ("text", "card"),
    [("ah", "Ah"), ("W", "6s"), ("weli", "6s"), ("10L", "Tl"), ("6S", "6s")],
)
def test_cards_are_read_in_any_spelling(text, card):
    """Records written by people may spell a card in their own way."""
    assert read_card(text) == card


@pytest.mark.parametrize("text", ["6h", "Jh", "A", "", "Ahh", None, 7])
def test_what_is_no_card_is_named(text):
    """A wrong card is an error that shows it."""
    with pytest.raises(RuleError, match=f"{text!r} is not a card of this game"):
        read_card(text)


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "legal"),
    [
        pytest.param("Ah 7s 6s", "", "e", "Ah 7s 6s", id="leader-is-free"),
        pytest.param("Ah Kh 8h As", "Oh", "e", "Ah Kh", id="beat-in-the-suit-led"),
        pytest.param("9h 8h As", "Oh", "e", "9h 8h", id="follow-without-beating"),
        pytest.param("Ae 9h", "Oh", "e", "9h", id="no-ruff-while-following"),
        pytest.param("Ae 7e Ks Os", "6s", "e", "Ae", id="weli-led-sow-must-beat"),
        pytest.param("Ke 7e Ks Os", "6s", "e", "Ke 7e", id="weli-led-follow-trump"),
        pytest.param("Ks Os Al", "6s", "e", "Ks Os Al", id="weli-led-no-trump"),
        pytest.param("6s Ks", "7e", "e", "6s", id="weli-is-the-only-trump"),
        pytest.param("6s Ks", "Ae", "e", "6s", id="weli-follows-the-sow"),
        pytest.param("6s Oe Ks", "Ke", "e", "6s", id="weli-beats-the-king"),
        pytest.param("Ae 6s Ke", "Oe", "e", "Ae 6s Ke", id="three-that-beat"),
        pytest.param("6s Ks 7s", "Os", "e", "Ks", id="bells-led-weli-stays"),
        pytest.param("6s 7s", "Os", "e", "7s", id="bells-led-even-the-seven"),
        pytest.param("6s Kl", "Os", "e", "6s", id="bells-led-void-weli-trumps"),
        pytest.param("6s 7s Al", "Os", "s", "6s", id="bells-are-trumps"),
        pytest.param("Ae 7e Kl", "Oh", "e", "Ae 7e", id="void-any-trump"),
        pytest.param("Ae Te 7e Kl", "Oh Ue", "e", "Ae", id="overtrump"),
        pytest.param("Te 7e Kl", "Oh Ue", "e", "Te 7e", id="undertrump"),
        pytest.param("Ke 7e Kl", "Oh 6s", "e", "Ke 7e", id="weli-not-overtrumped"),
        pytest.param("Ah 7h Ae", "Oh 7e", "e", "Ah 7h", id="trumped-follow-freely"),
        pytest.param("Ah 7h", "Oh As", "e", "Ah", id="a-discard-wins-nothing"),
        pytest.param("Al Ks", "Oh Ue", "e", "Al Ks", id="neither-suit-nor-trump"),
    ],
)
def test_legal_cards(hand, trick, trump, legal):
    """Each duty, and the Weli in all of them."""
    assert legal_cards(hand.split(), trick.split(), trump) == set(legal.split())


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        pytest.param("9h Kh Ah 7h", "e", 2, id="highest-of-the-suit-led"),
        pytest.param("9h As Al Kl", "e", 0, id="discards-never-win"),
        pytest.param("Ah 7e 8e Kh", "e", 2, id="highest-trump"),
        pytest.param("Ke 6s Ae Oe", "e", 2, id="sow-over-weli"),
        pytest.param("Oe 6s Ke Te", "e", 1, id="weli-over-king"),
        pytest.param("As 6s Ks", "h", 1, id="weli-trumps-bells"),
        pytest.param("As 6s Ks", "s", 0, id="weli-under-the-sow-of-bells"),
        pytest.param("6s As Ks", "h", 0, id="weli-led"),
    ],
)
def test_trick_winner(trick, trump, winner):
    """Highest trump, else the highest card of the suit led."""
    assert trick_winner(trick.split(), trump) == winner


# Settling.


@pytest.mark.parametrize(
    ("kind", "options", "tricks", "draws", "penalties", "following"),
    [
        ("normal", {}, [2, 1, 1], [4, 2, 2], [0, 0, 0], "muss"),
        ("normal", {}, [1, 3, 0], [2, 6, 0], [22, 0, 11], "normal"),
        ("normal", {"remainder": "declarer"}, [2, 2, 0], [7, 4, 0], [0, 0, 11], "n"),
        ("normal", {"remainder": "declarer"}, [0, 2, 2], [3, 4, 4], [22, 0, 0], "n"),
        ("normal", {"pot_cap": 12}, [0, 4, 0], [0, 8, 0], [12, 0, 11], "normal"),
        ("muss", {}, [2, 1, 1], [0, 0, 0], [0, 0, 0], "normal"),
        ("muss", {}, [1, 3, 0], [0, 0, 0], [22, 0, 11], "normal"),
        ("muss", {"muss_pays": True}, [2, 1, 1], [4, 2, 2], [0, 0, 0], "muss"),
        ("muss", {"siebenermuss_pays": True}, [2, 1, 1], [0, 0, 0], [0, 0, 0], "n"),
        ("siebenermuss", {}, [1, 3, 0], [0, 0, 0], [0, 0, 11], "normal"),
        ("siebenermuss", {}, [0, 3, 1], [0, 0, 0], [22, 0, 0], "normal"),
        (
            "siebenermuss",
            {"siebenermuss_declarer_double": False},
            [0, 3, 1],
            [0, 0, 0],
            [11, 0, 0],
            "normal",
        ),
        (
            "siebenermuss",
            {"siebenermuss_pays": True},
            [1, 2, 1],
            [2, 4, 2],
            [0, 0, 0],
            "muss",
        ),
    ],
)
def test_settle(kind, options, tricks, draws, penalties, following):
    """A pot of 11: shares of 2, a remainder of 3; seat 0 is the declarer."""
    outcome = settle(kind, 11, tricks, [0, 1, 2], 0, options)
    assert outcome["draws"] == draws
    assert outcome["penalties"] == outcome["owed"] == penalties
    assert outcome["pot_after"] == 11 - sum(draws) + sum(penalties)
    assert outcome["next"].startswith(following)


def test_who_dropped_pays_nothing():
    """A pot of 9 keeps its remainder and is cleared all the same."""
    outcome = settle("normal", 9, [3, 0, 1, 0], [0, 2], 0)
    assert outcome["penalties"] == [0, 0, 0, 0]
    assert (outcome["pot_after"], outcome["next"]) == (1, "muss")


def test_short_payment_counts_the_draw_of_the_same_deal():
    """The declarer has 3 chips, draws 5 and owes 40; seat 2 has nothing at all."""
    outcome = settle("normal", 20, [1, 3, 0], [0, 1, 2], 0, money=[3, 50, 0])
    assert outcome["owed"] == [40, 0, 20]
    assert outcome["penalties"] == [8, 0, 0]
    assert outcome["pot_after"] == 8


def test_a_debt_that_nobody_can_pay_still_means_a_normal_deal():
    """Being short of tricks decides about the next deal, not the payment."""
    outcome = settle("normal", 20, [2, 2, 0], [0, 1, 2], 0, money=[3, 50, 0])
    assert (outcome["pot_after"], outcome["next"]) == (0, "normal")


# Whole deals.


@pytest.mark.parametrize("sample", each_sample(SAMPLES))
def test_samples_replay_without_a_difference(sample):
    """The result is recomputed, with or without one in the record."""
    assert replay_alone(sample) == sample["result"]
    assert replay_alone(without_result(sample)) == sample["result"]


def test_a_session_carries_pot_dealer_and_balances():
    """Three deals in a row, from the first Muss to a cleared pot."""
    table = Table(3)
    for deal in (MUSS, NORMAL, DROPPED):
        table.replay(deal)
        assert table.pot + sum(table.balances) == 0
    assert (table.pot, table.dealer, table.stakes) == (2, 1, "muss")
    assert table.balances == [3, -2, -3]
    assert table.ended is None


def test_stakes_stay_where_they_were_paid():
    """Seat 1 pays two for the Muss, seat 2 one more because of the Sow."""
    cuts = [cut("Al 9e", 2, [0, 0, 1, 0]), cut("8h", 2, [0, 0, 0, 0])]
    purse = Purse(0, [0, 0, 0, 0], None)
    deal = Deal({"dealer": 2, "events": cuts}, OPTIONS, "muss", 1, purse)
    deal.pay_stakes()
    deal.cut()
    assert purse.balances == [-1, -2, -2, -1]
    assert (purse.pot, deal.dealer, deal.bottom) == (6, 2, "8h")


@pytest.mark.parametrize(
    ("sample", "names"),
    [
        (MUSS, {"sow_cut"}),
        (NORMAL, {"face_up_extra", "trump_sow_face_up"}),
        (DROPPED, {"weli_turned", "everybody_dropped", "cleared"}),
        (SIEBENERMUSS, {"weli_turned_past", "siebenermuss_contract"}),
        (
            NO_OTHER_SUIT,
            {
                "weli_turned",
                "no_new_trump",
                "bottom_card_used",
                "everybody_dropped",
                "cleared",
            },
        ),
        (
            PASSED,
            {
                "seven_cut",
                "seven_sow",
                "weli_cut",
                "sow_cut",
                "sprung",
                "passed",
                "short_payment",
                "bankrupt",
            },
        ),
    ],
)
def test_events_seen(sample, names):
    """Exactly the rare things of each sample are named."""
    assert events_seen(sample) == names


def test_session_ends_when_a_seat_has_nothing_left():
    """Seat 1 paid its last chips; no further deal is accepted."""
    table = table_before(PASSED)
    table.replay(PASSED)
    assert table.ended == "bankrupt"
    with pytest.raises(RuleError, match="has ended"):
        table.replay(PASSED)


def test_session_ends_past_the_overflow_limit():
    """The deal that takes the pot past the limit still counts."""
    deal = copy.deepcopy(NORMAL)
    del deal["result"]
    deal["scores_before"] = [-(2**40), 0, 0]
    table = table_before(deal)
    result = table.replay(deal)
    assert result["penalties"] == [0, 0, 2 * (2**40 + 1)]
    assert table.ended == "overflow"
    deal["scores_before"] = [-(2**40) - 1, 0, 0]
    with pytest.raises(RuleError, match="the pot holds"):
        replay_alone(deal)


def test_last_word_speaks_last():
    """Seat 0 defers and hears seat 1 first; without the option it may not."""
    deal = copy.deepcopy(NORMAL)
    joins = [{"type": "defer", "seat": 0}, join(1, False), join(0, True)]
    deal["events"][5:7] = joins
    with pytest.raises(RuleError, match="without the option last_word"):
        replay_alone(deal)
    deal["rules"] = {"last_word": True}
    assert "deferred" in events_seen(deal)
    deal["events"][6:8] = [{"type": "defer", "seat": 1}, join(0, True)]
    with pytest.raises(RuleError, match="seat 0 already has the last word"):
        replay_alone(deal)


def test_dealer_may_be_made_to_play():
    """When all say weiter the dealer plays schlagen if the table wants it so."""
    deal = copy.deepcopy(NORMAL)
    deal["events"][2] = call(2, "weiter")
    deal["rules"] = {"all_pass": "dealer"}
    assert "forced_schlagen" in events_seen(deal)
    deal["rules"] = {}
    with pytest.raises(RuleError, match="by the rules the deal is over"):
        replay_alone(deal)


@pytest.mark.parametrize(
    ("option", "value", "complaint"),
    [
        (
            "new_turnup_to",
            "nobody",
            "events.5., seat 2: found .* want a play of seat 2",
        ),
        ("siebenermuss_on", "turnup", "events.4., seat 0: .* want a join of seat 0"),
        ("bidding_direction", "left", "the call is of seat 1 by the rules, not of 2"),
        ("cut", "always", "events.0.: found .* want a cut"),
    ],
)
def test_other_options_want_other_events(option, value, complaint):
    """The same events are wrong at a table with other rules."""
    deal = copy.deepcopy(SIEBENERMUSS)
    deal["rules"][option] = value
    with pytest.raises(RuleError, match=complaint):
        replay_alone(deal)


def test_declarer_may_exchange_first():
    """In the normal deal the declarer is not forehand, so the order changes."""
    deal = copy.deepcopy(NORMAL)
    deal["rules"] = {"exchange_first": "declarer"}
    with pytest.raises(RuleError, match="the exchange is of seat 2"):
        replay_alone(deal)
    deal["events"][7:11] = deal["events"][9:11] + deal["events"][7:9]
    assert replay_alone(deal) == NORMAL["result"]


def test_next_dealer_sits_left_of_the_one_who_dealt():
    """After the Sow seat 1 dealt, so seat 2 must have the pack next."""
    table = Table(3)
    table.replay(MUSS)
    wrong = copy.deepcopy(NORMAL)
    wrong["dealer"] = 1
    with pytest.raises(RuleError, match=r"the record says 1, .* seat 2 deals"):
        table.replay(wrong)


def test_capped_penalty():
    """With a ceiling of 20 the declarer pays 20 instead of 22."""
    deal = copy.deepcopy(NORMAL)
    deal["rules"] = {"pot_cap": 20}
    deal["result"].update(
        penalties=[0, 0, 20], pot_after=23, balance_change=[6, 0, -19]
    )
    assert "capped_penalty" in events_seen(deal)


def test_stock_is_exhausted_by_extras():
    """With the whole stock but three cards turned, the Sow brings only what is left."""
    deal = copy.deepcopy(NO_OTHER_SUIT)
    del deal["result"]
    deal["events"][2:] = [
        call(5, "schlagen"),
        *[call(seat, "weiter") for seat in (4, 3, 2, 1, 0)],
        join(0, True),
        *[join(seat, False) for seat in (1, 2, 3, 4)],
        exchange(0, "Al Kl Ol Ul", "Ke Oe 7e", "Ae", "Ue 9e 8e"),
    ]
    with pytest.raises(RuleError, match="events end where the rules want a discard"):
        replay_alone(deal)
    deal["events"][-1] = exchange(0, "Al Kl Ol Ul", "Ke Oe 7e", "Ae", "Ue 8e 9e")
    with pytest.raises(RuleError, match="8e is an extra card while the stock still"):
        replay_alone(deal)
    deal["events"][-1] = exchange(0, "Al Kl Ol Ul", "Ke Oe 7e", "Ae", "Ue 9e")
    with pytest.raises(RuleError, match="2 cards drawn as extras, the rules give 3"):
        replay_alone(deal)
    deal["events"][-1] = exchange(0, "Al Kl Ol Ul", "Ke Oe 7e", "Ae", "Ue 9e 8e")
    deal["events"] += [discard(0, "7e 8e 9e"), exchange(1, "Tl", "8e")]
    deal["events"][9] = join(1, True)
    purse = Purse(7, deal["scores_before"], None)
    under_way = Deal(deal, OPTIONS, "normal", 5, purse)
    with pytest.raises(RuleError, match="1 cards put away, but the stock holds 0"):
        under_way.run()
    assert {"stock_exhausted", "extras_cut_short"} <= under_way.seen


# Spoiled copies: the sample, the place to change, the new value, the complaint.

SPOILED = [
    (MUSS, ("dealer",), 2, r"events\[0\]: antes is .*, by the rules .*\[0, 0, 1\]"),
    (MUSS, ("events", 0, "dealer"), 2, r"events\[0\]: dealer is 2, .* it is 1"),
    (MUSS, ("stakes",), "normal", "stakes: the record says 'normal'"),
    (MUSS, ("scores_before",), [1, -1, 0], "scores_before"),
    (MUSS, ("players",), 4, "players"),
    (MUSS, ("rules",), {"ante": 2}, "rules, ante"),
    (MUSS, ("rules",), {"anti": 2}, "'anti' is not an option"),
    (MUSS, ("colour",), 1, "'colour' does not belong here"),
    (MUSS, ("hands", 0), ["Ah", "Kh", "9l"], "seat 0 has .* not four cards"),
    (MUSS, ("hands", 0, 0), "Al", "Al is dealt twice"),
    (MUSS, ("hands", 0, 0), "8h", "8h is dealt, but the cut showed it"),
    (MUSS, ("hands", 0, 0), "6h", "'6h' is not a card"),
    (MUSS, ("events", 0, "antes"), [0, 0, 0], "antes is"),
    (MUSS, ("events", 0, "shown"), ["Al"], "exactly one more card"),
    (MUSS, ("events", 1, "shown"), ["8h", "9h"], "any other card by none"),
    (MUSS, ("events", 2, "cards"), ["6s"], "one more only behind the Weli"),
    (MUSS, ("events", 2, "seat"), 1, "'seat' does not belong here"),
    (MUSS, ("events", 3, "cards"), ["8s", "Al"], "2 cards discarded"),
    (MUSS, ("events", 3, "cards"), ["9s"], "9s is put away, but the hand is"),
    (MUSS, ("events", 4, "legal"), ["Kl", "Al", "Ol", "Oh"], "legal is Kl Al"),
    (MUSS, ("events", 5, "card"), "7h", r"events\[5\], seat 2: 7h is played.* Ul$"),
    (MUSS, ("events", 5, "seat"), 0, "the play is of seat 2 by the rules, not of 0"),
    (MUSS, ("events", 7, "winner"), 2, "winner is 2, by the rules it is 1"),
    (MUSS, ("events", 7, "points"), False, "points is False"),
    (MUSS, ("result", "trump"), "h", "result, trump"),
    (MUSS, ("result", "penalties"), [0, 0, 10], "result, penalties"),
    (MUSS, ("result", "next"), "muss", "result, next"),
    (NORMAL, ("events", 2, "call"), "weiter", "by the rules the deal is over"),
    (NORMAL, ("events", 3, "call"), "schlagen", "is not higher than schlagen"),
    (NORMAL, ("events", 3, "call"), "pass", "'pass' is not a call"),
    (NORMAL, ("events", 3, "seat"), 0, "the call is of seat 1"),
    (NORMAL, ("events", 5, "plays"), 1, "not true or false"),
    (NORMAL, ("events", 7, "drawn"), ["Kl", "9e"], "2 cards drawn face down"),
    (NORMAL, ("events", 7, "drawn", 0), "9s", "9s is drawn while the stock"),
    (NORMAL, ("events", 7, "drawn", 0), "Kh", "Kh is drawn but is not in the stock"),
    (NORMAL, ("events", 7, "shown"), [], "0 cards drawn face up"),
    (NORMAL, ("events", 7, "shown"), ["9e"], "9e is shown but is not in the stock"),
    (NORMAL, ("events", 7, "shown"), ["Al"], "5 cards drawn as extras, .* give 0"),
    (NORMAL, ("events", 7, "extras"), ["Oe"], "1 cards drawn as extras, .* give 5"),
    (NORMAL, ("events", 9, "discards"), ["Te"], "0 cards drawn face down"),
    (NORMAL, ("events", 8, "cards", 0), "7e", "7e stands twice"),
    (DROPPED, ("events", 3, "turned"), ["Kl", "7h"], "Kl already fixes the trumps"),
    (DROPPED, ("events", 3, "turned"), ["7h"], "none of which fixes the trumps"),
    (DROPPED, ("events", 3, "turned"), ["7h", "9s"], "it is the bottom card"),
    (DROPPED, ("events", 3, "turned"), ["Kh", "Kl"], "Kh is turned but is not in"),
    (DROPPED, ("events", 6, "plays"), True, "events end where the rules want an? exch"),
    (NO_OTHER_SUIT, ("events", 2, "turned"), ["Ae"], "nothing is turned"),
    (PASSED, ("events", 1, "antes"), [5, 5, 5], "antes is"),
    (PASSED, ("result", "balance_change"), [-15, -10, -5], "balance_change"),
]


@pytest.mark.parametrize(("sample", "path", "value", "complaint"), SPOILED)
def test_spoiled_record(sample, path, value, complaint):
    """One changed value is found, and the message says what the rules want."""
    table = table_before(sample)
    with pytest.raises(RuleError, match=complaint):
        table.replay(changed(sample, *path, value=value))
    assert table.balances == sample["scores_before"]


@pytest.mark.parametrize("sample", each_sample(SAMPLES))
def test_no_event_can_be_left_out(sample):
    """Every event is needed, and none may follow the last."""
    assert_events_are_all_needed(sample, replay_alone, discard(0, "Ae"))


def test_options_have_their_defaults():
    """A default spelled out in a record agrees with a table that has it."""
    deal = {**MUSS, "rules": dict(OPTIONS)}
    assert Table(3).replay(deal) == MUSS["result"]
