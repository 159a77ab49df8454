"""Small questions that a strategy of Kratzen asks about its cards.

All functions are kernels, to be called in the decisions of a strategy. Cards are masks
as they lie in a view: trumps in the top lane, the Weli between King and Sow of trumps.

The worth of a card is a rule of thumb: Sow of trumps 1.0, Weli 0.95, trump King 0.85,
Ober 0.65, Unter 0.55, Ten 0.45, other trumps 0.35; plain Sow 0.55, plain King 0.25, any
other card 0.05. The strength of a hand is the sum. Worths are whole twentieths, so sums
are exact, and a hand of strength 1.4 reaches a threshold of 1.4.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from simcore.games.kratzen.pack import WELI
from simcore.jit import kernel, popcount
from simcore.tricks import TRUMPS, above, highest, lane_of, lowest

_SUIT = 0b1_0111_1111  # 7 8 9 T U O K, the gap that only the Weli fills, A
_EVERY_LANE = 0x0001_0001_0001_0001
_PLAIN_LANES = (0, 16, 32)
_TRUMP_LANE = 48

ALL_TURNED = np.uint64(_SUIT * _EVERY_LANE) | WELI
"""All 33 cards as they lie in a view."""

PLAIN_SOWS = np.uint64(sum(1 << lane + 8 for lane in _PLAIN_LANES))
PLAIN_KINGS = np.uint64(sum(1 << lane + 6 for lane in _PLAIN_LANES))
_PLAIN_SMALL = ~(PLAIN_SOWS | PLAIN_KINGS | TRUMPS)
_SMALL_TRUMPS = np.uint64(0x000F << _TRUMP_LANE)

_ZERO = np.uint64(0)
_LANE = np.uint64(0xFFFF)
_REPEAT = np.uint64(_EVERY_LANE)

_TRUMP_WORTHS = (7, 7, 7, 9, 11, 13, 17, 19, 20)  # 7 8 9 T U O K Weli A
_PLAIN_WORTHS = (1, 1, 1, 1, 1, 1, 5, 0, 11)
_WELI_RANK = 7
_UNIT = 20.0
_ROUNDING = 1e-9


def _worths(*, may_stay: bool, may_change: bool) -> dict[int, int]:
    """Return what the card at each position is worth, summed over possible trumps.

    Parameters
    ----------
    may_stay : bool
        Whether the suit that is trumps now is among them.
    may_change : bool
        Whether the three other suits are.
    """
    worths = {}
    for rank, (trump, plain) in enumerate(
        zip(_TRUMP_WORTHS, _PLAIN_WORTHS, strict=True)
    ):
        if rank == _WELI_RANK:
            worths[_TRUMP_LANE + rank] = trump * (may_stay + 3 * may_change)
            continue
        worths[_TRUMP_LANE + rank] = trump * may_stay + 3 * plain * may_change
        for lane in _PLAIN_LANES:
            worths[lane + rank] = plain * may_stay + (trump + 2 * plain) * may_change
    return worths


def _bit_planes(worths: dict[int, int]) -> tuple[np.uint64, ...]:
    """Return as mask b the positions whose worth has bit b.

    A hand is then weighed by one popcount a plane, without a loop over its cards.
    """
    n_planes = max(worths.values()).bit_length()
    return tuple(
        np.uint64(sum(1 << place for place, worth in worths.items() if worth >> b & 1))
        for b in range(n_planes)
    )


def _weigher(planes: Iterable[np.uint64]) -> Any:
    """Return a kernel that sums the worths of which `planes` hold the bits."""
    first, *others = planes
    if not others:

        @kernel
        def last(cards):
            return popcount(cards & first)

        return last
    rest = _weigher(others)

    @kernel
    def weigh(cards):
        return popcount(cards & first) + 2 * rest(cards)

    return weigh


_weigh = _weigher(_bit_planes(_worths(may_stay=True, may_change=False)))
_weigh_andere = _weigher(_bit_planes(_worths(may_stay=False, may_change=True)))
_weigh_naechste = _weigher(_bit_planes(_worths(may_stay=True, may_change=True)))


@kernel
def strength(cards):
    """Return the strength of `cards` with the trumps as they are, float64."""
    return _weigh(cards) / _UNIT


@kernel
def strength_if_andere(cards):
    """Return the mean strength of `cards` over the three suits `andere` can bring."""
    return _weigh_andere(cards) / (3 * _UNIT)


@kernel
def strength_if_naechste(cards):
    """Return the mean strength of `cards` over the four suits `naechste` can bring."""
    return _weigh_naechste(cards) / (4 * _UNIT)


@kernel
def reaches(value, threshold):
    """Return whether `value` is at least `threshold`, whatever rounding did to them.

    Thresholds are often sums, and 1.3 + 0.1 is a little more than 1.4.
    """
    return value >= threshold - _ROUNDING


@kernel
def lowest_rank(cards):
    """Return the lowest in rank of `cards`, whatever its suit; 0 for none."""
    return lowest(cards & (lowest(_ranks(cards)) * _REPEAT))


@kernel
def highest_rank(cards):
    """Return the highest in rank of `cards`, whatever its suit; 0 for none."""
    return lowest(cards & (highest(_ranks(cards)) * _REPEAT))


@kernel
def _ranks(cards):
    """Return the ranks that occur in `cards`, as the bits of one lane."""
    half = cards | cards >> np.uint64(32)
    return (half | half >> np.uint64(16)) & _LANE


@kernel
def weakest(cards):
    """Return the card of least worth among `cards`, the lowest in rank of several.

    A plain Sow counts as weaker than the Unter of trumps. The answer is one bit, or 0
    where `cards` is 0.
    """
    # From strong to weak, so that the weakest group that holds a card is kept last;
    # these are selects, which cost less than branches that nobody can foresee.
    group = cards & TRUMPS
    found = cards & PLAIN_SOWS
    group = found if found else group
    found = cards & _SMALL_TRUMPS
    group = found if found else group
    found = cards & PLAIN_KINGS
    group = found if found else group
    found = cards & _PLAIN_SMALL
    group = found if found else group
    return lowest_rank(group)


@kernel
def strongest(cards):
    """Return the highest trump among `cards`, or else the highest in rank."""
    trumps = cards & TRUMPS
    return highest(trumps) if trumps else highest_rank(cards)


@kernel
def weakest_of(cards, count):
    """Return the `count` (int) weakest of `cards`, all where there are no more."""
    rest = cards
    for _ in range(count):
        rest ^= weakest(rest)
    return cards ^ rest


@kernel
def best_of(cards, count):
    """Return the `count` (int) cards of most worth among `cards`, all if no more."""
    return cards ^ weakest_of(cards, popcount(cards) - count)


def _classes() -> tuple[tuple[float, np.uint64], ...]:
    """Return each worth that cards have, with the mask of those cards."""
    worths = _worths(may_stay=True, may_change=False)
    return tuple(
        (worth / _UNIT, np.uint64(sum(1 << at for at in worths if worths[at] == worth)))
        for worth in sorted(set(worths.values()))
    )


_CLASSES = _classes()


@kernel
def worth_less(cards, bound):
    """Return those of `cards` that are each worth less than `bound` (float)."""
    found = _ZERO
    for worth, mask in _CLASSES:
        found |= cards & mask if worth < bound - _ROUNDING else _ZERO
    return found


@kernel
def winning(cards, view):
    """Return those of `cards` that would win the trick as it stands, all on lead."""
    contest = lane_of(view.led) | TRUMPS
    return cards & contest & above(view.best) if view.led else cards


@kernel
def cheapest_winning(cards, view):
    """Return the card of least worth that would win the trick as it stands, or 0."""
    return weakest(winning(cards, view))


@kernel
def outstanding(view):
    """Return the cards that the seat has neither held nor seen played.

    Others hold them, or the stock, or they were put away or turned for the contract.
    """
    gone = view.hand | view.out
    for seat in range(view.n_seats):
        gone |= view.played[seat]
    return ALL_TURNED & ~gone


@kernel
def sure_trumps(view):
    """Return the trumps in hand above every trump that others may hold."""
    others = outstanding(view) & TRUMPS
    trumps = view.hand & TRUMPS
    return trumps & above(highest(others)) if others else trumps
