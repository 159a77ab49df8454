"""Asking strategies and playing tricks: kernels made for each game from its parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.jit import kernel, popcount, seldom, trailing_zeros
from simcore.loading import built_in_functions
from simcore.strategy import asker
from simcore.table import CARD, next_seat, note, object_to, question, question_apart
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
        asked = question_apart(table, view, seat, np.uint64(legal), 1)
        answer = ask(table.strategy[seat], seat, asked, parameters, streams, plugins)
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
        asked = question_apart(table, view, seat, hand, limit)
        answer = ask(table.strategy[seat], seat, asked, parameters, streams, plugins)
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
        asked = question_apart(table, view, seat, legal, 1)
        card = ask(table.strategy[seat], seat, asked, parameters, streams, plugins)
        if seldom(not is_one_of(card, legal)):
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


@kernel
def _seats_of(table):
    """Return how many seats there are."""
    return table.n_seats


@kernel
def _is_playing(table, seat):
    """Return whether `seat` plays in this deal."""
    return table.playing >> seat & 1 != 0


def _all_seats(n_seats: int) -> tuple[Any, Any]:
    """Return the same two kernels where `n_seats` play in every deal."""

    @kernel
    def seats_of(table):
        return n_seats

    @kernel
    def is_playing(table, seat):
        return True

    return seats_of, is_playing


def trick_player(
    game: str,
    decisions: tuple[str, ...],
    *,
    lane_led: Any,
    legal_cards: Any,
    as_dealt: Any,
    end_trick: Any,
    before_card: Any = None,
    after_card: Any = None,
    n_seats: int | None = None,
) -> Any:
    """Return a kernel that plays one trick: the one loop of all games.

    Parameters
    ----------
    game, decisions
        Whose decision ``play`` is asked.
    lane_led : kernel
        ``(card)``: the cards of the suit that `card` leads, as a mask. The highest bit
        among them and `table.trumps` wins the trick.
    legal_cards : kernel
        ``(hand, lane, trumps, best)``: the cards a follower may play.
    as_dealt : kernel
        ``(table, cards)``: cards as they are written in a trace.
    end_trick : kernel
        ``(rules, table, view, trace, winner, cards)``: what comes of a trick, besides
        that it is counted in `table.tricks` and `view.tricks`.
    before_card, after_card : kernel, optional
        ``(table, view, trace, seat)`` and ``(table, view, trace, seat, card)``: what
        happens when a card is played, as an announcement.
    n_seats : int, optional
        How many seats there are, in a game in which all of them play in every deal;
        else those of `table.playing` do.

    Returns
    -------
    kernel
        ``(rules, table, view, streams, parameters, plugins, trace)``: asks every seat
        from `table.leader` on for a card, and ends the trick.
    """
    ask = ask_kernel(game, decisions, "play")
    slot = decisions.index("play")
    announce = _before_nothing if before_card is None else before_card
    follow_up = _after_nothing if after_card is None else after_card
    seats_of, is_playing = _seats_of, _is_playing
    if n_seats is not None:
        seats_of, is_playing = _all_seats(n_seats)

    @kernel
    def play_card(
        table,
        view,
        streams,
        parameters,
        plugins,
        trace,
        seat,
        hand,
        legal,
        led,
        best,
        winner,
        cards,
    ):
        announce(table, view, trace, seat)
        # An index without a sign need not be tested for being below zero.
        place = np.uint64(seat)
        if plugins is None and trace is None and table.tricks_left == 1:
            # Of the last card a built-in strategy says nothing else.
            card = hand
        else:
            out = table.out[place]
            asked = question(view, seat, hand, out, legal, 1, led, best, winner, cards)
            card = ask(table.strategy[place], seat, asked, parameters, streams, plugins)
            if seldom(not is_one_of(card, legal)):
                object_to(table, seat, slot, card)
                card = lowest(legal)
        if trace is not None:
            note(trace, CARD, seat, as_dealt(table, card), as_dealt(table, legal))
        table.hand[place] = hand ^ card
        view.played[place] |= card
        follow_up(table, view, trace, seat, card)
        return card

    @kernel
    def play_trick(rules, table, view, streams, parameters, plugins, trace):
        trumps = table.trumps
        seat = winner = table.leader
        hand = table.hand[np.uint64(seat)]
        led = play_card(
            table,
            view,
            streams,
            parameters,
            plugins,
            trace,
            seat,
            hand,
            hand,
            _ZERO,
            _ZERO,
            seat,
            _ZERO,
        )
        lane = lane_led(led)
        best = cards = led
        for _ in range(seats_of(table) - 1):
            seat = next_seat(seat, seats_of(table))
            if is_playing(table, seat):
                hand = table.hand[np.uint64(seat)]
                card = play_card(
                    table,
                    view,
                    streams,
                    parameters,
                    plugins,
                    trace,
                    seat,
                    hand,
                    legal_cards(hand, lane, trumps, best),
                    led,
                    best,
                    winner,
                    cards,
                )
                cards |= card
                contender = card & (lane | trumps)
                winner = seat if contender > best else winner
                best = contender if contender > best else best
        table.leader = winner
        table.tricks_left -= 1
        tricks = table.tricks[np.uint64(winner)] + 1
        table.tricks[np.uint64(winner)] = tricks
        view.tricks[np.uint64(winner)] = tricks
        end_trick(rules, table, view, trace, winner, cards)
        view.trick += 1

    return play_trick
