"""Intervals that hold at all times: the error of looking again and again."""

import math

import numpy as np
import pytest

from interval_kinds import LOW, covers, holds
from simcore.stats import MeanSequence, t_quantile

WIDTH = 2.0
N_CHUNKS, CHUNK = 100, 200
N_RUNS = 600


def draw(rng):
    """Return values in -1 to 1 of mean 0 in chunks: skew, and mostly 0."""
    values = rng.choice([-0.25, 0.0, 1.0], p=[0.4, 0.5, 0.1], size=N_CHUNKS * CHUNK)
    return values.reshape(N_CHUNKS, CHUNK)


def looks(rng):
    """Yield the sequence after each chunk."""
    sequence = MeanSequence(WIDTH)
    for chunk in draw(rng):
        sequence.add(CHUNK, float(chunk.sum()), float((chunk**2).sum()))
        yield sequence


@holds("confidence sequence")
def test_a_sign_is_seldom_decided_where_there_is_none():
    def stopped(rng):
        for sequence in looks(rng):
            if abs(sequence.total) > sequence.n * sequence.margin:
                break
        return sequence.estimate(sequence.n)

    # At all times at once, so at the end it holds more often than it must.
    covered, open_ended = covers(stopped, 0.0, n_runs=N_RUNS)
    assert open_ended == 0.0
    assert covered >= 0.95 - 2 * math.sqrt(0.05 * 0.95 / N_RUNS)


def test_naive_looks_fail():
    rng = np.random.default_rng(1)
    values = np.array([draw(rng) for _ in range(N_RUNS)])
    n = CHUNK * np.arange(1, N_CHUNKS + 1)
    mean = values.sum(axis=2).cumsum(axis=1) / n
    square = (values**2).sum(axis=2).cumsum(axis=1) / n
    margin = t_quantile(0.975, math.inf) * np.sqrt((square - mean**2) / n)
    missed = (abs(mean) > margin).any(axis=1)
    assert 1.0 - missed.mean() < 0.75 < LOW


def test_a_difference_is_found_and_its_margin_shrinks():
    sequence = MeanSequence(WIDTH)
    assert sequence.margin == math.inf
    margins = []
    for chunk in draw(np.random.default_rng(2)) * 0.5 + 0.2:
        sequence.add(CHUNK, float(chunk.sum()), float((chunk**2).sum()))
        margins.append(sequence.margin)
    assert margins == sorted(margins, reverse=True)
    found = sequence.estimate(sequence.n)
    assert 0.0 < found.ci_low < 0.2 < found.ci_high


def test_the_margin_is_that_of_the_formula():
    # One epoch of the boundary: the variance is at its floor.
    sequence = MeanSequence(1.0)
    sequence.add(100, 0.0, 0.5)
    tail = math.log(3.105548 / 0.025)
    k1, k2 = (2**0.25 + 2**-0.25) / math.sqrt(2), (math.sqrt(2) + 1) / 2
    extra = k2 * tail
    margin = (math.sqrt(k1**2 * tail + extra**2) + extra) / 100
    assert sequence.margin == pytest.approx(margin)


def test_several_sequences_share_the_error():
    one, three = MeanSequence(1.0, 0.95 + 0.1 / 3), MeanSequence(1.0, 0.95, among=3)
    for sequence in (one, three):
        sequence.add(100, 3.0, 0.5)
    assert three.margin == pytest.approx(one.margin)
    MeanSequence(1.0, 0.999999, among=50).add(100, 3.0, 0.5)
