"""Odds of Kratzen: what can be known without playing, and what a run counts too."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import simcore
from simcore.api import make_plan
from simcore.errors import UsageError
from simcore.games.kratzen.pack import PACK, SPECIAL
from simcore.games.kratzen.situations.features import features, suit_cards
from simcore.games.kratzen.situations.questions import turned_cards
from simcore.games.kratzen.table import turn
from simcore.games.kratzen.tactics import strength
from simcore.registry import find_game
from simcore.steering import write_script

SCHLAGEN = {"seat": 2, "declarer": 0, "contract": "schlagen", "pot": 24}


def odds(**options):
    return simcore.odds("kratzen", **{"deals": 2000, "seed": 3} | options)


def number(table, part, item, metric):
    """Return the one estimate of a table that is meant."""
    which = (table["table"] == part) & (table["item"] == item)
    (row,) = table[which & (table["metric"] == metric)].to_dict("records")
    return row


class TestWhatIsKnownBeforehand:
    def test_the_four_highest_trumps_win_all_tricks(self):
        table = odds(hand="Ah 6s Kh Oh", turnup="Uh", **SCHLAGEN)
        kept = number(table, "tricks without an exchange", "all deals", "4 tricks")
        chips = number(table, "worth", "keep all", "chips")
        assert kept["estimate"] == 1
        assert (chips["estimate"], chips["method"]) == (24, "all deals equal")
        assert number(table, "exchanges", "nothing", "chips")["estimate"] == 24
        assert "go along" in table.attrs["answer"][0]

    def test_a_hand_below_all_others_wins_no_trick(self):
        # Seat 0 leads a higher trump to each trick.
        hands = {0: "Ah 6s Kh Oh", 2: "7e 8e 7l 8l"}
        table = odds(hand=hands, turnup="Uh", **SCHLAGEN)
        kept = number(table, "tricks without an exchange", "all deals", "1 trick")
        assert kept["estimate"] == 0
        chips = number(table, "worth", "keep all", "chips")
        assert (chips["estimate"], chips["method"]) == (-24, "all deals equal")

    def test_dropping_costs_nothing(self):
        table = odds(hand="7e 8e 7l 8l", turnup="Kh", **SCHLAGEN)
        drop = number(table, "worth", "drop", "chips")
        assert (drop["estimate"], drop["method"]) == (0, "all deals equal")


GAME = find_game("kratzen")
HEARTS = 2
CALL, JOIN = 0, 1
SAY_WEITER, PLAY = (CALL, 0), (JOIN, 1)
NORMAL, SCHLAGEN_CALLED = 2, 3
N_TABLES = 40_000


def any_deals(rng):
    """Return the cards of deals in which Kh was turned up, as masks, one a row.

    A pack is shuffled card by card; the last card is the one shown at the cut, which
    is ordinary. Nothing else is asked of the deals.
    """
    kh = PACK.parse_card("Kh")
    others = [card for card in bits_of(PACK.all_cards) if card != kh]
    packs = rng.permuted(np.tile(np.array(others, np.uint64), (N_TABLES, 1)), axis=1)
    return packs[packs[:, -1] & SPECIAL == 0]


def bits_of(cards):
    return [1 << place for place in range(64) if cards >> place & 1]


def played_in_full(rng, script):
    """Return tables and hands of any deals that the engine has played out.

    Seat 2 follows `script`, seat 0 deals, 24 chips lie in the pot.
    """
    packs = any_deals(rng)
    engine = GAME.engine
    plan = make_plan(GAME, seed=int(rng.integers(1 << 32)), deals=2, rules={})
    job = engine.make_steered_job(plan)
    write_script(job.parameters[2], script)
    given = np.zeros(len(packs), engine.given)
    given["is_given"] = 1
    hands = packs[:, :16].reshape(-1, 4, 4)
    hands = np.bitwise_or.reduce(hands, axis=2)
    given["hand"][:, :4] = hands
    given["turnup"][:, 0] = PACK.parse_card("Kh")
    given["cut_first"][:, 0] = packs[:, -1]
    given["n_stock"] = packs.shape[1] - 16
    given["stock"][:, : packs.shape[1] - 16] = packs[:, 16:]
    tables = engine.new_table(job, len(packs))
    tables["dealer"], tables["stakes"], tables["pot"] = 0, NORMAL, 23
    engine.play_out(job, tables, given, first_deal=1)
    return tables, hands


def test_odds_are_what_deals_without_conditions_give():
    """The same conditions, counted in deals that were made without them."""
    rng = np.random.default_rng(8)
    trumps = np.uint64(suit_cards(HEARTS) | PACK.parse_card("6s"))
    kept, n_deals = [], 0
    for _ in range(3):
        tables, hands = played_in_full(rng, [SAY_WEITER, PLAY])
        fits = np.bitwise_count(hands[:, 2] & trumps) == 2
        fits &= (tables["declarer"] == 0) & (tables["contract"] == SCHLAGEN_CALLED)
        fits &= tables["playing"] >> 1 & 1 == 1
        kept.append(tables[fits])
        n_deals += len(tables)
    counted = np.concatenate(kept)
    table = odds(
        turnup="Kh", dealer=0, joined=(1,), given="seat2.trumps==2", **SCHLAGEN
    )
    tricks = counted["tricks"][:, 2]
    chips = counted["draws"][:, 2] - counted["penalties"][:, 2]
    expected = {
        ("tricks", "all deals", "1 trick"): tricks >= 1,
        ("tricks", "all deals", "2 tricks"): tricks >= 2,
        ("tricks", "all deals", "3 tricks"): tricks >= 3,
        ("worth", "play", "declarer makes it"): counted["tricks"][:, 0] >= 2,
        ("worth", "play", "chips"): chips,
        ("tricks", "2 others", "share"): np.bitwise_count(counted["playing"]) == 3,
    }
    assert len(counted) > 500
    for place, values in expected.items():
        row = number(table, *place)
        error = np.hypot(row["standard_error"], values.std() / np.sqrt(len(values)))
        assert abs(row["estimate"] - values.mean()) < 3.5 * error, place
    agree = number(table, "deals", "dealt", "agree")
    share = len(counted) / n_deals
    error = np.hypot(agree["standard_error"], np.sqrt(share / n_deals))
    assert abs(agree["estimate"] - share) < 3.5 * error


class TestTheTable:
    def test_it_does_not_depend_on_the_number_of_threads(self):
        hand = {"hand": "Ah Kl 9h 7l", "turnup": "Kh", "opponents": "random"}
        pd.testing.assert_frame_equal(
            odds(**hand, **SCHLAGEN, jobs=1), odds(**hand, **SCHLAGEN, jobs=3)
        )

    def test_exchanges_are_compared_on_the_same_cards(self):
        table = odds(hand="Ah Kl 9h 7l", turnup="Kh", **SCHLAGEN)
        rows = table[table["table"] == "exchanges"].set_index(["item", "metric"])
        best, second = rows.index.get_level_values(0).unique()[:2]
        errors = rows["standard_error"]
        apart = np.hypot(errors[best, "chips"], errors[second, "chips"])
        assert 0 < errors[second, "less the best"] < 0.95 * apart

    def test_every_exchange_of_the_hand_is_tried(self):
        table = odds(hand="Ah Kl 9h 7l", turnup="Kh", deals=50, **SCHLAGEN | {"pot": 8})
        shown = set(table[table["table"] == "exchanges"]["item"])
        cards = PACK.format(PACK.parse("Ah Kl 9h 7l"))
        possible = {
            " ".join(chosen) or "nothing"
            for size in range(5)
            for chosen in combinations(cards, size)
        }
        assert shown <= possible
        assert len(shown) == 8

    def test_the_dealer_may_put_the_turn_up_away(self):
        table = odds(hand="Ah Ol 9l 7l", turnup="8e", dealer=2, deals=50, **SCHLAGEN)
        text = "".join(table[table["table"] == "exchanges"]["item"])
        assert "8e" in text

    def test_deals_whose_stock_is_too_small_are_left_out(self):
        """Six players who exchange at random leave little to the fifth of them."""
        told = SCHLAGEN | {"seat": 4, "players": 6, "opponents": "random"}
        table = odds(hand="Ah Kl 9h 7l", turnup="Kh", deals=100, **told)
        exchanges = set(table[table["table"] == "exchanges"]["n"])
        assert number(table, "worth", "play", "chips")["n"] == 100
        assert len(exchanges) == 1
        assert 50 < min(exchanges) < 100

    def test_part_of_a_hand_answers_all_but_the_exchange(self):
        table = odds(hand="Ah Kl", turnup="Kh", deals=200, **SCHLAGEN)
        assert {"worth", "tricks"} <= set(table["table"])
        assert "exchanges" not in set(table["table"])

    def test_who_is_in_and_out_changes_the_others(self):
        table = odds(
            hand="Ah Kl 9h 7l",
            turnup="Kh",
            deals=300,
            joined=[1],
            dropped=[3],
            **SCHLAGEN,
        )
        others = table[table["metric"] == "share"]["item"]
        assert set(others) == {"2 others"}

    def test_what_is_seen_in_all_deals_leaves_nothing_to_agree(self):
        table = odds(hand="Ah 6s Kl 9l", turnup="8h", dealer=0, seat=0)
        assert number(table, "deals", "dealt", "agree")["estimate"] == 1


class TestTheQuestion:
    def test_the_dealer_asks_what_to_call(self):
        table = odds(hand="Ah 6s Kh 9l", turnup="8h", dealer=2, seat=2)
        assert "Say schlagen" in table.attrs["answer"][0]
        assert set(table["table"]) == {"calls", "deals"}

    def test_who_spoke_before_has_made_no_call(self):
        strong = {3: "Ah 6s Kh Oh", 2: "9l 8l 7l 7e"}
        with pytest.raises(UsageError, match="agrees with all that was said"):
            odds(hand=strong, seat=2, turnup="8h", dealer=3, tries=1)
        table = odds(hand=strong, seat=2, turnup="8h", dealer=2)
        assert number(table, "calls", "weiter", "in")["estimate"] == 0

    @pytest.mark.parametrize(
        "told",
        [{"turnup": "7h"}, {"turnup": "8h", "stakes": "muss"}],
        ids=["siebenermuss", "muss"],
    )
    def test_nobody_may_drop_in_a_muss(self, told):
        table = odds(hand="Ah 6s Kh Kl", dealer=1, **told)
        assert "Nobody may drop" in table.attrs["answer"][0]
        assert number(table, "tricks", "3 others", "share")["estimate"] == 1
        assert set(table[table["table"] == "worth"]["item"]) == {"play"}

    def test_a_seven_turned_for_the_contract_makes_all_play(self):
        told = SCHLAGEN | {"contract": "andere", "turned": "7l", "deals": 200}
        table = odds(hand="9h Th Kl 9e", turnup="8h", **told)
        assert "Nobody may drop" in table.attrs["answer"][0]

    def test_trumps_that_were_turned_are_known(self):
        told = {"seat": 0, "declarer": 0, "contract": "andere", "turnup": "8h"}
        hand = {"hand": "Al Kl 9l 7h", "deals": 200}
        known = odds(**hand, **told, turned="9h Ul")
        unknown = odds(**hand, **told)
        assert "exchanges" in set(known["table"])
        assert "exchanges" not in set(unknown["table"])
        better, worse = (
            number(one, "worth", "play", "chips") for one in (known, unknown)
        )
        assert better["ci_low"] > worse["ci_high"]

    def test_a_forced_schlagen_is_the_dealers(self):
        told = SCHLAGEN | {"contract": "forced"}
        rules = {"all_pass": "dealer"}
        table = odds(hand="Ah Kl 9h 7l", turnup="Kh", rules=rules, **told)
        forced = number(table, "worth", "play", "declarer makes it")
        called = odds(
            hand="Ah Kl 9h 7l", turnup="Kh", dealer=0, rules=rules, **SCHLAGEN
        )
        free = number(called, "worth", "play", "declarer makes it")
        assert forced["ci_high"] < free["ci_low"]


class TestCardsAsKernelsHaveThem:
    @pytest.mark.parametrize("trump", range(4))
    def test_they_are_turned_alike(self, trump):
        shift = np.uint64(48 - 16 * trump)
        for card in bits_of(PACK.all_cards):
            assert turned_cards(card, trump) == int(turn(np.uint64(card), shift))

    def test_strengths_are_alike(self):
        of = features(HEARTS)["strength"].of
        cards = np.array(bits_of(PACK.all_cards), np.uint64)
        expected = [strength(turn(card, np.uint64(16))) for card in cards]
        np.testing.assert_allclose(of(cards), expected)
