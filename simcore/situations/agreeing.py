"""How often deals agree with each thing that was said, and what if none agrees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.situations.situation import Claim, Situation

Counts = NDArray[np.int64]
"""int64[n, 2]: for each thing said how many deals came to it, and agreed with it."""

MOST_TRIES_OF_A_CLAIM = 50_000
"""After so many deals that came to a claim and not to its truth nobody looks on.

What comes true once in 10 000 times is given up by mistake with a chance below 1 %.
"""


@dataclass(frozen=True)
class Said:
    """One thing that was said of a deal.

    Parameters
    ----------
    text : str
    claim : Claim or None
        None for a condition on a hand, which needs no play to be found out.
    """

    text: str
    claim: Claim | None = None


def all_said(situation: Situation) -> list[Said]:
    """Return all that deals must agree with, in the order in which it is found out."""
    said = {one.text: Said(one.text) for one in situation.conditions}
    for trial in situation.trials:
        for claim in trial.claims:
            said.setdefault(claim.text, Said(claim.text, claim))
    return list(said.values())


def never_comes_true(said: Sequence[Said], counts: Counts) -> bool:
    """Return whether strategies never do one of the things that were said of them."""
    return any(
        one.claim is not None and tried >= MOST_TRIES_OF_A_CLAIM and held == 0
        for one, (tried, held) in zip(said, counts.tolist(), strict=True)
    )


def why_none(situation: Situation, dealt: int, counts: Counts) -> str:
    """Return that none of the deals agrees, with which of them came how far.

    Parameters
    ----------
    situation : Situation
    dealt : int
        How many deals with the known cards there were.
    counts : int64[n, 2]
        How many of them came to each thing that was said, and agreed with it.
    """
    said = all_said(situation)
    lines = [
        f"none of {dealt:,} deals with these cards agrees with all that was said of"
        " the deal",
        *_steps(situation, said, counts),
        *_remedy(said, counts),
        "--tries N deals N of them before it gives up",
    ]
    return "\n".join(lines)


def _steps(situation: Situation, said: Sequence[Said], counts: Counts) -> Iterator[str]:
    """Yield how often each thing held, of the deals in which all before it did."""
    for one, (tried, held) in zip(said, counts.tolist(), strict=True):
        text = one.text
        if one.claim is not None and one.claim.seats:
            text += f" (strategy {_strategies(situation, one.claim.seats)})"
        yield f"  {text}: in {held:,} of {tried:,}" if tried else f"  {text}: not tried"


def _strategies(situation: Situation, seats: Sequence[int]) -> str:
    """Return the strategies of some seats, each once."""
    return ", ".join(dict.fromkeys(situation.plan.seats[seat].text for seat in seats))


def _remedy(said: Sequence[Said], counts: Counts) -> Iterator[str]:
    """Yield how to choose other strategies, where one of them is what failed."""
    for one, (_, held) in zip(said, counts.tolist(), strict=True):
        if held == 0:
            if one.claim is not None and one.claim.seats:
                example = one.claim.example
                how = f", as --opponents '{example}'" if example else ""
                yield f"choose another strategy for the others with --opponents{how}"
            return
