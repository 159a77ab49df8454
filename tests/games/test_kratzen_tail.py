"""The pots of Kratzen grow as the rules file says they do, table by table.

The rules tell of a slow reference simulation with players who call at one strength of
hand and play along at another. `threshold` with the same strengths must find the same
tails, and `normal` must make the calm table that the rules describe.
"""

import numpy as np
import pytest

from simcore.games.kratzen.tallying import CONTESTED, GROWTH_SIEBENERMUSS, LAYOUT
from simcore.games.kratzen.view import MUSS, NORMAL, SIEBENERMUSS
from simcore.lineup import parse_lineup
from simcore.plan import Plan
from simcore.registry import find_game
from simcore.runner import run_plan
from simcore.stats import LogBins, growth_index, histogram_quantile
from simcore.tally import GROWTH_UNITS, POT_UNITS, SUB_BITS

DEALS = 60
FAST, SLOW = 4_000, 60_000
SIZES = [FAST, pytest.param(SLOW, marks=pytest.mark.slow)]

# Called at, joined at, and the index between which bounds.
LOOSE = (1.0, 0.9, 0.50, 0.60)
SENSIBLE = (1.4, 1.3, 1.18, 1.30)
CAREFUL = (1.8, 1.7, 1.33, 1.45)
TIGHT = (2.2, 2.1, 0.90, 0.98)
ALMOST_ANYTHING = (0.5, 0.4, 0.05, 0.09)
TABLES = [LOOSE, SENSIBLE, CAREFUL, TIGHT, ALMOST_ANYTHING]


def play(strategies, sessions, players=4):
    """Return the accumulators of a run by the name of each block."""
    game = find_game("kratzen")
    plan = Plan(
        game=game,
        players=players,
        rules=game.rules(),
        seats=parse_lineup(strategies, players, game),
        seed=20240607,
        sessions=sessions,
        deals=DEALS,
    )
    sums = run_plan(plan).sums
    return {name: LAYOUT.block(sums, name) for name in LAYOUT.shapes}


def tail_index(blocks):
    """Return the tail index of the pot, from the deals whose stakes are normal."""
    counts = blocks["growth"][:, GROWTH_SIEBENERMUSS:]
    sums = blocks["growth_sum"][:, GROWTH_SIEBENERMUSS:] / GROWTH_UNITS
    return growth_index(counts.reshape(len(counts), -1), sums.reshape(len(sums), -1))


def profit_in_pots(blocks, players=4):
    """Return the mean profit a deal of each seat, in pots."""
    total = blocks["profit_pots"].sum(axis=0)[:players] / POT_UNITS
    return total / blocks["deals"].sum()


@pytest.mark.parametrize("sessions", SIZES)
@pytest.mark.parametrize(("call", "join", "low", "high"), TABLES)
def test_tail_is_that_of_the_reference(call, join, low, high, sessions):
    """Only schlagen is called in the reference; the other calls are out of reach."""
    blocks = play(
        f"threshold(schlagen={call},join={join},andere=9,naechste=9)", sessions
    )
    index = tail_index(blocks)
    assert index.standard_error < 0.02
    assert low < index.estimate < high


def test_careless_tables_overflow():
    """Pots of players who join almost anything pass 2^40 within some hundred deals."""
    call, join, *_ = ALMOST_ANYTHING
    blocks = play(f"threshold(schlagen={call},join={join},andere=9,naechste=9)", FAST)
    assert blocks["overflowed"].sum() > 0.2 * FAST


@pytest.mark.parametrize("sessions", SIZES)
def test_normal_players_make_a_calm_table(sessions):
    """Shares, success and pots are those of the sensible play in the rules."""
    blocks = play("normal", sessions)
    by_kind = blocks["deals"].sum(axis=(0, 2))
    shares = by_kind / by_kind.sum()
    assert shares[NORMAL] == pytest.approx(0.50, abs=0.05)
    assert shares[MUSS] == pytest.approx(0.30, abs=0.04)
    assert shares[SIEBENERMUSS] == pytest.approx(0.13, abs=0.01)
    called = blocks["contract"].sum(axis=0)[CONTESTED, 1:4]
    assert 0.60 < called[:, 2:].sum() / called.sum() < 0.75
    joined = blocks["joined"].sum(axis=(0, 1))
    assert 0.70 < joined[1:].sum() / joined.sum() < 0.90
    assert 1.2 < tail_index(blocks).estimate < 1.5
    pots, bins = blocks["pot"].sum(axis=0), LogBins(SUB_BITS)
    assert histogram_quantile(pots[NORMAL], bins, 0.5) == pytest.approx(30, abs=3)
    assert 400 < histogram_quantile(pots.sum(axis=0), bins, 0.99) < 700


@pytest.mark.parametrize("name", ["cautious", "bold"])
def test_the_other_presets_keep_to_calm_tables(name):
    """Contracts and joins succeed about as often as the rules tell of."""
    blocks = play(name, FAST)
    called = blocks["contract"].sum(axis=0)[CONTESTED, 1:4]
    assert 0.60 <= round(called[:, 2:].sum() / called.sum(), 2) <= 0.75
    joined = blocks["joined"].sum(axis=(0, 1))
    assert 0.70 <= round(joined[1:].sum() / joined.sum(), 2) <= 0.90


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_boldness_makes_tails_heavier(players):
    """The looser the players, the more deals leave the pot multiplied."""
    cautious, normal, bold = (
        tail_index(play(name, FAST, players)).estimate
        for name in ("cautious", "normal", "bold")
    )
    assert bold < normal - 0.1
    assert bold < cautious
    assert bold > 0.6


def test_a_normal_player_beats_random_ones():
    """One who weighs his hand loses far less than three who do not."""
    profit = profit_in_pots(play("normal,random,random,random", FAST))
    assert np.all(profit[0] > profit[1:] + 0.2)


def test_a_normal_player_beats_bold_ones():
    """He loses a little less than three who are too often in."""
    profit = profit_in_pots(play("normal,bold,bold,bold", 5 * FAST))
    assert profit[0] > profit[1:].mean()
