"""What is known of a deal of Kratzen."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.games.kratzen.pack import SEVENS
from simcore.games.kratzen.rules import KratzenRules

FACTS = (
    "dealer",
    "turnup",
    "turned",
    "bottom",
    "stakes",
    "pot",
    "declarer",
    "contract",
    "joined",
    "dropped",
)
"""What a user may tell of a deal."""

CONTRACTS = ("naechste", "andere", "schlagen")
FORCED = "forced"
"""A Schlagen that the dealer must play, where the rules say so."""

STAKES = ("normal", "muss")
HAND_SIZE = 4

_SEVENS = int(SEVENS)
_LANE_BITS = 16


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What is known of a deal; cards are masks, lanes not turned.

    Parameters
    ----------
    seat : int
        Who asks.
    hands : tuple of int
        The known cards of each hand as dealt.
    without : int
        Cards that are in the stock.
    turnup : tuple of int
        The card turned up, with the Weli before it if that was turned first.
    turned : tuple of int
        The cards turned for the contract; empty where that is not known.
    bottom : int
        The bottom card of the pack; 0 where it is not known.
    dealer : int or None
    is_muss : bool
        Whether the stakes are those of a Muss.
    pot : int
        Chips in the pot when play begins.
    staked : int
        How many of them were staked in the deal.
    declarer : int or None
    contract : str or None
    joined, dropped : frozenset of int
        Who has said that he goes along, or that he drops.
    rules : KratzenRules
    players : int
    """

    seat: int
    hands: tuple[int, ...]
    without: int
    turnup: tuple[int, ...]
    turned: tuple[int, ...]
    bottom: int
    dealer: int | None
    is_muss: bool
    pot: int
    staked: int
    declarer: int | None
    contract: str | None
    joined: frozenset[int]
    dropped: frozenset[int]
    rules: KratzenRules
    players: int

    @property
    def hand(self) -> int:
        """What is known of the hand of who asks, with what he has got besides."""
        hand = self.hands[self.seat]
        if self.seat == self.dealer:
            hand |= sum(self.turnup)
        if self.seat == self.declarer and self.rules.new_turnup_to == "declarer":
            hand |= sum(self.turned)
        return hand

    @property
    def knows_hand(self) -> bool:
        """Whether all cards of who asks are known."""
        return self.hands[self.seat].bit_count() == HAND_SIZE

    @property
    def may_turn(self) -> bool:
        """Whether cards not known yet will be turned, and may change trumps."""
        return self.contract in {"naechste", "andere"} and not self.turned

    @property
    def fixing(self) -> int:
        """The card that fixes trumps, as far as is known."""
        return (self.turned or self.turnup)[-1]

    @property
    def trump(self) -> int:
        """The suit that is trumps, as far as is known."""
        return suit_of(self.fixing)

    @property
    def all_must_play(self) -> bool:
        """Whether nobody may drop: a Muss, or a Seven that fixes trumps."""
        if self.is_muss or self.turnup[-1] & _SEVENS:
            return True
        is_seven = bool(self.turned) and bool(self.turned[-1] & _SEVENS)
        return is_seven and self.rules.siebenermuss_on == "any"

    @property
    def has_cut(self) -> bool:
        """Whether the pack is cut, so that an ordinary card lies at the bottom."""
        cut = self.rules.cut
        return cut == "always" or (cut == "muss" and self.is_muss)


def suit_of(card: int) -> int:
    """Return the suit of a card that is not the Weli."""
    return (card.bit_length() - 1) // _LANE_BITS
