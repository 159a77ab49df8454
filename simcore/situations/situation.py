"""What a game says of a situation: its contract with the rest of this package.

A game that has odds has a package `situations` with

* `FACTS`, the names of the facts (`Asked.facts`) that a user may tell of its deals,
* `FEATURES`, what hands can be told apart by (`simcore.situations.conditions`),
* `make_situation(asked)`, which checks all that was said and returns a `Situation`.

The package lies in a folder of its own, as what is compiled lies beside it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.game import Game
from simcore.metric import Metric
from simcore.options import Rules
from simcore.plan import Plan
from simcore.situations.comparing import Observed
from simcore.situations.conditions import Condition
from simcore.situations.dealing import Dealt, KnownCards
from simcore.stats import Estimate

if TYPE_CHECKING:
    from simcore.situations.sampling import Sample

Scripts = Mapping[int, Sequence[tuple[int, int]]]
"""What seats answer, for each (place of the decision, answer): `simcore.steering`."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a user asks, checked no further than that it can be read.

    Parameters
    ----------
    game : Game
    players : int
    rules : Rules
    seed : int
    strategy, others : str or None
        The strategy of the seat that asks, and of all others: one, or one for each.
    seat : int or None
        Who asks.
    hands : tuple of (int or None, str)
        The cards that are known of hands; None for the hand of who asks.
    given : tuple of str
        Conditions on the hands.
    without : str
        Cards that are in no hand.
    facts : Mapping[str, Any]
        What else is known of the deal: only what was said, by the names of `FACTS`.
    """

    game: Game
    players: int
    rules: Rules
    seed: int
    strategy: str | None = None
    others: str | None = None
    seat: int | None = None
    hands: tuple[tuple[int | None, str], ...] = ()
    given: tuple[str, ...] = ()
    without: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Alternative:
    """One way to act.

    Parameters
    ----------
    name : str
        As tables show it.
    scripts : Scripts
        What the seats answer; what is not there their strategies decide.
    """

    name: str
    scripts: Scripts


@dataclass(frozen=True)
class Claim:
    """One thing that was said of the deal, which strategies or cards may not bear out.

    Parameters
    ----------
    text : str
        A sentence without a full stop. Claims with the same text are one, tried at
        different tables.
    holds : callable
        ``(tables) -> bool[n]``: at which tables it came true, the deals being over.
    seats : sequence of int
        Whose strategies decide it; none where the cards do.
    example : str
        A strategy with which it may well come true, as a user would write it.
    """

    text: str
    holds: Callable[[NDArray[Any]], NDArray[np.bool_]]
    seats: Sequence[int] = ()
    example: str = ""


@dataclass(frozen=True)
class Trial:
    """A way to find out which deals agree with what was said.

    Parameters
    ----------
    scripts : Scripts
        What the seats answer; nothing that the rules may not allow.
    claims : sequence of Claim
        What must hold of the deals, played so, that are to be kept.
    concerns : callable, optional
        ``(tables) -> bool[n]``: at which tables, before the deal, this is to be tried;
        at all of them if left out.
    """

    scripts: Scripts
    claims: Sequence[Claim]
    concerns: Callable[[NDArray[Any]], NDArray[np.bool_]] | None = None

    def agrees(self, tables: NDArray[Any]) -> NDArray[np.bool_]:
        """Return at which tables all claims hold."""
        found = np.ones(len(tables), np.bool_)
        for claim in self.claims:
            found &= claim.holds(tables)
        return found


@dataclass(frozen=True)
class Question:
    """Alternatives that are compared on the same deals.

    Parameters
    ----------
    name : str
    alternatives : sequence of Alternative
    refusable : str, optional
        A decision in which the rules may refuse a scripted answer of who asks. Deals
        in which that happens with any of the alternatives are left out.
    """

    name: str
    alternatives: Sequence[Alternative]
    refusable: str | None = None


@dataclass(frozen=True)
class Answer:
    """What is told of a situation.

    Parameters
    ----------
    sentences : sequence of str
        The answer in words, the most important first.
    metrics : sequence of Metric
        The numbers.
    titles, notes : Mapping
        What stands above and beneath each table.
    """

    sentences: Sequence[str]
    metrics: Sequence[Metric]
    titles: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)


class Situation(ABC):
    """A deal of which part is known, and what is asked about it.

    Parameters
    ----------
    plan : Plan
        Who plays, by which rules, with which seed; ``plan.deals`` is where the deals
        end that are played at one table, `first_deal` where they begin.
    seat : int
        Who asks.
    cards : KnownCards
    conditions : sequence of Condition
        What the dealt hands must pass.
    questions : sequence of Question
        The first is the main one.
    trials : sequence of Trial
        How deals are played, one after the other, to find out whether they qualify.
    events : sequence of str
        Names of the events of an `Observed`.
    n_groups : int
        How many groups of deals there are.
    n_amounts : int
        How many amounts there are in an `Observed`.
    first_deal : int
    """

    def __init__(
        self,
        *,
        plan: Plan,
        seat: int,
        cards: KnownCards,
        conditions: Sequence[Condition],
        questions: Sequence[Question],
        events: Sequence[str],
        n_groups: int = 1,
        n_amounts: int = 0,
        trials: Sequence[Trial] = (),
        first_deal: int = 0,
    ) -> None:
        self.plan = plan
        self.seat = seat
        self.cards = cards
        self.conditions = conditions
        self.questions = questions
        self.events = events
        self.n_groups = n_groups
        self.n_amounts = n_amounts
        self.trials = trials
        self.first_deal = first_deal

    @abstractmethod
    def lay(
        self,
        dealt: Dealt,
        tables: NDArray[Any],
        given: NDArray[Any],
        rng: np.random.Generator,
    ) -> None:
        """Put deals on the tables.

        Parameters
        ----------
        dealt : Dealt
        tables : structured array [n]
            The state of the tables before the deal (in and out).
        given : structured array [n]
            The game's record of known cards, all 0 (out).
        rng : Generator
            For what else is drawn, as who deals.
        """

    @abstractmethod
    def observe(self, tables: NDArray[Any]) -> Observed:
        """Return what came of the deals at `tables`."""

    @abstractmethod
    def answer(self, sample: Sample, level: float) -> Answer:
        """Return what the deals that were played tell."""

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """Return the situation as plain data, for who reads a result later."""

    def main_difference(self, sample: Sample, level: float) -> Estimate:
        """Return the estimate that a precision is asked of.

        It is by default how much more the best alternative of the main question brings
        than the next best, or what the only one brings.
        """
        question = self.questions[0]
        compared = sample[question.name]
        numbers = range(len(question.alternatives))
        if len(numbers) == 1:
            return compared.mean(0, level=level)
        means = [compared.mean(number).estimate for number in numbers]
        first, second = sorted(numbers, key=lambda number: -means[number])[:2]
        return compared.difference(first, second, level)
