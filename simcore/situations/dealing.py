"""Dealing with part of the cards known: exact, no deal is thrown away for its cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Cards = NDArray[np.uint64]


@dataclass(frozen=True)
class Dealt:
    """Deals, one a row.

    Parameters
    ----------
    hands : uint64[n, n_seats]
        The hand of each seat.
    rest : uint64[n, n_rest]
        The cards that are in no hand, one a column, in the order in which they lie.
    """

    hands: Cards
    rest: Cards


@dataclass(frozen=True, kw_only=True)
class KnownCards:
    """What is known of where the cards of a pack lie; all cards are masks.

    Parameters
    ----------
    pack : int
        All cards.
    hands : tuple of int
        The known cards of each seat's hand.
    sizes : tuple of int
        How many cards each hand has.
    apart : int
        Cards that lie apart, as one that was turned up.
    first : tuple of int
        The cards on top of the rest, in their order.
    without : int
        Cards that are in no hand: they lie somewhere in the rest.
    last : int
        The last card of the rest is one of these, each before the deal as likely as
        the others; 0 where it may be any.
    """

    pack: int
    hands: tuple[int, ...]
    sizes: tuple[int, ...]
    apart: int = 0
    first: tuple[int, ...] = ()
    without: int = 0
    last: int = 0

    @property
    def n_open(self) -> int:
        """How many cards the hands are short of."""
        known = sum(hand.bit_count() for hand in self.hands)
        return sum(self.sizes) - known

    @property
    def free(self) -> int:
        """The cards that may lie in any hand, and in the rest."""
        placed = self.apart | self.without | sum(self.hands) | sum(self.first)
        return self.pack & ~(placed | self._one_last)

    @property
    def n_rest(self) -> int:
        """How many cards are in no hand."""
        placed = self.apart.bit_count() + sum(self.sizes)
        return self.pack.bit_count() - placed

    @property
    def _one_last(self) -> int:
        """The last card of the rest, where it is known."""
        return self.last if self.last.bit_count() == 1 else 0

    def deal(self, rng: np.random.Generator, number: int) -> Dealt:
        """Return `number` deals, each that is possible as likely as any other.

        There must be as many cards as the hands are short of.
        """
        free, below = _bits(self.free), _bits(self.without | self._one_last)
        cards = np.empty((number, len(free) + len(below)), np.uint64)
        cards[:, : len(free)] = free
        cards[:, len(free) :] = below
        rng.permuted(cards[:, : len(free)], axis=1, out=cards[:, : len(free)])
        end = cards.shape[1]
        if self.last:
            self._put_last(cards, len(free), self._draw_last(rng, number))
            end -= 1
        n_open = self.n_open
        if len(below):
            rng.permuted(cards[:, n_open:end], axis=1, out=cards[:, n_open:end])
        hands = np.empty((number, len(self.sizes)), np.uint64)
        start = 0
        for seat, known in enumerate(self.hands):
            stop = start + self.sizes[seat] - known.bit_count()
            drawn = np.bitwise_or.reduce(cards[:, start:stop], axis=1)
            hands[:, seat] = drawn | np.uint64(known)
            start = stop
        top = np.broadcast_to(
            np.array(self.first, np.uint64), (number, len(self.first))
        )
        return Dealt(hands, np.concatenate([top, cards[:, n_open:]], axis=1))

    def _draw_last(self, rng: np.random.Generator, number: int) -> Cards:
        """Return the last card of each deal.

        A card that may also be dealt into a hand is the less likely one: with it below,
        the hands are filled from one card less. Of N free cards, k of them dealt, there
        are C(N - 1, k) ways to fill them against C(N, k), which is (N - k) / N.
        """
        n_free = self.free.bit_count()
        weight = (n_free - self.n_open) / n_free if n_free else 0.0
        own = self.without | self._one_last
        candidates = [card for card in _each(self.last) if card & (own | self.free)]
        weights = np.array([1.0 if card & own else weight for card in candidates])
        which = rng.choice(len(candidates), number, p=weights / weights.sum())
        return np.array(candidates, np.uint64)[which]

    @staticmethod
    def _put_last(cards: Cards, n_free: int, last: Cards) -> None:
        """Move the card `last` of each row of `cards` to its end (in and out).

        Another card of the same part of the row takes its place, and one from the end
        the place of that: the free cards stay in random order, and those before.
        """
        rows = np.arange(len(cards))
        place = np.argmax(cards == last[:, None], axis=1)
        hole = np.where(place < n_free, n_free - 1, place)
        cards[rows, place] = cards[rows, hole]
        cards[rows, hole] = cards[:, -1]
        cards[:, -1] = last


def _each(cards: int) -> Iterator[int]:
    """Yield each card of a mask."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


def _bits(cards: int) -> Cards:
    """Return the cards of a mask, one an element."""
    return np.array(list(_each(cards)), np.uint64)
