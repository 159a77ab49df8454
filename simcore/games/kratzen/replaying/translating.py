"""A record of Kratzen as the kernels take it."""

from __future__ import annotations

from functools import cache
from typing import Any

from numpy.typing import NDArray

from simcore.games.kratzen.events import CALLS
from simcore.games.kratzen.pack import PACK
from simcore.games.kratzen.table import MAX_CUTS, turn
from simcore.games.kratzen.view import DECISIONS, DEFER, DROP, MUSS, NORMAL, PLAY
from simcore.options import MOST_CHIPS, Rules
from simcore.recording import Event, Record
from simcore.replaying.contract import ImpossibleError, Setup, mask_of, new_bits
from simcore.replaying.reading import UnreadableError

_CALL, _JOIN, _EXCHANGE, _DISCARD, _PLAY = map(DECISIONS.index, DECISIONS)
_NO_CALL = 63
_STAKES = {"muss": MUSS, "normal": NORMAL}
_LANE_BITS = 16
_TOP_LANE = 48

_BITS = new_bits(PACK)
"""The bit of each card as dealt."""

WELI = "6s"
_HAND_SIZE = 4


def suit_of(card: str) -> str | None:
    """Return the suit a card can make trumps; the Weli can make none."""
    return None if card == WELI else card[-1]


@cache
def _turned(trump: str) -> dict[str, int]:
    """Return the bit of each card when the suit `trump` is trumps."""
    shift = (_TOP_LANE - _LANE_BITS * PACK.suits.index(trump)) % 64
    return new_bits(PACK, lambda cards: turn(cards, type(cards)(shift)))


def prepare(record: Record, rules: Rules, given: NDArray[Any]) -> Setup:
    """Return what a record means to the kernels; see `GameReplay`."""
    players = record["players"]
    pot = _pot(record)
    dealt = Dealt(record)
    known = given[0]
    known["is_given"] = 1
    known["hand"][:players] = [mask_of(_BITS, hand) for hand in record["hands"]]
    known["turnup"][: len(dealt.turnup)] = [_BITS[card] for card in dealt.turnup]
    known["n_stock"] = len(dealt.stock)
    known["stock"][: len(dealt.stock)] = [_BITS[card] for card in dealt.stock]
    for number, shown in enumerate(dealt.cuts):
        known["cut_first"][number] = _BITS[shown[0]]
        if len(shown) > 1:
            known["cut_second"][number] = _BITS[shown[1]]
    table = {
        "dealer": (record["dealer"] - sum(map(_hops, dealt.cuts))) % players,
        "stakes": _STAKES[record["stakes"]],
        "pot": pot,
        "balance": record["scores_before"],
    }
    setup = Setup(given, 1, table)
    _decide(setup, record["events"], dealt)
    return setup


def _pot(record: Record) -> int:
    """Return the pot before the deal: what the balances are short of 0.

    Raises
    ------
    UnreadableError
        If stakes or balances cannot be those of a table.
    """
    stakes, balances = record["stakes"], record["scores_before"]
    if stakes not in _STAKES:
        raise UnreadableError(f"stakes is {stakes!r} but takes muss or normal")
    if record.get("deal") == 0:
        if stakes != "muss":
            raise UnreadableError("deal 0 of a session is a Muss: its stakes are muss")
        if any(balances):
            raise UnreadableError("deal 0 of a session starts with balances of 0")
    pot = -sum(balances)
    if pot < 0:
        raise UnreadableError(
            f"scores_before add up to {-pot}: more was won than was ever paid in"
        )
    if pot > MOST_CHIPS:
        raise UnreadableError(f"the pot before the deal is {pot}, beyond 2^40")
    return pot


def _hops(shown: list[str]) -> int:
    """Return how many seats to the left the cards shown at a cut send the pack."""
    return sum({"A": 1, "7": -1}.get(card[0], 0) for card in shown)


class Dealt:
    """The cards that a record says were shown and dealt, each in one place.

    Parameters
    ----------
    record : Record

    Attributes
    ----------
    cuts : list of list of str
        What each cut showed.
    turnup : list of str
    stock : list of str
        The cards that left the stock, in their order.
    trump : str
        The suit that is trumps in the end.

    Raises
    ------
    ImpossibleError
        If a card lies in two places, or what was shown cannot be.
    """

    def __init__(self, record: Record) -> None:
        events = record["events"]
        self.cuts = [event["shown"] for event in events if event["type"] == "cut"]
        self._check_cuts()
        self._seen = {card for hand in record["hands"] for card in hand}
        turned = [event["cards"] for event in events if event["type"] == "turnup"]
        if len(turned) != 1:
            raise ImpossibleError("one event turnup is wanted")
        (self.turnup,) = turned
        self._check_turnup()
        self.stock: list[str] = []
        self.trump = self.turnup[-1][-1]
        for event in events:
            if event["type"] == "call" and event.get("turned"):
                self._draw(event["turned"], "turned for the contract")
                self._fix_trump(event)
        for event in events:
            if event["type"] == "exchange":
                for key in ("drawn", "shown", "extras"):
                    self._draw(event[key], f"drawn by seat {event['seat']}")
        self._check_bottom(record["players"])

    def _check_cuts(self) -> None:
        """Raise unless each cut shows one card or two."""
        if len(self.cuts) > MAX_CUTS:
            raise ImpossibleError(f"there are more than {MAX_CUTS} cuts")
        for shown in self.cuts:
            if len(shown) not in (1, 2):
                raise ImpossibleError(f"a cut shows one card or two, not {len(shown)}")

    def _check_turnup(self) -> None:
        """Raise unless one card was turned up, or another after the Weli."""
        cards = self.turnup
        is_plain = len(cards) == 1 and cards[0] != WELI
        is_weli = len(cards) == 2 and cards[0] == WELI
        if not (is_plain or is_weli):
            raise ImpossibleError(
                "one card is turned up, or after the Weli another: not"
                f" {' '.join(cards) or 'none'}"
            )
        self._lay(cards, "turned up")

    def _fix_trump(self, event: Event) -> None:
        """Note which suit the cards turned for a contract make trumps."""
        for card in event["turned"]:
            suit = suit_of(card)
            if suit is not None and (event["call"] != "andere" or suit != self.trump):
                self.trump = suit
                return

    def _draw(self, cards: list[str], how: str) -> None:
        """Note cards that left the stock."""
        self._lay(cards, how)
        self.stock += cards

    def _lay(self, cards: list[str], how: str) -> None:
        """Note where cards lie, or raise if one was dealt already."""
        for card in cards:
            if card in self._seen:
                raise ImpossibleError(f"the card {card} is {how} but was dealt before")
            self._seen.add(card)

    def _check_bottom(self, players: int) -> None:
        """Raise if the bottom card left the stock before the last."""
        if not self.cuts:
            return
        bottom = self.cuts[-1][0]
        if bottom in self._seen and bottom not in self.stock:
            raise ImpossibleError(
                f"{bottom} was shown at the bottom of the pack, but it is dealt before"
                " the stock is empty"
            )
        size = PACK.all_cards.bit_count() - _HAND_SIZE * players - len(self.turnup)
        if bottom in self.stock and self.stock.index(bottom) + 1 < size:
            raise ImpossibleError(
                f"{bottom} was shown at the bottom of the pack, but it leaves the stock"
                " while another card lies there"
            )


def _decide(setup: Setup, events: list[Event], dealt: Dealt) -> None:
    """Write down what each seat decides."""
    turned = _turned(dealt.trump)
    for event in events:
        kind, seat = event["type"], event.get("seat", 0)
        if kind == "call":
            call = event["call"]
            number = CALLS.index(call) if call in CALLS else _NO_CALL
            setup.decide(seat, _CALL, number)
        elif kind == "defer":
            setup.decide(seat, _JOIN, DEFER)
        elif kind == "join":
            setup.decide(seat, _JOIN, PLAY if event["plays"] else DROP)
        elif kind == "exchange":
            setup.decide(seat, _EXCHANGE, mask_of(turned, event["discards"]))
        elif kind == "discard":
            setup.decide(seat, _DISCARD, mask_of(turned, event["cards"]))
        elif kind == "play":
            setup.decide(seat, _PLAY, turned[event["card"]])
