"""Replaying records one after another, whatever they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

import numpy as np

from simcore.errors import UsageError, did_you_mean
from simcore.game import Game
from simcore.lineup import parse_lineup
from simcore.options import MOST_CHIPS
from simcore.plan import Plan
from simcore.recording import Record
from simcore.registry import find_game, games
from simcore.replaying.comparing import RESULT, Comparison, Difference
from simcore.replaying.contract import GameReplay, ImpossibleError, Setup
from simcore.replaying.reading import (
    TOP,
    Reader,
    Shape,
    UnreadableError,
    check_format,
    check_players,
    read_json,
)
from simcore.steering import MOST_ANSWERS, write_script

_STAND_IN = "random"
"""The strategy that decides where a record does not: what it does is never told."""


@dataclass(frozen=True)
class Replayed:
    """What came of a line.

    Parameters
    ----------
    line : int
        Its number, from 1.
    record : Record or None
        The record, its result filled in where it had none; None if it cannot be read.
    differences : list of Difference
        What is not as the rules say.
    problem : str
        Why it cannot be read; empty if it can.
    is_filled : bool
        Whether the result was filled in.
    """

    line: int
    record: Record | None
    differences: list[Difference] = field(default_factory=list)
    problem: str = ""
    is_filled: bool = False

    @property
    def messages(self) -> list[str]:
        """All that is wrong, a sentence each."""
        if self.problem:
            return [f"line {self.line}: {self.problem}"]
        return [str(difference) for difference in self.differences]


class Replayer:
    """Replays records of any game.

    Parameters
    ----------
    compiling : callable, optional
        Called with a plan before kernels of its game are compiled for the first time.
    """

    def __init__(self, compiling: Callable[[Plan], None] | None = None) -> None:
        self._compiling = compiling
        self._jobs: dict[tuple[str, int], Any] = {}

    def lines(self, texts: Iterable[str]) -> Iterator[Replayed]:
        """Yield what came of each line that is not empty."""
        for number, text in enumerate(texts, start=1):
            if text.strip():
                yield self.line(text, number)

    def line(self, text: str, number: int) -> Replayed:
        """Return what comes of a line of JSON."""
        try:
            return self.record(read_json(text), number)
        except UnreadableError as error:
            return Replayed(number, None, problem=str(error))

    def record(self, record: Record, number: int = 1) -> Replayed:
        """Return what comes of a record that is an object already."""
        try:
            game = find_game(check_format(record, games()))
            side = replay_of(game)
            read, rules = _read(record, game, side)
        except UnreadableError as error:
            return Replayed(number, None, problem=str(error))
        try:
            setup = side.prepare(read, rules, np.zeros(1, game.engine.given))
            made = self._play(game, read, rules, setup)
        except ImpossibleError as error:
            found = Difference(number, None, "", "", str(error))
            return Replayed(number, record, [found])
        except UnreadableError as error:
            return Replayed(number, None, problem=str(error))
        follower = side.follower(read, rules)
        compared = Comparison(read, made, side, follower, number)
        is_filled = compared.is_whole and RESULT not in record
        if is_filled:
            record = record | {RESULT: made[RESULT]}
        return Replayed(number, record, compared.differences, is_filled=is_filled)

    def _play(self, game: Game, read: Record, rules: Any, setup: Setup) -> Record:
        """Return the record that the kernels make of the cards and the decisions."""
        from simcore.engine import Recorder

        base = self._job(game, read["players"])
        plan = replace(base.plan, rules=rules, matches=setup.is_match)
        parameters = base.parameters.copy()
        for seat, script in setup.scripts.items():
            if len(script) > MOST_ANSWERS:
                raise UnreadableError(f"seat {seat} decides {len(script)} times")
            write_script(parameters[seat], script)
        job = replace(base, plan=plan, rules=rules.as_record(), parameters=parameters)
        recorder = Recorder(game.engine, job, 0, is_lenient=True)
        for name, value in setup.table.items():
            if np.ndim(value):
                recorder.tables[name][0, : len(value)] = value
            else:
                recorder.tables[name] = value
        return recorder.play(setup.deal, setup.given)

    def _job(self, game: Game, players: int) -> Any:
        """Return a job of a game, made ready once for each number of players."""
        key = (game.name, players)
        if key not in self._jobs:
            plan = Plan(
                game=game,
                players=players,
                rules=game.rules.from_settings({}),
                seats=parse_lineup(_STAND_IN, players, game),
                seed=0,
                sessions=1,
                deals=2,
            )
            job = game.engine.make_steered_job(plan)
            if self._compiling and not game.engine.is_compiled_for_records(job):
                self._compiling(plan)
            self._jobs[key] = job
        return self._jobs[key]


def replay_of(game: Game) -> GameReplay:
    """Return what a game says of its records."""
    side: GameReplay = import_module(f"{game.package}.replaying").REPLAY
    return side


def _read(record: Record, game: Game, side: GameReplay) -> tuple[Record, Any]:
    """Return a record with its cards as the simulator writes them, and its rules."""
    least, most, _ = game.players
    players = check_players(record, least, most)
    reader = Reader(game.pack, players)
    top = TOP | side.top
    read = reader.read(record, top, "")
    try:
        rules = game.rules.from_settings(read.get("rules", {}))
    except UsageError as error:
        raise UnreadableError(f"rules: {error}") from None
    read["events"] = [
        _read_event(event, reader, side, f"event {number}")
        for number, event in enumerate(read["events"], start=1)
    ]
    if RESULT in read:
        is_void = read[RESULT].get("passed") is True
        shape = side.void if is_void else side.result
        read[RESULT] = reader.read(read[RESULT], shape, RESULT)
    read.setdefault("scores_before", [0] * (side.n_scores or players))
    _check_numbers(read, side, players)
    _check_hands(read, game, side, players)
    return read, rules


def _read_event(value: Any, reader: Reader, side: GameReplay, where: str) -> Any:
    """Return an event of the shape of its type."""
    if not isinstance(value, dict):
        raise UnreadableError(f"{where}: an event is an object")
    if "type" not in value:
        raise UnreadableError(f"{where}: the key 'type' is missing")
    kind = value["type"]
    if not isinstance(kind, str) or kind not in side.events:
        near = did_you_mean(str(kind), side.events)
        raise UnreadableError(f"{where}: there is no event {kind!r}{near}")
    shape = side.events[kind]
    return reader.read(value, Shape({"type": "text"}) | shape, where)


def _check_numbers(read: Record, side: GameReplay, players: int) -> None:
    """Raise unless the lists of numbers have the right length and size."""
    scores = read["scores_before"]
    wanted = side.n_scores or players
    if len(scores) != wanted:
        raise UnreadableError(
            f"scores_before has {len(scores)} numbers but takes {wanted}"
        )
    if any(abs(score) > MOST_CHIPS for score in scores):
        raise UnreadableError("a score before the deal is beyond 2^40")
    names = read.get("strategies")
    if names is not None and len(names) != players:
        raise UnreadableError(f"strategies has {len(names)} texts but takes {players}")


def _check_hands(read: Record, game: Game, side: GameReplay, players: int) -> None:
    """Raise unless every seat has a hand, and no card is in two of them."""
    hands = read["hands"]
    if len(hands) != players:
        raise UnreadableError(f"hands has {len(hands)} hands but {players} play")
    holders: dict[str, int] = {}
    for seat, hand in enumerate(hands):
        if len(hand) != side.hand_size:
            raise UnreadableError(
                f"the hand of seat {seat} has {len(hand)} cards but {game.name} deals"
                f" {side.hand_size}"
            )
        for card in hand:
            if card in holders:
                raise UnreadableError(
                    f"the card {card} is in the hands of seats {holders[card]} and"
                    f" {seat}"
                )
            holders[card] = seat
