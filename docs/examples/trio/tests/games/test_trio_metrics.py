"""What is told of Trio agrees with what is known."""

import pytest

import simcore


def test_three_equal_players_share_five_tricks():
    table = simcore.run("trio", strategies="random", deals=200_000, seed=1)
    rows = table[(table["table"] == "scores") & table["item"].str.startswith("seat")]
    assert len(rows) == 3
    for row in rows.itertuples():
        assert row.estimate == pytest.approx(5 / 3, abs=5 * row.standard_error)


def test_three_equal_players_win_as_many_matches():
    table = simcore.run("trio", strategies="random", matches=20_000, seed=1)
    rows = table[(table["table"] == "matches") & (table["metric"] == "won")]
    for row in rows[rows["item"] != "random"].itertuples():
        assert row.estimate == pytest.approx(1 / 3, abs=5 * row.standard_error)
