"""Records with something wrong, each with the sentence that must be told of it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from simcore.api import make_plan
from simcore.recording import Record, list_records
from simcore.registry import find_game

LENGTHS = {"kratzen": {"deals": 12}}


@cache
def _written(game: str, rules: tuple[tuple[str, Any], ...], n: int) -> tuple[str, ...]:
    """Return records of random play as lines."""
    found = find_game(game)
    length = LENGTHS.get(game, {"deals": 1})
    plan = make_plan(found, rules=dict(rules), strategies="random", seed=3, **length)
    return tuple(json.dumps(one) for one in list_records(plan, n))


def written(game: str, n: int = 80, **rules: Any) -> list[Record]:
    """Return records of random play."""
    return [json.loads(line) for line in _written(game, tuple(rules.items()), n)]


def events(record: Record, kind: str) -> Iterator[dict[str, Any]]:
    """Yield the events of a type."""
    return (event for event in record["events"] if event["type"] == kind)


def normal() -> Record:
    """Return a contested normal deal of Kratzen in which somebody exchanged cards."""
    for record in written("kratzen"):
        away = [event["discards"] for event in events(record, "exchange")]
        if record["result"]["kind"] == "normal" and any(away):
            return record
    raise AssertionError("no such deal")


def first(game: str, wanted: Callable[[Record], bool] = bool, **rules: Any) -> Record:
    """Return the first record of a game that is as wanted."""
    return next(one for one in written(game, **rules) if wanted(one))


def with_first_cut() -> Record:
    """Return a deal of Kratzen with more than one cut."""
    return first("kratzen", lambda one: len(list(events(one, "cut"))) > 1)


def played(game: str) -> Record:
    """Return a deal in which tricks were played."""
    return first(game, lambda one: any(events(one, "play")))


def revoke(record: Record, wanted: str = "") -> Record:
    """Let somebody play a card that he holds and that is not legal."""
    for place, event in enumerate(record["events"]):
        if event["type"] != "play":
            continue
        later = [
            one["card"]
            for one in record["events"][place + 1 :]
            if one["type"] == "play" and one["seat"] == event["seat"]
        ]
        wrong = [card for card in later if card not in event["legal"]]
        wrong = [card for card in wrong if wanted in card]
        if wrong:
            event["card"] = wrong[0]
            return record
    raise AssertionError("nobody can revoke")


def _set(record: Record, *path: Any) -> Record:
    """Set a value deep in a record: keys, then the value."""
    *keys, last, value = path
    for key in keys:
        record = record[key]
    record[last] = value
    return record


def changed(record: Record, *path: Any) -> Record:
    """Return a copy of a record with one value set."""
    record = copy.deepcopy(record)
    _set(record, *path)
    return record


def without(record: Record, *path: Any) -> Record:
    """Return a copy of a record without one of its parts."""
    record = copy.deepcopy(record)
    part = record
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return record


def place_of(record: Record, kind: str, number: int = 0) -> int:
    """Return where the event of a type stands."""
    places = [i for i, one in enumerate(record["events"]) if one["type"] == kind]
    return places[number]


def event_changed(record: Record, kind: str, number: int = 0, **values: Any) -> Record:
    """Return a copy of a record with an event changed."""
    record = copy.deepcopy(record)
    record["events"][place_of(record, kind, number)].update(values)
    return record


def event_dropped(record: Record, kind: str, number: int = 0) -> Record:
    """Return a copy of a record without an event."""
    return without(record, "events", place_of(record, kind, number))


def swapped(record: Record, kind: str, number: int) -> Record:
    """Return a copy of a record with two events of a type in the other order."""
    record = copy.deepcopy(record)
    one, other = (place_of(record, kind, number + step) for step in (0, 1))
    found = record["events"]
    found[one], found[other] = found[other], found[one]
    return record


def all_spoiled() -> dict[str, tuple[str, str]]:
    """Return spoiled records as lines with their sentences, by what is wrong."""
    deal = normal()
    seat = next(events(deal, "exchange"))["seat"]
    cut = with_first_cut()
    jass, rook, klab = (played(game) for game in ("chibre", "rook", "klaberjass"))
    bid = next(events(rook, "declare"))
    taken = next(one for one in events(klab, "take") if one["trump"])
    unreadable = {
        "no json": ("{", "not JSON: Expecting property name"),
        "a list": ("[1]", "a record is an object, not a list"),
        "a number": ("7", "a record is an object, not 7"),
        "nan": ('{"format": NaN}', "not JSON: NaN is no number"),
        "a repeated key": (
            '{"format": 1, "format": 1}',
            "the key 'format' stands twice",
        ),
        "no format": ("{}", "the key 'format' is missing"),
        "another format": (changed(deal, "format", 2), "format is 2 but takes 1"),
        "no such game": (
            changed(deal, "game", "kratzn"),
            'there is no game "kratzn"; did you mean kratzen?',
        ),
        "an unknown key": (
            changed(deal, "stake", "muss"),
            "the key 'stake' is unknown; did you mean stakes?",
        ),
        "no hands": (without(deal, "hands"), "the key 'hands' is missing"),
        "players of text": (
            changed(deal, "players", "4"),
            'players is "4" but takes 3 to 6',
        ),
        "too many players": (changed(rook, "players", 4), "players is 4 but takes 5"),
        "a dealer that is no seat": (
            changed(deal, "dealer", 4),
            "dealer is 4 but the seats are 0 to 3",
        ),
        "a dealer that is true": (
            changed(deal, "dealer", True),
            "dealer is true but takes an integer",
        ),
        "a number of 65 bits": (
            changed(deal, "seed", 1 << 64),
            "seed does not fit in 64 bits",
        ),
        "a negative seed": (
            changed(deal, "seed", -1),
            "seed is -1 but takes 0",
        ),
        "an unknown rule": (
            changed(deal, "rules", {"cuts": "never"}),
            "did you mean cut?",
        ),
        "a rule out of range": (
            changed(deal, "rules", {"ante": 0}),
            "ante is '0' but takes 1 to 1000000",
        ),
        "an unknown event": (
            event_changed(deal, "play", type="plays"),
            "there is no event 'plays'; did you mean play?",
        ),
        "an unknown key of an event": (
            event_changed(deal, "play", cards=["Ae"]),
            "the key 'cards' is unknown; did you mean card?",
        ),
        "a seat where none belongs": (
            event_changed(deal, "trick", seat=0),
            "the key 'seat' is unknown",
        ),
        "a key of an event too few": (
            without(deal, "events", place_of(deal, "play"), "card"),
            "the key 'card' is missing",
        ),
        "an event that is no object": (
            changed(deal, "events", 0, 7),
            "event 1: an event is an object",
        ),
        "a card of another pack": (
            event_changed(deal, "play", card="Qc"),
            "card: kratzen has no card 'Qc'",
        ),
        "a card twice in a hand": (
            changed(deal, "hands", 0, 1, deal["hands"][0][0]),
            f"hands: the card {deal['hands'][0][0]} stands twice",
        ),
        "a card in two hands": (
            changed(deal, "hands", 0, 0, deal["hands"][1][0]),
            f"the card {deal['hands'][1][0]} is in the hands of seats 0 and 1",
        ),
        "a hand too short": (
            without(deal, "hands", 2, 0),
            "the hand of seat 2 has 3 cards but kratzen deals 4",
        ),
        "a hand too few": (without(deal, "hands", 3), "hands has 3 hands but 4 play"),
        "balances too few": (
            changed(deal, "scores_before", [0, 0, 0]),
            "scores_before has 3 numbers but takes 4",
        ),
        "balances that were never paid in": (
            changed(deal, "scores_before", [9, 0, 0, 0]),
            "scores_before add up to 9: more was won than was ever paid in",
        ),
        "a score beyond all": (
            changed(deal, "scores_before", 0, -(1 << 41)),
            "a score before the deal is beyond 2^40",
        ),
        "a pot beyond all": (
            changed(deal, "scores_before", [-(1 << 40)] * 4),
            "the pot before the deal is",
        ),
        "unknown stakes": (
            changed(deal, "stakes", "siebenermuss"),
            "stakes is 'siebenermuss' but takes muss or normal",
        ),
        "a first deal that is no muss": (
            changed(deal, "deal", 0),
            "deal 0 of a session is a Muss",
        ),
        "a first deal with scores": (
            changed(jass, "scores_before", [10, 0]) | {"first": True},
            "the first deal of a match starts with scores of 0",
        ),
        "a result with an unknown key": (
            changed(deal, "result", "winner", 0),
            "result: the key 'winner' is unknown",
        ),
    }
    wrong = {
        "a revoke in kratzen": (revoke(copy.deepcopy(deal)), "zwang: seat"),
        "a revoke in chibre": (revoke(copy.deepcopy(jass)), "Farbzwang: seat"),
        "a revoke in rook": (revoke(copy.deepcopy(rook)), "and must follow"),
        "a revoke in klaberjass": (revoke(copy.deepcopy(klab)), "must"),
        "a card that is not held": (
            event_changed(
                jass, "play", card=jass["hands"][(jass["dealer"] + 2) % 4][0]
            ),
            "does not hold",
        ),
        "a play out of turn": (
            swapped(jass, "play", 1),
            "is out of turn: the rules want play of seat",
        ),
        "a card in the place of a word": (
            event_dropped(jass, "trump"),
            "where a trump is wanted",
        ),
        "the events end too early": (
            changed(deal, "events", deal["events"][:-3]),
            "the events end, but the rules want play of seat",
        ),
        "an event after the end": (
            changed(deal, "events", [*deal["events"], deal["events"][-1]]),
            "comes after the end of the deal",
        ),
        "a trick missing": (event_dropped(deal, "trick"), "is missing"),
        "the wrong winner": (
            event_changed(
                deal, "trick", winner=(next(events(deal, "trick"))["winner"] + 1) % 4
            ),
            "but the rules say",
        ),
        "the wrong points of a trick": (
            event_changed(jass, "trick", points=99),
            "points of trick",
        ),
        "the wrong legal cards": (
            event_changed(deal, "play", 1, legal=["6s"]),
            "legal of play",
        ),
        "the wrong penalties": (
            changed(deal, "result", "penalties", [9, 9, 9, 9]),
            "penalties of the result is 9 9 9 9, but the rules say",
        ),
        "the wrong pot": (
            changed(deal, "result", "pot_after", 7777),
            "pot_after of the result is 7777, but the rules say",
        ),
        "the wrong score": (
            changed(rook, "result", "score", [1, 2, 3, 4, 5]),
            "score of the result is 1 2 3 4 5, but the rules say",
        ),
        "a result that lacks something": (
            changed(deal, "events", deal["events"])
            | {"result": deal["result"] | {"kind": "muss"}},
            "kind of the result is muss, but the rules say normal",
        ),
        "a call that is not higher": (
            _second_call("schlagen"),
            "is not higher than schlagen, which was called before",
        ),
        "no last word in the rules": (
            _deferred(deal),
            "nobody can ask for the last word without last_word=true",
        ),
        "more cards discarded than must be": (
            _discarded_more(),
            "to hold four, not",
        ),
        "a bid that is not higher": (
            _low_bid(),
            "is not above",
        ),
        "a call that does not exist": (
            event_changed(deal, "call", call="solo"),
            "there is no call 'solo'",
        ),
        "cards put away that are not held": (
            event_changed(deal, "exchange", discards=[_strange(deal, seat)]),
            "cannot put it away",
        ),
        "a drawn card that was dealt": (
            event_changed(deal, "exchange", drawn=[deal["hands"][0][0]]),
            "but was dealt before",
        ),
        "the wrong antes of a cut": (
            event_changed(cut, "cut", antes=[7, 7, 7, 7]),
            "antes of cut",
        ),
        "the wrong dealer of a cut": (
            event_changed(
                cut, "cut", dealer=(next(events(cut, "cut"))["dealer"] + 1) % 4
            ),
            "dealer of cut",
        ),
        "no cut": (
            changed(
                deal,
                "events",
                [one for one in deal["events"] if one["type"] != "cut"],
            ),
            "event 1: cut is missing",
        ),
        "the bottom card dealt early": (
            event_changed(
                deal, "cut", len(list(events(deal, "cut"))) - 1, shown=[_plain(deal)]
            ),
            "was shown at the bottom of the pack",
        ),
        "two cards turned up": (
            event_changed(deal, "turnup", cards=["Ke", "Kl"]),
            "one card is turned up, or after the Weli another",
        ),
        "melds that are none": (
            first_meld(points=999),
            "points of meld of seat",
        ),
        "a meld missing": (event_dropped(first_meld(), "meld"), "meld of seat"),
        "a bid that does not exist": (
            event_changed(rook, "bid", bid=77),
            "a bid of 77 does not exist: bids are 75 to 180 in steps of 5",
        ),
        "a partner card of one's own": (
            event_changed(rook, "declare", partner_card=rook["hands"][bid["seat"]][0]),
            "and cannot call it as the partner card",
        ),
        "a leader from across": (
            event_changed(rook, "declare", leader=(bid["seat"] + 3) % 5),
            "cannot lead: seat",
        ),
        "a declaration that does not exist": (
            event_changed(rook, "declare", trump="x"),
            "'x' cannot be declared",
        ),
        "two cards buried": (
            event_changed(
                rook, "discard", cards=next(events(rook, "discard"))["cards"][:2]
            ),
            "3 cards are buried, not 2",
        ),
        "the wrong kitty": (
            event_changed(rook, "kitty", cards=rook["hands"][0][:3]),
            "cards of kitty",
        ),
        "a suit that was not turned up": (
            event_changed(
                _taken_at_once(), "take", trump=_other_suit(_taken_at_once())
            ),
            "can be taken in the first round",
        ),
        "no further cards": (event_dropped(klab, "complete"), "complete of seat"),
        "further cards twice": (
            event_changed(
                klab, "complete", 1, seat=next(events(klab, "complete"))["seat"]
            ),
            "is completed twice",
        ),
        "the wrong round": (
            event_changed(klab, "take", round=taken["round"] + 7),
            "round of take",
        ),
        "a trump that does not exist": (
            event_changed(jass, "trump", trump="x"),
            "'x' is nothing that can be named",
        ),
        "a mode that is not played": (
            event_changed(jass, "trump", trump="obenabe"),
            "obenabe can be named only with modes=all",
        ),
    }
    found = {**unreadable, **wrong}
    return {
        name: (line if isinstance(line, str) else json.dumps(line), sentence)
        for name, (line, sentence) in found.items()
    }


UNREADABLE = 36
"""So many of them, the first, cannot be read; the others are against the rules."""


def _strange(record: Record, seat: int) -> str:
    """Return a card that a seat cannot hold: one of another hand."""
    return str(record["hands"][(seat + 1) % record["players"]][0])


def _plain(record: Record) -> str:
    """Return a card of a hand that is neither a Sow nor a Seven nor the Weli."""
    cards = [card for hand in record["hands"] for card in hand]
    return next(card for card in cards if card[0] not in "A76")


def _second_call(call: str) -> Record:
    """Return a deal of Kratzen in which two seats in turn make the same call."""
    record = first(
        "kratzen", lambda one: [e["call"] for e in events(one, "call")][:1] == [call]
    )
    return event_changed(record, "call", 1, call=call)


def _deferred(record: Record) -> Record:
    """Return a deal in which the first to be asked wants the last word."""
    record = copy.deepcopy(record)
    place = place_of(record, "join")
    record["events"][place] = {
        "type": "defer",
        "seat": record["events"][place]["seat"],
    }
    return record


def _discarded_more() -> Record:
    """Return a deal in which somebody discards a card too many."""
    record = first("kratzen", lambda one: any(events(one, "discard")))
    event = next(events(record, "discard"))
    seat = event["seat"]
    more = next(card for card in record["hands"][seat] if card not in event["cards"])
    return event_changed(record, "discard", cards=[*event["cards"], more])


def _low_bid() -> Record:
    """Return a deal of Rook in which a bid is made twice."""
    for record in written("rook"):
        bids = [event["bid"] for event in events(record, "bid")]
        for number in range(1, len(bids)):
            if bids[number - 1] and bids[number]:
                return event_changed(record, "bid", number, bid=bids[number - 1])
    raise AssertionError("no such deal")


def _taken_at_once() -> Record:
    """Return a deal of Klaberjass that was taken with the first word."""
    return first("klaberjass", lambda one: bool(next(events(one, "take"))["trump"]))


def _other_suit(record: Record) -> str:
    """Return a suit that is not the one turned up."""
    turned = next(events(record, "turnup"))["cards"][0][1]
    return next(suit for suit in "cdhs" if suit != turned)


def first_meld(**values: Any) -> Record:
    """Return a deal of Chibre with a meld, that changed."""
    record = first("chibre", lambda one: any(events(one, "meld")))
    return event_changed(record, "meld", **values)
