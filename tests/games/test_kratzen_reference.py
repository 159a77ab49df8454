"""Whole sessions of the compiled Kratzen, replayed event by event by its slow twin.

`tests/reference` was written from the rules alone. Here it follows the record of every
deal: cuts, antes, hands, calls, joins, exchanges, legal cards, tricks, chips, and what
the next deal is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle, product

import numpy as np
import pytest

from reference.kratzen import OPTIONS, RuleError, Table
from simcore.games.kratzen.tallying import LAYOUT
from simcore.job import Job
from simcore.loading import strategies_folder

from .helpers import KRATZEN, PLUGINS, make_job

SEED = 20_261_130

VALUES = {
    "ante": (1, 3, 10**6),
    "bankroll": (None, 40, 5000),
    "muss_pays": (False, True),
    "siebenermuss_declarer_double": (True, False),
    "siebenermuss_pays": (False, True),
    "siebenermuss_on": ("any", "turnup"),
    "remainder": ("pot", "declarer"),
    "pot_cap": (None, 9, 400),
    "cut": ("always", "muss", "never"),
    "bidding_direction": ("right", "left"),
    "new_turnup_to": ("nobody", "declarer"),
    "all_pass": ("redeal", "dealer"),
    "last_word": (False, True),
    "exchange_first": ("forehand", "declarer"),
}
"""Every value of every option, and for numbers usual and extreme ones."""

N_MIXTURES = 14
DEALS_A_CASE = 750
SESSION_LENGTHS = (6, 30, 1, 15, 90)
LINEUPS = (
    "random",
    "random; bold",
    "threshold(schlagen=0.5, join=0.4); cautious",
    "threshold(schlagen=2.2, andere=2.1, naechste=2.1, join=2)",
)
"""Who sits at the table, repeated around it."""

COUNTS = ("deals", "overflowed", "bankrupt")

RARE = (
    "sow_cut",
    "seven_cut",
    "weli_cut",
    "sprung",
    "seven_seven",
    "sow_seven",
    "seven_sow",
    "sow_weli",
    "weli_sow",
    "seven_weli",
    "weli_seven",
    "weli_turned",
    "weli_turned_past",
    "siebenermuss_turnup",
    "siebenermuss_contract",
    "passed",
    "forced_schlagen",
    "deferred",
    "everybody_dropped",
    "face_up_extra",
    "trump_sow_face_up",
    "extras_cut_short",
    "stock_exhausted",
    "bottom_card_used",
    "cleared",
    "capped_penalty",
    "short_payment",
    "bankrupt",
)
"""What the reference noticed; each must have happened often."""


def _alone() -> list[dict]:
    """Return rules that differ from the defaults in one option."""
    return [
        {name: value}
        for name, values in VALUES.items()
        for value in values[1:]
        if name != "bankroll"
    ] + [{"bankroll": 12}, {"bankroll": 300}]


def _mixtures() -> list[dict]:
    """Return rules with every option drawn at random, always the same ones."""
    draw = np.random.Generator(np.random.PCG64(SEED))
    mixtures = []
    for _ in range(N_MIXTURES):
        rules = {
            name: values[draw.integers(len(values))] for name, values in VALUES.items()
        }
        if rules["bankroll"] is not None:
            rules["bankroll"] *= rules["ante"]
        mixtures.append(rules)
    return mixtures


CASES = [{}, *_alone(), *_mixtures()]


def _name(number: int) -> str:
    """Return a short name for a case."""
    rules = CASES[number]
    if len(rules) > 1:
        return f"mixture-{number}"
    return "-".join(f"{name}-{value}" for name, value in rules.items()) or "defaults"


@dataclass
class Played:
    """What some sessions held, once the reference had agreed with all of it."""

    deals: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    ended: Counter[str | None] = field(default_factory=Counter)

    def add(self, other: Played) -> None:
        """Add what other sessions held."""
        self.deals += other.deals
        self.seen += other.seen
        self.ended += other.ended


def around(lineup: str, players: int) -> str:
    """Return a lineup with its strategies repeated around the table."""
    texts = cycle(lineup.split("; "))
    return ",".join(next(texts) for _ in range(players))


def replay(job: Job, session: int, sums: np.ndarray) -> Played:
    """Play one session, let the reference follow it, and return what it held."""
    played = Played()
    table = Table(job.plan.players, job.plan.rules.as_dict())
    for record in KRATZEN.engine.records(job, session, sums=sums):
        try:
            table.replay(record)
        except RuleError as error:
            pytest.fail(
                f"session {session}, deal {record['deal']} of {job.plan}: {error}"
            )
        assert table.pot + sum(table.balances) == 0
        played.deals += 1
        played.seen[record["result"]["kind"]] += 1
        played.seen.update(table.seen)
    played.ended[table.ended] += 1
    assert table.ended or played.deals == job.plan.deals
    return played


def replay_and_run(job: Job, first_session: int, n_sessions: int) -> Played:
    """Replay sessions, and compare their accumulators with those of a plain run."""
    traced, plain = LAYOUT.zeros(), LAYOUT.zeros()
    played = Played()
    for session in range(first_session, first_session + n_sessions):
        played.add(replay(job, session, traced))
    stop = np.zeros(1, np.uint8)
    done = KRATZEN.engine.run_chunk(job, first_session, n_sessions, plain, stop)
    assert done == n_sessions
    np.testing.assert_array_equal(traced, plain)
    counted = {name: int(LAYOUT.block(plain, name).sum()) for name in COUNTS}
    assert counted["deals"] == played.deals
    assert counted["overflowed"] == played.ended["overflow"]
    assert counted["bankrupt"] == played.ended["bankrupt"]
    return played


@cache
def play_case(number: int) -> Played:
    """Play and check about DEALS_A_CASE deals by the rules of a case."""
    played = Played()
    tables = list(product((3, 4, 5, 6), LINEUPS))
    lengths = cycle(SESSION_LENGTHS)
    for place, (players, lineup) in enumerate(tables, 1):
        deals = next(lengths)
        job = make_job(
            around(lineup, players),
            players,
            deals=deals,
            seed=SEED + number,
            **CASES[number],
        )
        wanted = DEALS_A_CASE * place // len(tables)
        first = 0
        while played.deals < wanted:
            n_sessions = max(1, (wanted - played.deals) // deals)
            played.add(replay_and_run(job, first, n_sessions))
            first += n_sessions
    return played


@pytest.mark.parametrize("number", range(len(CASES)), ids=_name)
def test_sessions_are_played_by_the_rules(number):
    assert play_case(number).deals >= DEALS_A_CASE


@cache
def play_long() -> Played:
    """Play long sessions of tables whose pots grow past all bounds."""
    played = Played()
    for players in (3, 4, 5, 6):
        for text in ("threshold(schlagen=0.5, join=0.4)", "random"):
            job = make_job(text, players, deals=400, seed=SEED, ante=10**6)
            played.add(replay_and_run(job, 0, 2))
    return played


def test_long_sessions_are_played_by_the_rules():
    assert play_long().ended["overflow"] >= 8


def test_sessions_with_plugins_are_played_by_the_rules():
    """Two plug-ins beside built-in strategies, in a short session and a long one."""
    seats = f"{PLUGINS}:eager,random,{PLUGINS}:scripted,{PLUGINS}:eager,normal"
    for deals, n_sessions in ((10, 40), (200, 2)):
        job = make_job(seats, 5, deals=deals, seed=SEED, last_word=True)
        assert job.plugins is not None
        played = replay_and_run(job, 7, n_sessions)
    assert played.seen["normal"] > 50


def test_a_plugin_plays_like_the_same_strategy_built_in():
    """The file of a built-in strategy, named as a plug-in at two of the seats."""
    file = strategies_folder() / "kratzen" / "random.py"
    built_in = make_job("random", 4, deals=40, seed=SEED)
    plugged = make_job(f"random,{file},random,{file}:random", 4, deals=40, seed=SEED)
    assert plugged.plugins is not None
    sums = [LAYOUT.zeros(), LAYOUT.zeros()]
    for job, own in zip((built_in, plugged), sums, strict=True):
        KRATZEN.engine.run_chunk(job, 0, 300, own, np.zeros(1, np.uint8))
    np.testing.assert_array_equal(*sums)
    for one, other in zip(*(records(job) for job in (built_in, plugged)), strict=True):
        assert one.pop("strategies") != other.pop("strategies")
        assert one == other


def records(job: Job) -> list[dict]:
    """Return the records of the first session."""
    return list(KRATZEN.engine.records(job, 0))


@pytest.mark.parametrize("name", list(VALUES))
def test_every_value_of_an_option_was_tried(name):
    deals: Counter[str] = Counter()
    for number, rules in enumerate(CASES):
        deals[_class_of(name, rules.get(name, OPTIONS[name]))] += play_case(
            number
        ).deals
    wanted = {_class_of(name, value) for value in VALUES[name]}
    assert {value for value in wanted if deals[value] >= 500} == wanted


def _class_of(name: str, value: object) -> str:
    """Return the value of an option, or for numbers what kind of value it is."""
    if name not in {"bankroll", "pot_cap"} or value is None:
        return str(value)
    return "some"


def test_20_000_deals_were_followed():
    assert sum(play_case(number).deals for number in range(len(CASES))) >= 20_000


def test_everything_rare_happened():
    """No rule was agreed on only because it never applied."""
    seen: Counter[str] = Counter()
    for number in range(len(CASES)):
        seen += play_case(number).seen
    seen += play_long().seen
    assert {name: seen[name] for name in RARE if seen[name] < 20} == {}
    assert seen["overflow"] >= 8
