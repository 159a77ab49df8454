"""Asking strategies and playing tricks: kernels made for each game from its parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.jit import kernel, popcount, trailing_zeros
from simcore.loading import built_in_functions
from simcore.strategy import asker
from simcore.table import CARD, next_seat, note, object_to, show
from simcore.tricks import is_one_of, lowest

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MOST_ANSWERS = np.uint64(63)


def ask_kernel(game: str, decisions: tuple[str, ...], name: str) -> Any:
    """Return the kernel that puts the decision `name` to the strategy of a seat."""
    functions = built_in_functions(game, name)
    return asker(decisions.index(name), len(decisions), functions)


def number_chooser(game: str, decisions: tuple[str, ...], name: str) -> Any:
    """Return a kernel that asks a seat for a number.

    Its last argument, `legal` (int), has a bit for each number that is legal; the
    lowest of them stands in for an answer against the rules, which is remembered.
    """
    ask = ask_kernel(game, decisions, name)
    slot = decisions.index(name)

    @kernel
    def choose(table, view, streams, parameters, plugins, seat, legal):
        show(table, view, seat)
        view.legal = np.uint64(legal)
        answer = ask(table.strategy[seat], seat, view, parameters, streams, plugins)
        if answer > _MOST_ANSWERS or (np.uint64(legal) >> answer) & _ONE == _ZERO:
            object_to(table, seat, slot, answer)
            return trailing_zeros(np.uint64(legal))
        return np.int64(answer)

    return choose


def cards_chooser(
    game: str, decisions: tuple[str, ...], name: str, *, exactly: bool
) -> Any:
    """Return a kernel that asks a seat for some cards of its hand.

    Its last argument is how many cards, `exactly` or at most. After an answer against
    the rules, which is remembered, the lowest cards are taken, or none.
    """
    ask = ask_kernel(game, decisions, name)
    slot = decisions.index(name)

    @kernel
    def choose(table, view, streams, parameters, plugins, seat, limit):
        hand = table.hand[seat]
        show(table, view, seat)
        view.legal = hand
        view.limit = limit
        answer = ask(table.strategy[seat], seat, view, parameters, streams, plugins)
        count = popcount(answer)
        is_right = count == limit if exactly else count <= limit
        if answer & ~hand or not is_right:
            object_to(table, seat, slot, answer)
            answer = _ZERO
            if exactly:
                for _ in range(limit):
                    answer |= lowest(hand ^ answer)
        return answer

    return choose


def card_chooser(game: str, decisions: tuple[str, ...], name: str) -> Any:
    """Return a kernel that asks a seat for one card, which need not be its own.

    Its last argument is the mask of the cards to choose from; the lowest of them stands
    in for an answer against the rules, which is remembered.
    """
    ask = ask_kernel(game, decisions, name)
    slot = decisions.index(name)

    @kernel
    def choose(table, view, streams, parameters, plugins, seat, legal):
        show(table, view, seat)
        view.legal = legal
        view.limit = 1
        card = ask(table.strategy[seat], seat, view, parameters, streams, plugins)
        if not is_one_of(card, legal):
            object_to(table, seat, slot, card)
            return lowest(legal)
        return card

    return choose


@kernel
def _before_nothing(table, view, trace, seat):
    """Let a card be played without a word."""


@kernel
def _after_nothing(table, view, trace, seat, card):
    """Let a card have been played without a word."""


def trick_player(
    game: str,
    decisions: tuple[str, ...],
    *,
    lane_led: Any,
    legal_cards: Any,
    in_contest: Any,
    as_dealt: Any,
    before_card: Any = None,
    after_card: Any = None,
) -> Any:
    """Return a kernel that plays one trick: the one loop of all games.

    Parameters
    ----------
    game, decisions
        Whose decision ``play`` is asked.
    lane_led : kernel
        ``(table, card)``: the cards of the suit that `card` leads, as a mask.
    legal_cards : kernel
        ``(table, hand, lane, best)``: the cards a follower may play.
    in_contest : kernel
        ``(table, lane)``: the cards that can win; the highest bit of them does.
    as_dealt : kernel
        ``(table, cards)``: cards as they are written in a trace.
    before_card, after_card : kernel, optional
        ``(table, view, trace, seat)`` and ``(table, view, trace, seat, card)``: what
        happens when a card is played, as an announcement.

    Returns
    -------
    kernel
        ``play_trick(table, view, streams, parameters, plugins, trace, leader)``: asks
        every seat of `table.playing` from `leader` on; returns the winner. The cards of
        the trick are left in `view.table`.
    """
    ask = ask_kernel(game, decisions, "play")
    slot = decisions.index("play")
    announce = _before_nothing if before_card is None else before_card
    follow_up = _after_nothing if after_card is None else after_card

    @kernel
    def play_card(table, view, streams, parameters, plugins, trace, seat, hand, legal):
        announce(table, view, trace, seat)
        view.seat = seat
        view.hand = hand
        view.out = table.out[seat]
        view.legal = legal
        card = ask(table.strategy[seat], seat, view, parameters, streams, plugins)
        if not is_one_of(card, legal):
            object_to(table, seat, slot, card)
            card = lowest(legal)
        if trace is not None:
            note(trace, CARD, seat, as_dealt(table, card), as_dealt(table, legal))
        table.hand[seat] = hand ^ card
        view.played[seat] |= card
        follow_up(table, view, trace, seat, card)
        return card

    @kernel
    def play_trick(table, view, streams, parameters, plugins, trace, leader):
        view.led = _ZERO
        view.best = _ZERO
        view.table = _ZERO
        view.winner = leader
        hand = table.hand[leader]
        card = play_card(
            table, view, streams, parameters, plugins, trace, leader, hand, hand
        )
        lane = lane_led(table, card)
        contest = in_contest(table, lane)
        best = card
        on_table = card
        winner = leader
        view.led = card
        seat = leader
        for _ in range(table.n_seats - 1):
            seat = next_seat(seat, table.n_seats)
            if table.playing >> seat & 1 == 0:
                continue
            hand = table.hand[seat]
            legal = legal_cards(table, hand, lane, best)
            view.best = best
            view.winner = winner
            view.table = on_table
            card = play_card(
                table, view, streams, parameters, plugins, trace, seat, hand, legal
            )
            on_table |= card
            contender = card & contest
            winner = seat if contender > best else winner
            best = contender if contender > best else best
        view.table = on_table
        return winner

    return play_trick
