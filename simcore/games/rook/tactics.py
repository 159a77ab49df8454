"""Small questions that a strategy of Rook asks about its cards.

All functions are kernels, to be called in the decisions of a strategy. Before trumps
are declared cards are as dealt; afterwards they are as they lie in a view, where a
higher bit of a lane wins (`simcore.games.rook.pack`).
"""

from __future__ import annotations

import numpy as np

from simcore.games.rook.pack import HIGH, ROOK_DEALT
from simcore.jit import kernel, popcount
from simcore.tricks import LANE, above, lane_of, lowest

_EVERY_LANE = 0x0001_0001_0001_0001
_REPEAT = np.uint64(_EVERY_LANE)
_SUITS = np.uint64(0x3FFE * _EVERY_LANE)
_BELOW = tuple(
    (np.uint64(step), np.uint64((0xFFFF >> step) * _EVERY_LANE))
    for step in (1, 2, 4, 8)
)
_ZERO = np.uint64(0)


@kernel
def points_of(cards, view):
    """Return the points of `cards` as they lie in the view."""
    points = 15 * popcount(cards & view.aces) + 10 * popcount(cards & view.tens)
    return points + 5 * popcount(cards & view.fives) + (20 if cards & view.rook else 0)


@kernel
def has_suit(view):
    """Return whether a suit is trumps, and not the Rook alone."""
    return view.trump < HIGH


@kernel
def outstanding(view):
    """Return the cards that the seat has neither held nor seen played.

    Others hold them, or the declarer has put them away.
    """
    gone = view.hand | view.out
    for seat in range(view.n_seats):
        gone |= view.played[seat]
    return (_SUITS | view.rook) & ~gone


@kernel
def _fill_down(cards):
    """Return `cards` with everything below them in their lanes."""
    for step, room in _BELOW:
        cards |= (cards >> step) & room
    return cards


@kernel
def masters(cards, others):
    """Return those of `cards` above all of `others` in their lanes; trumps apart."""
    return cards & ~_fill_down(others)


@kernel
def winning(cards, view):
    """Return those of `cards` that would win the trick as it stands, all on lead."""
    contest = (lane_of(view.led) & ~view.rook) | view.trumps
    return cards & contest & above(view.best) if view.led else cards


@kernel
def lowest_rank(cards):
    """Return the lowest in rank of `cards`, whatever its suit; 0 for none."""
    return lowest(cards & (lowest(_ranks(cards)) * _REPEAT))


@kernel
def _ranks(cards):
    """Return the ranks that occur in `cards`, as the bits of one lane."""
    half = cards | cards >> np.uint64(32)
    return (half | half >> np.uint64(16)) & LANE


@kernel
def least(cards, view):
    """Return the card that is missed least among `cards`, 0 for none.

    Points are kept before trumps, and trumps before small cards; then the lowest rank.
    """
    # From wide to narrow, so that the last group that holds a card is the best of them.
    group = cards
    found = cards & ~(view.aces | view.rook)
    group = found if found else group
    found &= ~view.tens
    group = found if found else group
    found &= ~view.trumps
    group = found if found else group
    found &= ~view.fives
    group = found if found else group
    return lowest_rank(group)


@kernel
def dearest(cards, view):
    """Return the card to give to a friend's trick: points that would not win alone.

    The Rook as a low trump, then a King or Ten, an Ace, a Five; else the least card.
    """
    group = cards & view.fives
    found = cards & view.aces
    group = found if found else group
    found = cards & view.tens
    group = found if found else group
    found = cards & view.rook if has_suit(view) else _ZERO
    group = found if found else group
    return lowest_rank(group) if group else least(cards, view)


@kernel
def suit_value(cards, suit, length):
    """Return about how many points a hand takes with `suit` (0 to 3) as trumps.

    Parameters
    ----------
    cards : uint64
        As dealt, ten or thirteen.
    length : float64
        Points for each trump.
    """
    trumps = cards & (LANE << np.uint64(16 * suit))
    trumps &= ~ROOK_DEALT
    plain = cards & ~trumps & ~ROOK_DEALT
    rook = 1 if cards & ROOK_DEALT else 0
    value = _SUIT_START + length * (popcount(trumps) + rook)
    for place, weight in _TRUMP_HONOURS:
        value += weight * popcount(trumps & place)
    for place, weight in _PLAIN_HONOURS:
        value += weight * popcount(plain & place)
    return value


@kernel
def high_value(cards):
    """Return about how many points a hand, as dealt, takes in a high game."""
    value = _HIGH_START
    for place, weight in _HIGH_HONOURS:
        value += weight * popcount(cards & place)
    return value + (_HIGH_ROOK if cards & ROOK_DEALT else 0.0)


@kernel
def low_value(cards, ace_is_low):
    """Return about how many points a hand, as dealt, takes in a low game."""
    value = _LOW_START
    for place, weight in _LOW_HONOURS:
        value += weight * popcount(cards & place)
    if ace_is_low:
        value += _LOW_ACE * popcount(cards & _ACES)
    return value + (_LOW_ROOK if cards & ROOK_DEALT else 0.0)


def _rank(place: int) -> np.uint64:
    """Return the cards of a rank in all suits as dealt: 1 is the 2, 13 the Ace."""
    return np.uint64((1 << place) * _EVERY_LANE)


# Fitted to the points that declarer and partner took in deals of `heuristic`.
_SUIT_START = 42.0
_TRUMP_HONOURS = ((_rank(13), 10.0), (_rank(12), 10.0), (_rank(11), 7.0))
_PLAIN_HONOURS = ((_rank(13), 12.0), (_rank(12), 2.5))
_HIGH_START = 67.0
_HIGH_HONOURS = ((_rank(13), 14.5), (_rank(12), 7.5), (_rank(11), 4.0))
_HIGH_ROOK = 8.0
_LOW_START = 95.0
_LOW_HONOURS = ((_rank(1), 10.0), (_rank(2), 9.5), (_rank(3), 5.5), (_rank(4), 2.0))
_LOW_ROOK = 2.0
_LOW_ACE = 12.0
_ACES = _rank(13)
