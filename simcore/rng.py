"""Random streams that are addressed, not consumed.

A stream belongs to an address (seed, session, deal, purpose). Philox4x64-10 [1]_ turns
the address into the state of a small fast generator, SFC64 [2]_, which then yields the
words. Both are compared bit for bit with NumPy's in the tests.

References
----------
.. [1] J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as
   easy as 1, 2, 3", SC'11 (2011).
.. [2] C. Doty-Humphrey, PractRand, generator sfc64 (2014).
.. [3] D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
.. [4] N. Brackett-Rozinsky, D. Lemire, "Batched ranged random integer generation",
   Software: Practice and Experience 55 (2025).
"""

from __future__ import annotations

import numpy as np

from simcore.jit import kernel, multiply_wide, nth_bit, popcount, seldom

STREAM = np.dtype([("a", "u8"), ("b", "u8"), ("c", "u8"), ("count", "u8")])
"""State of one stream: the three words and the counter of SFC64."""

PURPOSE_TABLE = np.uint64(0)
PURPOSE_CUT = np.uint64(1)

_ROUNDS = 10
_MULTIPLIER_0 = np.uint64(0xD2E7470EE14C6C93)
_MULTIPLIER_1 = np.uint64(0xCA5A826395121157)
_WEYL_0 = np.uint64(0x9E3779B97F4A7C15)
_WEYL_1 = np.uint64(0xBB67AE8584CAA73B)
_UNIT = 2.0**-53
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def philox(key_0, key_1, counter_0, counter_1):
    """Return the four words of the Philox4x64-10 block at an address (all uint64).

    The two upper counter words are zero.
    """
    c0, c1, c2, c3 = counter_0, counter_1, _ZERO, _ZERO
    for _ in range(_ROUNDS):
        high_0, low_0 = multiply_wide(c0, _MULTIPLIER_0)
        high_1, low_1 = multiply_wide(c2, _MULTIPLIER_1)
        c0, c1, c2, c3 = high_1 ^ c1 ^ key_0, low_1, high_0 ^ c3 ^ key_1, low_0
        key_0 += _WEYL_0
        key_1 += _WEYL_1
    return c0, c1, c2, c3


@kernel
def open_stream(stream, seed, session, deal, purpose):
    """Set `stream` (out, STREAM) to the start of the stream at an address.

    Returns
    -------
    uint64
        A further random word of the same address, not shown by the stream.
    """
    a, b, c, hidden = philox(seed, session, np.uint64(deal), purpose)
    stream.a = a
    stream.b = b
    stream.c = c
    stream.count = _ONE
    return hidden


@kernel
def branch_streams(streams, n_branches, hidden):
    """Set the first `n_branches` of `streams` (out) to streams of their own.

    They are drawn from the stream after them. The word `hidden` (uint64) masks the
    draws, so that who sees a new stream cannot work back to the state of its parent.
    """
    parent = streams[n_branches]
    a, b, c, count = parent.a, parent.b, parent.c, parent.count
    for place in range(n_branches):
        branch = streams[np.uint64(place)]
        word, a, b, c, count = _step(a, b, c, count)
        branch.a = word ^ hidden
        word, a, b, c, count = _step(a, b, c, count)
        branch.b = word ^ hidden
        word, a, b, c, count = _step(a, b, c, count)
        branch.c = word ^ hidden
        branch.count = _ONE
    parent.a, parent.b, parent.c, parent.count = a, b, c, count


@kernel
def _step(a, b, c, count):
    """Return the next word of SFC64 and the four words of its state after that."""
    word = a + b + count
    turned = (c << np.uint64(24)) | (c >> np.uint64(40))
    return (
        word,
        b ^ (b >> np.uint64(11)),
        c + (c << np.uint64(3)),
        turned + word,
        count + _ONE,
    )


@kernel
def next_word(stream):
    """Return the next 64 random bits of `stream` as uint64."""
    word, a, b, c, count = _step(stream.a, stream.b, stream.c, stream.count)
    stream.a, stream.b, stream.c, stream.count = a, b, c, count
    return word


@kernel
def below(stream, bound):
    """Return a uniform integer in 0 .. `bound` - 1 as int64, without bias [3]_."""
    bound = np.uint64(bound)
    high, low = multiply_wide(next_word(stream), bound)
    if seldom(low < bound):
        threshold = (_ZERO - bound) % bound
        while low < threshold:
            high, low = multiply_wide(next_word(stream), bound)
    return np.int64(high)


@kernel
def random_bit(stream, bits):
    """Return one of the set bits of `bits` (uint64, not 0), each equally likely."""
    return nth_bit(bits, below(stream, popcount(bits)))


@kernel
def random_subset(stream, bits, size):
    """Return `size` of the set bits of `bits`, every such subset equally likely.

    One word serves all draws; it is drawn again where the division of its range into
    equal parts would leave a bias [4]_. `size` is at most 10.
    """
    return random_subset_of(stream, bits, popcount(bits), size)


@kernel
def random_subset_of(stream, bits, n_bits, size):
    """Return what `random_subset` does, of as many bits as the caller knows there are.

    A number that is known does not wait for the bits, which were the last to be dealt.
    """
    while True:
        word = next_word(stream)
        rest = bits
        parts = _ONE
        for taken in range(size):
            left = np.uint64(n_bits - taken)
            parts *= left
            index, word = multiply_wide(word, left)
            rest ^= nth_bit(rest, index)
        if seldom(word < parts) and word < (_ZERO - parts) % parts:
            continue
        return bits ^ rest


@kernel
def chance(stream, probability):
    """Return whether an event of the given `probability` (float64) happens."""
    return (next_word(stream) >> np.uint64(11)) * _UNIT < probability
