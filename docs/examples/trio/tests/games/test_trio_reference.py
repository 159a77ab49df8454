"""Deals of the compiled Trio, replayed event by event by its slow twin."""

import pytest

from reference.trio import replay
from simcore.api import make_plan
from simcore.recording import list_records
from simcore.registry import find_game


@pytest.mark.parametrize("last_trick", [1, 3])
def test_deals_follow_the_rules(last_trick):
    rules = {"last_trick": last_trick}
    plan = make_plan(find_game("trio"), rules=rules, seed=1, deals=1)
    for record in list_records(plan, 300):
        assert replay(record) == record["result"]["score"]
