"""Chibre in plain Python: replays deal records and checks them against the rules.

This is the slow twin of the simulator's Chibre. It was written from the rules of the
game only and shares no code with the simulator: cards are strings, hands are lists. A
`Match` follows a whole match; every difference between a record and the rules is a
`RuleError` that says what was found and what the rules say.
"""

from .chibre_cards import (
    card_points,
    is_trump,
    legal_cards,
    sort_cards,
    trick_winner,
)
from .chibre_deal import Deal
from .chibre_melds import best_melds, best_seat, compare_melds, meld_points
from .chibre_score import (
    OPTIONS,
    PIQUE_TARGET,
    VALUES,
    first_to_reach,
    order_of_counting,
    score_deal,
)
from .match import PointMatch
from .script import FURTHER_KEYS, RuleError, difference

__all__ = [
    "OPTIONS",
    "Match",
    "RuleError",
    "best_melds",
    "best_seat",
    "card_points",
    "compare_melds",
    "events_seen",
    "first_to_reach",
    "is_trump",
    "legal_cards",
    "meld_points",
    "order_of_counting",
    "replay_deal",
    "score_deal",
    "sort_cards",
    "trick_winner",
]


class Match(PointMatch):
    """A match of Chibre between the teams 0 (seats 0 and 2) and 1 (seats 1 and 3).

    Besides the attributes of every match it has ``is_first``, whether the next deal
    is the first one, in which the seven of diamonds gives the first say on trump.
    """

    game = "chibre"
    players = 4
    sides = 2
    defaults = OPTIONS
    values = VALUES
    further_keys = FURTHER_KEYS | {"first"}

    def __init__(self, options=None):
        super().__init__(options)
        self.is_first = True

    def all_options(self, options):
        """Return all options, those that are not given with their defaults."""
        complete = super().all_options(options)
        if complete["pique_double"] and "target" not in options:
            complete["target"] = PIQUE_TARGET
        return complete

    def _check_head(self, record, alone):
        scores = super()._check_head(record, alone)
        first = record.get("first", False)
        if not isinstance(first, bool):
            raise RuleError(f"first: {first!r} is not true or false")
        if not alone:
            difference("first", first, self.is_first)
        if first:
            difference("scores_before of a match", scores, [0, 0])
            difference("deal of the first deal", record.get("deal", 0), 0)
        return scores

    def _start(self, record):
        return Deal(record, self.options, record.get("first", False))

    def _winner_by_scores(self, scores):
        # Both can be past the target only after a deal that has decided the match.
        return next(
            (team for team in (0, 1) if scores[team] >= self.options["target"]), None
        )

    def _move_on(self, deal, before, after):
        target = self.options["target"]
        self.winner, item = first_to_reach(before, deal.items(), target)
        if min(after) >= target:
            deal.seen |= {"both_at_target", f"decided_by_{item}"}
            if after[self.winner] < max(after):
                deal.seen.add("won_with_fewer_points")
        self.dealer = deal.chooser
        self.is_first = False


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
        Of the trump ``chibre``, ``obenabe``, ``undenufe``. Of the melds
        ``melds_compete`` (a card fits a sequence and four of a kind),
        ``run_of_eight``, ``run_of_nine`` (announced in parts), ``four_jacks``,
        ``four_nines``, ``smaller_melds_score`` (the best meld is with the team that
        has the smaller sum) and, where both teams have melds that count the same,
        ``melds_decided_by_cards``, ``..._top``, ``..._trump``, ``..._order``. Of Stöck
        ``stoeck``, ``stoeck_in_sequence``, ``stoeck_without_trick``. Of the play
        ``undertrump_forbidden``, ``only_trumps_must_overtrump``,
        ``undertrump_forced`` (nothing but lower trumps), ``bour_exempt``. Of the end
        ``match``, ``pique_double``, ``both_at_target`` with ``decided_by_stoeck``,
        ``..._melds`` or ``..._trick``, and ``won_with_fewer_points``.
    """
    match = Match(record.get("rules"))
    match.replay(record, alone=True)
    return match.seen
