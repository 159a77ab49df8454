"""Random streams: bit for bit those of NumPy, and what is drawn from them uniform."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from simcore import jit
from simcore.jit import kernel
from simcore.rng import (
    PURPOSE_CUT,
    PURPOSE_TABLE,
    STREAM,
    below,
    branch_streams,
    next_word,
    open_stream,
    philox,
    random_bit,
    random_subset,
)

WORDS = st.integers(0, 2**64 - 1)
EDGES = (0, 1, 2**32, 2**63, 2**64 - 1)
LEAST_P = 1e-4


@kernel
def fill_words(streams, words):
    """Fill `words` (uint64[n], out) from the first stream."""
    for place in range(words.size):
        words[place] = next_word(streams[0])


@kernel
def fill_below(streams, bound, values):
    """Fill `values` (int64[n], out) with integers below `bound`."""
    for place in range(values.size):
        values[place] = below(streams[0], bound)


@kernel
def fill_bits(streams, bits, values):
    """Fill `values` (uint64[n], out) with single bits of `bits`."""
    for place in range(values.size):
        values[place] = random_bit(streams[0], bits)


@kernel
def fill_subsets(streams, bits, size, values):
    """Fill `values` (uint64[n], out) with subsets of `bits`."""
    for place in range(values.size):
        values[place] = random_subset(streams[0], bits, size)


@kernel
def open_first(streams, seed, session, deal, purpose):
    """Open the first of `streams` at an address; return the hidden word."""
    return open_stream(streams[0], seed, session, deal, purpose)


@kernel
def branch_first(streams, hidden):
    """Branch the first of `streams` off the second."""
    branch_streams(streams, 1, hidden)


def stream_at(seed=1, session=2, deal=3, purpose=PURPOSE_TABLE):
    """Return a stream, STREAM[1], opened at an address."""
    streams = np.zeros(1, STREAM)
    open_first(streams, np.uint64(seed), np.uint64(session), deal, np.uint64(purpose))
    return streams


def first_words(streams, n=8):
    """Return the next words of a stream as a tuple of ints."""
    words = np.zeros(n, np.uint64)
    fill_words(streams, words)
    return tuple(words.tolist())


def numpy_philox(key, counter):
    """Return the block that NumPy's Philox has at a counter of four words."""
    # NumPy counts up before it makes a block.
    number = sum(word << 64 * place for place, word in enumerate(counter))
    before = (number - 1) % (1 << 256)
    words = [before >> 64 * place & 2**64 - 1 for place in range(4)]
    bits = np.random.Philox(
        key=np.array(key, np.uint64), counter=np.array(words, np.uint64)
    )
    return tuple(bits.random_raw(4).tolist())


def assert_uniform(counts, n_values):
    """Check that `n_values` values occur equally often."""
    assert len(counts) <= n_values
    assert sum(counts.values()) >= 5 * n_values
    observed = [*counts.values(), *[0] * (n_values - len(counts))]
    assert chisquare(observed).pvalue > LEAST_P


# The generators against NumPy's.


def test_the_numpy_side_of_the_comparison_is_right():
    """The published answers of Philox4x64-10 for zeros and for ones only."""
    assert numpy_philox((0, 0), (0, 0, 0, 0)) == (
        0x16554D9ECA36314C,
        0xDB20FE9D672D0FDC,
        0xD7E772CEE186176B,
        0x7E68B68AEC7BA23B,
    )
    ones = 2**64 - 1
    assert numpy_philox((ones, ones), (ones, ones, ones, ones)) == (
        0x87B092C3013FE90B,
        0x438C3C67BE8D0224,
        0x9CC7D7C69CD777B6,
        0xA09CAEBF594F0BA0,
    )


@given(key=st.tuples(WORDS, WORDS), counter=st.tuples(WORDS, WORDS))
@settings(deadline=None)
def test_philox_is_that_of_numpy(key, counter):
    ours = philox(*(np.uint64(word) for word in (*key, *counter)))
    assert tuple(map(int, ours)) == numpy_philox(key, (*counter, 0, 0))


@pytest.mark.parametrize("key", EDGES)
@pytest.mark.parametrize("counter", EDGES)
def test_philox_at_the_edges(key, counter):
    ours = philox(*(np.uint64(word) for word in (key, 0, counter, key)))
    assert tuple(map(int, ours)) == numpy_philox((key, 0), (counter, key, 0, 0))


@given(state=st.tuples(WORDS, WORDS, WORDS, WORDS))
@settings(deadline=None)
def test_words_are_those_of_sfc64_of_numpy(state):
    bits = np.random.SFC64()
    bits.state = {
        "bit_generator": "SFC64",
        "state": {"state": np.array(state, np.uint64)},
        "has_uint32": 0,
        "uinteger": 0,
    }
    streams = np.array([state], STREAM)
    assert first_words(streams, 20) == tuple(bits.random_raw(20).tolist())
    after = bits.state["state"]["state"]
    assert tuple(map(int, streams[0])) == tuple(after.tolist())


# Addresses.


@given(
    seed=WORDS,
    session=WORDS,
    deal=st.integers(0, 2**31 - 1),
    purpose=st.sampled_from([PURPOSE_TABLE, PURPOSE_CUT]),
)
@settings(deadline=None)
def test_a_stream_starts_with_the_block_at_its_address(seed, session, deal, purpose):
    """Key: seed and session; counter: deal and purpose; the fourth word is hidden."""
    streams = np.zeros(1, STREAM)
    hidden = open_first(streams, np.uint64(seed), np.uint64(session), deal, purpose)
    block = numpy_philox((seed, session), (deal, int(purpose), 0, 0))
    assert tuple(map(int, streams[0])) == (*block[:3], 1)
    assert int(hidden) == block[3]


def test_streams_of_neighbours_differ():
    """No word occurs twice among the first ones of many neighbouring addresses."""
    words: Counter[int] = Counter()
    addresses = [
        (seed, session, deal, purpose)
        for seed in (0, 1, 2**64 - 1)
        for session in range(8)
        for deal in range(8)
        for purpose in (0, 1)
    ]
    for address in addresses:
        words.update(first_words(stream_at(*address)))
    assert max(words.values()) == 1
    assert words.total() == 8 * len(addresses)


def test_branches_differ_from_each_other_and_from_their_parent():
    streams = np.zeros(2, STREAM)
    parent = streams[1:]
    hidden = open_first(parent, np.uint64(5), np.uint64(6), 7, PURPOSE_TABLE)
    seen: set[int] = set()
    for _ in range(6):
        drawn = parent.copy()
        branch_first(streams, hidden)
        expected = [word ^ int(hidden) for word in first_words(drawn, 3)]
        assert list(map(int, streams[0])) == [*expected, 1]
        assert parent[0] == drawn[0]
        seen.update(first_words(streams[:1].copy()))
    seen.update(first_words(parent))
    assert len(seen) == 7 * 8


# Draws.


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 33, 36, 100])
def test_integers_below_a_small_bound_are_uniform(bound):
    values = np.zeros(400 * bound, np.int64)
    fill_below(stream_at(deal=bound), bound, values)
    assert values.min() >= 0
    assert values.max() < bound
    if bound > 1:
        assert_uniform(Counter(values.tolist()), bound)


@pytest.mark.parametrize(
    "bound", [3 << 61, (1 << 63) - 1, (1 << 62) + 1, (1 << 63) - (1 << 61)]
)
def test_integers_below_a_huge_bound_are_uniform(bound):
    """Without the rejection some values would come twice as often as others.

    Where the high word of word x bound is kept as it is, at 3 x 2^61 one value in
    three is hit by two words and the others by one.
    """
    values = np.zeros(30_000, np.int64)
    fill_below(stream_at(deal=11), bound, values)
    assert values.min() >= 0
    assert values.max() < bound
    assert_uniform(Counter((values // (bound // 60 + 1)).tolist()), 60)
    assert_uniform(Counter((values % 3).tolist()), 3)


def test_the_rejection_is_what_makes_huge_bounds_uniform():
    """Three halves of 2^62: with the bare product the remainders by 3 are uneven."""
    bound = 3 << 61
    words = np.array(first_words(stream_at(deal=11), 30_000), dtype=object)
    biased = Counter(int(word) * bound // 2**64 % 3 for word in words)
    assert chisquare([biased[value] for value in range(3)]).pvalue < 1e-12


BITS = 1 << 63 | 1 << 48 | 1 << 40 | 1 << 17 | 1 << 16 | 1 << 15 | 1


def bits_of(mask):
    """Return the single bits of a mask."""
    return [1 << place for place in range(64) if mask >> place & 1]


def test_a_random_bit_is_any_of_the_bits():
    values = np.zeros(7000, np.uint64)
    fill_bits(stream_at(), np.uint64(BITS), values)
    counts = Counter(values.tolist())
    assert counts.keys() == set(bits_of(BITS))
    assert_uniform(counts, 7)


@pytest.mark.parametrize("size", range(8))
def test_every_subset_is_equally_likely(size):
    n_subsets = comb(7, size)
    values = np.zeros(400 * n_subsets, np.uint64)
    fill_subsets(stream_at(deal=size), np.uint64(BITS), size, values)
    counts = Counter(values.tolist())
    assert counts.keys() == {
        sum(subset) for subset in combinations(bits_of(BITS), size)
    }
    if n_subsets > 1:
        assert_uniform(counts, n_subsets)


def test_hands_of_four_from_a_pack_hold_every_pair_equally_often():
    """Counted in one pair of each hand, so that the counts are independent."""
    pack = (1 << 33) - 1
    values = np.zeros(20_000, np.uint64)
    fill_subsets(stream_at(), np.uint64(pack), 4, values)
    pairs: Counter[tuple[int, int]] = Counter()
    places = list(combinations(range(4), 2))
    for number, value in enumerate(values.tolist()):
        hand = bits_of(value)
        assert len(hand) == 4
        first, second = places[number % len(places)]
        pairs[hand[first], hand[second]] += 1
    assert_uniform(pairs, comb(33, 2))


def test_ten_of_many_are_drawn_without_a_wrap():
    """The product of the ranges of ten draws out of 63 still fits into a word."""
    mask = (1 << 63) - 1
    values = np.zeros(6300, np.uint64)
    fill_subsets(stream_at(), np.uint64(mask), 10, values)
    counts: Counter[int] = Counter()
    for value in values.tolist():
        assert value.bit_count() == 10
        counts.update(bits_of(value))
    # Ten of 63 without repetition: each count varies by 53/62 of what chi-square says.
    assert_uniform(counts, 63)


# The bit intrinsics that the draws rest on.


@kernel
def counts_of(bits):
    """Return the three counts of `bits`."""
    return jit.popcount(bits), jit.trailing_zeros(bits), jit.leading_zeros(bits)


@kernel
def wide_product(first, second):
    """Return the two words of a product."""
    return jit.multiply_wide(first, second)


portable = kernel(jit._nth_bit_portable)
chosen = kernel(lambda bits, index: jit.nth_bit(bits, index))


@given(bits=WORDS | st.integers(0, 63).map(lambda place: 1 << place))
@example(bits=0)
@example(bits=2**64 - 1)
@settings(deadline=None)
def test_counts_of_bits(bits):
    low = 64 if bits == 0 else (bits & -bits).bit_length() - 1
    expected = (bits.bit_count(), low, 64 - bits.bit_length())
    assert counts_of(np.uint64(bits)) == expected


@given(first=WORDS, second=WORDS)
@example(first=2**64 - 1, second=2**64 - 1)
@settings(deadline=None)
def test_wide_products(first, second):
    high, low = wide_product(np.uint64(first), np.uint64(second))
    assert int(high) << 64 | int(low) == first * second


@given(bits=st.integers(1, 2**64 - 1), data=st.data())
@settings(deadline=None)
def test_the_nth_bit_is_the_same_by_deposit_and_by_halving(bits, data):
    index = data.draw(st.integers(0, bits.bit_count() - 1))
    expected = bits_of(bits)[index]
    assert int(portable(np.uint64(bits), index)) == expected
    assert int(chosen(np.uint64(bits), index)) == expected
