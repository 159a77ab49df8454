"""Rook in plain Python: replays deal records and checks them against the rules.

This is the slow twin of the simulator's Rook. It was written from the rules of the
game only and shares no code with the simulator: cards are strings, hands are lists. A
`Match` follows a whole match; every difference between a record and the rules is a
`RuleError` that says what was found and what the rules say.
"""

from .rook_cards import card_points, legal_cards, sort_cards, trick_winner
from .rook_deal import Deal, left_of
from .rook_score import (
    OPTIONS,
    SEATS,
    kitty_decided,
    match_winner,
    read_options,
    score_deal,
)
from .script import FURTHER_KEYS, NEEDED_KEYS, RuleError, check_keys, difference, same

__all__ = [
    "OPTIONS",
    "Match",
    "RuleError",
    "card_points",
    "events_seen",
    "legal_cards",
    "match_winner",
    "replay_alone",
    "score_deal",
    "sort_cards",
    "trick_winner",
]


def read_seat(found, what):
    """Return a seat of the record."""
    if type(found) is not int or found not in SEATS:
        raise RuleError(f"{what}: {found!r} is not a seat")
    return found


def read_scores(found, what):
    """Return five scores of the record."""
    if (
        not isinstance(found, list)
        or len(found) != len(SEATS)
        or any(type(score) is not int for score in found)
    ):
        raise RuleError(f"{what}: {found!r} is not a list of {len(SEATS)} integers")
    return found


def compare_result(found, right):
    """Raise unless a record's result says in every field what the rules say."""
    allowed = set() if "passed" in right else {"passed"}
    check_keys(found, set(right), allowed, "result")
    if "passed" in found and "passed" not in right:
        difference("result, passed", found["passed"], False)
    wrong = [
        f"{key}: the record says {found[key]!r}, by the rules {value!r}"
        for key, value in right.items()
        if not same(found[key], value)
    ]
    if wrong:
        raise RuleError("result, " + "; ".join(wrong))


class Match:
    """A match: five scores, and the seat that deals.

    Parameters
    ----------
    options : dict, optional
        Options that differ from their defaults.

    Attributes
    ----------
    scores : list of int
        What each seat has scored so far.
    dealer : int or None
        Seat that deals next; None before the first deal, whose record tells.
    winner : int or None
        The seat that has won the match, None while it goes on.
    seen : set of str
        Rare things that occurred in the deal replayed last.
    """

    def __init__(self, options=None):
        self.options = read_options({} if options is None else options)
        self.scores = [0] * len(SEATS)
        self.dealer = None
        self.winner = None
        self.seen = set()

    @property
    def ended(self):
        """Whether the match has been won, so that no deal follows."""
        return self.winner is not None

    def replay(self, record, alone=False):
        """Check one record, move the match on, and return the deal's result.

        Parameters
        ----------
        record : dict
            The record of the next deal of this match.
        alone : bool, optional
            Whether the deal stands by itself instead of following the one replayed
            before: dealer and scores are then taken from the record, not compared.

        Returns
        -------
        dict
            The result as the rules give it, with the keys of a record's ``result``.

        Raises
        ------
        RuleError
            If the record differs from the rules. The match is then unchanged.
        """
        scores, dealer = self._check_head(record, alone)
        deal = Deal(record, self.options, dealer)
        deal.run()
        result = self._score(deal)
        if "result" in record:
            compare_result(record["result"], result)
        self._move_on(deal, scores, result)
        return result

    def _check_head(self, record, alone):
        """Check everything but hands, events and result.

        Returns the scores before the deal, and who deals.
        """
        check_keys(record, NEEDED_KEYS, FURTHER_KEYS, "record")
        difference("format", record["format"], 1)
        difference("game", record["game"], "rook")
        difference("players", record["players"], len(SEATS))
        rules = read_options(record.get("rules", {}))
        for name, right in self.options.items():
            difference(f"rules, {name}", rules[name], right)
        if not isinstance(record["events"], list):
            raise RuleError("events: expected a list")
        before = record.get("scores_before", [0] * len(SEATS))
        scores = read_scores(before, "scores_before")
        dealer = read_seat(record["dealer"], "dealer")
        if not alone:
            difference("scores_before", scores, self.scores)
            if self.dealer is not None:
                difference("dealer", dealer, self.dealer)
        winner = match_winner(scores, self.options["target"])
        if winner is not None:
            raise RuleError(f"seat {winner} has won the match, no deal follows")
        return scores, dealer

    def _score(self, deal):
        """Return the result of a deal that was followed to its end."""
        if deal.declarer is None:
            return {"passed": True, "score": [0] * len(SEATS)}
        stakes = (deal.points, deal.kitty_points, deal.declarer, deal.partner, deal.bid)
        outcome = score_deal(*stakes, deal.last_winner, self.options)
        self._note_outcome(deal, outcome, kitty_decided(*stakes))
        return {
            "declarer": deal.declarer,
            "partner": deal.partner,
            "bid": deal.bid,
            "trump": deal.trump,
            "kitty_points": deal.kitty_points,
            "points": deal.points,
            "made": outcome["made"],
            "moon": outcome["moon"],
            "score": outcome["score"],
        }

    def _note_outcome(self, deal, outcome, decided_by_kitty):
        """Note what was rare about the outcome of a deal."""
        if deal.kitty_points:
            ours = deal.last_winner in (deal.declarer, deal.partner)
            deal.seen.add("kitty_to_declarers" if ours else "kitty_to_defenders")
        if decided_by_kitty:
            deal.seen.add("kitty_decided")
        if not outcome["made"]:
            deal.seen.add("failed_bid")
        if outcome["taken"] == deal.bid:
            deal.seen.add("exact_bid")
        if outcome["moon"]:
            deal.seen.add("moon")

    def _move_on(self, deal, scores, result):
        """Bring the match to where the next deal starts."""
        self.scores = [
            before + change
            for before, change in zip(scores, result["score"], strict=True)
        ]
        self.dealer = left_of(deal.dealer)
        self.winner = match_winner(self.scores, self.options["target"])
        self.seen = deal.seen
        if self.ended:
            self.seen.add("match_won")
        elif max(self.scores) >= self.options["target"]:
            self.seen.add("tie_at_target")


def replay_alone(record):
    """Check a record by itself, under its own rules, and return the result."""
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
        In the auction ``passed``, ``dealer_forced``, ``bid_180``. Before the first
        trick ``rook_in_kitty``, ``high_game``, ``low_game``, ``low_game_low_ace``,
        ``rook_called``, ``left_leads``, ``rook_discarded``. In the play
        ``rook_led_in_trumps``, ``rook_led_in_no_trump``, ``rook_when_void`` (in a game
        without a trump suit), ``rook_must_follow`` (as the only trump of a hand),
        ``rook_won_in_trumps``, ``ace_won_in_low_game``, ``partner_hidden`` (until the
        last trick). In the scoring ``kitty_to_declarers`` and ``kitty_to_defenders``
        (with points in it), ``kitty_decided`` (the bid hung on it), ``failed_bid``,
        ``exact_bid``, ``moon``, ``match_won``, ``tie_at_target``.
    """
    match = Match(record.get("rules"))
    match.replay(record, alone=True)
    return match.seen
