"""Hidden cards stay hidden: the same view whatever the others hold.

A deal is played. Then it is played again with the cards that a player does not know
swapped among the others, who follow the script of what they did in public. He must be
shown the same views, field by field, and answer the same. Swaps under which the others
could not have acted so are passed over.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simcore.engine import Recorder
from simcore.errors import StrategyError
from simcore.games.chibre.pack import PACK
from simcore.games.chibre.recording import CALLS
from simcore.games.chibre.view import DECISIONS, N_SEATS, VIEW
from simcore.lineup import Seat

from .cameras import Seen, count_faults, new_log, read_log
from .chibre_plugins import SCRIPT
from .chibre_table import CHIBRE, PLUGINS, give, make_job, place_in_view

SEED = 77
SESSIONS = 50
SWAPS = 3
SCRIPTED = Seat("scripted", (), PLUGINS)


class Check:
    """Plays deals of one strategy and looks for hidden cards in its views.

    Parameters
    ----------
    name : str
        The strategy.
    blabs : bool
        Whether the others write their hands into the view that all share.
    **rules
        Options of the rules.

    Attributes
    ----------
    seen : Counter
        How many decisions of each kind were asked again with other hidden cards.
    faults : Counter
        How often a field of the view, or the ``answer``, was another one.
    """

    def __init__(self, name: str, *, blabs: bool = False, **rules: Any) -> None:
        self.blabs = blabs
        watched = Seat(f"watched-{name}", (), PLUGINS)
        self.all_play = make_job(name, seed=SEED, **rules)
        self.jobs = [
            make_job(
                tuple(watched if s == seat else SCRIPTED for s in range(N_SEATS)),
                seed=SEED,
                **rules,
            )
            for seat in range(N_SEATS)
        ]
        self.place = len(Seat(name).strategy(CHIBRE).parameters)
        self.log = new_log(29, VIEW)
        self.draw = np.random.Generator(np.random.PCG64(SEED))
        self.seen: Counter[str] = Counter()
        self.faults: Counter[Any] = Counter()
        for session in range(SESSIONS):
            self.add(session)

    def add(self, session: int) -> None:
        """Play a deal, and again for one player with hidden cards swapped."""
        record = Recorder(CHIBRE.engine, self.all_play, session).play(0)
        seat = session % N_SEATS
        asked = [
            place
            for place, event in enumerate(record["events"])
            if event["type"] in DECISIONS and event["seat"] == seat
        ]
        for number in (0, self.draw.integers(1, len(asked))):
            place = asked[number]
            right = self.again(record, session, seat, place, {})
            assert right is not None
            for _ in range(SWAPS):
                swap = self.swap(record, seat, place)
                found = self.again(record, session, seat, place, swap)
                if swap and found is not None:
                    self.compare(right[: number + 1], found[: number + 1])

    def swap(self, record: dict, seat: int, place: int) -> dict[str, str]:
        """Return some hidden cards, each with the one that takes its place."""
        known = set(record["hands"][seat])
        known |= {e["card"] for e in record["events"][:place] if e["type"] == "play"}
        hidden = [card for hand in record["hands"] for card in hand]
        hidden = [card for card in hidden if card not in known]
        some = self.draw.permutation(hidden)[: 2 + self.draw.integers(3)].tolist()
        return dict(zip(some, some[1:] + some[:1], strict=True))

    def again(
        self, record: dict, session: int, seat: int, place: int, swap: dict[str, str]
    ) -> list[Seen] | None:
        """Return what `seat` was shown and answered, if the others could act so."""
        job = self.jobs[seat]
        parameters = job.parameters.copy()
        for other in range(N_SEATS):
            if other != seat:
                script = self.script(record, other, place)
                parameters[other, : len(script)] = script
        parameters[seat, self.place] = self.log.ctypes.data
        self.log[0, 0] = 0
        hands = [
            " ".join(swap.get(card, card) for card in hand) for hand in record["hands"]
        ]
        recorder = Recorder(CHIBRE.engine, replace(job, parameters=parameters), session)
        try:
            found = recorder.play(0, give(hands, record["dealer"]))
        except StrategyError:
            return None
        before = [public(event) for event in record["events"][:place]]
        if [public(event) for event in found["events"][:place]] != before:
            return None
        return read_log(self.log, DECISIONS, VIEW)

    def script(self, record: dict, seat: int, place: int) -> list[float]:
        """Return what `seat` did before `place`, as the parameters of a script."""
        script = dict.fromkeys(SCRIPT, -1.0)
        script |= {"first": 0.0, "second": 0.0, "blabs": float(self.blabs)}
        trick = 0
        for event in record["events"][:place]:
            trick += event["type"] == "trick"
            if event.get("seat") != seat:
                continue
            if event["type"] == "trump":
                name = "first" if seat == record["result"]["chooser"] else "second"
                script[name] = CALLS.index(event["trump"])
            elif event["type"] == "play":
                trump = record["result"]["trump"]
                script[f"card_{trick}"] = place_in_view(event["card"], trump)
        return list(script.values())

    def compare(self, right: list[Seen], found: list[Seen]) -> None:
        """Count a decision and how it and those before it differ."""
        assert len(right) == len(found)
        self.seen[right[-1][0]] += 1
        count_faults(right, found, self.faults, VIEW)


def public(event: dict) -> dict:
    """Return what all players know of an event when it happens."""
    hidden = {"legal", "scores"}
    return {key: value for key, value in event.items() if key not in hidden}


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("random", {"modes": "all"}),
        ("heuristic", {}),
        ("heuristic", {"modes": "all", "melds": False, "stoeck": False}),
    ],
)
def test_no_view_holds_a_hidden_card(name, rules):
    check = Check(name, **rules)
    assert check.seen["trump"] >= 10
    assert check.seen["play"] >= 50
    assert check.faults == {}


def test_a_hand_that_is_written_into_the_view_is_found():
    check = Check("heuristic", blabs=True)
    assert check.faults["play", "shown"] > 20


def test_the_view_tells_what_is_public():
    """The last question of a deal, to a player who has seen eight tricks."""
    job = make_job("heuristic", seed=SEED, modes="all")
    for session in range(40):
        recorder = Recorder(CHIBRE.engine, job, session)
        record = recorder.play(0)
        view, table = recorder.views[0], recorder.tables[0]
        result = record["result"]
        assert CALLS[view["trump"]] == result["trump"]
        assert bool(view["is_chibre"]) == result["chibre"]
        assert view["chooser"] == result["chooser"]
        assert view["tricks"][:N_SEATS].tolist() == table["tricks"][:N_SEATS].tolist()
        assert view["taken"].tolist() == table["taken"].tolist()
        melds = {e["seat"]: e for e in record["events"] if e["type"] == "meld"}
        assert view["melds"].tolist() == [
            melds[seat]["points"] if seat in melds else 0 for seat in range(N_SEATS)
        ]
        for seat in range(N_SEATS):
            scores = seat in melds and melds[seat]["scores"]
            shown = [c for meld in melds[seat]["melds"] for c in meld] if scores else []
            cards = CHIBRE.engine.as_dealt(table, int(view["shown"][seat]))
            assert PACK.format(cards) == PACK.format(PACK.parse(" ".join(shown)))
