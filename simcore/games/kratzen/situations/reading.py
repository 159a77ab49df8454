"""Reading what was told of a deal of Kratzen, and checking it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simcore.errors import UsageError, did_you_mean
from simcore.games.kratzen.pack import PACK, SEVENS, SPECIAL, WELI_UNTURNED
from simcore.games.kratzen.rules import KratzenRules
from simcore.games.kratzen.situations.facts import (
    CONTRACTS,
    FORCED,
    HAND_SIZE,
    STAKES,
    Facts,
    suit_of,
)
from simcore.options import MOST_CHIPS
from simcore.situations.situation import Asked
from simcore.situations.telling import (
    Places,
    asking_seat,
    check_seat,
    known_hands,
    optional_seat,
    parse_cards,
    parse_row,
)

_WELI = int(WELI_UNTURNED)
_SEVENS = int(SEVENS)
_SPECIAL = int(SPECIAL)

_USUAL_POT = 24
"""The pot if nobody says, in antes: about what lies there when play begins."""


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
    declarer = optional_seat(told.get("declarer"), asked.players, "declarer")
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
    dealer = optional_seat(told.get("dealer"), asked.players, "dealer")
    if contract != FORCED:
        return dealer
    if dealer not in {None, declarer}:
        raise UsageError(
            f"seat {declarer} cannot be forced to play: the dealer is, seat {dealer}"
        )
    return declarer


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
