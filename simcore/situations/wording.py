"""Answers in words: estimates with their margins, and verdicts."""

from __future__ import annotations

import math
from dataclasses import replace

from simcore.stats import ALL_EQUAL, Estimate

ENOUGH_ALIKE = 10
"""So many deals that all favour one side happen by chance once in 500 times."""


def margin_text(found: Estimate, unit: str, *, sign: bool = False) -> str:
    """Return an estimate with half the width of its interval, as "3.1 ±0.4 chips".

    Parameters
    ----------
    found : Estimate
    unit : str
        ``share`` is written in per cent; one of 0 or 1 without a margin.
    sign : bool
        Write a plus too.
    """
    is_share = unit == "share"
    if is_share and found.estimate in {0, 1}:
        return f"{found.estimate:.0%}".replace("%", " %")
    scale = 100 if is_share else 1
    before, after = (" %", "") if is_share else ("", f" {unit}")
    value = scale * found.estimate
    margin = scale * (found.ci_high - found.ci_low) / 2
    plus = "+" if sign else ""
    if not margin > 0:
        decimals = 0 if value == round(value) else 2
        return f"{value:{plus}.{decimals}f}{before}{after}"
    decimals = max(0, -math.floor(math.log10(margin)))
    text = f"{value:{plus}.{decimals}f}{before} ±{margin:.{decimals}f}"
    return f"{text}{after}"


def verdict(gain: Estimate, unit: str, *, better: str, worse: str, same: str) -> str:
    """Return which of three sentences is true, or that nobody can tell yet.

    Parameters
    ----------
    gain : Estimate
        How much more one thing brings than another.
    unit : str
    better, worse : str
        What to say if it is more, and if it is less; ``{}`` stands for how much.
    same : str
        What to say if they bring the same in every deal.
    """
    if is_same(gain):
        return same
    if is_more(gain):
        return better.format(margin_text(gain, unit))
    if is_more(_negative(gain)):
        return worse.format(margin_text(_negative(gain), unit))
    text = margin_text(gain, unit, sign=True)
    return f"Too close to call: the difference is {text}; more --deals would tell."


def is_same(gain: Estimate) -> bool:
    """Return whether two things came to the same in every deal."""
    return gain.method == ALL_EQUAL and gain.estimate == 0


def is_more(gain: Estimate) -> bool:
    """Return whether one thing is seen to bring more than another.

    Where it brought the same more in every deal there is no interval: it is seen from
    `ENOUGH_ALIKE` deals on.
    """
    is_alike = gain.method == ALL_EQUAL and gain.n >= ENOUGH_ALIKE
    return gain.ci_low > 0 or (is_alike and gain.estimate > 0)


def _negative(found: Estimate) -> Estimate:
    """Return the estimate of the opposite."""
    low, high = -found.ci_high, -found.ci_low
    return replace(found, estimate=-found.estimate, ci_low=low, ci_high=high)
