"""Cameras: strategies that play like others and write down what they are shown.

They reach into memory by an address that they get as a parameter, which no honest
strategy could have. An address is below 2^53, so a float64 holds it exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from simcore.strategy import Parameter, Strategy, decision

WORD = 8
ONE = np.uint64(1)

_HEAD = 2
"""Words before the view in a row of a log: the place of the decision, and the answer.

Row 0 holds how many rows are used.
"""

Seen = tuple[str, int, Any]
"""A decision by its name, the answer, and the view it was made from."""


@intrinsic
def address_of(typingctx, record):
    """Return where a record lies, as int64."""

    def emit(context, builder, signature, arguments):
        return builder.ptrtoint(arguments[0], ir.IntType(64))

    return types.int64(record), emit


@intrinsic
def pointer_to(typingctx, address):
    """Return the int64 `address` as a pointer."""

    def emit(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), emit


@decision
def words_at(address, n_words):
    """Return the memory at an address (int64) as uint64[n_words]."""
    return carray(pointer_to(address), (n_words,), np.uint64)


def new_log(n_questions: int, view: np.dtype) -> NDArray[np.uint64]:
    """Return a log with room for so many questions of a game with these views."""
    return np.zeros((n_questions + 1, _HEAD + view.itemsize // WORD), np.uint64)


def _watched(inner, slot, place, n_words):
    """Return a decision that answers like `inner` and writes down what it saw."""
    width = _HEAD + n_words

    @decision
    def camera(view, parameters, rng):
        answer = np.uint64(inner(view, parameters, rng))
        address = np.int64(parameters[place])
        used = words_at(address, 1)
        used[0] += ONE
        row = words_at(address + np.int64(used[0]) * width * WORD, width)
        row[0] = np.uint64(slot)
        row[1] = answer
        seen = words_at(address_of(view), n_words)
        for word in range(n_words):
            row[_HEAD + word] = seen[word]
        return answer

    return camera


def with_camera(strategy: Strategy, decisions: Sequence[str], view: np.dtype):
    """Return a strategy that plays like another; its last parameter is a log.

    Parameters
    ----------
    strategy : Strategy
    decisions : sequence of str
        Those of the game, in their order.
    view : dtype
        What its views are.
    """
    place, n_words = len(strategy.parameters), view.itemsize // WORD
    return Strategy(
        name=f"watched-{strategy.name}",
        game=strategy.game,
        summary="writes down what it is shown",
        decisions={
            name: _watched(strategy.decisions[name], slot, place, n_words)
            for slot, name in enumerate(decisions)
        },
        parameters={**strategy.parameters, "log": Parameter(0, "address of a log")},
    )


def read_log(
    log: NDArray[np.uint64], decisions: Sequence[str], view: np.dtype
) -> list[Seen]:
    """Return what is written in a log, question by question."""
    rows = log[1 : int(log[0, 0]) + 1].copy()
    return [
        (decisions[int(row[0])], int(row[1]), row[_HEAD:].view(view)[0]) for row in rows
    ]


def count_faults(
    expected: list[Seen], found: list[Seen], faults: Counter[Any], view: np.dtype
) -> None:
    """Count the differences between what was shown and answered then and now."""
    for (name, answer, then), now in zip(expected, found, strict=False):
        for field in view.names:
            if np.any(then[field] != now[2][field]):
                faults[name, field] += 1
        if (name, answer) != now[:2]:
            faults[name, "answer"] += 1
    if len(found) < len(expected):
        faults["not asked"] += 1


def swapped(cards: int, swap: dict[int, int]) -> int:
    """Return a mask of cards with the hidden ones swapped."""
    bits = (1 << bit for bit in range(64) if cards >> bit & 1)
    return sum(swap.get(bit, bit) for bit in bits)
