"""Help for tests of Chibre: plans, jobs, scripts, and cards known beforehand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.engine import Recorder
from simcore.games.chibre.pack import PACK
from simcore.games.chibre.ranks import turn
from simcore.games.chibre.recording import CALLS
from simcore.games.chibre.table import GIVEN
from simcore.games.chibre.view import N_SEATS
from simcore.job import Job
from simcore.lineup import Seat, parse_lineup
from simcore.plan import MATCH_DEALS, Plan
from simcore.registry import find_game
from simcore.view import NOBODY

CHIBRE = find_game("chibre")
PLUGINS = Path(__file__).parent / "chibre_plugins.py"
"""Strategies that only tests use, in a file as a user would write it."""

PACK_TEXT = [rank + suit for suit in "cdhs" for rank in "AKQJT9876"]

Lineup = str | tuple[Seat, ...]


def make_plan(
    strategies: Lineup = "random",
    *,
    sessions: int = 1,
    seed: int = 1,
    matches: bool = False,
    **rules: Any,
) -> Plan:
    """Return a plan of single deals, or of matches, with these options."""
    seats = strategies
    if isinstance(seats, str):
        seats = parse_lineup(seats, N_SEATS, CHIBRE)
    return Plan(
        game=CHIBRE,
        players=N_SEATS,
        rules=CHIBRE.rules.from_settings(rules),
        seats=seats,
        seed=seed,
        sessions=sessions,
        deals=MATCH_DEALS if matches else 1,
        matches=matches,
    )


def make_job(strategies: Lineup = "random", **values: Any) -> Job:
    """Return the job of a plan; the arguments are those of `make_plan`."""
    return CHIBRE.engine.make_job(make_plan(strategies, **values))


def give(hands: list[str], dealer: int = 3) -> NDArray[Any]:
    """Return the cards of a deal as kernels take them, GIVEN[1].

    Hands with fewer than nine cards are filled with what is left of the pack, in its
    order, seat by seat.
    """
    given = np.zeros(1, GIVEN)
    given["is_given"] = 1
    given["dealer"] = dealer
    cards = [hand.split() for hand in hands]
    rest = [card for card in PACK_TEXT if not any(card in hand for hand in cards)]
    for seat, hand in enumerate(cards):
        while len(hand) < len(PACK_TEXT) // N_SEATS:
            hand.append(rest.pop(0))
        given["hand"][0, seat] = PACK.parse(" ".join(hand))
    return given


def place_in_view(card: str, trump: str) -> int:
    """Return the bit at which a view shows a card once `trump` is named."""
    bit = turn(np.uint64(PACK.parse_card(card)), CALLS.index(trump))
    return int(bit).bit_length() - 1


def follow(trump: str, cards: str = "", *, chibre: bool = False) -> Seat:
    """Return a seat that names `trump`, or says chibre, and plays these cards.

    Where there are no cards left in the script it plays any.
    """
    values = {
        "first": float(CALLS.index("chibre" if chibre else trump)),
        "second": float(CALLS.index(trump)),
    }
    for trick, card in enumerate(cards.split()):
        values[f"card_{trick}"] = place_in_view(card, trump)
    return Seat("scripted", tuple(values.items()), PLUGINS)


def play_deal(
    seats: list[Seat],
    given: NDArray[Any],
    *,
    scores: tuple[int, int] | None = None,
    is_first: bool = False,
    **rules: Any,
) -> tuple[dict[str, Any], int]:
    """Play one deal with known cards.

    Parameters
    ----------
    seats : list of Seat
    given : GIVEN[1]
        The cards, from `give`.
    scores : tuple of int, optional
        Those of the teams in a match whose second deal this is.
    is_first : bool
        Whether it is the first deal of a match.
    **rules
        Options of the rules.

    Returns
    -------
    tuple of (dict, int)
        The record, and the team that has won the match.
    """
    is_match = is_first or scores is not None
    job = make_job(tuple(seats), matches=is_match, **rules)
    recorder = Recorder(CHIBRE.engine, job, 0)
    table = recorder.tables[0]
    if scores is not None:
        table["score"] = scores
        table["dealer"] = given["dealer"][0]
    record = recorder.play(0 if scores is None else 1, given)
    return record, int(table["winner"]) if is_match else NOBODY


def legal_in(record: dict[str, Any], seat: int, trick: int = 0) -> str:
    """Return the cards that were legal for a seat in a trick."""
    plays = [event for event in record["events"] if event["type"] == "play"]
    here = plays[N_SEATS * trick : N_SEATS * (trick + 1)]
    [found] = [play["legal"] for play in here if play["seat"] == seat]
    return " ".join(found)


def card_of(record: dict[str, Any], seat: int, trick: int = 0) -> str:
    """Return the card that a seat played in a trick."""
    plays = [event for event in record["events"] if event["type"] == "play"]
    here = plays[N_SEATS * trick : N_SEATS * (trick + 1)]
    [found] = [play["card"] for play in here if play["seat"] == seat]
    return str(found)


def events_of(record: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """Return the events of one type."""
    return [event for event in record["events"] if event["type"] == kind]
