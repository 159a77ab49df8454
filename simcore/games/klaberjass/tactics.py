"""Small questions that a strategy of Klaberjass asks about its cards.

All functions are kernels, to be called in the decisions of a strategy. Before a suit is
taken cards lie as dealt; afterwards trumps lie in the top lane and a higher bit of any
lane counts at least as many points (see `simcore.games.klaberjass.view`).
"""

from __future__ import annotations

import numpy as np

from simcore.games.klaberjass.melds import RUN_POINTS
from simcore.games.klaberjass.pack import ALL_CARDS, DIX, N_RANKS, SUITS
from simcore.games.klaberjass.ranks import turn_back
from simcore.jit import kernel, popcount
from simcore.tricks import TRUMPS, above, highest, lane_of, lowest, suit_of
from simcore.view import NOBODY

_LANE_BITS = 16
_EVERY_LANE = 0x0001_0001_0001_0001
_LANE = np.uint64((1 << N_RANKS) - 1)
_REPEAT = np.uint64(_EVERY_LANE)
_ZERO = np.uint64(0)
_SEVEN = np.uint64(1)
_TEN = np.uint64(0x40)  # of a plain lane, turned
_ACE = np.uint64(0x80)
_BELA_DEALT = 0b0110_0000

_ORDER = "789TJQKA"
_TRUMP_WORTH = {"J": 45, "9": 30, "A": 20, "T": 20, "K": 18, "Q": 18, "8": 10, "7": 10}
_PLAIN_WORTH = {"A": 14, "T": 10, "K": 1}


def _by_lane(worth: dict[str, int]) -> list[int]:
    """Return the worth of every set of cards of one lane, as dealt."""
    return [
        sum(worth.get(rank, 0) for i, rank in enumerate(_ORDER) if lane >> i & 1)
        for lane in range(1 << N_RANKS)
    ]


def _run_points(lane: int) -> int:
    """Return what the sequences of one lane score, as dealt."""
    lengths = [len(run) for run in f"{lane:b}".split("0")]
    return sum(int(RUN_POINTS[length]) for length in lengths)


# Fitted to 6000 deals of the strategy `heuristic` in which elder took whatever he held:
# the sum of these numbers less 47 is about by how much his sum exceeded the other's.
_WORTHS = np.array([_by_lane(_PLAIN_WORTH), _by_lane(_TRUMP_WORTH)], np.int64)
_RUNS = np.array([_run_points(lane) for lane in range(1 << N_RANKS)], np.int64)


@kernel
def lane_cards(cards, suit):
    """Return those of `cards` (as dealt) of a suit, 0 to 3, as the bits of one lane."""
    return cards >> np.uint64(_LANE_BITS * suit) & _LANE


@kernel
def worth(hand, trump):
    """Return the worth of a hand as dealt with `trump` (suit 0 to 3) as trumps."""
    value = 0
    for suit in range(SUITS):
        is_trump = 1 if suit == trump else 0
        value += _WORTHS[is_trump, np.int64(lane_cards(hand, suit))]
    return value


@kernel
def meld_points(hand):
    """Return what the sequences of a hand, as dealt, would score."""
    points = 0
    for suit in range(SUITS):
        points += _RUNS[np.int64(lane_cards(hand, suit))]
    return points


@kernel
def holds_bela(hand, trump):
    """Return whether a hand, as dealt, has King and Queen of `trump`."""
    return lane_cards(hand, trump) & np.uint64(_BELA_DEALT) == _BELA_DEALT


@kernel
def with_dix(hand, turnup):
    """Return a hand, as dealt, with the turned-up card for the 7 of its suit.

    It is unchanged where it does not hold the 7.
    """
    seven = _SEVEN << np.uint64(_LANE_BITS * suit_of(turnup))
    return hand ^ seven ^ turnup if hand & seven else hand


@kernel
def dix_gain(view):
    """Return what sequences and bela gain by the exchange of the dix, maybe < 0."""
    hand = turn_back(view.hand, view.trump)
    turnup = turn_back(view.turnup, view.trump)
    after = with_dix(hand, turnup)
    gain = meld_points(after) - meld_points(hand)
    if holds_bela(after, view.trump) and not holds_bela(hand, view.trump):
        gain += 20
    return gain


@kernel
def hidden(view):
    """Return the cards, turned, that the opponent may hold as far as the seat knows."""
    gone = view.hand | view.second
    for seat in range(view.n_seats):
        gone |= view.played[seat]
    # After an exchange the 7 of trumps lies open where the turned-up card lay.
    gone |= view.turnup if view.dix == NOBODY else DIX
    return ALL_CARDS & ~gone


@kernel
def winning(cards, view):
    """Return those of `cards` that win the trick as it stands, all on lead."""
    contest = lane_of(view.led) | TRUMPS
    return cards & contest & above(view.best) if view.led else cards


@kernel
def sure(cards, others):
    """Return those of `cards` above all cards of their lane among `others`."""
    found = _ZERO
    for suit in range(SUITS):
        lane = _LANE << np.uint64(_LANE_BITS * suit)
        rest = others & lane
        found |= cards & lane & above(highest(rest)) if rest else cards & lane
    return found


@kernel
def baring_tens(hand, others):
    """Return the plain cards that are the only guard of a Ten whose Ace is out.

    Parameters
    ----------
    hand, others : uint64
        Turned cards of the seat, and those that the opponent may hold.
    """
    found = _ZERO
    for lane in range(SUITS - 1):
        shift = np.uint64(_LANE_BITS * lane)
        own = hand >> shift & _LANE
        if own & _TEN and popcount(own) == 2 and others >> shift & _ACE:
            found |= (own ^ _TEN) << shift
    return found


@kernel
def lowest_of_shortest(cards, hand):
    """Return the lowest in rank of `cards`, of several the one with fewest in `hand`.

    Parameters
    ----------
    cards : uint64
        Some of the cards of `hand`; 0 gives 0.
    hand : uint64
    """
    rest = cards & (lowest(_ranks(cards)) * _REPEAT)
    found = _ZERO
    fewest = N_RANKS + 1
    while rest:
        card = lowest(rest)
        rest ^= card
        length = popcount(hand & lane_of(card))
        found = card if length < fewest else found
        fewest = min(length, fewest)
    return found


@kernel
def lowest_rank(cards):
    """Return the lowest in rank of `cards`, whatever its lane; 0 for none."""
    return lowest(cards & (lowest(_ranks(cards)) * _REPEAT))


@kernel
def highest_rank(cards):
    """Return the highest in rank of `cards` (not 0), whatever its lane."""
    return lowest(cards & (highest(_ranks(cards)) * _REPEAT))


@kernel
def _ranks(cards):
    """Return the ranks that occur in `cards`, as the bits of one lane."""
    half = cards | cards >> np.uint64(32)
    return (half | half >> np.uint64(16)) & _LANE
