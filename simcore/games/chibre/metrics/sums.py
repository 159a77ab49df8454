"""The sums of a run of Chibre, read by name."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from simcore.games.chibre.tallying import LAYOUT, N_TRUMPS
from simcore.games.chibre.view import OBENABE
from simcore.played import Counts, PlayedSums
from simcore.tally import Layout

TEAMS = {"team 0": [0], "team 1": [1]}
"""Each team with one of its seats: what is counted by team counts once."""

TRUMPS = ("clubs", "diamonds", "hearts", "spades", "obenabe", "undenufe")


class Sums(PlayedSums):
    """The sums of a run, and how sure the estimates made of them should be."""

    layout: ClassVar[Layout] = LAYOUT

    @cached_property
    def deals(self) -> Counts:
        """Deals in each batch, int64[N_BATCHES]."""
        return np.asarray(self["said"].sum(axis=(1, 2)))

    @property
    def trumps(self) -> range:
        """The trumps that the rules allow to be named."""
        has_modes = self.plan.rules.as_dict()["modes"] == "all"
        return range(N_TRUMPS if has_modes else OBENABE)
