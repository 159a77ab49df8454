"""What was told of a deal of Kratzen, checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from simcore.errors import UsageError, did_you_mean
from simcore.games.kratzen.pack import PACK, SEVENS, SPECIAL, WELI_UNTURNED
from simcore.games.kratzen.rules import KratzenRules
from simcore.options import MOST_CHIPS
from simcore.situations.situation import Asked
from simcore.situations.telling import (
    Places,
    asking_seat,
    check_seat,
    known_hands,
    parse_cards,
    parse_row,
)

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

_WELI = int(WELI_UNTURNED)
_SEVENS = int(SEVENS)
_SPECIAL = int(SPECIAL)
_LANE_BITS = 16
_USUAL_POT = 24
"""The pot if nobody says, in antes: about what lies there when play begins."""


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


def read_facts(asked: Asked) -> Facts:
    """Return what was told, checked.

    Raises
    ------
    UsageError
        If something cannot be, or the turn-up is missing.
    """
    told: dict[str, Any] = dict(asked.facts)
    rules = asked.rules
    assert isinstance(rules, KratzenRules)
    is_muss = _stakes(told.get("stakes")) == "muss"
    pot, staked = _pot(told.get("pot"), rules, asked.players, is_muss)
    turnup = _turnup(told.get("turnup"))
    contract, declarer = _contract(asked, told, turnup, is_muss)
    note = "; the card turned up is not one of them"
    facts = Facts(
        seat=asking_seat(asked),
        hands=known_hands(asked, HAND_SIZE, note),
        without=parse_cards(PACK, asked.without),
        turnup=turnup,
        turned=_turned(told.get("turned"), contract, turnup),
        bottom=_bottom(told.get("bottom")),
        dealer=_dealer(asked, told, contract, declarer),
        is_muss=is_muss,
        pot=pot,
        staked=staked,
        declarer=declarer,
        contract=contract,
        joined=_seats(told.get("joined"), asked.players),
        dropped=_seats(told.get("dropped"), asked.players),
        rules=rules,
        players=asked.players,
    )
    _check_places(facts)
    _check_answers(facts)
    if facts.bottom and not facts.has_cut:
        raise UsageError("no pack is cut by these rules, so no bottom card is known")
    if contract is None and not facts.all_must_play and facts.dealer is None:
        raise UsageError(
            "without a contract the question is what to call: say who deals, for he"
            " speaks first, or who is declarer"
        )
    return facts


def _stakes(word: str | None) -> str:
    """Return the stakes of the deal, normal if nobody says."""
    if word is None:
        return "normal"
    if word not in STAKES:
        raise UsageError(f"stakes is {word!r} but takes {' or '.join(STAKES)}")
    return word


def _pot(
    pot: int | None, rules: KratzenRules, players: int, is_muss: bool
) -> tuple[int, int]:
    """Return the pot when play begins, and the chips staked in the deal."""
    staked = rules.ante * (players + 1 if is_muss else 1)
    usual = staked if is_muss else _USUAL_POT * rules.ante
    pot = usual if pot is None else pot
    if not isinstance(pot, int) or not staked <= pot <= MOST_CHIPS:
        raise UsageError(
            f"pot is {pot!r} but takes {staked} to {MOST_CHIPS}: what was staked in the"
            " deal lies in it"
        )
    return pot, staked


def _turnup(text: str | None) -> tuple[int, ...]:
    """Return the card turned up, the Weli before it if it was turned."""
    if not text or not text.strip():
        raise UsageError("say which card was turned up: it fixes trumps")
    row = parse_row(PACK, text)
    if row == (_WELI,):
        raise UsageError(
            "the Weli was turned up and laid by; say which card was turned after it,"
            " as '6s Kh'"
        )
    if len(row) > 2 or (len(row) == 2 and row[0] != _WELI) or row[-1] == _WELI:
        raise UsageError(
            f"the turn-up is {text!r} but takes one card, or the Weli and another"
        )
    return row


def _contract(
    asked: Asked, told: dict[str, Any], turnup: tuple[int, ...], is_muss: bool
) -> tuple[str | None, int | None]:
    """Return the contract and who made it."""
    contract = told.get("contract")
    declarer = _optional_seat(told.get("declarer"), asked.players, "declarer")
    if contract is None and declarer is None:
        return None, None
    if contract is None:
        raise UsageError(f"seat {declarer} is declarer: say of which contract")
    is_forced = asked.rules.as_dict()["all_pass"] == "dealer"
    known = (*CONTRACTS, FORCED) if is_forced else CONTRACTS
    if contract not in known:
        raise UsageError(
            f"there is no contract {contract!r}{did_you_mean(contract, known)}"
        )
    if declarer is None:
        raise UsageError(f"the contract is {contract}: say who is declarer")
    if is_muss:
        raise UsageError("a Muss has no contract: the dealer is its declarer")
    if turnup[-1] & _SEVENS:
        raise UsageError(
            "a Seven was turned up: it is a Siebenermuss, which has no contract"
        )
    return contract, declarer


def _turned(
    text: str | None, contract: str | None, turnup: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the cards turned for the contract, in their order."""
    if not text or not text.strip():
        return ()
    if contract not in {"naechste", "andere"}:
        raise UsageError("cards are turned for the contracts naechste and andere only")
    row = parse_row(PACK, text)
    first = suit_of(turnup[-1])
    passed = [
        card == _WELI or (contract == "andere" and suit_of(card) == first)
        for card in row
    ]
    if passed[-1] or not all(passed[:-1]):
        what = "the next card" if contract == "naechste" else "another suit"
        raise UsageError(
            f"the cards {text!r} cannot be those turned for {contract}: {what} fixes"
            " trumps and is the last"
        )
    return row


def _bottom(text: str | None) -> int:
    """Return the bottom card of the pack, 0 if it is not known."""
    if not text or not text.strip():
        return 0
    card = parse_cards(PACK, text)
    if card.bit_count() != 1:
        raise UsageError(f"the bottom card is {text!r} but takes one card")
    if card & _SPECIAL:
        raise UsageError(
            f"{text.strip()} cannot be the bottom card: after a Sow, a Seven or the"
            " Weli the pack is cut again"
        )
    return card


def _dealer(
    asked: Asked, told: dict[str, Any], contract: str | None, declarer: int | None
) -> int | None:
    """Return who deals: who is forced to play does."""
    dealer = _optional_seat(told.get("dealer"), asked.players, "dealer")
    if contract != FORCED:
        return dealer
    if dealer not in {None, declarer}:
        raise UsageError(
            f"seat {declarer} cannot be forced to play: the dealer is, seat {dealer}"
        )
    return declarer


def _optional_seat(seat: int | None, players: int, name: str) -> int | None:
    """Return a seat that may not be known."""
    return None if seat is None else check_seat(seat, players, name)


def _seats(seats: Iterable[int] | None, players: int) -> frozenset[int]:
    """Return some seats."""
    return frozenset(
        check_seat(seat, players, "a seat in or out") for seat in seats or ()
    )


def _check_places(facts: Facts) -> None:
    """Raise UsageError if a card was said to lie in two places."""
    places = Places(PACK)
    places.put_hands(facts.hands)
    places.put(sum(facts.turnup), "turned up")
    places.put(sum(facts.turned), "turned for the contract")
    places.put(facts.bottom & ~facts.without, "the bottom card")
    places.put(facts.without, "in nobody's hand")


def _check_answers(facts: Facts) -> None:
    """Raise UsageError if who is in and who is out cannot be."""
    said = facts.joined | facts.dropped
    if said and (facts.contract is None or facts.all_must_play):
        raise UsageError("nobody is in or out without a contract, or where all must be")
    if facts.joined & facts.dropped:
        seat = min(facts.joined & facts.dropped)
        raise UsageError(f"seat {seat} cannot be both in and out")
    if facts.declarer in said:
        raise UsageError(
            f"seat {facts.declarer} is declarer and must play: he is not asked"
        )
    if facts.seat in said:
        raise UsageError(
            f"seat {facts.seat} is who asks: whether he is in is the question"
        )
