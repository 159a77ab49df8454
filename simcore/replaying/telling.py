"""A deal told to a person: lines of up to 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from simcore.recording import Event, Record
from simcore.replaying.asking import Opinion
from simcore.replaying.comparing import RESULT
from simcore.replaying.replayer import Prepared
from simcore.replaying.settling import is_passed, result_lines
from simcore.replaying.suits import suit_names
from simcore.replaying.wording import Suits, event_text, said_text

WIDTH = 80

Mark = Callable[[str, str], str]
"""Takes a text and what it is (``heading``, ``winner``, ``other``); adds colour."""

_INDENT = "  "
_FIXED_SPACE = "\N{NO-BREAK SPACE}"
_SAID_IN_TRICKS = ("meld", "stoeck", "bela")


def plain(text: str, kind: str) -> str:
    """Return a text without colour."""
    return text


@dataclass(frozen=True)
class Telling:
    """What is told of a deal, and how.

    Parameters
    ----------
    prepared : Prepared
        The record.
    played : Record
        The deal as the rules play it.
    opinions : Mapping[str, Mapping[int, Opinion]]
        What each strategy that was asked would have done, by the place of the event.
    is_verbose : bool
        Whether the cards that were legal stand at each play.
    mark : callable
        Adds colour.
    """

    prepared: Prepared
    played: Record
    opinions: Mapping[str, Mapping[int, Opinion]]
    is_verbose: bool = False
    mark: Mark = plain

    def lines(self) -> Iterator[str]:
        """Yield the lines that show the deal, each of up to `WIDTH` columns."""
        yield from self._heading()
        yield ""
        legend = ", ".join(f"{letter} {name}" for letter, name in self._suits.items())
        yield f"{self.mark('Hands', 'heading')}  {legend}"
        yield from self._hands()
        yield ""
        yield self.mark("Deal", "heading")
        yield from self._before_play()
        yield from self._tricks()
        yield ""
        yield self.mark("Result", "heading")
        players = self.prepared.read["players"]
        for text in result_lines(self.played[RESULT], players, self._suits):
            yield f"{_INDENT}{text}"

    @property
    def _suits(self) -> Suits:
        """The names of the suits."""
        return suit_names(self.prepared.game.pack)

    def _heading(self) -> Iterator[str]:
        """Yield which deal this is, and what was trumps; no part of it is broken."""
        game, read = self.prepared.game, self.prepared.read
        words = [f"{game.name}, {read['players']} players"]
        words += [
            f"{key} {read[key]}" for key in ("seed", "session", "deal") if key in read
        ]
        words += [
            f"{key}={_setting(value)}" for key, value in read.get("rules", {}).items()
        ]
        if any(read["scores_before"]):
            words.append(f"scores before {' '.join(map(str, read['scores_before']))}")
        words += self._trumps()
        parts = ", ".join(word.replace(" ", _FIXED_SPACE) for word in words)
        for line in wrap(parts, WIDTH, break_on_hyphens=False):
            yield line.replace(_FIXED_SPACE, " ")

    def _trumps(self) -> list[str]:
        """Return what was trumps, or what else was played, if anything."""
        result = self.played[RESULT]
        if is_passed(result):
            return ["passed by all"]
        trump = result.get("trump")
        if trump is None:
            return []
        name = self._suits.get(trump)
        return [f"{name} are trumps" if name else f"played {trump}"]

    def _hands(self) -> Iterator[str]:
        """Yield the hands, suit by suit."""
        read, pack = self.prepared.read, self.prepared.game.pack
        strategies = read.get("strategies")
        for seat, hand in enumerate(read["hands"]):
            line = f"{_INDENT}{seat}  {_by_suit(hand, pack.suits, pack.extras)}"
            notes = [strategies[seat].partition("(")[0]] if strategies else []
            notes += ["deals"] if seat == read["dealer"] else []
            if notes:
                line = f"{line:<44} {', '.join(notes)}"
            yield line[:WIDTH].rstrip()

    def _before_play(self) -> Iterator[str]:
        """Yield what happened but for plays and tricks, one event a line."""
        for place, event in enumerate(self.played["events"]):
            if event["type"] in ("play", "trick", *_SAID_IN_TRICKS):
                continue
            seat = f"{event['seat']}" if "seat" in event else " "
            yield from _wrapped(f"{_INDENT}{seat}  {event_text(event, self._suits)}", 0)
            yield from self._asked(place)

    def _tricks(self) -> Iterator[str]:
        """Yield the tricks, each in a row, and what was said while they were played."""
        trick: list[int] = []
        said: list[str] = []
        events = self.played["events"]
        n_tricks = 0
        for place, event in enumerate(events):
            if event["type"] == "play":
                trick.append(place)
            elif event["type"] in _SAID_IN_TRICKS:
                said.append(f"{event['seat']}  {said_text(event)}")
            elif event["type"] == "trick":
                if n_tricks == 0:
                    yield ""
                    yield self.mark("Tricks (* takes it)", "heading")
                n_tricks += 1
                yield self._trick(n_tricks, [events[one] for one in trick], event)
                for line in said:
                    yield from _wrapped(line, 2)
                for one in trick:
                    yield from self._play(one)
                trick, said = [], []

    def _play(self, place: int) -> Iterator[str]:
        """Yield what there is to say of a play."""
        event = self.played["events"][place]
        if self.is_verbose:
            legal = " ".join(event["legal"])
            yield from _wrapped(f"{event['seat']}  {event['card']} of {legal}", 2)
        yield from self._asked(place)

    def _trick(self, number: int, plays: list[Event], trick: Event) -> str:
        """Return a trick in a row, its winner marked."""
        parts = []
        for play in plays:
            text = f"{play['seat']}:{play['card']}"
            if play["seat"] == trick["winner"]:
                parts.append(self.mark(f"{text}*", "winner"))
            else:
                parts.append(f"{text} ")
        points = f"  {trick['points']} points" if trick["points"] else ""
        return f"{_INDENT}{number:>2}  {'  '.join(parts)}{points}".rstrip()

    def _asked(self, place: int) -> Iterator[str]:
        """Yield what the strategies that were asked would have done."""
        for name, answers in self.opinions.items():
            if place in answers:
                one = answers[place]
                words = "the same" if one.is_same else one.words
                for part in _wrapped(f"{one.seat}  {name}: {words}", 3):
                    yield part if one.is_same else self.mark(part, "other")


def _by_suit(hand: Sequence[str], suits: str, alone: Container[str]) -> str:
    """Return a hand suit by suit, what belongs to no suit last."""
    parts = []
    for suit in suits:
        ranks = [card[0] for card in hand if card[1] == suit and card not in alone]
        if ranks:
            parts.append(f"{suit}:{''.join(ranks)}")
    return "  ".join([*parts, *(card for card in hand if card in alone)])


def _setting(value: str | int | bool) -> str:
    """Return the value of an option of the rules as it is written."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wrapped(text: str, depth: int = 1) -> list[str]:
    """Return a text as lines that fit, `depth` steps from the left."""
    indent = _INDENT * depth
    further = indent + _INDENT * 2
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=further)
