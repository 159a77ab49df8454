"""Mistakes of a user, told in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class SimcoreError(Exception):
    """Base of every error that is told to the user as one sentence."""


class UsageError(SimcoreError, ValueError):
    """What was asked for does not exist or does not fit."""


class StrategyError(SimcoreError):
    """A strategy that cannot be loaded, or that answered against the rules."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence about the unknown `name`: the nearest known ones."""
    choices = sorted(known)
    near = get_close_matches(name.lower(), choices, n=1, cutoff=0.6)
    if near:
        return f"; did you mean {near[0]}?"
    return f"; known: {', '.join(choices)}" if choices else ""
