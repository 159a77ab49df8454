"""Odds of the games of points: hands that can be known, and plain counting."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.answers import odds
from simcore.api import make_plan
from simcore.errors import UsageError
from simcore.registry import find_game
from simcore.steering import write_script

HEARTS = 2

CHIBRE_HAND = "Jh 9h Ah Kh Ac 8c 7d 6d Ts"
KLABERJASS_HAND = "Jh 9h Ah Kc Ac 8d"
ROOK_HAND = "Ah Kh Qh Th 9h 5h Rk As Kc 4d"


def number(table, item, metric, of="choice"):
    """Return an estimate of a table as a row."""
    found = table[
        (table["table"] == of) & (table["item"] == item) & (table["metric"] == metric)
    ]
    (row,) = found.to_dict("records")
    return row


def played(name, n_tables, scripts, **start):
    """Return tables after deals of which nothing is known, seats following scripts."""
    game = find_game(name)
    engine = game.engine
    plan = make_plan(game, rules={}, seed=99, deals=n_tables)
    job = engine.make_steered_job(plan)
    for seat, answers in scripts.items():
        write_script(job.parameters[seat], answers)
    tables = engine.new_table(job, n_tables)
    engine.play_out(job, tables, np.zeros(1, engine.given))
    return tables


def assert_agree(values, row):
    """Assert that a mean of `values` and an estimate differ by chance only."""
    error = np.hypot(values.std() / np.sqrt(len(values)), row["standard_error"])
    assert len(values) > 500
    assert abs(values.mean() - row["estimate"]) < 4 * error


def holds(tables, seat, cards):
    """Return the tables at which a seat was dealt the cards of a mask."""
    return tables[tables["dealt"][:, seat] & np.uint64(cards) == cards]


def test_nine_trumps_of_chibre_take_everything():
    hand = "Jh 9h Ah Kh Qh Th 8h 7h 6h"
    table = odds("chibre", hand=hand, deals=2000, seed=1)
    assert number(table, "hearts", "match")["estimate"] == 1
    assert number(table, "hearts", "79 or more")["estimate"] == 1
    assert table.attrs["answer"][0].startswith("Best: hearts")


def test_six_top_trumps_of_klaberjass_win():
    hand = "Jh 9h Ah Th Kh Qh"
    table = odds("klaberjass", hand=hand, turnup="8h", deals=2000, seed=1)
    row = number(table, "take hearts", "takes and wins")
    assert row["estimate"] == 1
    assert number(table, "take hearts", "nobody takes")["estimate"] == 0


def test_ten_top_trumps_of_rook_make_any_bid():
    hand = "Ah Kh Qh Jh Th 9h 8h 7h 6h 5h"
    table = odds("rook", hand=hand, deals=2000, seed=1)
    assert number(table, "bid 180", "hearts", "made")["estimate"] == 1
    assert number(table, "bid 180", "hearts", "score")["estimate"] == 180
    assert number(table, "hearts", "points")["estimate"] == 180


def test_the_sentence_names_the_highest_bid_that_is_likely():
    table = odds("rook", hand="6c 7c 8c 6d 7d 8d 6h 7h 6s 7s", deals=4000, seed=1)
    words = table.attrs["answer"][1].split()
    assert words[1:6] == ["is", "the", "highest", "bid", "that"]
    bid, best = int(words[0]), words[6]
    made = {
        step: number(table, f"bid {bid + step}", best, "made")["estimate"]
        for step in (0, 5)
    }
    assert made[0] >= 0.5 > made[5]


def test_chibre_agrees_with_counting():
    game = find_game("chibre")
    tables = played("chibre", 300_000, {seat: [(0, HEARTS)] for seat in range(4)})
    tables = tables[tables["chooser"] == 0]
    tables = holds(tables, 0, game.pack.parse("Jh 9h"))
    scores = tables["counted"].astype(float)
    table = odds("chibre", hand="Jh 9h", deals=20_000, seed=1)
    assert_agree(scores[:, 0] - scores[:, 1], number(table, "hearts", "ahead"))
    assert_agree(scores[:, 1], number(table, "hearts", "their points"))
    is_match = (tables["match"] == 0).astype(float)
    assert_agree(is_match, number(table, "hearts", "match"))


def test_klaberjass_agrees_with_counting():
    game = find_game("klaberjass")
    engine = game.engine
    cards = np.array(
        [game.pack.parse_card(text) for text in game.pack.format(game.pack.all_cards)],
        np.uint64,
    )
    rng = np.random.default_rng(4)
    deals = rng.permuted(np.tile(cards, (250_000, 1)), axis=1)
    jack, seven = (np.uint64(game.pack.parse_card(text)) for text in ("Jh", "7h"))
    is_kept = (deals[:, 12] == seven) & (deals[:, :6] == jack).any(axis=1)
    deals = deals[is_kept]
    given = np.zeros(len(deals), engine.given)
    given["is_given"] = 1
    given["dealer"] = 1
    given["turnup"] = seven
    given["second"] = deals[:, 19]
    for seat in range(2):
        own = deals[:, 6 * seat : 6 * seat + 6]
        further = deals[:, 13 + 3 * seat : 16 + 3 * seat]
        given["hand"][:, seat] = own.sum(axis=1)
        given["further"][:, seat] = further.sum(axis=1)
    plan = make_plan(game, rules={}, seed=98, deals=1)
    job = engine.make_steered_job(plan)
    write_script(job.parameters[0], [(0, HEARTS)])
    tables = engine.new_table(job, len(deals))
    engine.play_out(job, tables, given)
    ahead = tables["counted"][:, 0] - tables["counted"][:, 1]

    table = odds("klaberjass", hand="Jh", turnup="7h", seat=0, deals=20_000, seed=1)

    assert_agree(ahead.astype(float), number(table, "take hearts", "ahead"))
    assert number(table, "take hearts", "takes")["estimate"] == 1


def test_rook_agrees_with_counting():
    game = find_game("rook")
    passing = {seat: [(0, 0)] for seat in range(1, 5)}
    tables = played("rook", 60_000, {**passing, 0: [(0, 1), (1, HEARTS)]})
    tables = holds(tables, 0, game.pack.parse("Rk Ah"))
    table = odds("rook", hand="Rk Ah", deals=20_000, seed=1)
    assert_agree(tables["side"].astype(float), number(table, "hearts", "points"))
    made = (tables["side"] >= 120).astype(float)
    assert_agree(made, number(table, "bid 120", "hearts", "made"))


def test_the_partner_who_leaves_the_choice_tells_of_his_cards():
    alone = odds("chibre", hand=CHIBRE_HAND, deals=4000, seed=1)
    left = odds("chibre", hand=CHIBRE_HAND, deals=4000, seed=1, contract="chibre")
    assert "chibre" not in set(left["item"])
    assert (
        number(left, "hearts", "ahead")["ci_high"]
        < number(alone, "hearts", "ahead")["ci_low"]
    )


def test_in_the_second_round_both_have_passed():
    table = odds(
        "klaberjass", hand=KLABERJASS_HAND, turnup="7c", round=2, deals=2000, seed=1
    )
    items = set(table["item"])
    assert "take hearts" in items
    assert number(table, "pass", "takes")["estimate"] == 0
    dealer = odds(
        "klaberjass",
        hand=KLABERJASS_HAND,
        turnup="7c",
        round=2,
        dealer=0,
        deals=2000,
        seed=1,
    )
    assert number(dealer, "pass", "nobody takes")["estimate"] == 1


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("chibre", {"hand": CHIBRE_HAND, "rules": {"modes": "all"}}),
        ("klaberjass", {"hand": KLABERJASS_HAND, "turnup": "7h"}),
        ("rook", {"hand": ROOK_HAND}),
    ],
)
def test_odds_do_not_depend_on_threads(game, told):
    one, three = (
        odds(game, **told, deals=20_000, seed=3, jobs=jobs).to_csv() for jobs in (1, 3)
    )
    assert one == three


@pytest.mark.parametrize(
    ("game", "condition"),
    [
        ("chibre", "seat2.nines>=2"),
        ("klaberjass", "seat1.trumps>=2"),
        ("rook", "seat3.points<=30"),
    ],
)
def test_conditions_on_other_hands_are_kept(game, condition):
    turnup = {"turnup": "7h"} if game == "klaberjass" else {}
    table = odds(game, given=condition, deals=2000, seed=1, **turnup)
    assert (table["sessions"] == 2000).all()


@pytest.mark.parametrize(
    ("game", "told", "sentence"),
    [
        ("chibre", {"hand": "Jh Jh"}, "Jh"),
        ("chibre", {"hand": {0: "Jh", 1: "Jh"}}, "the card Jh cannot be in the hand"),
        ("chibre", {"hand": CHIBRE_HAND + " 7s"}, "has 10 cards but chibre deals 9"),
        ("chibre", {"without": "7s"}, "all cards of chibre are dealt"),
        ("chibre", {"contract": "hearts"}, "contract is 'hearts' but in chibre"),
        ("chibre", {"dealer": 1}, "the dealer cannot be 1: seat 0 has the first say"),
        ("chibre", {"turnup": "7s"}, "chibre knows no 'turnup' of a deal"),
        ("klaberjass", {}, "the turn-up of klaberjass is one card, but 0 are told"),
        ("klaberjass", {"turnup": "7h", "round": 3}, "round is 3 but takes 1 or 2"),
        ("klaberjass", {"turnup": "7h", "hand": "7h"}, "the card 7h cannot be"),
        ("klaberjass", {"turnup": "7h", "dealer": 2}, "dealer is 2 but the seats are"),
        ("rook", {"bid": 77}, "bid is 77 but takes 75 to 180 in steps of 5"),
        ("rook", {"without": "2c 3c 4c 5c"}, "4 cards are said to be in nobody's hand"),
        ("rook", {"dealer": 5}, "dealer is 5 but the seats are 0 to 4"),
        ("rook", {"given": "seat0.acez>=1"}, "did you mean aces"),
    ],
)
def test_what_cannot_be_is_told(game, told, sentence):
    with pytest.raises(UsageError, match=sentence.replace("?", r"\?")):
        odds(game, **told, deals=10, seed=1)


@pytest.mark.parametrize(
    ("game", "told", "sentence"),
    [
        (
            "chibre",
            {"contract": "chibre", "opponents": "heuristic(chibre=0)"},
            "seat 2 says chibre (strategy heuristic(chibre=0)): in 0 of 57,344\n"
            "choose another strategy for the others with --opponents, as --opponents"
            " 'heuristic(chibre=9)'",
        ),
        (
            "klaberjass",
            {"turnup": "7h", "round": 2, "opponents": "random(take=1)"},
            "seat 1 passes (strategy random(take=1)): in 0 of 57,344\n"
            "choose another strategy for the others with --opponents, as --opponents"
            " 'heuristic(take=150, name=150)'",
        ),
    ],
)
def test_a_strategy_that_never_says_what_was_said_is_named(game, told, sentence):
    with pytest.raises(UsageError) as error:
        odds(game, hand="Ah", seed=1, **told)
    assert sentence in str(error.value)
    example = sentence.split("'")[1]
    found = odds(game, hand="Ah", seed=1, deals=100, **told | {"opponents": example})
    assert (found["n"] > 0).all()


@pytest.mark.parametrize("game", ["chibre", "klaberjass", "rook"])
def test_two_mistakes_at_once_are_one_sentence(game):
    turnup = {"turnup": "7h"} if game == "klaberjass" else {}
    with pytest.raises(UsageError, match=r"has no (card 'Zz'|strategy 'no')"):
        odds(game, hand="Zz", strategy="no", opponents="no", **turnup)
