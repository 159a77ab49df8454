"""Reading records: JSON, keys, types, cards. What cannot be read is told in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from simcore.cards import CardError, Pack
from simcore.errors import did_you_mean
from simcore.recording import FORMAT, Record

_WORD = 1 << 64
_LEAST, _MOST = -(1 << 63), _WORD - 1
_SHORT = 40


class UnreadableError(ValueError):
    """A record that cannot be read; the message says why in one sentence."""


@dataclass(frozen=True)
class Shape:
    """Which keys an object has, and of which kind their values are.

    Parameters
    ----------
    needed, other : Mapping[str, str]
        Keys that must stand and that may stand, each with the kind of its value (see
        `Reader`); where that ends with ``?`` the value may be null.
    """

    needed: Mapping[str, str] = field(default_factory=dict)
    other: Mapping[str, str] = field(default_factory=dict)

    @property
    def kinds(self) -> dict[str, str]:
        """All keys with the kinds of their values."""
        return {**self.needed, **self.other}

    def __or__(self, more: Shape) -> Shape:
        """Return a shape with the keys of both."""
        return Shape({**self.needed, **more.needed}, {**self.other, **more.other})


TOP = Shape(
    {
        "format": "integer",
        "game": "text",
        "players": "integer",
        "dealer": "seat",
        "hands": "sets",
        "events": "list",
    },
    {
        "rules": "object",
        "seed": "word",
        "session": "word",
        "deal": "word",
        "strategies": "texts",
        "scores_before": "integers",
        "comment": "anything",
        "result": "object",
    },
)
"""Keys that records of all games have."""

PLAY = Shape({"seat": "seat", "card": "card"}, {"legal": "cards"})
TRICK = Shape({"winner": "seat", "points": "integer"})
MELD = Shape(
    {"seat": "seat", "melds": "sets", "points": "integer", "scores": "boolean"}
)
"""Events that several games have."""


def read_json(text: str) -> Record:
    """Return the object that a line holds.

    Raises
    ------
    UnreadableError
        If it is no JSON, no object, or a key stands twice in one.
    """
    try:
        found = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as error:
        raise UnreadableError(
            f"not JSON: {error.msg} at character {error.pos + 1}"
        ) from None
    except RecursionError:
        raise UnreadableError("not JSON: it is nested too deep") from None
    except ValueError as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError("not JSON: a number has too many digits") from None
    if not isinstance(found, dict):
        raise UnreadableError(f"a record is an object, not {named(found)}")
    return found


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, or raise if a key stands twice in it."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise UnreadableError(f"the key {key!r} stands twice in one object")
        found[key] = value
    return found


def _refuse_constant(text: str) -> Any:
    """Raise for what JSON does not have, as NaN."""
    raise UnreadableError(f"not JSON: {text} is no number")


class Reader:
    """Reads the parts of a record of one game.

    Parameters
    ----------
    pack : Pack
    players : int
    """

    def __init__(self, pack: Pack, players: int) -> None:
        self._pack = pack
        self._players = players
        texts = pack.format(pack.all_cards)
        self._cards_of_pack = {text: place for place, text in enumerate(texts)}
        self._kinds: dict[str, Callable[[Any, str], Any]] = {
            "anything": lambda value, where: value,
            "boolean": self._boolean,
            "card": self._card,
            "cards": self._cards,
            "integer": self._integer,
            "integers": self._all(self._integer),
            "list": self._list,
            "object": self._object,
            "row": self._row,
            "seat": self._seat,
            "seats": self._all(self._seat),
            "sets": self._all(self._cards),
            "text": self._text,
            "texts": self._all(self._text),
            "word": self._word,
        }

    def read(self, value: Any, shape: Shape, where: str) -> dict[str, Any]:
        """Return an object of the given shape, its cards as the simulator writes them.

        Parameters
        ----------
        value : Any
            As it came from JSON.
        shape : Shape
        where : str
            What it is, for messages: ``event 3``; empty for a whole record.

        Raises
        ------
        UnreadableError
            If a key is unknown or lacking, or a value of the wrong kind.
        """
        head = f"{where}: " if where else ""
        if not isinstance(value, dict):
            raise UnreadableError(f"{head}an object is wanted, not {named(value)}")
        kinds = shape.kinds
        for key in value:
            if key not in kinds:
                near = did_you_mean(key, kinds)
                raise UnreadableError(f"{head}the key {key!r} is unknown{near}")
        for key in shape.needed:
            if key not in value:
                raise UnreadableError(f"{head}the key {key!r} is missing")
        return {key: self._value(value[key], kinds[key], head + key) for key in value}

    def _value(self, value: Any, kind: str, where: str) -> Any:
        """Return a value of a kind."""
        if kind.endswith("?"):
            if value is None:
                return None
            kind = kind[:-1]
        return self._kinds[kind](value, where)

    def _all(self, read: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
        """Return what reads a list of values of a kind."""
        return lambda value, where: [
            read(one, where) for one in self._list(value, where)
        ]

    def _boolean(self, value: Any, where: str) -> bool:
        if not isinstance(value, bool):
            raise UnreadableError(f"{where} is {named(value)} but takes true or false")
        return value

    def _integer(self, value: Any, where: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise UnreadableError(f"{where} is {named(value)} but takes an integer")
        if not _LEAST <= value <= _MOST:
            raise UnreadableError(f"{where} does not fit in 64 bits")
        return value

    def _word(self, value: Any, where: str) -> int:
        number = self._integer(value, where)
        if number < 0:
            raise UnreadableError(f"{where} is {number} but takes 0 to 2^64 - 1")
        return number

    def _seat(self, value: Any, where: str) -> int:
        number = self._integer(value, where)
        if not 0 <= number < self._players:
            raise UnreadableError(
                f"{where} is {number} but the seats are 0 to {self._players - 1}"
            )
        return number

    def _text(self, value: Any, where: str) -> str:
        if not isinstance(value, str):
            raise UnreadableError(f"{where} is {named(value)} but takes a text")
        return value

    def _list(self, value: Any, where: str) -> list[Any]:
        if not isinstance(value, list):
            raise UnreadableError(f"{where} is {named(value)} but takes a list")
        return value

    def _object(self, value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise UnreadableError(f"{where} is {named(value)} but takes an object")
        return value

    def _card(self, value: Any, where: str) -> str:
        text = self._text(value, where)
        if text in self._cards_of_pack:
            return text
        try:
            bit = self._pack.parse_card(text)
        except CardError as error:
            raise UnreadableError(f"{where}: {error}") from None
        return self._pack.format(bit)[0]

    def _row(self, value: Any, where: str) -> list[str]:
        """Return cards whose order tells something."""
        cards = [self._card(one, where) for one in self._list(value, where)]
        for place, card in enumerate(cards):
            if card in cards[:place]:
                raise UnreadableError(f"{where}: the card {card} stands twice")
        return cards

    def _cards(self, value: Any, where: str) -> list[str]:
        """Return a set of cards, sorted."""
        places = self._cards_of_pack
        return sorted(self._row(value, where), key=places.__getitem__)


def check_format(record: Record, games: Iterable[str]) -> str:
    """Return the name of the game of a record in the format that is known.

    Raises
    ------
    UnreadableError
        If it has another format, or is of no game that is known.
    """
    for key in ("format", "game"):
        if key not in record:
            raise UnreadableError(f"the key {key!r} is missing")
    number, game = record["format"], record["game"]
    if type(number) is not int or number != FORMAT:
        raise UnreadableError(f"format is {named(number)} but takes {FORMAT}")
    if not isinstance(game, str) or game not in games:
        near = did_you_mean(str(game), games)
        raise UnreadableError(f"there is no game {named(game)}{near}")
    return game


def check_players(record: Record, least: int, most: int) -> int:
    """Return how many play, or raise UnreadableError."""
    if "players" not in record:
        raise UnreadableError("the key 'players' is missing")
    players = record["players"]
    if type(players) is not int or not least <= players <= most:
        span = str(least) if least == most else f"{least} to {most}"
        raise UnreadableError(f"players is {named(players)} but takes {span}")
    return players


def named(value: Any) -> str:
    """Return a value of JSON as a message names it: short."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}..."
