"""Chance in Klaberjass: the cards against exact probabilities, and `random`.

Seeds are fixed, so these tests never fail by bad luck; the bounds say how unlikely a
correct program would be to fail with another seed.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from simcore.games.klaberjass.tallying import LAYOUT, TIED, WON

from .chances import assert_share, assert_uniform
from .klaberjass_table import KLABERJASS, make_job
from .point_deals import events

SEED = 271_829
SUITS = "cdhs"


@cache
def sums_of(strategies="random", **rules):
    """Return the accumulators of 400,000 deals of random players, summed up."""
    job = make_job(strategies, seed=SEED, **rules)
    sums = LAYOUT.zeros()
    KLABERJASS.engine.run_chunk(job, 0, 400_000, sums, np.zeros(1, np.uint8))
    return {name: LAYOUT.block(sums, name).sum(axis=0) for name in LAYOUT.shapes}


@cache
def records(n=2500, **rules):
    """Return the records of deals of random players."""
    job = make_job("random", seed=SEED, **rules)
    return [next(KLABERJASS.engine.records(job, session)) for session in range(n)]


def test_how_often_the_dix_is_exchanged():
    """The turn-up is no 7, and the 7 among 18 of the 31 other cards."""
    sums = sums_of("random(take=1)", melds=False, bela=False)
    assert sums["void"][0] == 0
    assert_share(sums["dix"][0], 400_000, 7 / 8 * 18 / 31)


def test_a_taker_without_choice_wins_every_other_deal():
    """The figures of an independent program: wins, ties, points of his cards."""
    sums = sums_of("random(take=1)", melds=False, bela=False)
    results = sums["result"].sum(axis=(0, 1))
    assert_share(results[WON], 400_000, 0.500)
    assert_share(results[TIED], 400_000, 0.0061)
    points = sums["points"].sum(axis=(0, 1))[0] / 400_000
    assert points == pytest.approx(49.2, abs=0.25)


def test_jass_and_menel_are_anywhere():
    """Nine of the 30 or 31 cards that are not turned up; the dix moves a few."""
    held = sums_of("random(take=1)", melds=False, bela=False)["result"].sum(axis=(0, 2))
    assert held.sum() == 400_000
    # Turned up with chance 1/8, the jass is the taker's only by the dix.
    jass = 7 / 8 * 9 / 31 + 1 / 8 * 9 / 31
    assert_share(held[1] + held[3], 400_000, jass)
    assert_share(held[2] + held[3], 400_000, jass)


def test_king_and_queen_of_a_suit_in_the_first_six_cards():
    hits = sum(
        {f"K{suit}", f"Q{suit}"} <= set(hand)
        for record in records()
        for hand in record["hands"]
        for suit in SUITS
    )
    # Of the eight pairs of a deal some exclude others: the error is at most this.
    assert_share(hits, 8 * len(records()), 15 / 496)


def test_the_first_dealer_and_the_turned_suit_are_anybodys():
    assert_uniform(Counter(record["dealer"] for record in records()), 2)
    turned = Counter(events(record, "turnup")[0]["cards"][0] for record in records())
    assert_uniform(turned, 32)


def test_further_cards_are_any_of_the_stock():
    """Each card falls as often to elder, to the dealer, and to be shown."""
    elder, dealer, shown = Counter(), Counter(), Counter()
    for record in records():
        if "passed" in record["result"]:
            continue
        first, second = events(record, "complete")
        assert first["seat"] == 1 - record["dealer"]
        elder.update(first["cards"])
        dealer.update(second["cards"])
        shown[events(record, "shown")[0]["card"]] += 1
    for cards in (elder, dealer, shown):
        assert_uniform(cards, 32)


@pytest.mark.parametrize("suits", ["any", "other"])
def test_random_players_take_by_a_coin_and_name_any_suit(suits):
    coins: Counter[bool] = Counter()
    named: Counter[int] = Counter()
    for record in records(second_round_suits=suits):
        turned = SUITS.index(events(record, "turnup")[0]["cards"][0][1])
        for event in events(record, "take"):
            coins[event["trump"] is None] += 1
            if event["trump"] is None:
                continue
            place = (SUITS.index(event["trump"]) - turned) % 4
            if event["round"] == 1:
                assert place == 0
            else:
                named[place] += 1
    assert_uniform(coins, 2)
    assert (0 in named) is (suits == "any")
    assert_uniform(named, 4 if suits == "any" else 3)


def test_random_plays_are_uniform_among_the_legal_cards():
    plays: dict[int, Counter[int]] = {n: Counter() for n in range(1, 10)}
    for record in records():
        for event in events(record, "play"):
            legal = event["legal"]
            plays[len(legal)][legal.index(event["card"])] += 1
    for n_legal in range(2, 10):
        assert_uniform(plays[n_legal], n_legal)


def test_a_small_bias_would_be_found():
    """Uniform counts, with one in 20 of the others' moved to the first."""
    with pytest.raises(AssertionError):
        assert_uniform(Counter({0: 3450, 1: 2850, 2: 2850, 3: 2850}), 4)


def test_random_always_exchanges_the_dix():
    for record in records():
        turnup = events(record, "turnup")[0]["cards"][0]
        if record["result"].get("trump") != turnup[1]:
            assert not events(record, "dix")
            continue
        held = {card for hand in record["hands"] for card in hand}
        held.update(*(event["cards"] for event in events(record, "complete")))
        assert len(events(record, "dix")) == (f"7{turnup[1]}" in held)
