"""Asks strategies of Kratzen again for what they decided, with other hidden cards.

A deal is played and every decision in it written down with the view it was made from.
Then the cards that were hidden from the asked player are swapped among one another, the
others are made to act as they did in public, and the player must be shown the same
view, field by field, and answer the same. Swaps under which the others could not have
acted so are passed over.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from simcore.games.kratzen import table as rows
from simcore.games.kratzen.pack import ALL_CARDS
from simcore.games.kratzen.table import GIVEN, turn
from simcore.games.kratzen.tallying import LAYOUT
from simcore.games.kratzen.view import DECISIONS, VIEW
from simcore.lineup import Seat
from simcore.sessions import TRACE_SIZE
from simcore.table import CARD, TRICK

from .cameras import Seen, count_faults, new_log, read_log, swapped
from .helpers import KRATZEN, make_job
from .witnesses import SCRIPT

WITNESSES = Path(__file__).parent / "witnesses.py"
SCRIPTED = Seat("scripted", (), WITNESSES)

SEED = 77
DECISION_ROWS = (rows.CALL, rows.JOIN, rows.EXCHANGE, rows.DISCARD, CARD)
"""The rows of a trace that are answers, in the order of `DECISIONS`."""

DRAWN_ROWS = (rows.TURNED, rows.DRAWN, rows.SHOWN, rows.EXTRA)
PUBLIC_ROWS = (rows.TURNUP, rows.TURNED, rows.SHOWN, CARD)
OWN_ROWS = (rows.HAND, rows.DRAWN, rows.EXTRA)


class State(NamedTuple):
    """What is left of the deals before: TABLE[1] and VIEW[1]."""

    tables: Any
    views: Any


class Stage:
    """Where deals are played: a job with its own parameters, and what they left.

    Parameters
    ----------
    seats : tuple of Seat
        Strategies of `WITNESSES`.
    rules : dict
        Options of the rules.
    """

    def __init__(self, seats: tuple[Seat, ...], rules: dict[str, Any]) -> None:
        self.n_seats = len(seats)
        self.job = make_job(seats, len(seats), seed=SEED, **rules)
        self.tables = KRATZEN.engine.new_table(self.job)
        self.views = np.zeros(1, VIEW)
        self.log = new_log(64, VIEW)
        self.trace = np.zeros((TRACE_SIZE, 4), np.int64)
        self._sums = LAYOUT.zeros()
        self.parameters = self.job.parameters.copy()
        for number, seat in enumerate(seats):
            names = list(seat.strategy(self.job.plan.game).parameters)
            if "log" in names:
                self.parameters[number, names.index("log")] = self.log.ctypes.data
            if "table" in names:
                self.parameters[number, names.index("table")] = self.tables.ctypes.data

    def play(self, deal: int, given: Any) -> None:
        """Play a deal, with a clear log."""
        self.log[0, 0] = 0
        KRATZEN.engine.entries.trace_with_plugins(
            np.uint64(SEED),
            np.uint64(0),
            deal,
            self.job.rules,
            self.tables,
            self.parameters,
            self.job.plugins,
            given,
            self.views,
            self._sums,
            self.trace,
        )

    @property
    def state(self) -> State:
        """The table and the view as they are now."""
        return State(self.tables.copy(), self.views.copy())

    def set_state(self, state: State) -> None:
        """Take over a table and a view from elsewhere, but not the players."""
        players = self.tables["strategy"].copy()
        self.tables[:] = state.tables
        self.tables["strategy"] = players
        self.views[:] = state.views

    def shown_to(self, seat: int) -> list[Seen]:
        """Return what `seat` was asked."""
        seen = read_log(self.log, DECISIONS, VIEW)
        return [entry for entry in seen if entry[2]["seat"] == seat]


@dataclass
class Original:
    """A deal as it was played first.

    Parameters
    ----------
    deal : int
    before : State
    trace : list of [kind, seat, first, second]
    shift : uint64
        How far lanes are turned once trumps are fixed.
    """

    deal: int
    before: State
    trace: list[list[int]]
    shift: np.uint64

    def answers_of(self, seat: int) -> list[int]:
        """Return the places in the trace where `seat` answered."""
        return [
            place
            for place, (kind, who, *_) in enumerate(self.trace)
            if kind in DECISION_ROWS and who == seat
        ]

    def is_play(self, place: int) -> bool:
        """Return whether a card was played at a place of the trace."""
        return self.trace[place][0] == CARD

    def hidden_from(self, seat: int, place: int) -> list[int]:
        """Return the cards that `seat` does not know when it answers at `place`."""
        known = bottom = 0
        for kind, who, first, _ in self.trace[:place]:
            if kind in PUBLIC_ROWS or (kind in OWN_ROWS and who == seat):
                known |= first
            if kind == rows.CUT:
                bottom = first  # only the last of them stays where it was seen
        hidden = int(ALL_CARDS) & ~known & ~bottom
        return [1 << bit for bit in range(64) if hidden >> bit & 1]

    def given(self, swap: dict[int, int]) -> Any:
        """Return the cards of the deal as kernels take them, hidden ones swapped."""
        given = np.zeros(1, GIVEN)
        record = given[0]
        record["is_given"] = 1
        cuts = [row for row in self.trace if row[0] == rows.CUT]
        for number, (_, _, first, second) in enumerate(cuts):
            record["cut_first"][number] = first
            record["cut_second"][number] = second
        for kind, seat, cards, _ in self.trace:
            if kind == rows.HAND:
                record["hand"][seat] = swapped(cards, swap)
            elif kind in DRAWN_ROWS:
                record["stock"][record["n_stock"]] = swapped(cards, swap)
                record["n_stock"] += 1
        turned = [row[2] for row in self.trace if row[0] == rows.TURNUP]
        for number, card in enumerate(turned):
            record["turnup"][number] = swapped(card, swap)
        return given

    def script_of(self, seat: int, place: int, swap: dict[int, int]) -> list[float]:
        """Return what `seat` did before `place`, as the parameters of a script."""
        script = dict.fromkeys(SCRIPT, 0.0)
        script |= {f"card_{trick}": -1.0 for trick in range(4)}
        joins, trick = 0, 0
        for kind, who, first, _ in self.trace[:place]:
            trick += kind == TRICK
            if who != seat or kind not in DECISION_ROWS:
                continue
            if kind == rows.CALL:
                script["call"] = first
            elif kind == rows.JOIN:
                script["last_join" if joins else "join"] = first
                joins += 1
            else:
                cards = int(turn(np.uint64(swapped(first, swap)), self.shift))
                self._put_cards(script, kind, cards, trick)
        return list(script.values())

    def _put_cards(
        self, script: dict[str, float], kind: int, cards: int, trick: int
    ) -> None:
        """Put cards that were put away or played into a script."""
        if kind == CARD:
            script[f"card_{trick}"] = cards.bit_length() - 1
            return
        name = "away" if kind == rows.EXCHANGE else "discard"
        script[f"{name}_low"] = cards & 0xFFFF_FFFF
        script[f"{name}_high"] = cards >> 32


class Check:
    """Plays deals with a strategy and looks for hidden cards in its views.

    Parameters
    ----------
    name : str
        The strategy, of those in `WITNESSES`.
    players : int
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

    TRIES = 8
    SWAPS = 2

    def __init__(
        self, name: str, players: int = 4, *, blabs: bool = False, **rules: Any
    ) -> None:
        watched = Seat(f"watched-{name}", (), WITNESSES)
        self.first = Stage((watched,) * players, rules)
        self.again = [
            Stage(
                tuple(watched if s == seat else SCRIPTED for s in range(players)), rules
            )
            for seat in range(players)
        ]
        self.blabs = blabs
        self.rng = np.random.default_rng(5)
        self.seen: Counter[str] = Counter()
        self.faults: Counter[Any] = Counter()

    def run(self, n_deals: int) -> None:
        """Play the first deals of a session and ask again for each decision."""
        nothing = np.zeros(1, GIVEN)
        self.first.play(0, nothing)  # only here the dealer is not known before
        for deal in range(1, n_deals):
            before = self.first.state
            self.first.play(deal, nothing)
            table = self.first.tables[0]
            assert not table["wrong"]
            size = int(self.first.trace[0, 0])
            trace = self.first.trace[1 : size + 1].tolist()
            original = Original(deal, before, trace, table["shift"])
            for seat in range(self.first.n_seats):
                self._ask_again(original, seat)
            if table["ended"]:
                break

    def _ask_again(self, original: Original, seat: int) -> None:
        """Ask `seat` again for its decisions in a deal, and for one of its cards."""
        expected = self.first.shown_to(seat)
        places = original.answers_of(seat)
        plays = [n for n, place in enumerate(places) if original.is_play(place)]
        numbers = [n for n in range(len(places)) if n not in plays]
        if plays:
            numbers.append(self.rng.choice(plays))
        for number in numbers:
            hidden = original.hidden_from(seat, places[number])
            n_swaps = 0
            for _ in range(self.TRIES):
                others = self.rng.permutation(hidden).tolist()
                swap = dict(zip(hidden, others, strict=True))
                found = self._play_again(original, seat, places[number], swap)
                if found is not None:
                    count_faults(expected[: number + 1], found, self.faults, VIEW)
                    self.seen[expected[number][0]] += 1
                    n_swaps += 1
                if n_swaps == self.SWAPS:
                    break

    def _play_again(
        self, original: Original, seat: int, place: int, swap: dict[int, int]
    ) -> list[Seen] | None:
        """Return what `seat` is shown now; None if others could not act so."""
        stage = self.again[seat]
        stage.set_state(original.before)
        for other in range(stage.n_seats):
            if other != seat:
                script = original.script_of(other, place, swap)
                stage.parameters[other, : len(script)] = script
                stage.parameters[other, SCRIPT.index("blabs")] = self.blabs
        stage.play(original.deal, original.given(swap))
        return None if stage.tables["wrong"][0] else stage.shown_to(seat)
