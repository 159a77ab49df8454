"""Odds of Kratzen: what can be known without playing, and what a run counts too."""

from __future__ import annotations

import simcore

SCHLAGEN = {"seat": 2, "declarer": 0, "contract": "schlagen", "pot": 24}


def odds(**options):
    return simcore.odds("kratzen", **{"deals": 2000, "seed": 3} | options)


def number(table, part, item, metric):
    """Return the one estimate of a table that is meant."""
    which = (table["table"] == part) & (table["item"] == item)
    (row,) = table[which & (table["metric"] == metric)].to_dict("records")
    return row


class TestWhatIsKnownBeforehand:
    def test_the_four_highest_trumps_win_all_tricks(self):
        table = odds(hand="Ah 6s Kh Oh", turnup="Uh", **SCHLAGEN)
        kept = number(table, "tricks without an exchange", "all deals", "4 tricks")
        chips = number(table, "worth", "keep all", "chips")
        assert kept["estimate"] == 1
        assert (chips["estimate"], chips["ci_low"], chips["ci_high"]) == (24, 24, 24)
        assert number(table, "exchanges", "nothing", "chips")["estimate"] == 24
        assert "go along" in table.attrs["answer"][0]

    def test_a_hand_below_all_others_wins_no_trick(self):
        # Seat 0 leads a higher trump to each trick.
        hands = {0: "Ah 6s Kh Oh", 2: "7e 8e 7l 8l"}
        table = odds(hand=hands, turnup="Uh", **SCHLAGEN)
        kept = number(table, "tricks without an exchange", "all deals", "1 trick")
        assert kept["estimate"] == 0
        chips = number(table, "worth", "keep all", "chips")
        assert (chips["estimate"], chips["ci_low"]) == (-24, -24)

    def test_dropping_costs_nothing(self):
        table = odds(hand="7e 8e 7l 8l", turnup="Kh", **SCHLAGEN)
        drop = number(table, "worth", "drop", "chips")
        assert (drop["estimate"], drop["ci_low"], drop["ci_high"]) == (0, 0, 0)
