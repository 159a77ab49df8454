"""The five questions of Kratzen, put to the strategy of a seat and checked."""

from __future__ import annotations

import numpy as np

from simcore.games.kratzen.table import object_to
from simcore.games.kratzen.view import DECISIONS
from simcore.jit import kernel, popcount
from simcore.loading import built_in_functions
from simcore.strategy import asker
from simcore.tricks import is_one_of, lowest

CALL, JOIN, EXCHANGE, DISCARD, PLAY = range(len(DECISIONS))

_ask_call, _ask_join, _ask_exchange, _ask_discard, _ask_play = (
    asker(slot, len(DECISIONS), built_in_functions("kratzen", name))
    for slot, name in enumerate(DECISIONS)
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def choose_call(table, view, streams, parameters, plugins, seat, legal):
    """Return the call of `seat` among the bits of `legal` (int)."""
    _show(table, view, seat)
    view.legal = np.uint64(legal)
    answer = _ask_call(table.strategy[seat], seat, view, parameters, streams, plugins)
    return _checked_number(table, seat, CALL, answer, legal)


@kernel
def choose_join(table, view, streams, parameters, plugins, seat, legal):
    """Return whether `seat` plays, drops or defers, one of the bits of `legal`."""
    _show(table, view, seat)
    view.legal = np.uint64(legal)
    answer = _ask_join(table.strategy[seat], seat, view, parameters, streams, plugins)
    return _checked_number(table, seat, JOIN, answer, legal)


@kernel
def _checked_number(table, seat, slot, answer, legal):
    """Return an answer that must be one of the bits of `legal`, as int64."""
    if answer > np.uint64(63) or (np.uint64(legal) >> answer) & _ONE == _ZERO:
        object_to(table, seat, slot, answer)
        return 0
    return np.int64(answer)


@kernel
def choose_exchange(table, view, streams, parameters, plugins, seat, limit):
    """Return the cards that `seat` exchanges, at most `limit` of his hand."""
    hand = table.hand[seat]
    _show(table, view, seat)
    view.legal = hand
    view.limit = limit
    answer = _ask_exchange(
        table.strategy[seat], seat, view, parameters, streams, plugins
    )
    if answer & ~hand or popcount(answer) > limit:
        object_to(table, seat, EXCHANGE, answer)
        return _ZERO
    return answer


@kernel
def choose_discard(table, view, streams, parameters, plugins, seat, count):
    """Return the `count` cards of his hand that `seat` discards."""
    hand = table.hand[seat]
    _show(table, view, seat)
    view.legal = hand
    view.limit = count
    answer = _ask_discard(
        table.strategy[seat], seat, view, parameters, streams, plugins
    )
    if answer & ~hand or popcount(answer) != count:
        object_to(table, seat, DISCARD, answer)
        answer = _ZERO
        for _ in range(count):
            answer |= lowest(hand ^ answer)
    return answer


@kernel
def choose_card(table, view, streams, parameters, plugins, seat, hand, legal):
    """Return the card of `legal` that `seat` plays."""
    view.seat = seat
    view.hand = hand
    view.out = table.out[seat]
    view.legal = legal
    card = _ask_play(table.strategy[seat], seat, view, parameters, streams, plugins)
    if not is_one_of(card, legal):
        object_to(table, seat, PLAY, card)
        return lowest(legal)
    return card


@kernel
def _show(table, view, seat):
    """Put into the view what belongs to `seat` alone."""
    view.seat = seat
    view.hand = table.hand[seat]
    view.out = table.out[seat]
