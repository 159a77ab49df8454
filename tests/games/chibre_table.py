"""Help for tests of Chibre: plans, jobs, scripts, and cards known beforehand."""

from __future__ import annotations

from functools import partial
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
from simcore.lineup import Seat
from simcore.plan import MATCH_DEALS
from simcore.registry import find_game
from simcore.view import NOBODY

from . import point_deals

CHIBRE = find_game("chibre")
PLUGINS = Path(__file__).parent / "chibre_plugins.py"
"""Strategies that only tests use, in a file as a user would write it."""

make_plan = partial(point_deals.make_plan, CHIBRE, longest=MATCH_DEALS)
make_job = partial(point_deals.make_job, CHIBRE, longest=MATCH_DEALS)

PACK_TEXT = [rank + suit for suit in "cdhs" for rank in "AKQJT9876"]


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
