"""What the matches of Chibre and Klaberjass have in common: the frame of a record."""

from .script import (
    FURTHER_KEYS,
    NEEDED_KEYS,
    RuleError,
    check_keys,
    complete_options,
    difference,
)

# A stream has a 64-bit seed and number.
BIG = range(2**64)
TARGETS = range(1, 2**40 + 1)


def is_one_of(value, values):
    """Return whether a value is one of these; true is not 1, and 1.0 is not 1."""
    return type(value) is type(values[0]) and value in values


def integers(found, count, what):
    """Return a list of the record that must hold so many integers, none below 0."""
    if (
        not isinstance(found, list)
        or len(found) != count
        or any(type(number) is not int or number < 0 for number in found)
    ):
        raise RuleError(f"{what}: {found!r} is not a list of {count} scores")
    return found


class PointMatch:
    """A match of a point game: scores, whose deal it is, and who has won.

    A game derives its own class, which sets the constants and says how a deal goes.

    Parameters
    ----------
    options : dict, optional
        Options that differ from their defaults.

    Attributes
    ----------
    scores : list of int
        What each side has scored so far.
    dealer : int or None
        Seat that deals next; None before the first deal, whose record tells.
    deals : int
        How many deals have been replayed.
    winner : int or None
        The side that has won the match, None while it goes on.
    seen : set of str
        Rare things that occurred in the deal replayed last.
    """

    game = None
    players = None
    sides = None
    defaults = None
    values = None
    further_keys = FURTHER_KEYS

    def __init__(self, options=None):
        self.options = self.all_options(options or {})
        self.scores = [0] * self.sides
        self.dealer = None
        self.deals = 0
        self.winner = None
        self.seen = set()

    @property
    def ended(self):
        """Whether the match has been won, so that no deal follows."""
        return self.winner is not None

    def all_options(self, options):
        """Return all options, those that are not given with their defaults."""
        if not isinstance(options, dict):
            raise RuleError(f"rules: found {options!r}, expected an object")
        complete = complete_options(options, self.defaults)
        for name, value in complete.items():
            if not is_one_of(value, self.values[name]):
                raise RuleError(f"rules: {name} cannot be {value!r}")
        return complete

    def replay(self, record, alone=False):
        """Check one record, move the match on, and return the deal's result.

        Parameters
        ----------
        record : dict
            The record of the next deal of this match.
        alone : bool, optional
            Whether the deal stands by itself instead of following the one replayed
            before: what was before it is then taken from the record, not compared.

        Returns
        -------
        dict
            The result as the rules give it, with the keys of a record's ``result``.

        Raises
        ------
        RuleError
            If the record differs from the rules. The match is then unchanged.
        """
        scores = self._check_head(record, alone)
        deal = self._start(record)
        deal.run()
        result = deal.result()
        if "result" in record:
            self._compare_result(record["result"], result)
        after = [
            before + score
            for before, score in zip(scores, result["score"], strict=True)
        ]
        self._move_on(deal, scores, after)
        self.scores = after
        self.deals += 1
        self.seen = deal.seen
        return result

    def _start(self, record):
        """Return the deal of a record, ready to be run."""
        raise NotImplementedError

    def _move_on(self, deal, before, after):
        """Set the next dealer, and the winner if this deal has brought one."""
        raise NotImplementedError

    def _winner_by_scores(self, scores):
        """Return the side that has won with these scores, or None."""
        raise NotImplementedError

    def _check_head(self, record, alone):
        """Check everything but hands, events and result; return the scores before."""
        check_keys(record, NEEDED_KEYS, self.further_keys, "record")
        difference("format", record["format"], 1)
        difference("game", record["game"], self.game)
        difference("players", record["players"], self.players)
        self._check_stream(record)
        rules = self.all_options(record.get("rules", {}))
        for name, right in self.options.items():
            difference(f"rules, {name}", rules[name], right)
        if not is_one_of(record["dealer"], range(self.players)):
            raise RuleError(f"dealer: {record['dealer']!r} is not a seat")
        if not isinstance(record["events"], list):
            raise RuleError("events: expected a list")
        found = record.get("scores_before", [0] * self.sides)
        scores = integers(found, self.sides, "scores_before")
        if not alone:
            self._check_order(record, scores)
        if record.get("deal") == 0:
            difference("scores_before of deal 0", scores, [0] * self.sides)
        if self._winner_by_scores(scores) is not None:
            raise RuleError(f"the match was over at {scores!r}, no deal follows")
        return scores

    def _check_stream(self, record):
        """Check the keys that say which stream made the record, and who played."""
        for key in ("seed", "session", "deal"):
            if key in record and not is_one_of(record[key], BIG):
                raise RuleError(f"{key}: {record[key]!r} is out of range")
        names = record.get("strategies", [""] * self.players)
        if not isinstance(names, list) or len(names) != self.players:
            raise RuleError(f"strategies: {names!r} does not name one a seat")

    def _check_order(self, record, scores):
        """Compare what the record says was before it with this match."""
        if self.ended:
            raise RuleError("the match has been won, no deal follows")
        difference("scores_before", scores, self.scores)
        if self.dealer is not None:
            difference("dealer", record["dealer"], self.dealer)
        if "deal" in record:
            difference("deal", record["deal"], self.deals)

    def _compare_result(self, found, right):
        """Raise unless the result of the record is the one of the rules."""
        check_keys(found, set(right), self._result_extras(right), "result")
        for key, value in right.items():
            difference(f"result, {key}", found[key], value)

    def _result_extras(self, right):
        """Return the keys that a result may have besides the ones of the rules."""
        return set()
