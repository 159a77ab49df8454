"""Every kind of interval that simcore prints is held to its level by some test.

Who adds a method adds a test, in any file of tests::

    from interval_kinds import assert_covers, holds

    @holds("paired, simultaneous")
    def test_my_intervals():
        assert_covers(lambda rng: my_estimate(sample(rng)), truth, n_runs=600)

`holds` names the text that `Estimate` gets as its `method`, or ``module.function`` for
a function that changes the interval of an estimate and keeps its method.
`assert_covers` takes 400 runs or more, draws each from one generator, and wants 92 to
98 % of the intervals to hold the truth; for what should hold it more often, as a
sequence of intervals does at all times, use `covers` and compare what it returns.
Intervals that are no `Estimate` can be put into one, with a method to be named.
"""

from __future__ import annotations

import pytest

from interval_kinds import claimed_kinds, covers, holds, interval_kinds
from simcore.stats import Estimate


def test_every_kind_of_interval_is_held_to_its_level():
    kinds, claimed = interval_kinds(), claimed_kinds()
    missing = {kind: kinds[kind] for kind in kinds.keys() - claimed}
    assert not missing, f"no test claims these with interval_kinds.holds: {missing}"


def test_no_claim_is_of_something_that_is_gone():
    assert claimed_kinds() <= interval_kinds().keys()


def test_every_module_of_estimates_is_seen():
    places = {where.split(":")[0] for where in interval_kinds().values()}
    assert {
        f"stats/{name}.py"
        for name in ("hill", "quantiles", "ratios", "tails", "paired")
    } <= places


CODE = '''
"""A module with estimates of its own."""

TEXT = "by a constant"


def plain(n, x):
    return Estimate(n, x, 0.1, x - 0.2, x + 0.2, "in place")


def named(n, x):
    return HillEstimate(n=n, estimate=x, ci_low=0.0, ci_high=1.0, method=TEXT)


def either(n, x):
    method = "one" if n else "other"
    return Estimate(n, x, 0.1, x - 0.2, x + 0.2, method)


def changed(found):
    return replace(found, ci_low=0.0)


def without(found):
    return replace(found, ci_low=nan, ci_high=math.nan, method="no interval")


def bare(n, x):
    return Estimate(n, x, method="a single deal")
'''


def test_a_new_method_is_found_wherever_it_is(tmp_path):
    (tmp_path / "fresh.py").write_text(CODE, encoding="utf-8")
    found = interval_kinds(tmp_path)
    assert set(found) == {
        "in place",
        "by a constant",
        "one",
        "other",
        "fresh.changed",
    }
    assert found["in place"] == "fresh.py:8"
    assert not found.keys() & claimed_kinds()


def test_a_method_that_cannot_be_read_is_refused(tmp_path):
    text = "def f(x):\n    return Estimate(1, x, 0.1, x, x, describe(x))\n"
    (tmp_path / "fresh.py").write_text(text, encoding="utf-8")
    with pytest.raises(AssertionError, match=r"fresh.py, line 2"):
        interval_kinds(tmp_path)


def test_a_claim_must_be_counted():
    def a_test():
        covers(lambda rng: Estimate(1, 0.5, 0.1, 0.0, 1.0, "wide"), 0.5, n_runs=400)

    holds("wide")(a_test)()
    with pytest.raises(AssertionError, match="counts no interval of"):
        holds("narrow")(a_test)()


def test_few_runs_are_not_enough():
    with pytest.raises(AssertionError):
        covers(lambda rng: Estimate(1, 0.5, 0.1, 0.0, 1.0, "wide"), 0.5, n_runs=399)
