"""Klaberjass in plain Python: replays deal records and checks them against the rules.

This is the slow twin of the simulator's Klaberjass. It was written from the rules of
the game only and shares no code with the simulator: cards are strings, hands are
lists. A `Match` follows a whole match; every difference between a record and the
rules is a `RuleError` that says what was found and what the rules say.
"""

from .klaberjass_cards import card_points, legal_cards, sort_cards, trick_winner
from .klaberjass_deal import Deal
from .klaberjass_melds import (
    best_melds,
    compare_melds,
    divided_points,
    melds_points,
    melds_winner,
)
from .klaberjass_score import OPTIONS, VALUES, match_winner, score_deal
from .match import PointMatch
from .script import RuleError, difference

__all__ = [
    "OPTIONS",
    "Match",
    "RuleError",
    "best_melds",
    "card_points",
    "compare_melds",
    "divided_points",
    "events_seen",
    "legal_cards",
    "match_winner",
    "melds_points",
    "melds_winner",
    "replay_deal",
    "score_deal",
    "sort_cards",
    "trick_winner",
]


class Match(PointMatch):
    """A match of Klaberjass between two players who deal in turn."""

    game = "klaberjass"
    players = 2
    sides = 2
    defaults = OPTIONS
    values = VALUES

    def _start(self, record):
        return Deal(record, self.options)

    def _winner_by_scores(self, scores):
        return match_winner(scores, self.options["target"])

    def _move_on(self, deal, before, after):
        target = self.options["target"]
        self.winner = self._winner_by_scores(after)
        if min(after) >= target:
            equal = after[0] == after[1]
            deal.seen.add("equal_at_target" if equal else "both_at_target")
        # A void deal passes on as well.
        self.dealer = deal.elder

    def _compare_result(self, found, right):
        super()._compare_result(found, right)
        if "passed" in found and "passed" not in right:
            difference("result, passed", found["passed"], False)

    def _result_extras(self, right):
        return set() if "passed" in right else {"passed"}


def replay_deal(record):
    """Check the record of one deal by itself and return its result."""
    return Match(record.get("rules")).replay(record, alone=True)


def events_seen(record):
    """Return the names of the rare things that occurred in a deal.

    Parameters
    ----------
    record : dict
        The record of a deal, which is replayed by itself.

    Returns
    -------
    set of str
        Of the taking ``second_round``, ``second_round_turned_suit``, ``void``. Of the
        seven of trumps ``dix``, ``dix_declined``. Of the sequences ``run_of_seven``,
        ``run_of_eight``, ``smaller_melds_score`` (the best one is with the player who
        has the smaller sum) and, where the best ones count the same,
        ``melds_decided_by_cards``, ``..._top``, ``..._trump``, ``melds_equal``. Of
        bela ``bela``, ``bela_by_dix``. Of the play ``must_beat_trump`` and
        ``must_trump`` (the choice was narrowed), ``cannot_beat_trump``. Of the end
        ``tie``, ``taker_lost``, ``no_trick``, ``no_trick_with_melds``,
        ``no_trick_with_bela``, ``both_at_target``, ``equal_at_target``.
    """
    match = Match(record.get("rules"))
    match.replay(record, alone=True)
    return match.seen
