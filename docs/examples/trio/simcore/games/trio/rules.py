"""The cards and the house rules of Trio; `docs/rules/trio.md` tells the game."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.cards import Pack
from simcore.options import Rules, option

PACK = Pack(game="trio", suits="cdhs", ranks="TJQKA")
"""A lane holds from bit 0 T J Q K A: a higher bit is a stronger card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrioRules(Rules):
    """The options of Trio."""

    last_trick: int = option(1, "what the last trick counts", minimum=1, maximum=9)
    target: int = option(15, "points that win a match", minimum=1, only_matches=True)
