"""Chance in Kratzen: the cut and the cards against exact probabilities, and `random`.

Seeds are fixed, so these tests never fail by bad luck; the bounds say how unlikely a
correct program would be to fail with another seed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import combinations, cycle
from math import comb, sqrt

import numpy as np
import pytest

from simcore.games.kratzen.events import CALLS
from simcore.games.kratzen.pack import PACK
from simcore.games.kratzen.tallying import LAYOUT
from simcore.games.kratzen.view import MUSS, SIEBENERMUSS

from .chances import STANDARD_ERRORS, assert_share, assert_uniform
from .helpers import KRATZEN, make_job

SEED = 271_828
SESSIONS, DEALS = 300, 50
SPECIAL = {"6s", *(rank + suit for rank in "A7" for suit in "elhs")}

ORDER = {card: place for place, card in enumerate(PACK.format(PACK.all_cards))}


# Sums of long runs.


@cache
def sums_of(**rules):
    """Return the accumulators of 400,000 deals of random players, summed up."""
    job = make_job("random", 4, deals=20, seed=SEED, **rules)
    sums = LAYOUT.zeros()
    KRATZEN.engine.run_chunk(job, 0, 20_000, sums, np.zeros(1, np.uint8))
    return {name: LAYOUT.block(sums, name).sum(axis=0) for name in LAYOUT.shapes}


@pytest.mark.parametrize(("cut", "cards"), [("always", 31), ("never", 32)])
@pytest.mark.parametrize("staked", [0, 1])
def test_the_card_that_fixes_trumps_is_a_seven(cut, cards, staked):
    """4/31 where the cut keeps an ordinary card away from the turn-up, else 4/32."""
    deals = sums_of(cut=cut, siebenermuss_on="turnup")["deals"][:, staked]
    assert_share(deals[SIEBENERMUSS], deals.sum(), 4 / cards)
    if staked == 0:
        assert deals.sum() == deals[MUSS] + deals[SIEBENERMUSS]


def test_the_number_of_reshuffles_is_geometric_with_mean_three_eighths():
    sums = sums_of(cut="always", siebenermuss_on="turnup")
    n = sums["deals"].sum()
    ordinary = 8 / 11
    error = sqrt((1 - ordinary) / ordinary**2 / n)
    assert abs(sums["cuts"][0] / n - 3 / 8) < STANDARD_ERRORS * error
    assert sums_of(cut="never", siebenermuss_on="turnup")["cuts"][0] == 0


# What the records of many deals hold.


class Observed:
    """What happened in the deals of a run, counted from their records."""

    def __init__(self) -> None:
        self.deals = 0
        self.dealers: Counter[int] = Counter()
        self.shown: Counter[bool] = Counter()
        self.second: Counter[bool] = Counter()
        self.reshuffles: Counter[int] = Counter()
        self.bottoms: Counter[str] = Counter()
        self.weli_turned = 0
        self.calls: dict[str, Counter[str]] = defaultdict(Counter)
        self.defers: Counter[bool] = Counter()
        self.joins: Counter[bool] = Counter()
        self.sizes: dict[int, Counter[int]] = defaultdict(Counter)
        self.away: dict[tuple[int, int], Counter] = defaultdict(Counter)
        self.discards: dict[tuple[int, int], Counter] = defaultdict(Counter)
        self.plays: dict[int, Counter[int]] = defaultdict(Counter)

    def add(self, record: dict) -> None:
        """Count what happened in one deal."""
        self.deals += 1
        hands = [set(hand) for hand in record["hands"]]
        stock = 33 - sum(map(len, hands))
        cuts = [event for event in record["events"] if event["type"] == "cut"]
        self._add_cuts(cuts)
        if record["deal"] == 0 and not cuts:
            self.dealers[record["dealer"]] += 1
        highest = "weiter"
        may_defer = "last_word" in record["rules"]
        for event in record["events"]:
            match event["type"]:
                case "turnup":
                    self.weli_turned += event["cards"][0] == "6s"
                    hands[record["dealer"]].update(event["cards"])
                    stock -= len(event["cards"])
                case "call":
                    self.calls[highest][event["call"]] += 1
                    highest = max(highest, event["call"], key=CALLS.index)
                    stock -= len(event.get("turned", ()))
                case "defer":
                    self.defers[True] += 1
                    may_defer = False
                case "join":
                    if may_defer:
                        self.defers[False] += 1
                    self.joins[event["plays"]] += 1
                case "exchange":
                    stock -= self._add_exchange(event, hands[event["seat"]], stock)
                case "discard":
                    hand = hands[event["seat"]]
                    size = len(hand), len(event["cards"])
                    self.discards[size][_places(event["cards"], hand)] += 1
                    hand.difference_update(event["cards"])
                case "play":
                    legal = event["legal"]
                    self.plays[len(legal)][legal.index(event["card"])] += 1

    def _add_cuts(self, cuts: list[dict]) -> None:
        """Count what was shown at the cuts of a deal."""
        for event in cuts:
            first, *second = event["shown"]
            self.shown[first in SPECIAL] += 1
            if second:
                self.second[second[0] in SPECIAL] += 1
        if cuts:
            self.reshuffles[len(cuts) - 1] += 1
            self.bottoms[cuts[-1]["shown"][0]] += 1

    def _add_exchange(self, event: dict, hand: set[str], stock: int) -> int:
        """Count an exchange, and return how many cards it took from the stock."""
        away = event["discards"]
        limit = min(len(hand), stock)
        self.sizes[limit][len(away)] += 1
        if limit == len(hand):
            self.away[len(hand), len(away)][_places(away, hand)] += 1
        new = [*event["drawn"], *event["shown"], *event["extras"]]
        hand.difference_update(away)
        hand.update(new)
        return len(new)


def _places(cards: list[str], hand: set[str]) -> tuple[int, ...]:
    """Return the places of cards in a sorted hand."""
    ordered = sorted(hand, key=ORDER.__getitem__)
    return tuple(sorted(ordered.index(card) for card in cards))


@cache
def observed(players: int = 4, sessions: int = SESSIONS, **rules) -> Observed:
    """Return what happened in sessions of random players."""
    job = make_job("random", players, deals=DEALS, seed=SEED, **rules)
    found = Observed()
    for session in range(sessions):
        for record in KRATZEN.engine.records(job, session):
            found.add(record)
    return found


def test_cards_shown_at_the_cut():
    """Nine of 33 cards are special, and eight of the 32 left behind one of them."""
    found = observed()
    assert_share(found.shown[True], found.shown.total(), 9 / 33)
    assert_share(found.second[True], found.second.total(), 8 / 32)
    assert found.bottoms.keys() == ORDER.keys() - SPECIAL
    assert_uniform(found.bottoms, 24)


def test_reshuffles_of_a_deal():
    """Each cut ends the cutting with probability 8/11, whatever came before."""
    found = observed()
    for n in range(4):
        probability = (3 / 11) ** n * 8 / 11
        assert_share(found.reshuffles[n], found.deals, probability)


@pytest.mark.parametrize(("cut", "cards"), [("always", 32), ("never", 33)])
def test_the_first_card_turned_up_is_the_weli(cut, cards):
    found = observed() if cut == "always" else observed(sessions=200, cut="never")
    assert_share(found.weli_turned, found.deals, 1 / cards)


def test_the_first_dealer_is_anybody():
    found = observed(sessions=200, cut="never")
    assert_uniform(found.dealers, 4)


def test_random_calls_are_uniform_among_the_legal_ones():
    found = observed()
    for place, highest in enumerate(CALLS):
        legal = {"weiter", *CALLS[place + 1 :]}
        assert found.calls[highest].keys() == legal
        if len(legal) > 1:
            assert_uniform(found.calls[highest], len(legal))


def test_random_players_play_or_drop_by_a_fair_coin():
    assert_uniform(observed().joins, 2)
    assert observed().defers.total() == 0


def test_random_players_ask_for_the_last_word_by_a_fair_coin():
    found = observed(sessions=150, last_word=True)
    assert_uniform(found.defers, 2)
    assert_uniform(found.joins, 2)


def test_random_exchanges_are_uniform_in_size_and_in_cards():
    found = observed()
    assert {4, 5, 6} <= found.sizes.keys()
    for limit in (4, 5, 6):
        assert_uniform(found.sizes[limit], limit + 1)
    for size in (4, 5):
        for count in range(size + 1):
            assert_uniform(found.away[size, count], comb(size, count))


def test_random_exchanges_keep_to_a_small_stock():
    """With six players the stock may hold fewer cards than a hand."""
    found = observed(6, 150)
    assert {0, 1, 2, 3} <= found.sizes.keys()
    for limit in range(4):
        assert_uniform(found.sizes[limit], limit + 1)


def test_random_discards_are_uniform():
    found = observed()
    for size, count in ((5, 1), (6, 2)):
        assert_uniform(found.discards[size, count], comb(size, count))


def test_random_plays_are_uniform_among_the_legal_cards():
    found = observed()
    assert found.plays.keys() == {1, 2, 3, 4}
    for n_legal in (2, 3, 4):
        assert_uniform(found.plays[n_legal], n_legal)


def test_a_small_bias_would_be_found():
    """The same counts, with one value in 20 of the others' plays moved to the first."""
    biased = Counter(observed().plays[4])
    for place in (1, 2, 3):
        moved = biased[place] // 20
        biased[place] -= moved
        biased[0] += moved
    with pytest.raises(AssertionError):
        assert_uniform(biased, 4)


def test_every_pair_of_cards_is_equally_likely_in_a_hand():
    """One pair of one hand in each first deal, where nothing is chosen yet."""
    job = make_job("random", 4, deals=1, seed=SEED, cut="never")
    pairs: Counter = Counter()
    places = cycle(combinations(range(4), 2))
    for session in range(8000):
        record = next(KRATZEN.engine.records(job, session))
        hand = record["hands"][session % 4]
        first, second = next(places)
        pairs[hand[first], hand[second]] += 1
    assert_uniform(pairs, comb(33, 2))
