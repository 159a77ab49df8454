"""Records of samples with something changed, and what is wrong with all of them."""

import copy

import pytest

from .script import RuleError


def each_sample(samples):
    """Return hand-made records, by their names, as test parameters."""
    return [pytest.param(deal, id=name) for name, deal in samples.items()]


def changed(sample, *path, value):
    """Return a copy of a record with another value at one place."""
    other = copy.deepcopy(sample)
    place = other
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return other


def without_result(sample, **keys):
    """Return a copy of a record without its result, with some keys replaced."""
    deal = {**copy.deepcopy(sample), **keys}
    del deal["result"]
    return deal


def assert_events_are_all_needed(sample, replay, further):
    """Check that no event can be left out, and that `further` may not follow the last.

    Parameters
    ----------
    sample : dict
    replay : callable
        Checks a record by itself.
    further : dict
        An event.
    """
    events = sample["events"]
    for number in range(len(events)):
        shorter = [*events[:number], *events[number + 1 :]]
        with pytest.raises(RuleError):
            replay(changed(sample, "events", value=copy.deepcopy(shorter)))
    with pytest.raises(RuleError, match="by the rules the deal is over"):
        replay(changed(sample, "events", value=[*copy.deepcopy(events), further]))
