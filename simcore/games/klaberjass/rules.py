"""The house rules of Klaberjass; `docs/rules/klaberjass.md` tells the game."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.options import Rules, option


@dataclass(frozen=True, slots=True, kw_only=True)
class KlaberjassRules(Rules):
    """The options of Klaberjass; the order of choices is the number kernels compare."""

    second_round_suits: str = option(
        "any",
        "suits that may be named in the second round: any, or all but the turned one",
        choices=("any", "other"),
    )
    meld_tie: str = option(
        "elder",
        "whose sequences count when the best are equal",
        choices=("elder", "none"),
    )
    melds: bool = option(True, "sequences score")
    bela: bool = option(True, "King and Queen of trumps in one hand score")
    target: int = option(500, "points that win a match", minimum=1, only_matches=True)
