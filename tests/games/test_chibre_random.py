"""Chance in Chibre: the choices of `random` are uniform, and so are the deals."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from scipy.stats import chisquare

from .chibre_table import CHIBRE, PACK_TEXT, make_job

SEED = 20_261_130
SESSIONS = 1500
LEAST = 1e-4
"""A fair count has a smaller p-value once in ten thousand runs; the seed is fixed."""

FEWEST = 20


def assert_uniform(counts: Counter, n_values: int) -> None:
    """Make sure that counts are those of equally likely values, all of them seen."""
    assert len(counts) == n_values
    assert counts.total() >= FEWEST * n_values
    assert chisquare(list(counts.values())).pvalue > LEAST


@cache
def records(modes: str) -> list[dict]:
    """Return the records of single deals of random players."""
    job = make_job("random", seed=SEED, modes=modes, melds=False)
    return [next(CHIBRE.engine.records(job, number)) for number in range(SESSIONS)]


@pytest.mark.parametrize(("modes", "n_calls"), [("suits", 4), ("all", 6)])
def test_trumps_are_named_uniformly(modes, n_calls):
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    for record in records(modes):
        one, *two = [e["trump"] for e in record["events"] if e["type"] == "trump"]
        first[one] += 1
        second.update(two)
    assert_uniform(first, n_calls + 1)
    assert_uniform(second, n_calls)


def plays() -> dict[int, Counter[int]]:
    """Return the places of played cards among the legal ones, by how many these are."""
    found: dict[int, Counter[int]] = {}
    for record in records("suits"):
        for event in record["events"]:
            if event["type"] == "play":
                legal = event["legal"]
                counts = found.setdefault(len(legal), Counter())
                counts[legal.index(event["card"])] += 1
    return found


def test_plays_are_uniform_among_the_legal_cards():
    found = plays()
    assert set(found) == set(range(1, 10))
    for n_legal in range(2, 10):
        assert_uniform(found[n_legal], n_legal)


def test_a_small_bias_would_be_found():
    """One value in twenty of the others moved to the first."""
    biased = plays()[2]
    moved = biased[1] // 20
    biased[1] -= moved
    biased[0] += moved
    with pytest.raises(AssertionError):
        assert_uniform(biased, 2)


def test_every_card_is_equally_likely_at_every_seat():
    dealers: Counter[int] = Counter()
    for seat in range(4):
        counts: Counter[str] = Counter()
        for record in records("suits"):
            counts.update(record["hands"][seat])
            dealers[record["dealer"]] += seat == 0
        assert set(counts) == set(PACK_TEXT)
        # Nine cards without replacement vary less than nine draws: only an upper bound.
        assert chisquare(list(counts.values())).pvalue > LEAST
    assert_uniform(dealers, 4)
