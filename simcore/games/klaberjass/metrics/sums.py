"""The sums of a run of Klaberjass, read by name."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from simcore.games.klaberjass.tallying import LAYOUT
from simcore.played import Counts, PlayedSums
from simcore.tally import Layout


class Sums(PlayedSums):
    """The sums of a run, and how sure the estimates made of them should be."""

    layout: ClassVar[Layout] = LAYOUT

    @cached_property
    def taken(self) -> Counts:
        """Deals that somebody took, int64[N_BATCHES]."""
        return np.asarray(self["taken_by"].sum(axis=(1, 2)))

    @cached_property
    def deals(self) -> Counts:
        """Deals in each batch, the void ones too, int64[N_BATCHES]."""
        return np.asarray(self.taken + self["void"][:, 0])
