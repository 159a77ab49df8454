"""Strategies of Klaberjass see no hidden card.

A deal is played and every view of a player written down. Then a card that is hidden
from him is swapped for one of the stock, the other acts as he did in public, and the
player must be shown the same view, field by field, and answer the same. Swaps under
which the other could not have acted so are passed over.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from reference.klaberjass import best_melds
from simcore.engine import Recorder
from simcore.errors import StrategyError
from simcore.games.klaberjass.pack import PACK
from simcore.games.klaberjass.ranks import turn_back
from simcore.games.klaberjass.view import DECISIONS, N_SEATS, VIEW
from simcore.lineup import Seat

from .cameras import count_faults, new_log, read_log
from .klaberjass_table import KLABERJASS, PLUGINS, follow, give, make_job
from .point_deals import events

SEED = 78
SESSIONS = 16


def watch(name: str, seat: int, other: Seat, session: int, given: Any = None):
    """Play a deal; return its record, and decision, answer and view of each question.

    The record is None where the other's script breaks the rules.
    """
    log = new_log(19, VIEW)
    camera = Seat(name, (("log", float(log.ctypes.data)),), PLUGINS)
    job = make_job((camera, other) if seat == 0 else (other, camera), seed=SEED)
    recorder = Recorder(KLABERJASS.engine, job, session)
    try:
        record = recorder.play(0, given)
    except StrategyError:
        record = None
    return record, read_log(log, DECISIONS, VIEW)


class Deal:
    """A deal that was taken, and what the other player did in it.

    Parameters
    ----------
    record : dict
    seat : int
        The player whose views are compared.
    """

    def __init__(self, record: dict[str, Any], seat: int) -> None:
        self.record = record
        self.other = 1 - seat
        further = {one["seat"]: one["cards"] for one in events(record, "complete")}
        self.hands = [[*record["hands"][one], *further[one]] for one in range(N_SEATS)]
        (self.turnup,) = events(record, "turnup")[0]["cards"]
        self.second = events(record, "shown")[0]["card"]
        self.trump = record["result"]["trump"]
        self.exchanges = bool(events(record, "dix", self.other))
        known = {*self.hands[0], *self.hands[1], self.turnup, self.second}
        self.stock = [one for one in PACK.format(PACK.all_cards) if one not in known]

    def given(self, swap: dict[str, str]) -> Any:
        """Return the cards of the deal with some swapped."""
        hands = ("|".join(" ".join(hand) for hand in self.hands)).split(" ")
        text = " ".join(
            "|".join(swap.get(card, card) for card in part.split("|")) for part in hands
        )
        dealer = self.record["dealer"]
        return give(text, self.turnup, self.second, dealer=dealer)

    def script(self, name: str, n_plays: int) -> Seat:
        """Return the other player again, for so many plays."""
        takes = {one["round"]: one["trump"] or "" for one in self.of_other("take")}
        cards = [one["card"] for one in self.of_other("play")][:n_plays]
        return follow(
            self.trump,
            " ".join(cards),
            first=takes.get(1, ""),
            second=takes.get(2, ""),
            exchanges=self.exchanges,
            name=name,
        )

    def of_other(self, kind: str) -> list[Any]:
        """Return the events of a kind of the other player."""
        return events(self.record, kind, self.other)

    def runs(self, swap: dict[str, str]) -> list[list[str]]:
        """Return the sequences of the other player, all of which he announces."""
        hand = [swap.get(card, card) for card in self.hands[self.other]]
        if self.exchanges:
            hand.remove(f"7{self.trump}")
            hand.append(self.turnup)
        return best_melds(hand, self.trump)

    def swaps(self, view: Any, is_taken: bool) -> list[dict[str, str]]:
        """Return the swaps that change nothing that the player of `view` knows."""
        fixed = {f"7{self.trump}"} if self.exchanges else set()
        if is_taken:
            seen = view["played"][self.other] | view["shown"][self.other]
            trump = PACK.suits.index(self.trump)
            fixed |= set(PACK.format(int(turn_back(np.uint64(seen), trump))))
        hidden = [card for card in self.hands[self.other] if card not in fixed]
        pairs = [{one: two, two: one} for one in hidden for two in self.stock]
        return [swap for swap in pairs if self.runs(swap) == self.runs({})]


def compare(name: str, session: int, other: str) -> tuple[Counter[str], Counter[Any]]:
    """Ask a strategy again with other hidden cards.

    Returns
    -------
    tuple of Counter
        Views compared by decision; and fields, or ``answer``, that were not the same.
    """
    seen: Counter[str] = Counter()
    faults: Counter[Any] = Counter()
    rng = np.random.default_rng(session)
    seat = session % N_SEATS
    record, _ = watch(name, seat, Seat("random", ()), session)
    if "passed" in record["result"]:
        return seen, faults
    deal = Deal(record, seat)
    _, shown = watch(name, seat, deal.script(other, 9), session, deal.given({}))
    for place, (decision, _, view) in enumerate(shown):
        swaps = deal.swaps(view, decision != "take")
        if not swaps:
            continue
        swap = swaps[rng.integers(len(swaps))]
        n_plays = int(view["played"][deal.other]).bit_count()
        puppet = deal.script(other, n_plays)
        story, again = watch(name, seat, puppet, session, deal.given(swap))
        if story is None:
            continue  # the other could not have played so
        seen[decision] += 1
        count_faults([shown[place]], [again[place]], faults, VIEW)
    return seen, faults


def check(name: str, other: str = "scripted") -> tuple[Counter[str], Counter[Any]]:
    """Compare views of many deals."""
    seen: Counter[str] = Counter()
    faults: Counter[Any] = Counter()
    for session in range(SESSIONS):
        one, two = compare(name, session, other)
        seen += one
        faults += two
    return seen, faults


@pytest.mark.parametrize("name", ["watched-random", "watched-heuristic"])
def test_hidden_cards_change_nothing(name):
    seen, faults = check(name)
    assert seen["take"] >= 10
    assert seen["dix"] >= 1
    assert seen["play"] >= 40
    assert faults == {}


def test_a_hand_that_is_shown_would_be_found():
    """The other writes his hand into a field of the view that all share."""
    _, faults = check("watched-random", "blabbing")
    assert faults["play", "second"] > 20
