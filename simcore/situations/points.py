"""Situations of the games of points: what to say, and what that is worth."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.situations.choosing import CHOICE, choice_rows, verdict_of_choice
from simcore.situations.comparing import Observed
from simcore.situations.conditions import Feature
from simcore.situations.dealing import KnownCards
from simcore.situations.situation import (
    Alternative,
    Answer,
    Asked,
    Question,
    Situation,
    Trial,
)
from simcore.situations.telling import asking_seat, conditions_of, plan_of

if TYPE_CHECKING:
    from simcore.situations.sampling import Sample

SCORES = ("own points", "their points")
"""The amounts of deals that are compared by who is ahead."""


class PointSituation(Situation):
    """A deal that stands alone, of which is asked what to say.

    Parameters
    ----------
    asked : Asked
    features : Mapping[str, Feature]
        What hands can be told apart by.
    cards : KnownCards
    alternatives : sequence of Alternative
        What can be said.
    events : sequence of str
        Names of the events of an `Observed`.
    n_amounts : int
        How many amounts there are in an `Observed`.
    trials : sequence of Trial
        How deals are played to find out whether they qualify.
    """

    def __init__(
        self,
        asked: Asked,
        features: Mapping[str, Feature],
        *,
        cards: KnownCards,
        alternatives: Sequence[Alternative],
        events: Sequence[str],
        n_amounts: int = len(SCORES),
        trials: Sequence[Trial] = (),
    ) -> None:
        super().__init__(
            plan=plan_of(asked),
            seat=asking_seat(asked),
            cards=cards,
            conditions=conditions_of(asked, features),
            questions=[Question(CHOICE, alternatives)],
            events=events,
            n_amounts=n_amounts,
            trials=trials,
        )

    @abstractmethod
    def told(self) -> dict[str, Any]:
        """Return as plain data what is known but for the hands and the conditions."""

    def describe(self) -> dict[str, Any]:
        """Return the situation as plain data, for who reads a result later."""
        pack = self.plan.game.pack
        return {
            "seat": self.seat,
            "question": CHOICE,
            "hands": [pack.format(hand) for hand in self.cards.hands],
            **self.told(),
            "given": [condition.text for condition in self.conditions],
        }


def observed_scores(
    own: NDArray[np.float64],
    theirs: NDArray[np.float64],
    events: Sequence[NDArray[np.bool_]],
) -> Observed:
    """Return deals that are worth by how much who asks is ahead."""
    return Observed(
        own - theirs,
        np.zeros(len(own), np.int64),
        np.stack(events, axis=1),
        np.stack([own, theirs], axis=1),
    )


def answer_by_scores(
    situation: PointSituation,
    sample: Sample,
    level: float,
    titles: Mapping[str, str],
    notes: Mapping[str, Sequence[str]],
) -> Answer:
    """Return what deals tell that were observed by `observed_scores`."""
    compared = sample[CHOICE]
    names = [one.name for one in situation.questions[0].alternatives]
    rows = choice_rows(
        compared,
        names,
        value="ahead",
        amounts=SCORES,
        events=situation.events,
        level=level,
    )
    sentence = verdict_of_choice(compared, names, "points", level)
    return Answer([sentence], list(rows), titles, notes)
