"""The house rules of Rook; `docs/rules/rook.md` tells the game."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.options import Rules, option


@dataclass(frozen=True, slots=True, kw_only=True)
class RookRules(Rules):
    """The options of Rook; the order of choices is the number kernels compare."""

    all_pass: str = option(
        "redeal",
        "when nobody bids: a new deal, or the dealer plays for 75",
        choices=("redeal", "dealer"),
    )
    low_ace: str = option(
        "high",
        "whether the Ace stays high in low games, or ranks under the 2",
        choices=("high", "low"),
    )
    defenders: str = option(
        "share",
        "what defenders score: their side's points, or their own tricks'",
        choices=("share", "own"),
    )
    moon_bonus: int = option(0, "points on top for shooting the moon", minimum=0)
    target: int = option(500, "points that win a match", minimum=1, only_matches=True)
