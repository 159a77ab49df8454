"""The house rules of Chibre; `docs/rules/chibre.md` tells the game."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.options import Rules, option


@dataclass(frozen=True, slots=True, kw_only=True)
class ChibreRules(Rules):
    """The options of Chibre; the order of choices is the number kernels compare."""

    modes: str = option(
        "suits",
        "what can be named: suits, or obenabe and undenufe too",
        choices=("suits", "all"),
    )
    melds: bool = option(True, "sequences and four of a kind score")
    stoeck: bool = option(True, "King and Queen of trumps in one hand score")
    pique_double: bool = option(False, "deals with spades as trump count double")
    target: int | None = option(
        None,
        "points that win a match; none: 1000, or 1500 with pique_double",
        minimum=1,
        only_matches=True,
    )
