"""Conditions on dealt hands, as `seat0.trumps>=3`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UsageError, did_you_mean
from simcore.situations.dealing import Cards

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "==": operator.eq,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}

_FORM = re.compile(
    r"\s*seat(?P<seat>\d+)\.(?P<feature>\w+)\s*"
    rf"(?P<sign>{'|'.join(_COMPARISONS)})\s*(?P<number>-?\d+(?:\.\d+)?)\s*"
)


@dataclass(frozen=True)
class Feature:
    """A number that every hand has.

    Parameters
    ----------
    summary : str
        What it is, in a few words.
    of : callable
        ``(hands uint64[n]) -> number[n]``.
    """

    summary: str
    of: Callable[[Cards], NDArray[Any]]


@dataclass(frozen=True)
class Condition:
    """A comparison that the hand of a seat must pass.

    Parameters
    ----------
    text : str
        As it was written.
    seat : int
    feature : Feature
    compare : callable
        ``(numbers, number) -> bool[n]``.
    number : float
    """

    text: str
    seat: int
    feature: Feature
    compare: Callable[[Any, Any], Any]
    number: float

    def holds(self, hands: Cards) -> NDArray[np.bool_]:
        """Return for each row of `hands` (uint64[n, n_seats]) whether it passes."""
        values = self.feature.of(hands[:, self.seat])
        return np.asarray(self.compare(values, self.number), dtype=np.bool_)


def counting(cards: int) -> Callable[[Cards], NDArray[Any]]:
    """Return a function that counts which of `cards` (a mask) a hand has."""
    return lambda hands: np.bitwise_count(hands & np.uint64(cards))


def longest(suits: Sequence[int]) -> Callable[[Cards], NDArray[Any]]:
    """Return a function that counts the cards of the longest of `suits` (masks)."""

    def count(hands: Cards) -> NDArray[Any]:
        counts = [np.bitwise_count(hands & np.uint64(suit)) for suit in suits]
        return np.asarray(np.max(counts, axis=0))

    return count


def weighing(worths: Mapping[int, float]) -> Callable[[Cards], NDArray[Any]]:
    """Return a function that adds up what the cards of a hand are worth.

    Parameters
    ----------
    worths : Mapping[int, float]
        The worth of each card of a mask, by that mask.
    """

    def weigh(hands: Cards) -> NDArray[Any]:
        total = np.zeros(len(hands))
        for cards, worth in worths.items():
            total += worth * np.bitwise_count(hands & np.uint64(cards))
        return total

    return weigh


def parse_condition(
    text: str, players: int, features: Mapping[str, Feature]
) -> Condition:
    """Return the condition written as `text`.

    Raises
    ------
    UsageError
        If it is not of the form, or there is no such seat or feature.
    """
    match = _FORM.fullmatch(text)
    if match is None:
        raise UsageError(
            f"the condition {text!r} is not of the form seatN.feature>=number"
        )
    seat, name = int(match["seat"]), match["feature"]
    if seat >= players:
        raise UsageError(
            f"the condition {text!r} is about seat {seat} but the seats are 0 to"
            f" {players - 1}"
        )
    if name not in features:
        raise UsageError(
            f"there is no feature {name!r} of a hand{did_you_mean(name, features)}"
        )
    compare = _COMPARISONS[match["sign"]]
    return Condition(text, seat, features[name], compare, float(match["number"]))
