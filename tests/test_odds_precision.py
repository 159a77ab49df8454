"""Odds played until a number of the answer is known well enough."""

from __future__ import annotations

import pytest

from simcore.answers import odds
from simcore.errors import UsageError

TOLD = {"hand": "Jh 9h Ah Kh Ac 8c 7d 6d Ts", "seed": 1}


def half_width(table, item, metric):
    row = table[(table["item"] == item) & (table["metric"] == metric)].iloc[0]
    return (row["ci_high"] - row["ci_low"]) / 2


def test_a_number_of_the_answer_can_be_named():
    table = odds("chibre", **TOLD, precision="hearts.match=0.004")
    assert half_width(table, "hearts", "match") <= 0.004
    assert (table["sessions"] < 100_000).all()


def test_a_width_alone_is_of_the_main_difference():
    table = odds("chibre", **TOLD, precision=1.5)
    assert half_width(table, "chibre", "less the best") <= 1.5


@pytest.mark.parametrize(
    ("precision", "sentence"),
    [
        (
            "heart.match=1",
            "there is no metric 'heart.match'; did you mean hearts.match",
        ),
        ("match=1", "metric 'match' may be any of"),
        ("match=0", "takes numbers above 0"),
        ("much", "precision is much but takes a number above 0, or METRIC=WIDTH"),
        (-1, "precision is -1 but takes"),
    ],
)
def test_what_cannot_be_known_is_told(precision, sentence):
    with pytest.raises(UsageError, match=sentence):
        odds("chibre", **TOLD, precision=precision)
