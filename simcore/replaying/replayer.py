"""Replaying records one after another, whatever they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

import numpy as np

from simcore.errors import UsageError, did_you_mean
from simcore.game import Game, check_has_replaying
from simcore.lineup import Seat, parse_lineup
from simcore.options import MOST_CHIPS, Rules
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


@dataclass(frozen=True)
class Prepared:
    """A record that is ready to be played again.

    Parameters
    ----------
    game : Game
    side : GameReplay
        What the game says of its records.
    read : Record
        The record with its cards as the simulator writes them, and scores before.
    rules : Rules
    setup : Setup
        The cards and the decisions as the kernels take them.
    """

    game: Game
    side: GameReplay
    read: Record
    rules: Rules
    setup: Setup


class Replayer:
    """Replays records of any game.

    Parameters
    ----------
    compiling : callable, optional
        Called with a plan before kernels of its game are compiled for the first time.
    """

    def __init__(self, compiling: Callable[[Plan], None] | None = None) -> None:
        self._compiling = compiling
        self._jobs: dict[tuple[str, int, Seat | None], Any] = {}

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
            prepared = self.prepare(record)
            made = self.play(prepared)
        except ImpossibleError as error:
            found = Difference(number, None, "", "", str(error))
            return Replayed(number, record, [found])
        except UnreadableError as error:
            return Replayed(number, None, problem=str(error))
        compared = compare(prepared, made, number)
        is_filled = compared.is_whole and RESULT not in record
        if is_filled:
            record = record | {RESULT: made[RESULT]}
        return Replayed(number, record, compared.differences, is_filled=is_filled)

    def prepare(self, record: Record) -> Prepared:
        """Return a record made ready to be played again.

        Raises
        ------
        UnreadableError
            If it cannot be read.
        ImpossibleError
            If what was dealt is against the rules.
        """
        game = find_game(check_format(record, games()))
        try:
            check_has_replaying(game)
        except UsageError as error:
            raise UnreadableError(str(error)) from None
        side = replay_of(game)
        read, rules = _read(record, game, side)
        setup = side.prepare(read, rules, np.zeros(1, game.engine.given))
        return Prepared(game, side, read, rules, setup)

    def play(
        self, prepared: Prepared, seat: Seat | None = None, place: int | None = None
    ) -> Record:
        """Return the record that the kernels make of the cards and the decisions.

        Parameters
        ----------
        prepared : Prepared
        seat : Seat, optional
            Who decides, at all seats, what the scripts leave open.
        place : int, optional
            The seat at which all that `seat` decides must be legal.

        Raises
        ------
        UnreadableError
            If a seat decides more often than in any deal.
        StrategyError
            If `seat` is a plug-in that cannot be used, or breaks the rules at `place`.
        """
        from simcore.engine import Recorder

        game, read, setup = prepared.game, prepared.read, prepared.setup
        base = self._job(game, read["players"], seat)
        plan = replace(
            base.plan,
            rules=prepared.rules,
            seed=read.get("seed", 0),
            matches=setup.is_match,
        )
        parameters = base.parameters.copy()
        for number, script in setup.scripts.items():
            if len(script) > MOST_ANSWERS:
                raise UnreadableError(f"seat {number} decides {len(script)} times")
            write_script(parameters[number], script)
        rules = prepared.rules.as_record()
        job = replace(base, plan=plan, rules=rules, parameters=parameters)
        session = read.get("session", 0)
        recorder = Recorder(game.engine, job, session, is_lenient=True)
        for name, value in setup.table.items():
            if np.ndim(value):
                recorder.tables[name][0, : len(value)] = value
            else:
                recorder.tables[name] = value
        made = recorder.play(setup.deal, setup.given)
        if place is not None and recorder.tables["wrong_seat"][0] == place:
            game.engine.raise_if_wrong(job, session, recorder.tables)
        return made

    def _job(self, game: Game, players: int, seat: Seat | None) -> Any:
        """Return a job of a game, made ready once for each kind of table."""
        key = (game.name, players, seat)
        if key not in self._jobs:
            seats = parse_lineup(_STAND_IN, players, game)
            plan = Plan(
                game=game,
                players=players,
                rules=game.rules.from_settings({}),
                seats=seats if seat is None else (seat,) * players,
                seed=0,
                sessions=1,
                deals=2,
            )
            job = game.engine.make_steered_job(plan)
            if self._compiling and not game.engine.is_compiled_for_records(job):
                self._compiling(plan)
            self._jobs[key] = job
        return self._jobs[key]


def compare(prepared: Prepared, made: Record, number: int = 1) -> Comparison:
    """Return how a record compares with the one that the kernels made of it.

    Parameters
    ----------
    prepared : Prepared
    made : Record
    number : int
        The line of the record, for messages.
    """
    side, read = prepared.side, prepared.read
    return Comparison(read, made, side, side.follower(read, prepared.rules), number)


def replay_of(game: Game) -> GameReplay:
    """Return what a game says of its records."""
    side: GameReplay = import_module(f"{game.package}.replaying").REPLAY
    return side


def _read(record: Record, game: Game, side: GameReplay) -> tuple[Record, Rules]:
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
