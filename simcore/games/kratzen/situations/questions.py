"""What is asked about a deal of Kratzen, and what seats answer to find it out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.games.kratzen.pack import PACK, WELI_UNTURNED
from simcore.games.kratzen.situations.facts import FORCED, Facts
from simcore.games.kratzen.view import (
    ANDERE,
    DECISIONS,
    DROP,
    NAECHSTE,
    NORMAL,
    PLAY,
    SCHLAGEN,
    WEITER,
)
from simcore.situations.situation import (
    Alternative,
    Claim,
    Question,
    Scripts,
    Trial,
)

DUTY, CALL, JOIN, CONTRACT = "duty", "call", "join", "contract"
"""The main questions: one of them is asked about every deal.

What comes of a deal in which all must play; what to call; whether to go along; and how
the declarer fares.
"""

EXCHANGE = "exchange"
"""The question which cards to put away."""

CALLS = {
    "weiter": WEITER,
    "naechste": NAECHSTE,
    "andere": ANDERE,
    "schlagen": SCHLAGEN,
    FORCED: SCHLAGEN,
}
"""Contracts by name."""

_CALL_NAMES = {CALLS[name]: name for name in ("weiter", "naechste", "andere")}

GO_ALONG, NO_EXCHANGE, STAY_OUT = "play", "keep all", "drop"
"""Alternatives by name; with the second, too, he plays, but exchanges nothing."""

NOTHING = "nothing"

_SILENT = "threshold(schlagen=9, andere=9, naechste=9)"
"""A strategy that calls nothing."""

_CALL, _JOIN, _EXCHANGE = (
    DECISIONS.index(name) for name in ("call", "join", "exchange")
)
_WELI = int(WELI_UNTURNED)
_WORD = (1 << 64) - 1
_LANE_BITS = 16
_TOP_LANE = 3
_WELI_SHIFT = 40


def main_question(facts: Facts) -> str:
    """Return which of the main questions is asked."""
    if facts.all_must_play:
        return DUTY
    if facts.contract is None:
        return CALL
    return CONTRACT if facts.seat == facts.declarer else JOIN


def questions(facts: Facts) -> list[Question]:
    """Return the questions about a deal, the main one first."""
    main = main_question(facts)
    if main == DUTY:
        return [Question(main, [Alternative(GO_ALONG, _said(facts))])]
    seat = facts.seat
    if main == CALL:
        calls = [
            Alternative(name, {seat: [(_CALL, CALLS[name])]})
            for name in ("schlagen", "andere", "naechste", "weiter")
        ]
        return [Question(main, calls)]
    playing = _playing(facts)
    ways = [
        Alternative(GO_ALONG, {seat: playing}),
        Alternative(NO_EXCHANGE, {seat: [*playing, (_EXCHANGE, 0)]}),
    ]
    if main == JOIN:
        drop = [(_CALL, WEITER), (_JOIN, DROP)]
        ways.append(Alternative(STAY_OUT, {seat: drop}))
    asked = [Question(main, ways)]
    if facts.knows_hand and not facts.may_turn:
        asked.append(Question(EXCHANGE, _exchanges(facts), refusable="exchange"))
    return asked


def trials(facts: Facts) -> list[Trial]:
    """Return how deals are played to see whether all spoke as they did."""
    main = main_question(facts)
    if main == CALL:
        return _before_the_call(facts, WEITER)
    if facts.contract is None:
        return []
    is_own = facts.seat == facts.declarer and facts.contract != FORCED
    may_call = _before_the_call(facts, CALLS[facts.contract] - 1) if is_own else []
    scripts = _said(facts) if main == DUTY else {facts.seat: _playing(facts)}
    return [*may_call, Trial(scripts, list(_claims(facts, main == JOIN)))]


def _before_the_call(facts: Facts, most: int) -> list[Trial]:
    """Return trials that show whether those before who asks called `most` or less.

    Nobody calls from there on; who that is hangs on who deals.
    """
    dealers = [facts.dealer] if facts.dealer is not None else possible_dealers(facts)
    others = [seat for seat in range(facts.players) if seat != facts.seat]
    claim = Claim(
        f"nobody before seat {facts.seat} calls more than {_CALL_NAMES[most]}",
        partial(_called_no_more_than, most),
        others,
        _SILENT,
    )
    return [
        Trial(
            {seat: [(_CALL, WEITER)] for seat in _speaking_from(facts, dealer)},
            [claim],
            partial(_is_dealt_by, dealer),
        )
        for dealer in dealers
        if dealer != facts.seat
    ]


def _called_no_more_than(most: int, tables: NDArray[Any]) -> NDArray[np.bool_]:
    """Return for each table whether nobody called more than `most` freely."""
    return np.asarray((tables["contract"] <= most) | (tables["forced"] == 1))


def _is_dealt_by(dealer: int, tables: NDArray[Any]) -> NDArray[np.bool_]:
    """Return for each table whether `dealer` deals."""
    return np.asarray(tables["dealer"] == dealer)


def possible_dealers(facts: Facts) -> list[int]:
    """Return who may deal where nobody said who does: anybody but who asks."""
    return [seat for seat in range(facts.players) if seat != facts.seat]


def _claims(facts: Facts, is_normal: bool) -> Iterator[Claim]:
    """Yield what everybody is said to have done, in the order in which it happens."""
    yield _declaring(facts)
    if is_normal:
        yield Claim("no Seven is turned that fixes trumps", _is_normal)
    for seat in range(facts.players):
        if seat in facts.joined:
            text, example = f"seat {seat} goes along", "threshold(join=0.9)"
            yield Claim(text, partial(_plays, seat), [seat], example)
        if seat in facts.dropped:
            text, example = f"seat {seat} drops", "threshold(join=2)"
            yield Claim(text, partial(_drops, seat), [seat], example)


def _declaring(facts: Facts) -> Claim:
    """Return that the declarer is who was said, with the contract that was said."""
    declares = partial(_declares, facts)
    others = [seat for seat in range(facts.players) if seat != facts.seat]
    if facts.contract == FORCED:
        text = f"nobody calls, so that seat {facts.declarer} must play"
        return Claim(text, declares, others, _SILENT)
    if facts.declarer == facts.seat:
        text = f"nobody after seat {facts.seat} calls more than {facts.contract}"
        return Claim(text, declares, others, _SILENT)
    text = f"seat {facts.declarer} becomes declarer with {facts.contract}"
    example = f"threshold({facts.contract}=0.9)"
    return Claim(text, declares, [facts.declarer or 0], example)


def _declares(facts: Facts, tables: NDArray[Any]) -> NDArray[np.bool_]:
    """Return for each table whether the contract is that of the said declarer."""
    found = tables["contract"] == CALLS[facts.contract or "weiter"]
    found &= tables["declarer"] == facts.declarer
    found &= (tables["forced"] == 1) == (facts.contract == FORCED)
    return np.asarray(found)


def _is_normal(tables: NDArray[Any]) -> NDArray[np.bool_]:
    """Return for each table whether the deal is normal."""
    return np.asarray(tables["kind"] == NORMAL)


def _plays(seat: int, tables: NDArray[Any]) -> NDArray[np.bool_]:
    """Return for each table whether `seat` plays."""
    return np.asarray(tables["playing"] >> seat & 1 == 1)


def _drops(seat: int, tables: NDArray[Any]) -> NDArray[np.bool_]:
    """Return for each table whether `seat` has dropped."""
    return np.asarray(tables["playing"] >> seat & 1 == 0)


def _said(facts: Facts) -> Scripts:
    """Return what who asks has called, where there were calls."""
    if facts.contract is None:
        return {}
    is_own = facts.seat == facts.declarer and facts.contract != FORCED
    return {facts.seat: [(_CALL, CALLS[facts.contract] if is_own else WEITER)]}


def _playing(facts: Facts) -> list[tuple[int, int]]:
    """Return the answers with which who asks is in the game."""
    said = list(_said(facts)[facts.seat])
    return said if facts.seat == facts.declarer else [*said, (_JOIN, PLAY)]


def _speaking_from(facts: Facts, dealer: int) -> list[int]:
    """Return the seats that call from the one that asks on, in their order."""
    step = 1 if facts.rules.bidding_direction == "left" else -1
    players = facts.players
    order = [(dealer + step * place) % players for place in range(players)]
    return order[order.index(facts.seat) :]


def _exchanges(facts: Facts) -> list[Alternative]:
    """Return an alternative for every set of cards that may be put away.

    The largest come first: a deal in which the stock is too small for one is not
    played with the others.
    """
    cards = [1 << place for place in range(64) if facts.hand >> place & 1]
    playing = _playing(facts)
    found = []
    for size in range(len(cards), -1, -1):
        for chosen in combinations(cards, size):
            away = sum(chosen)
            name = " ".join(PACK.format(away)) or NOTHING
            answer = (_EXCHANGE, turned_cards(away, facts.trump))
            found.append(Alternative(name, {facts.seat: [*playing, answer]}))
    return found


def turned_cards(cards: int, trump: int) -> int:
    """Return cards as strategies see them: trumps on top, the Weli among them."""
    weli = cards & _WELI
    plain = cards ^ weli
    shift = _LANE_BITS * (_TOP_LANE - trump)
    lanes = (plain << shift | plain >> (64 - shift)) & _WORD
    return lanes | weli << _WELI_SHIFT
