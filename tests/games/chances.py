"""Counts against what chance makes of them; seeds are fixed, so none fails by luck."""

from __future__ import annotations

from collections import Counter
from math import sqrt

from scipy.stats import chisquare

STANDARD_ERRORS = 4.5
LEAST_P = 1e-4
"""A fair count has a smaller p-value once in ten thousand runs."""


def assert_share(hits: int, n: int, probability: float) -> None:
    """Check a number of hits among `n` independent tries."""
    error = sqrt(probability * (1 - probability) / n)
    assert abs(hits / n - probability) < STANDARD_ERRORS * error, (hits, n)


def assert_uniform(counts: Counter, n_values: int) -> None:
    """Check that `n_values` values occur equally often, each 5 times or more."""
    assert len(counts) <= n_values
    assert counts.total() >= 5 * n_values
    if n_values == 1:
        return
    observed = [*counts.values(), *[0] * (n_values - len(counts))]
    assert chisquare(observed).pvalue > LEAST_P, counts
