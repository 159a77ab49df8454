"""Kratzen in plain Python: replays deal records and checks them against the rules.

This is the slow twin of the simulator's Kratzen. It was written from the rules of
the game only and shares no code with the simulator: cards are strings, hands are
lists. A `Table` follows a whole session; every difference between a record and the
rules is a `RuleError` that says what was found and what the rules say.
"""

from .kratzen_cards import legal_cards, read_card, sort_cards, trick_winner
from .kratzen_chips import OPTIONS, OVERFLOW, Purse, settle
from .kratzen_deal import Deal, hops
from .script import (
    FURTHER_KEYS,
    NEEDED_KEYS,
    RuleError,
    check_keys,
    complete_options,
    difference,
)

__all__ = [
    "OPTIONS",
    "RuleError",
    "Table",
    "events_seen",
    "legal_cards",
    "settle",
    "sort_cards",
    "table_before",
    "trick_winner",
]


def dealer_before_cuts(record):
    """Return the seat that had the pack before the cuts of this record."""
    total = 0
    for event in record["events"]:
        if isinstance(event, dict) and event.get("type") == "cut":
            shown = event.get("shown") or []
            if isinstance(shown, list) and shown:
                total += hops([read_card(text) for text in shown])
    return (record["dealer"] - total) % record["players"]


class Table:
    """A session: one table with its pot, its balances and the seat that deals.

    Parameters
    ----------
    players : int
        Number of seats, 3 to 6.
    options : dict, optional
        Options that differ from their defaults.

    Attributes
    ----------
    pot : int
        Chips in the pot before the next deal.
    dealer : int or None
        Seat that has the pack at the start of the next deal; None before the first
        deal, whose record tells.
    stakes : str
        What the next deal is by its stakes, ``"muss"`` or ``"normal"``.
    balances : list of int
        What each seat has won or lost so far.
    ended : str or None
        Why no further deal follows: ``"overflow"``, ``"bankrupt"``, or None.
    seen : set of str
        Rare things that occurred in the deal replayed last.
    """

    def __init__(self, players, options=None):
        if players not in (3, 4, 5, 6):
            raise RuleError(f"players: {players!r} cannot play, only 3 to 6 can")
        self.players = players
        self.options = complete_options(options or {}, OPTIONS)
        self.pot = 0
        self.dealer = None
        self.stakes = "muss"
        self.balances = [0] * players
        self.ended = None
        self.seen = set()

    def replay(self, record):
        """Check one record, move the session on, and return the deal's result.

        Parameters
        ----------
        record : dict
            The record of the next deal of this session.

        Returns
        -------
        dict
            The result as the rules give it, with the keys of a record's ``result``.

        Raises
        ------
        RuleError
            If the record differs from the rules. The session is then unchanged.
        """
        self._check_head(record)
        dealer = self.dealer
        if dealer is None:
            dealer = dealer_before_cuts(record)
        purse = Purse(self.pot, self.balances, self.options["bankroll"])
        deal = Deal(record, self.options, self.stakes, dealer, purse)
        deal.run()
        result = self._settle(deal)
        if "result" in record:
            check_keys(record["result"], set(result), set(), "result")
            for key, right in result.items():
                difference(f"result, {key}", record["result"][key], right)
        self._move_on(deal, result)
        return result

    def _check_head(self, record):
        """Compare everything but hands, events and result with the session."""
        check_keys(record, NEEDED_KEYS | {"stakes"}, FURTHER_KEYS, "record")
        if self.ended:
            raise RuleError(f"the session has ended ({self.ended}), no deal follows")
        if not 0 <= self.pot <= OVERFLOW:
            raise RuleError(f"the pot holds {self.pot} chips before this deal")
        money = Purse(self.pot, self.balances, self.options["bankroll"]).money()
        if money is not None and min(money) <= 0:
            raise RuleError("a seat without chips cannot begin a deal")
        difference("format", record["format"], 1)
        difference("game", record["game"], "kratzen")
        difference("players", record["players"], self.players)
        difference("stakes", record["stakes"], self.stakes)
        rules = complete_options(record.get("rules", {}), OPTIONS)
        for name, right in self.options.items():
            difference(f"rules, {name}", rules[name], right)
        before = record.get("scores_before", [0] * self.players)
        difference("scores_before", before, self.balances)
        if record.get("deal") == 0:
            difference("stakes of deal 0", record["stakes"], "muss")
        if type(record["dealer"]) is not int or record["dealer"] not in range(
            self.players
        ):
            raise RuleError(f"dealer: {record['dealer']!r} is not a seat")
        if not isinstance(record["events"], list):
            raise RuleError("events: expected a list")

    def _settle(self, deal):
        """Pay the deal out of and into its purse, and return its result."""
        pot = deal.pot_before
        nothing = [0] * self.players
        outcome = {"draws": nothing, "penalties": nothing, "next": "normal"}
        if deal.kind != "passed":
            outcome = settle(
                deal.kind,
                pot,
                deal.tricks,
                deal.active,
                deal.declarer,
                self.options,
                deal.purse.money(),
            )
            self._note_penalties(deal, outcome)
        for seat in range(self.players):
            deal.purse.draw(seat, outcome["draws"][seat])
            deal.purse.pay(seat, outcome["penalties"][seat])
        changes = [
            after - before
            for before, after in zip(self.balances, deal.purse.balances, strict=True)
        ]
        return {
            "kind": deal.kind,
            "declarer": deal.declarer,
            "contract": deal.contract,
            "trump": deal.trump,
            "active": deal.active,
            "tricks": deal.tricks,
            "pot_before": pot,
            "penalties": outcome["penalties"],
            "draws": outcome["draws"],
            "pot_after": deal.purse.pot,
            "balance_change": changes,
            "next": outcome["next"],
        }

    def _note_penalties(self, deal, outcome):
        """Note what was rare about the penalties of a deal."""
        if outcome["capped"]:
            deal.seen.add("capped_penalty")
        if outcome["owed"] != outcome["penalties"]:
            deal.purse.somebody_paid_short = True
        if outcome["next"] == "muss":
            deal.seen.add("cleared")

    def _move_on(self, deal, result):
        """Bring the session to where the next deal starts."""
        self.pot = deal.purse.pot
        self.balances = deal.purse.balances
        self.stakes = result["next"]
        self.dealer = (deal.dealer + 1) % self.players
        self.seen = deal.seen
        money = deal.purse.money()
        if deal.purse.somebody_paid_short:
            self.seen.add("short_payment")
        if money is not None and min(money) == 0:
            self.ended = "bankrupt"
            self.seen.add("bankrupt")
        if self.pot > OVERFLOW:
            self.ended = "overflow"
            self.seen.add("overflow")


def table_before(record):
    """Return a table in the state that a record itself says it started from.

    Chips are conserved, so the pot is what all seats together have lost.
    """
    table = Table(record["players"], record.get("rules"))
    table.balances = list(record.get("scores_before", table.balances))
    table.pot = -sum(table.balances)
    table.stakes = record["stakes"]
    return table


def events_seen(record):
    """Return the names of the rare things that occurred in a deal.

    Parameters
    ----------
    record : dict
        The record of a deal, which is replayed by itself.

    Returns
    -------
    set of str
        At the cut ``sow_cut``, ``seven_cut``, ``weli_cut`` (first card shown) and,
        for a pair that acted, ``sprung``, ``sow_seven``, ``seven_sow``,
        ``seven_seven``, ``sow_weli``, ``seven_weli``, ``weli_sow``, ``weli_seven``,
        ``weli_second``. When trumps are fixed ``weli_turned``, ``weli_turned_past``,
        ``siebenermuss_turnup``, ``siebenermuss_contract``, ``no_new_trump``.
        In the talking ``passed``, ``forced_schlagen``, ``deferred``,
        ``everybody_dropped``. In the exchange ``face_up_extra``,
        ``trump_sow_face_up``, ``extras_cut_short``, ``stock_exhausted``,
        ``bottom_card_used``. In the settling ``cleared``, ``capped_penalty``,
        ``short_payment``, ``bankrupt``, ``overflow``.
    """
    table = table_before(record)
    table.replay(record)
    return table.seen
