"""Why a decision in a deal of Kratzen is against the rules."""

from __future__ import annotations

from simcore.games.kratzen.events import CALLS
from simcore.games.kratzen.replaying.translating import WELI, suit_of
from simcore.options import Rules
from simcore.recording import Event, Record
from simcore.replaying.contract import Follower
from simcore.replaying.suits import GERMAN

_PLAIN_ORDER = "789TUOKA"
_TRUMP_ORDER = "789TUOK6A"
_HAND_SIZE = 4


class KratzenFollower(Follower):
    """Follows a deal of Kratzen."""

    def __init__(self, record: Record, rules: Rules) -> None:
        super().__init__(record, rules)
        self._dealer = record["dealer"]
        self._first_trump = ""
        self._trump = ""
        self._highest = "weiter"
        self._declarer = self._dealer
        self._has_deferred = False
        self._drawn = 0

    def take_in(self, event: Event) -> None:
        """Take in what was turned, said and exchanged."""
        kind = event["type"]
        if kind == "turnup":
            self.hands[self._dealer] += event["cards"]
            self._first_trump = self._trump = event["cards"][-1][-1]
        elif kind == "call":
            self._take_in_call(event)
        elif kind == "defer":
            self._has_deferred = True
        elif kind == "exchange":
            self._put_away(event["seat"], event["discards"])
            for key in ("drawn", "shown", "extras"):
                self.hands[event["seat"]] += event[key]
                self._drawn += len(event[key])
        elif kind == "discard":
            self._put_away(event["seat"], event["cards"])

    def _take_in_call(self, event: Event) -> None:
        """Take in a call, and the cards that are turned for it."""
        if CALLS.index(event["call"]) > CALLS.index(self._highest):
            self._highest, self._declarer = event["call"], event["seat"]
        turned = event.get("turned", [])
        self._drawn += len(turned)
        for card in turned:
            suit = suit_of(card)
            is_other = event["call"] != "andere" or suit != self._first_trump
            if suit is not None and is_other:
                self._trump = suit
                break
        if self.rules["new_turnup_to"] == "declarer":
            self.hands[event["seat"]] += turned

    def _put_away(self, seat: int, cards: list[str]) -> None:
        """Take cards out of a hand."""
        for card in cards:
            self.hands[seat].remove(card)

    def _suit(self, card: str) -> str:
        """Return the suit a card belongs to: the Weli is a trump."""
        return self._trump if card == WELI else card[-1]

    def _strength(self, card: str) -> int:
        """Return how strong a card is within its suit."""
        is_trump = self._suit(card) == self._trump
        return (_TRUMP_ORDER if is_trump else _PLAIN_ORDER).index(card[0])

    def why_not_play(self, seat: int, card: str) -> str:
        """Return which duty a card neglects."""
        led = self._suit(self.trick[0][1])
        suits = {self._suit(one) for one in self.hands[seat]}
        suit = self._suit(card)
        if led in suits:
            if suit != led:
                weli = ", and the Weli is none of them" if card == WELI else ""
                return (
                    f"Farbzwang: seat {seat} holds {GERMAN[led]} and must follow{weli}"
                )
            return f"Stichzwang: seat {seat} can beat {self._best(led)} and must"
        if suit != self._trump:
            return (
                f"Trumpfzwang: seat {seat} has no {GERMAN[led]} and must play a trump"
            )
        return (
            f"Stichzwang: seat {seat} can beat {self._best(self._trump)}, the highest"
            " trump of the trick, and must"
        )

    def _best(self, suit: str) -> str:
        """Return the strongest card of a suit in the trick."""
        cards = [card for _, card in self.trick if self._suit(card) == suit]
        return max(cards, key=self._strength)

    def why_not_decide(self, event: Event, right: Event) -> str:
        """Return why a call, a join, an exchange or a discard is against the rules."""
        kind, seat = event["type"], event["seat"]
        if kind == "call":
            if event["call"] not in CALLS:
                return f"there is no call {event['call']!r}: it is {', '.join(CALLS)}"
            return (
                f"the call {event['call']} of seat {seat} is not higher than"
                f" {self._highest}, which was called before"
            )
        if kind == "defer":
            if not self.rules["last_word"]:
                return "nobody can ask for the last word without last_word=true"
            return f"seat {seat} cannot ask for the last word: another has asked for it"
        if kind == "exchange" and right["type"] == "exchange":
            return self._why_not_exchange(event)
        if kind == "discard" and right["type"] == "discard":
            return self._why_not_discard(event)
        return f"the rules want a {right['type']} of seat {seat} here, not a {kind}"

    def _why_not_exchange(self, event: Event) -> str:
        """Return why cards cannot be exchanged."""
        seat, away = event["seat"], event["discards"]
        return self._lacks(seat, away) or (
            f"seat {seat} cannot exchange {len(away)} cards: the stock holds fewer"
        )

    def _why_not_discard(self, event: Event) -> str:
        """Return why cards cannot be discarded."""
        seat, away = event["seat"], event["cards"]
        surplus = len(self.hands[seat]) - _HAND_SIZE
        return self._lacks(seat, away) or (
            f"seat {seat} must discard {surplus} to hold four, not {len(away)}"
        )

    def _lacks(self, seat: int, cards: list[str]) -> str:
        """Return that a seat does not hold one of `cards`; empty if it holds all."""
        for card in cards:
            if card not in self.hands[seat]:
                return f"seat {seat} does not hold {card} and cannot put it away"
        return ""
