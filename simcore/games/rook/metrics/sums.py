"""The sums of a run of Rook, read by name."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from simcore.games.rook.tallying import LAYOUT
from simcore.played import Counts, PlayedSums
from simcore.tally import Layout


class Sums(PlayedSums):
    """The sums of a run, and how sure the estimates made of them should be."""

    layout: ClassVar[Layout] = LAYOUT

    @cached_property
    def played(self) -> Counts:
        """Deals in which cards were played, int64[N_BATCHES]."""
        return np.asarray(self["deals"].sum(axis=(1, 2)))

    @cached_property
    def deals(self) -> Counts:
        """All deals, int64[N_BATCHES]."""
        return np.asarray(self.played + self["void"][:, 0])
