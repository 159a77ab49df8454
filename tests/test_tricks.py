"""Lanes, legal cards and the order of strength, against plain loops over cards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from simcore.tricks import (
    LANE,
    LANE_BITS,
    TRUMPS,
    above,
    highest,
    is_one_of,
    lane_of,
    lowest,
    must_head,
    suit_of,
    turn_lanes,
)

MASKS = st.integers(0, 2**64 - 1)
PLACES = st.integers(0, 63)
HANDS = st.sets(PLACES, min_size=1, max_size=12)
TRUMP_LANE = 3


def bit(place):
    """Return the bit at a place as kernels take it."""
    return np.uint64(1 << place)


def mask(places):
    """Return the mask of places as kernels take it."""
    return np.uint64(sum(1 << place for place in places))


def places(cards):
    """Return the set bits of a mask."""
    return {place for place in range(64) if int(cards) >> place & 1}


@given(PLACES)
@settings(deadline=None)
def test_lane_and_suit_of_a_card(place):
    suit = place // LANE_BITS
    assert suit_of(bit(place)) == suit
    assert int(lane_of(bit(place))) == 0xFFFF << suit * LANE_BITS
    assert int(lane_of(bit(place))) & 1 << place


@given(MASKS, st.integers(0, 3))
@settings(deadline=None)
def test_lanes_turn_as_a_whole_and_back(cards, lanes):
    shift = np.uint64(lanes * LANE_BITS)
    turned = int(turn_lanes(np.uint64(cards), shift))
    for lane in range(4):
        before = cards >> lane * LANE_BITS & int(LANE)
        assert turned >> (lane + lanes) % 4 * LANE_BITS & int(LANE) == before
    back = np.uint64(-lanes * LANE_BITS % 64)
    assert int(turn_lanes(np.uint64(turned), back)) == cards


@given(PLACES)
@settings(deadline=None)
def test_places_above_a_card(place):
    assert places(above(bit(place))) == set(range(place + 1, 64))


@given(MASKS)
@settings(deadline=None)
def test_highest_and_lowest_card(cards):
    found = places(cards)
    assert places(lowest(np.uint64(cards))) == ({min(found)} if found else set())
    if found:
        assert places(highest(np.uint64(cards))) == {max(found)}


@given(MASKS, MASKS)
@settings(deadline=None)
def test_one_card_of_a_set(card, cards):
    expected = card.bit_count() == 1 and card & cards == card
    assert is_one_of(np.uint64(card), np.uint64(cards)) == expected


@given(PLACES, MASKS)
@settings(deadline=None)
def test_single_cards_of_a_set(place, cards):
    assert is_one_of(bit(place), np.uint64(cards)) == (place in places(cards))


def legal_by_the_rules(hand, led, trick):
    """Return the legal places of `hand` behind the cards of `trick`, the first led."""

    def strength(place):
        suit = place // LANE_BITS
        return suit == TRUMP_LANE, suit == led, place

    best = max(
        (place for place in trick if place // LANE_BITS in {led, TRUMP_LANE}),
        key=strength,
    )
    for suit in (led, TRUMP_LANE):
        bound = {place for place in hand if place // LANE_BITS == suit}
        if bound:
            return {p for p in bound if strength(p) > strength(best)} or bound
    return hand


@given(HANDS, st.lists(PLACES, min_size=1, max_size=5, unique=True))
@settings(deadline=None, max_examples=500)
def test_who_must_head_the_trick(hand, trick):
    """Follow and beat; a plain suit that was trumped is followed freely; else trump."""
    assume(not hand & set(trick))
    led = trick[0] // LANE_BITS
    lane = np.uint64(lane_of(bit(trick[0])))
    best = np.uint64(highest(mask(trick) & (lane | TRUMPS)))
    legal = must_head(mask(hand), lane, best)
    assert places(legal) == legal_by_the_rules(hand, led, trick)


@pytest.mark.parametrize(
    ("hand", "led", "best", "legal"),
    [
        pytest.param({3, 5, 50}, 2, 4, {5}, id="beat-in-suit"),
        pytest.param({1, 3, 50}, 2, 4, {1, 3}, id="cannot-beat"),
        pytest.param({1, 8, 63}, 2, 50, {1, 8}, id="trumped-already"),
        pytest.param({20, 50, 60}, 2, 4, {50, 60}, id="void-any-trump"),
        pytest.param({20, 50, 60}, 2, 55, {60}, id="void-overtrump"),
        pytest.param({20, 50, 52}, 2, 55, {50, 52}, id="void-undertrump"),
        pytest.param({20, 40}, 2, 55, {20, 40}, id="neither"),
        pytest.param({20, 50, 60}, 49, 55, {60}, id="trump-led"),
    ],
)
def test_duties_one_by_one(hand, led, best, legal):
    lane = np.uint64(lane_of(bit(led)))
    assert places(must_head(mask(hand), lane, bit(best))) == legal
