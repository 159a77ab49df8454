"""Intervals of duels, on synthetic sessions whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

import simcore
from interval_kinds import assert_covers, covers, holds
from simcore.api import make_plan
from simcore.duel_chunks import Sums
from simcore.duel_plan import Duel
from simcore.duel_play import Played
from simcore.duel_tables import comparisons, gains, metrics_of, sentences_of, wins
from simcore.lineup import parse_seat
from simcore.registry import find_game
from simcore.stats import Estimate, MeanSequence
from simcore.tally import N_BATCHES

KRATZEN = find_game("kratzen")
NAMES = ("normal", "bold", "random", "cautious")


def synthetic(rng, means, n=200, shared=2.0):
    """Return a duel whose strategies gain `means` a deal; they share cards."""
    k = len(means)
    cards = shared * rng.normal(size=(n, 1))
    deals = rng.integers(5, 15, size=(n, 1)) * np.ones((1, k))
    won = deals * (np.array(means) + cards + rng.normal(size=(n, k)))
    return played(one_field(won, deals))


def one_field(won, deals):
    """Return the sums of sessions with one arrangement and field, float64[n, k]."""
    return Sums.of(won[None, None], deals[None])


def played(sums):
    """Return a duel that came to `sums`."""
    seats = tuple(parse_seat(name, KRATZEN) for name in NAMES[: len(sums.rates)])
    asked = Duel(
        plan=make_plan(KRATZEN, rules={}, seed=1),
        strategies=seats,
        fields=seats[:1],
        by_deal=False,
        stop_when=None,
        level=0.95,
    )
    return Played(asked, sums, [], [])


def difference(rng, means, n=200):
    """Return how much more the first of two gains, of a duel it may lose."""
    (row,) = comparisons(synthetic(rng, means, n))
    found = row.estimate
    if row.one == NAMES[0]:
        return found
    low, high = -found.ci_high, -found.ci_low
    return Estimate(found.n, -found.estimate, 1.0, low, high, found.method)


@pytest.mark.parametrize("n", [3, 5, 20, 200])
@holds("paired over sessions")
def test_intervals_of_differences_cover(n):
    assert_covers(lambda rng: difference(rng, (0.3, 0.1), n), 0.2, n_runs=1000)


@holds("duel_tables._compared")
def test_intervals_cover_where_the_stronger_is_put_first():
    def make(rng):
        return comparisons(synthetic(rng, (0.1, 0.9)))[0].estimate

    assert_covers(make, 0.8, kind="duel_tables._compared")


MARGIN = 0.4


def unequal(rng, n=100):
    """Return gains and deals of two who play long sessions among themselves.

    Against each other, where the first gains `MARGIN` a deal, sessions are short, and
    shorter the more it gains; in both fields what one gains the other loses.
    """
    shape = (2, 2, n, 2)
    gains, deals = np.zeros(shape), np.zeros(shape[1:])
    short = 4.0 + rng.integers(0, 5, n)
    won = MARGIN * short - 0.5 * (short - 6.0) + rng.normal(size=n)
    alone = 12.0 + rng.integers(0, 9, size=(n, 2))
    # Fields are the two strategies in turn; arrangements the two sides of the table.
    for one, other, sign in ((0, 1, 1.0), (1, 0, -1.0)):
        luck = rng.normal(size=n) * short
        shares = won + luck, won - luck
        gains[other, :, :, one] = [sign * share / 4 for share in shares]
        deals[other, :, one] = short
        deals[one, :, one] = alone[:, one]
    return gains, deals


def unequal_difference(rng, n=100):
    """Return how much more the first of two gains, whose sessions are unequal."""
    (row,) = comparisons(played(Sums.of(*unequal(rng, n))))
    return row.estimate


@pytest.mark.parametrize("n", [20, 100])
@holds("paired over sessions")
def test_intervals_cover_where_sessions_of_fields_are_of_unequal_length(n):
    assert_covers(lambda rng: unequal_difference(rng, n), MARGIN)


def test_fields_that_are_pooled_dilute_the_margin():
    def make(rng):
        gains, deals = unequal(rng)
        pooled = Sums.of(gains.sum(axis=0)[None], deals.mean(axis=0)[None])
        (row,) = comparisons(played(pooled))
        return row.estimate

    assert covers(make, MARGIN)[0] < 0.5


SHARES = dict(zip(NAMES, (0.9, 0.5, 0.1), strict=False))


@holds("Wilson, effective size")
def test_all_intervals_of_won_matches_hold_at_once():
    def make(rng):
        duel = synthetic(rng, [0.0] * len(SHARES))
        tries = np.full(N_BATCHES, 8)
        for place, share in enumerate(SHARES.values()):
            duel.sums.wins[:, :, place] = rng.binomial(tries, share), tries
        return all_at_once((found, SHARES[name]) for name, found in wins(duel))

    assert_covers(make, 0.0)


MEANS = dict(zip(NAMES, (0.3, 0.1, 0.0, 0.1), strict=True))


def errors_of_differences(duel):
    """Yield the differences of a duel, and what they should be."""
    for row in comparisons(duel):
        yield row.estimate, MEANS[row.one] - MEANS[row.other]


def errors_of_gains(duel):
    """Yield what each strategy gains, and what it should be."""
    for name, estimate in gains(duel):
        yield estimate, MEANS[name]


def all_at_once(pairs):
    """Return estimates and truths as one estimate that holds 0 if all hold."""
    pairs = list(pairs)
    low = max(found.ci_low - truth for found, truth in pairs)
    high = min(found.ci_high - truth for found, truth in pairs)
    # Intervals that have nothing in common do not hold, whatever the truth.
    ends = (low, high) if low <= high else (1.0, 1.0)
    return Estimate(1, 0.0, 1.0, *ends, pairs[0][0].method)


@pytest.mark.parametrize("errors", [errors_of_differences, errors_of_gains])
@pytest.mark.parametrize("shared", [0.0, 1.0])
@pytest.mark.parametrize("k", [3, 4])
@pytest.mark.parametrize("n", [3, 5, 20, 200])
@holds("paired over sessions, simultaneous")
def test_all_intervals_of_a_table_hold_at_once(n, k, shared, errors):
    means = tuple(MEANS.values())[:k]

    def make(rng):
        return all_at_once(errors(synthetic(rng, means, n, shared)))

    assert_covers(make, 0.0, n_runs=1000)


def test_intervals_that_each_hold_alone_do_not_hold_at_once():
    def make(rng):
        duel = synthetic(rng, tuple(MEANS.values()), shared=0.0)
        alone = []
        for found, truth in errors_of_gains(duel):
            reach = 1.972 * found.standard_error
            ends = found.estimate - reach, found.estimate + reach
            alone.append((Estimate(1, 0.0, 1.0, *ends, "alone"), truth))
        return all_at_once(alone)

    assert covers(make, 0.0)[0] < 0.87


def test_the_level_is_held():
    wide = covers(lambda rng: difference(rng, (0.0, 0.0)), 0.2)
    assert wide[0] < 0.9


def test_the_same_difference_in_every_session_has_no_interval():
    rng = np.random.default_rng(1)
    deals = rng.integers(5, 15, size=(50, 1)) * np.ones((1, 2))
    rates = rng.normal(size=(50, 1)) + np.array([0.25, 0.0])
    duel = played(one_field(rates * deals, deals))
    row, factor, *_ = metrics_of(duel)
    assert row.estimate.estimate == pytest.approx(0.25)
    assert np.isnan([row.estimate.ci_low, factor.estimate.estimate]).all()
    assert sentences_of(duel) == [
        "normal gained 0.250 pots a deal more than bold in every session; without a"
        " spread nobody knows how sure that is.",
        "All deals count alike, not all sessions, which differ in length.",
    ]


def test_a_difference_in_one_session_of_many_is_no_rounding():
    rng = np.random.default_rng(1)
    deals = np.full((100_000, 2), 60.0)
    won = np.repeat(rng.normal(size=(100_000, 1)), 2, axis=1)
    won[7, 0] += 1e-4
    (row,) = comparisons(played(one_field(won, deals)))
    assert not row.is_alike


def looked_at(rng, margin_of, n_looks=60, each=50):
    """Return whether some look at two players of equal mean says they differ."""
    sequence, values = MeanSequence(2.0), []
    for _ in range(n_looks):
        # Different players: skewed gains against a coin, both of mean 0.
        chunk = rng.choice([-0.2, 0.8], each, p=[0.8, 0.2]) * rng.choice([1, -1], each)
        values.append(chunk)
        sequence.add(each, float(chunk.sum()), float((chunk**2).sum()))
        if abs(sequence.total / sequence.n) > margin_of(sequence, values):
            return True
    return False


def naive(sequence, values):
    together = np.concatenate(values)
    return 1.96 * together.std() / np.sqrt(len(together))


def test_looking_again_and_again_errs_seldom_with_the_sequence_but_not_naively():
    rng = np.random.default_rng(5)
    wrong = np.mean([looked_at(rng, lambda one, _: one.margin) for _ in range(500)])
    assert wrong <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 500)
    rng = np.random.default_rng(5)
    assert np.mean([looked_at(rng, naive) for _ in range(500)]) > 0.15


@pytest.mark.parametrize(
    ("factors", "text"),
    [
        ([3.4], "shrank the variance 3.4 times"),
        ([3.0, 1.01], "shrank the variance 1 to 3 times"),
        ([1234.0], "shrank the variance 1,200 times"),
        ([0.67], "made the variance 1.5 times as large"),
        ([0.67, 0.99], "made the variance 1 to 1.5 times as large"),
        ([0.97, 1.04], "left the variance as it was"),
        (
            [0.72, 2.0, 3.9],
            "shrank the variance of some differences 2 to 3.9 times and made that of"
            " others 1.4 times as large",
        ),
    ],
)
def test_it_is_told_whether_the_same_deals_helped(monkeypatch, factors, text):
    told = iter([*factors, np.nan, np.nan])
    monkeypatch.setattr(Sums, "pairing", lambda *_: next(told))
    duel = synthetic(np.random.default_rng(1), (0.3, 0.2, 0.1))
    (sentence,) = (one for one in sentences_of(duel) if one.startswith("The same"))
    hint = (
        ", for pots that part within a session have little in common; --pair deal"
        " compares from equal pots."
    )
    assert sentence == f"The same deals {text}{hint if min(factors) < 0.9 else '.'}"


def test_games_without_a_pot_tell_too_that_the_same_deals_made_it_worse(monkeypatch):
    monkeypatch.setattr(Sums, "pairing", lambda *_: 0.5)
    table = simcore.duel("chibre", ["heuristic", "random"], deals=20, seed=1)
    wanted = "The same deals made the variance 2 times as large."
    assert wanted in table.attrs["answer"]
