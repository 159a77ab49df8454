"""What a player of Trio sees when he must decide."""

from __future__ import annotations

import numpy as np

from simcore.view import VIEW_FIELDS

N_SEATS = 3
HAND_SIZE = 5

VIEW = np.dtype([*VIEW_FIELDS, ("score", "i8", N_SEATS)])
"""The fields of all games, then public facts of this one: the match so far."""

DECISIONS = ("play",)
"""What a strategy is asked, in the order in which a deal asks for it."""
