"""Hidden cards stay hidden: the same view whatever the others hold.

A deal is played and every question written down. Then the cards that a player does not
know are swapped among the others, who are made to act as they did in public; he must be
shown the same views, field by field, and answer the same. Swaps under which the others
could not have acted so are passed over.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from simcore.games.rook.pack import PACK
from simcore.games.rook.ranks import turn
from simcore.games.rook.recording import BIDS, TRUMPS
from simcore.games.rook.table import GIVEN
from simcore.games.rook.tallying import LAYOUT
from simcore.games.rook.view import DECISIONS, N_SEATS, VIEW
from simcore.lineup import Seat
from simcore.sessions import TRACE_SIZE
from simcore.table import CARD, TRICK
from simcore.view import NOBODY

from .cameras import Seen, count_faults, new_log, read_log, swapped
from .rook_plugins import SCRIPT
from .rook_table import PLUGINS, ROOK, make_job

SCRIPTED = Seat("scripted", (), PLUGINS)
ASKED_BY = {
    "bid": ("bid",),
    "declare": ("trump", "partner", "lead"),
    "discard": ("bury",),
    "play": ("play",),
}
"""Which decisions an event of a record answers."""


class Stage:
    """Where deals are played: a job, and the log of its cameras."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.job = make_job(seats, seed=77)
        self.log = new_log(199, VIEW)
        self._sums = LAYOUT.zeros()
        self.parameters = self.job.parameters.copy()
        for number, seat in enumerate(seats):
            names = list(seat.strategy(ROOK).parameters)
            if "log" in names:
                self.parameters[number, names.index("log")] = self.log.ctypes.data

    def play(self, session: int, given: Any) -> tuple[Any, list[list[int]]]:
        """Play a deal with a clear log; return the table and the trace."""
        self.log[0, 0] = 0
        tables = ROOK.engine.new_table(self.job)
        trace = np.zeros((TRACE_SIZE, 4), np.int64)
        ROOK.engine.entries.trace_with_plugins(
            np.uint64(77),
            np.uint64(session),
            0,
            self.job.rules,
            tables,
            self.parameters,
            self.job.plugins,
            given,
            np.zeros(1, VIEW),
            self._sums,
            trace,
        )
        return tables[0], trace[1 : int(trace[0, 0]) + 1].tolist()

    def shown_to(self, seat: int) -> list[Seen]:
        """Return what `seat` was asked."""
        seen = read_log(self.log, DECISIONS, VIEW)
        return [entry for entry in seen if entry[2]["seat"] == seat]


def script_of(record: dict, seat: int, n_events: int, swap: dict[int, int]) -> list:
    """Return what `seat` did in the first events of a record, as a script."""
    script = dict.fromkeys(SCRIPT, 0.0)
    script |= {name: -1.0 for name in SCRIPT if name.startswith("ca")}
    declared = [one for one in record["events"] if one["type"] == "declare"]
    trump = TRUMPS.index(declared[0]["trump"]) if declared else 0
    trick, bids = 0, 0

    def place(cards: list[str]) -> int:
        bits = np.uint64(swapped(PACK.parse(cards), swap))
        return int(turn(bits, trump, 0))

    for event in record["events"][:n_events]:
        trick += event["type"] == "trick"
        if event.get("seat") != seat:
            continue
        if event["type"] == "bid" and event["bid"]:
            bids |= 1 << BIDS.index(str(event["bid"]))
        elif event["type"] == "declare":
            script["trump"] = trump
            # The called card is public and stays what it was.
            bits = int(turn(np.uint64(PACK.parse([event["partner_card"]])), trump, 0))
            script["called"] = bits.bit_length() - 1
            script["lead"] = event["leader"] != seat
        elif event["type"] == "discard":
            cards = place(event["cards"])
            script["away_low"], script["away_high"] = cards & 0xFFFF_FFFF, cards >> 32
        elif event["type"] == "play":
            script[f"card_{trick}"] = place([event["card"]]).bit_length() - 1
    script["bids"] = bids
    return list(script.values())


def hidden_from(record: dict, seat: int, n_events: int) -> list[int]:
    """Return the cards that `seat` does not know after some events."""
    known = PACK.parse(record["hands"][seat])
    for event in record["events"][:n_events]:
        if event["type"] == "play":
            known |= PACK.parse([event["card"]])
        elif event["type"] == "kitty" and event["seat"] == seat:
            known |= PACK.parse(event["cards"])
    hidden = PACK.all_cards & ~known
    return [1 << bit for bit in range(64) if hidden >> bit & 1]


def cards_of(record: dict, swap: dict[int, int]) -> Any:
    """Return the cards of a deal as kernels take them, hidden ones swapped."""
    given = np.zeros(1, GIVEN)
    given["is_given"] = 1
    given["dealer"] = record["dealer"]
    for seat, hand in enumerate(record["hands"]):
        given["hand"][0, seat] = swapped(PACK.parse(hand), swap)
    return given


class Check:
    """Plays deals of one strategy and looks for hidden cards in its views."""

    def __init__(self, name: str) -> None:
        watched = Seat(f"watched-{name}", (), PLUGINS)
        self.first = Stage((watched,) * N_SEATS)
        self.again = [
            Stage(tuple(watched if s == seat else SCRIPTED for s in range(N_SEATS)))
            for seat in range(N_SEATS)
        ]
        self.rng = np.random.default_rng(5)
        self.seen: Counter[str] = Counter()
        self.moved: Counter[str] = Counter()
        self.faults: Counter[Any] = Counter()

    def run(self, n_deals: int) -> None:
        """Play deals and ask again for decisions of every seat."""
        for session in range(n_deals):
            table, rows = self.first.play(session, np.zeros(1, GIVEN))
            record = ROOK.engine.write_record(
                self.first.job, table, rows, session, 0, [0] * N_SEATS
            )
            for seat in range(N_SEATS):
                self._ask_again(record, seat, session)

    def _ask_again(self, record: dict, seat: int, session: int) -> None:
        """Ask `seat` again for its decisions before the play, and in some tricks."""
        expected = self.first.shown_to(seat)
        answers = [
            (number, name)
            for number, event in enumerate(record["events"])
            if event.get("seat") == seat and event["type"] in ASKED_BY
            for name in ASKED_BY[event["type"]]
        ]
        assert [name for _, name in answers] == [name for name, *_ in expected]
        plays = [n for n, (_, name) in enumerate(answers) if name == "play"]
        chosen = [n for n, (_, name) in enumerate(answers) if name != "play"]
        if plays:
            chosen += self.rng.choice(plays, 3, replace=False).tolist()
        for n in chosen:
            number, name = answers[n]
            hidden = hidden_from(record, seat, number)
            for _ in range(6):
                swap = dict(zip(hidden, self.rng.permutation(hidden).tolist(),
                                strict=True))  # fmt: skip
                found = self._play_again(record, seat, session, number, swap)
                if found is not None:
                    count_faults(expected[: n + 1], found, self.faults, VIEW)
                    self.seen[name] += 1
                    break

    def _play_again(
        self, record: dict, seat: int, session: int, number: int, swap: dict[int, int]
    ) -> list[Seen] | None:
        """Return what `seat` is shown now; None if others could not act so."""
        stage = self.again[seat]
        for other in range(N_SEATS):
            if other != seat:
                script = script_of(record, other, number, swap)
                stage.parameters[other, : len(script)] = script
        table, _ = stage.play(session, cards_of(record, swap))
        if table["wrong"]:
            return None
        was = record["result"].get("partner")
        if number > 10 and was is not None and table["partner"] != was:
            self.moved["partner"] += 1
        return stage.shown_to(seat)


@pytest.mark.parametrize("name", ["random", "heuristic"])
def test_views_and_answers_do_not_depend_on_hidden_cards(name):
    check = Check(name)
    check.run(15)
    assert check.faults == {}
    assert all(check.seen[decision] >= 10 for decision in DECISIONS), check.seen
    assert check.moved["partner"] >= 20


def test_a_known_card_that_is_swapped_is_found():
    """The same check with the own hand among what is swapped must find faults."""
    check = Check("heuristic")
    check.first.play(0, np.zeros(1, GIVEN))
    expected = check.first.shown_to(0)
    check.first.play(1, np.zeros(1, GIVEN))
    count_faults(expected, check.first.shown_to(0), check.faults, VIEW)
    assert {field for _, field in check.faults} >= {"hand", "played"}


def test_the_partner_is_known_to_himself_at_once_and_to_others_with_his_card():
    stage = Check("heuristic").first
    n_open = 0
    for session in range(30):
        table, rows = stage.play(session, np.zeros(1, GIVEN))
        called, partner = int(table["called"]), int(table["partner"])
        plays = [row for row in rows if row[0] in (CARD, TRICK)]
        assert plays
        for seat in range(N_SEATS):
            for name, _, view in stage.shown_to(seat):
                if name != "play":
                    assert view["partner"] == NOBODY
                    continue
                is_out = any(int(cards) & called for cards in view["played"])
                assert view["partner"] == (partner if is_out else NOBODY)
                if not is_out:
                    n_open += 1
                    holds = bool(int(view["hand"]) & called)
                    assert holds is (seat == partner)
    assert n_open > 200
