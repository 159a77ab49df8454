"""The house rules of Kratzen; `docs/rules/kratzen.md` tells the game."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.errors import UsageError
from simcore.options import MOST_CHIPS, Rules, option


@dataclass(frozen=True, slots=True, kw_only=True)
class KratzenRules(Rules):
    """The options of Kratzen; the order of choices is the number kernels compare."""

    ante: int = option(1, "chips of one unit of stakes", minimum=1, maximum=10**6)
    bankroll: int | None = option(
        None,
        "chips each player brings; the session ends when somebody has none left",
        minimum=4,
    )
    muss_pays: bool = option(False, "tricks of a Muss are paid like in a normal deal")
    siebenermuss_declarer_double: bool = option(
        True, "a declarer without a trick in a Siebenermuss pays 2 pots"
    )
    siebenermuss_pays: bool = option(
        False, "tricks of a Siebenermuss are paid like in a normal deal"
    )
    siebenermuss_on: str = option(
        "any",
        "which Seven that fixes trumps makes a Siebenermuss",
        choices=("any", "turnup"),
    )
    remainder: str = option(
        "pot", "who gets what four shares leave of the pot", choices=("pot", "declarer")
    )
    pot_cap: int | None = option(
        None, "the most chips that one penalty can be", minimum=1
    )
    cut: str = option(
        "always", "when the pack is cut", choices=("always", "muss", "never")
    )
    bidding_direction: str = option(
        "right", "which way the calls go round", choices=("right", "left")
    )
    new_turnup_to: str = option(
        "nobody",
        "who gets the cards turned for andere and naechste",
        choices=("nobody", "declarer"),
    )
    all_pass: str = option(
        "redeal",
        "what happens when everybody says weiter",
        choices=("redeal", "dealer"),
    )
    last_word: bool = option(False, "one player may ask to speak last on playing along")
    exchange_first: str = option(
        "forehand", "who exchanges first", choices=("forehand", "declarer")
    )

    def __post_init__(self) -> None:
        """Check what no option can check alone."""
        if self.bankroll is not None and self.bankroll < 4 * self.ante:
            raise UsageError(
                f"option bankroll is {self.bankroll} but takes none or "
                f"{4 * self.ante} (4 x ante) to {MOST_CHIPS}"
            )
