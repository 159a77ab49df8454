"""Chance in Rook: where the Rook lies, and the choices of `random`.

Seeds are fixed, so these tests never fail by bad luck; the bounds say how unlikely a
correct program would be to fail with another seed.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb, sqrt

import numpy as np
import pytest

from simcore.benchmark import count_work, workload_plan, workloads_of
from simcore.games.rook.pack import PACK
from simcore.games.rook.tallying import LAYOUT
from simcore.runner import run_plan

from .chances import assert_share, assert_uniform
from .point_deals import events
from .rook_table import ROOK, make_job

DEALS = 3000
ORDER = {card: place for place, card in enumerate(PACK.format(PACK.all_cards))}


def records(text: str = "random(bid=0.6)", n: int = DEALS) -> list[dict]:
    """Return the records of single deals."""
    return _records(text, n)


@cache
def _records(text: str, n: int) -> list[dict]:
    """Return the records of single deals, made once."""
    job = make_job(text, seed=271_828)
    return [next(ROOK.engine.records(job, session)) for session in range(n)]


@cache
def played() -> list[dict]:
    """Return the records in which cards were played."""
    return [record for record in records() if "declarer" in record["result"]]


def test_the_rook_lies_in_the_kitty_with_probability_three_in_53():
    hits = sum(all("Rk" not in hand for hand in r["hands"]) for r in records())
    assert_share(hits, DEALS, 3 / 53)


def test_the_first_dealer_is_anybody():
    assert_uniform(Counter(record["dealer"] for record in records()), 5)


def test_every_card_comes_to_every_place():
    for card in ("Rk", "Ac", "2s"):
        places = Counter(
            next((n for n, hand in enumerate(r["hands"]) if card in hand), 5)
            for r in records()
        )
        for seat in range(5):
            assert_share(places[seat], DEALS, 10 / 53)


@pytest.mark.parametrize(("probability", "n"), [(0.5, 500), (0.6, DEALS)])
def test_random_bids_by_a_coin_and_makes_the_next_bid(probability, n):
    made: Counter[bool] = Counter()
    for record in records(f"random(bid={probability})", n):
        highest = 70
        for event in events(record, "bid"):
            made[event["bid"] > 0] += 1
            assert event["bid"] in (0, highest + 5)
            highest = max(highest, event["bid"])
    assert_share(made[True], made.total(), probability)


def test_random_never_bids_more_than_it_may():
    for record in records("random(bid=1, most=75, no_trump=0, left=0)", 300):
        bids = [event["bid"] for event in events(record, "bid")]
        assert bids == [75, 0, 0, 0, 0]
        (declaration,) = events(record, "declare")
        assert declaration["trump"] in set("cdhs")
        assert declaration["leader"] == declaration["seat"]


def test_random_declarations_are_uniform():
    found = [events(record, "declare")[0] for record in played()]
    assert_uniform(Counter(event["trump"] for event in found), 6)
    assert_uniform(Counter(event["leader"] == event["seat"] for event in found), 2)


def test_random_partner_cards_are_uniform_among_what_the_declarer_lacks():
    found: Counter[int] = Counter()
    for record in played():
        seat = record["result"]["declarer"]
        hand = {*record["hands"][seat], *events(record, "kitty")[0]["cards"]}
        others = [card for card in ORDER if card not in hand]
        found[others.index(events(record, "declare")[0]["partner_card"])] += 1
    assert_uniform(found, 40)


def test_random_discards_are_uniform():
    found: Counter[tuple[int, ...]] = Counter()
    for record in played():
        seat = record["result"]["declarer"]
        hand = {*record["hands"][seat], *events(record, "kitty")[0]["cards"]}
        ordered = sorted(hand, key=ORDER.__getitem__)
        away = events(record, "discard")[0]["cards"]
        found[tuple(sorted(ordered.index(card) for card in away))] += 1
    assert_uniform(found, comb(13, 3))


def test_random_leads_and_plays_are_uniform_among_the_legal_cards():
    plays: dict[int, Counter[int]] = {n: Counter() for n in range(1, 11)}
    for record in played():
        for event in events(record, "play"):
            legal = event["legal"]
            plays[len(legal)][legal.index(event["card"])] += 1
    for n_legal in range(2, 11):
        assert_uniform(plays[n_legal], n_legal)


def test_a_small_bias_would_be_found():
    """The same counts, with one in 20 of the others' plays moved to the first."""
    plays: Counter[int] = Counter()
    for record in played():
        for event in events(record, "play"):
            if len(event["legal"]) == 4:
                plays[event["legal"].index(event["card"])] += 1
    for place in (1, 2, 3):
        moved = plays[place] // 20
        plays[place] -= moved
        plays[0] += moved
    with pytest.raises(AssertionError):
        assert_uniform(plays, 4)


def test_the_yardstick_agrees_with_the_same_work_in_c():
    """`rook_random`: the forehand's bid of 75 is made, and the points of his side."""
    workload = next(one for one in workloads_of(ROOK) if one.name == "rook_random")
    outcome = run_plan(workload_plan(ROOK, workload, 1))
    deals, plays = count_work(outcome)
    assert plays == 50 * deals
    sums = {name: LAYOUT.block(outcome.sums, name).sum() for name in ("made", "side")}
    assert abs(sums["made"] / deals - 0.478) < 0.001 + 4 * sqrt(0.25 / deals)
    assert abs(sums["side"] / deals - 72.1) < 0.1 + 4 * np.sqrt(37**2 / deals)
