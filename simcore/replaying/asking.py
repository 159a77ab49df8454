"""What strategies would have done at every decision of a deal that was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from simcore.lineup import Seat
from simcore.recording import Event, Record
from simcore.replaying.comparing import RESULT
from simcore.replaying.replayer import Prepared, Replayer
from simcore.replaying.suits import suit_names
from simcore.replaying.wording import Suits, in_words, is_decision

KEEPS = "keeps"
"""What a strategy does that leaves no event, where another would leave one."""


@dataclass(frozen=True)
class Opinion:
    """What a strategy would have done.

    Parameters
    ----------
    seat : int
        In whose place.
    words : str
    is_same : bool
        Whether that is what was done.
    """

    seat: int
    words: str
    is_same: bool


@dataclass(frozen=True)
class _Asked:
    """A moment at which a seat decided something.

    Parameters
    ----------
    event : int
        The place of the event that tells it, or, where it left none, of the one before.
    seat : int
    n_before : int
        How many answers of the seat come before.
    is_silent : bool
        Whether the answer left no event.
    """

    event: int
    seat: int
    n_before: int
    is_silent: bool = False


def ask(
    replayer: Replayer, prepared: Prepared, played: Record, seat: Seat
) -> dict[int, Opinion]:
    """Return what a strategy would have done, by the place of the event, from 0.

    All seats follow what they did up to a decision; there the strategy decides in the
    place of who was asked. Cards that had to be played are left out.

    Parameters
    ----------
    replayer : Replayer
    prepared : Prepared
        The record.
    played : Record
        What the kernels made of it.
    seat : Seat
        The strategy that is asked.

    Raises
    ------
    StrategyError
        If the strategy is a plug-in that cannot be used or breaks the rules.
    """
    events = played["events"]
    record = {key: prepared.read[key] for key in prepared.read if key != RESULT}
    legal = replayer.prepare(record | {"events": events})
    suits = suit_names(prepared.game.pack)
    found = {}
    for asked in _all_asked(legal, events):
        scripts = legal.setup.scripts
        cut = scripts | {asked.seat: scripts[asked.seat][: asked.n_before]}
        setup = replace(legal.setup, scripts=cut)
        other = replayer.play(replace(legal, setup=setup), seat, asked.seat)
        found[asked.event] = _opinion(asked, events, other["events"], suits)
    return found


def _all_asked(prepared: Prepared, events: Sequence[Event]) -> Iterator[_Asked]:
    """Yield every decision that was free, in the order of the events."""
    side, names = prepared.side, prepared.game.decisions
    scripts = prepared.setup.scripts
    n_used = dict.fromkeys(scripts, 0)
    for place, event in enumerate(events):
        kind = event["type"]
        if kind not in side.decisions:
            continue
        seat = event["seat"]
        told = [names.index(name) for name in side.asked.get(kind, (kind,))]
        while scripts[seat][n_used[seat]][0] != told[0]:
            yield _Asked(_before_play(events), seat, n_used[seat], is_silent=True)
            n_used[seat] += 1
        if len(event.get("legal", "free")) > 1:
            yield _Asked(place, seat, n_used[seat])
        n_used[seat] += len(told)


def _before_play(events: Sequence[Event]) -> int:
    """Return the place of the last event before a card was played or a meld told."""
    types = [event["type"] for event in events]
    return next(n for n, kind in enumerate(types) if kind in ("play", "meld")) - 1


def _opinion(
    asked: _Asked, events: Sequence[Event], other: Sequence[Event], suits: Suits
) -> Opinion:
    """Return what was decided in the events of another way to play."""
    place = asked.event + asked.is_silent
    event, theirs = other[place], events[place]
    if asked.is_silent:
        is_same = event["type"] == theirs["type"]
        return Opinion(
            asked.seat, KEEPS if is_same else in_words(event, suits), is_same
        )
    # Where nothing was done, there is no event for it: what follows stands here.
    follows = not is_decision(event) or (event["type"] == "play" != theirs["type"])
    words = KEEPS if follows else in_words(event, suits)
    return Opinion(asked.seat, words, words == in_words(theirs, suits))
