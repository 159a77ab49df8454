"""The answers about a deal of Kratzen: numbers and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.games.kratzen.situations.questions import (
    CALL,
    CONTRACT,
    DUTY,
    EXCHANGE,
    JOIN,
    NOTHING,
)
from simcore.metric import Metric
from simcore.situations.situation import Answer
from simcore.situations.wording import is_more, is_same, margin_text, verdict
from simcore.stats import independent_share

if TYPE_CHECKING:
    from simcore.games.kratzen.situations.situation import KratzenSituation
    from simcore.situations.comparing import Comparison
    from simcore.situations.sampling import Sample

_MADE, _IN = 4, 5
_TRICKS = range(4)
"""Places among the events."""

_PLAY, _KEEP, _DROP = range(3)
"""Places among the alternatives of the questions of who plays."""

_SHOWN = 8
"""So many exchanges are in the table, the best of all."""

TITLES = {
    "worth": "What it is worth",
    "calls": "What each call is worth",
    "tricks": "So many tricks or more, by how many others play",
    "tricks without an exchange": "The same without an exchange of one's own",
    "exchanges": "Cards to put away, the best first",
    "deals": "Deals with these cards",
}

NOTES: dict[str, list[str]] = {
    "worth": [
        "Chips are what the deal brings from the moment play begins: what is staked is"
        " gone."
    ],
}


def answer(situation: KratzenSituation, sample: Sample, level: float) -> Answer:
    """Return what the deals that were played tell."""
    teller = _Teller(situation, sample, level)
    tell = {
        DUTY: teller.on_duty,
        CALL: teller.on_calls,
        JOIN: teller.on_joining,
        CONTRACT: teller.on_contract,
    }
    sentences, metrics = tell[situation.main]()
    notes = NOTES | _left_out(sample)
    return Answer(sentences, [*metrics, *teller.on_dealing()], TITLES, notes)


def _left_out(sample: Sample) -> dict[str, list[str]]:
    """Return a note on deals in which the stock did not suffice for all exchanges."""
    if EXCHANGE not in sample.comparisons:
        return {}
    missing = sample.kept - sample[EXCHANGE].n
    if not missing:
        return {}
    return {
        "exchanges": [
            f"In {missing:,} deals the stock did not hold as many cards as some"
            " exchange takes; they are left out."
        ]
    }


_Part = tuple[list[str], list[Metric]]


class _Teller:
    """Puts the sentences and numbers of an answer together."""

    def __init__(
        self, situation: KratzenSituation, sample: Sample, level: float
    ) -> None:
        self._situation = situation
        self._sample = sample
        self._level = level
        self._events = situation.events
        self._compared = sample[situation.main]

    def on_joining(self) -> _Part:
        """Tell whether to go along."""
        gain = self._compared.difference(_PLAY, _DROP, self._level)
        metrics = self._worths()
        metrics.insert(
            1, Metric("worth", self._name(_PLAY), "less drop", "chips", gain)
        )
        text = verdict(
            gain,
            "chips",
            better="Playing is worth {} more than dropping: go along.",
            worse="Playing costs {} more than dropping: drop.",
            same="Playing and dropping were worth the same in every deal.",
        )
        return self._with_exchange(text, metrics)

    def on_contract(self) -> _Part:
        """Tell how the declarer fares."""
        made = self._compared.share(_PLAY, _MADE, level=self._level)
        chips = self._compared.mean(_PLAY, level=self._level)
        text = (
            f"{self._situation.facts.contract} is made with"
            f" {margin_text(made, 'share')} and worth"
            f" {margin_text(chips, 'chips', sign=True)}."
        )
        return self._with_exchange(text, self._worths())

    def on_duty(self) -> _Part:
        """Tell how a deal goes in which nobody may drop."""
        one, two = (
            margin_text(self._compared.share(0, event, level=self._level), "share")
            for event in _TRICKS[:2]
        )
        text = f"Nobody may drop: 1 trick or more with {one}, 2 or more with {two}."
        return [text], [*self._worths(), *self._by_others("tricks", 0)]

    def on_calls(self) -> _Part:
        """Tell what to call."""
        order = self._order(self._compared)
        names = [self._name(number) for number in order]
        metrics = []
        for number in order:
            metrics += self._row("calls", self._compared, number, order[0])
        gain = self._compared.difference(order[0], order[1], self._level)
        text = verdict(
            gain,
            "chips",
            better=f"Say {names[0]}: it is worth {{}} more than {names[1]}.",
            worse="",
            same=f"{names[0]} and {names[1]} were worth the same in every deal.",
        )
        return [text], metrics

    def on_dealing(self) -> list[Metric]:
        """Tell how many deals agree with what was said."""
        kept = independent_share(
            self._sample.kept, self._sample.dealt, level=self._level
        )
        return [Metric("deals", "dealt", "agree", "share", kept)]

    def _name(self, number: int, question: int = 0) -> str:
        """Return the name of an alternative."""
        return self._situation.questions[question].alternatives[number].name

    def _order(self, compared: Comparison) -> list[int]:
        """Return the alternatives, the best first."""
        means = [compared.mean(number).estimate for number in range(compared.size)]
        return sorted(range(compared.size), key=lambda number: -means[number])

    def _worths(self) -> list[Metric]:
        """Return what each alternative brings to who asks, and to the declarer."""
        found = []
        for number in range(self._compared.size):
            chips = self._compared.mean(number, level=self._level)
            made = self._compared.share(number, _MADE, level=self._level)
            name = self._name(number)
            found += [
                Metric("worth", name, "chips", "chips", chips),
                Metric("worth", name, self._events[_MADE], "share", made),
            ]
        return found

    def _with_exchange(self, text: str, metrics: list[Metric]) -> _Part:
        """Return a sentence and numbers with all that hangs on the exchange."""
        metrics += self._by_others("tricks", _PLAY)
        metrics += self._by_others("tricks without an exchange", _KEEP)
        if EXCHANGE not in self._sample.comparisons:
            return [text], metrics
        compared = self._sample[EXCHANGE]
        order = self._order(compared)
        for number in order[:_SHOWN]:
            metrics += self._row("exchanges", compared, number, order[0], 1)
        return [text, self._best_exchange(compared, order)], metrics

    def _best_exchange(self, compared: Comparison, order: list[int]) -> str:
        """Return which cards to put away, if that makes a difference."""
        best = self._name(order[0], 1)
        gains = {
            self._name(number, 1): compared.difference(order[0], number, self._level)
            for number in order[1:]
        }
        # Two that come to the same in every deal are no choice.
        apart = {name: gain for name, gain in gains.items() if not is_same(gain)}
        if not apart:
            return "No exchange makes a difference."
        if NOTHING not in {best, *apart}:
            return "No exchange brings more chips than none."
        name, gain = next(iter(apart.items()))
        if is_more(gain):
            more = margin_text(gain, "chips")
            return f"Best exchange: {best}, worth {more} more than {name}."
        more = margin_text(gain, "chips", sign=True)
        return (
            f"Best exchange: too close to call between {best} and {name}, the"
            f" difference is {more}."
        )

    def _row(
        self,
        table: str,
        compared: Comparison,
        number: int,
        best: int,
        question: int = 0,
    ) -> list[Metric]:
        """Return what an alternative brings beside the `best` one."""
        level, item = self._level, self._name(number, question)
        chips = compared.mean(number, level=level)
        found = [Metric(table, item, "chips", "chips", chips)]
        if number != best:
            less = compared.difference(number, best, level)
            found.append(Metric(table, item, "less the best", "chips", less))
        for event in _TRICKS[:2] if question else (*_TRICKS[:2], _IN):
            share = compared.share(number, event, level=level)
            found.append(Metric(table, item, self._events[event], "share", share))
        return found

    def _by_others(self, table: str, number: int) -> list[Metric]:
        """Return tricks and chips of an alternative, by how many others play."""
        compared, level = self._compared, self._level
        found = []
        for group in (*range(self._situation.n_groups), None):
            item = "all deals" if group is None else _others(group)
            if group is not None:
                share = compared.share_of_group(number, group, level)
                if share.estimate == 0:
                    continue
                found.append(Metric(table, item, "share", "share", share))
            for event in (*_TRICKS, _MADE):
                share = compared.share(number, event, group, level)
                found.append(Metric(table, item, self._events[event], "share", share))
            chips = compared.mean(number, group, level)
            found.append(Metric(table, item, "chips", "chips", chips))
        return found


def _others(number: int) -> str:
    """Return how many others play, in words."""
    return "1 other" if number == 1 else f"{number} others"
