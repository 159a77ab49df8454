"""Alternatives on the same deals: what each brings, and how they differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.stats import Estimate, independent_mean, independent_share

_ROUNDING = 1e-12
"""Squares smaller than this part of what they are the difference of are rounding."""


@dataclass(frozen=True)
class Observed:
    """What came of deals, one an element.

    Parameters
    ----------
    values : float64[n]
        What the deal is worth to the seat that asks.
    groups : int64[n]
        A number by which deals are told apart, as how many go along.
    events : bool[n, n_events]
        What happened in it.
    amounts : float64[n, n_amounts], optional
        What else is averaged.
    """

    values: NDArray[np.float64]
    groups: NDArray[np.int64]
    events: NDArray[np.bool_]
    amounts: NDArray[np.float64] | None = None

    def __getitem__(self, which: slice | NDArray[np.bool_]) -> Observed:
        """Return some of the deals."""
        return Observed(
            self.values[which],
            self.groups[which],
            self.events[which],
            None if self.amounts is None else self.amounts[which],
        )


class Comparison:
    """Sums over deals in which the same alternatives were played on the same cards.

    Each deal is dealt anew and independent of the others, so deals are the units of
    all errors.

    Parameters
    ----------
    n_alternatives, n_groups, n_events, n_amounts : int

    Attributes
    ----------
    n : int
        How many deals were added.
    size : int
        How many alternatives there are.
    """

    def __init__(
        self, n_alternatives: int, n_groups: int, n_events: int, n_amounts: int = 0
    ) -> None:
        self.n = 0
        self.size = n_alternatives
        self._totals = np.zeros(n_alternatives)
        self._products = np.zeros((n_alternatives, n_alternatives))
        self._sizes = np.zeros((n_alternatives, n_groups), np.int64)
        self._group_totals = np.zeros((n_alternatives, n_groups))
        self._group_squares = np.zeros((n_alternatives, n_groups))
        self._events = np.zeros((n_alternatives, n_groups, n_events), np.int64)
        self._amounts = np.zeros((n_alternatives, n_amounts, 2))

    def add(self, observed: list[Observed]) -> None:
        """Add the same deals, as they went with each alternative."""
        values = np.array([one.values for one in observed])
        self.n += values.shape[1]
        self._totals += values.sum(axis=1)
        # Not a product of matrices: those may depend on how many threads there are.
        self._products += np.einsum("in,jn->ij", values, values)
        n_groups = self._sizes.shape[1]
        for number, one in enumerate(observed):
            self._sizes[number] += np.bincount(one.groups, minlength=n_groups)
            for sums, weights in (
                (self._group_totals, one.values),
                (self._group_squares, one.values**2),
            ):
                sums[number] += np.bincount(one.groups, weights, n_groups)
            for event in range(one.events.shape[1]):
                found = one.groups[one.events[:, event]]
                self._events[number, :, event] += np.bincount(found, minlength=n_groups)
            if one.amounts is not None:
                self._amounts[number, :, 0] += one.amounts.sum(axis=0)
                self._amounts[number, :, 1] += (one.amounts**2).sum(axis=0)

    def mean(
        self, alternative: int, group: int | None = None, level: float = 0.95
    ) -> Estimate:
        """Return the mean value of an alternative, in the deals of a group or all."""
        if group is None:
            squares = self._products[alternative, alternative]
            total = self._totals[alternative]
            return independent_mean(self.n, float(total), float(squares), level=level)
        n = int(self._sizes[alternative, group])
        total = float(self._group_totals[alternative, group])
        squares = float(self._group_squares[alternative, group])
        return independent_mean(n, total, squares, level=level)

    def amount(self, alternative: int, place: int, level: float = 0.95) -> Estimate:
        """Return the mean of one of the amounts with an alternative."""
        total, squares = self._amounts[alternative, place].tolist()
        return independent_mean(self.n, total, squares, level=level)

    def order(self) -> list[int]:
        """Return the alternatives, the one that brings most first."""
        return sorted(range(self.size), key=lambda number: -self._totals[number])

    def difference(self, one: int, other: int, level: float = 0.95) -> Estimate:
        """Return how much more `one` brings than `other`, deal by deal."""
        products = self._products
        both = float(products[one, one] + products[other, other])
        squares = both - 2 * float(products[one, other])
        if squares <= _ROUNDING * both:
            squares = 0.0
        total = float(self._totals[one] - self._totals[other])
        return independent_mean(self.n, total, squares, level=level)

    def share(
        self,
        alternative: int,
        event: int,
        group: int | None = None,
        level: float = 0.95,
    ) -> Estimate:
        """Return how often something happens, in the deals of a group or all."""
        which = slice(None) if group is None else group
        n = int(self._sizes[alternative, which].sum())
        found = int(self._events[alternative, which, event].sum())
        return independent_share(found, n, level=level)

    def share_of_group(
        self, alternative: int, group: int, level: float = 0.95
    ) -> Estimate:
        """Return which part of the deals is of a group."""
        found = int(self._sizes[alternative, group])
        return independent_share(found, self.n, level=level)
