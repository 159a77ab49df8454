"""Duels: the same deals for all, paired differences, and stopping at any time."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from click.testing import CliRunner

import simcore
from interval_kinds import assert_covers, covers, holds
from simcore.api import make_plan
from simcore.cli.main import main
from simcore.duel_play import Duel, Played, Sums, play_duel
from simcore.dueling import PAIRED, SIMULTANEOUS, _Estimates, _ordered, make_duel
from simcore.errors import UsageError
from simcore.lineup import parse_seat
from simcore.recording import list_records
from simcore.registry import find_game
from simcore.stats import Estimate, MeanSequence

KRATZEN = find_game("kratzen")
POINT_GAMES = ("chibre", "klaberjass", "rook")


NEAR = ["normal", "normal(join=1.301)"]
"""Two strategies between which no duel of these tests decides."""

ALIKE = "threshold(join=1.3)"
"""Normal by another name, with a parameter set to what it is."""


def made(game, strategies, **options):
    """Return a duel that has what is not asked for as by default."""
    usual = dict.fromkeys(
        ["field", "players", "sessions", "deals", "matches", "stop_when", "most"]
    )
    usual |= {"pair": "session", "seed": 1, "rules": {}, "level": 0.95}
    return make_duel(find_game(game), strategies, **usual | options)


def duel(game="kratzen", strategies=("normal", "random"), **options):
    usual = {"sessions": 200, "deals": 10} if game == "kratzen" else {"deals": 2000}
    return simcore.duel(game, list(strategies), seed=1, **usual | options)


def row_of(table, item, metric="gain a deal", of="duel"):
    found = table[
        (table["table"] == of) & (table["item"] == item) & (table["metric"] == metric)
    ]
    (row,) = found.to_dict("records")
    return row


def test_the_better_strategy_gains():
    table = duel()
    row = row_of(table, "normal over random")
    assert row["ci_low"] > 0
    assert row["unit"] == "pots"
    assert row["method"] == PAIRED
    assert row["n"] == 200
    text = table.attrs["answer"][0]
    assert text.startswith("normal gains 0.")
    assert text.endswith("pots a deal over random, 95 %.")


def test_the_order_does_not_matter():
    columns = ["table", "item", "metric", "estimate", "ci_low", "ci_high"]
    one, other = (
        duel(strategies=names).sort_values(["table", "item", "metric"])[columns]
        for names in (("normal", "random"), ("random", "normal"))
    )
    assert one["item"].tolist() == other["item"].tolist()
    np.testing.assert_allclose(one["estimate"], other["estimate"], rtol=1e-9)
    np.testing.assert_allclose(
        one["ci_low"].astype(float), other["ci_low"].astype(float), rtol=1e-9
    )


@pytest.mark.parametrize("name", POINT_GAMES)
def test_every_game_has_duels(name):
    table = duel(name, ("heuristic", "random"))
    row = row_of(table, "heuristic over random")
    assert row["ci_low"] > 20
    assert row["unit"] == "points"


def test_a_duel_of_two_sides_is_the_margin_between_them():
    """In Klaberjass what one gains the other loses: a run tells the same number."""
    found = row_of(
        duel("klaberjass", ("heuristic", "random"), deals=20_000),
        "heuristic over random",
    )
    margins = []
    for names in (["heuristic", "random"], ["random", "heuristic"]):
        table = simcore.run("klaberjass", strategies=names, deals=20_000, seed=1)
        rows = table[(table["item"] == "seat 0") & (table["metric"] == "difference")]
        margins.append(float(rows["estimate"].iloc[0]))
    assert found["estimate"] == pytest.approx((margins[0] - margins[1]) / 2, rel=1e-6)


def test_threads_do_not_matter():
    one, three = (duel(sessions=5000, deals=20, jobs=jobs).to_csv() for jobs in (1, 3))
    assert one == three


def test_pairing_deal_by_deal_is_sharper():
    sessions = duel(strategies=("normal", "bold"), sessions=400, deals=30)
    deals = duel(strategies=("normal", "bold"), sessions=400, deals=30, pair="deal")
    factor = row_of(deals, "normal over bold", "pairing")["estimate"]
    assert factor > 1.5
    assert row_of(deals, "normal over bold")["n"] == 12_000
    assert (deals["deals"] == 1).all()
    error = row_of(sessions, "normal over bold")["standard_error"]
    assert row_of(deals, "normal over bold")["standard_error"] < 2 * error


def test_more_than_two_are_ranked():
    table = duel(strategies=("random", "normal", "bold"), field="random")
    rows = table[(table["table"] == "duel") & (table["metric"] == "gain a deal")]
    assert len(rows) == 3
    assert (rows["estimate"] >= 0).all()
    assert set(rows["method"]) == {SIMULTANEOUS}
    ranking = table[table["table"] == "ranking"]
    assert ranking["estimate"].is_monotonic_decreasing
    assert set(ranking["item"]) == {"random", "normal", "bold"}


def test_it_stops_when_the_sign_is_known():
    table = simcore.duel("chibre", ["heuristic", "random"], stop_when=0.1, seed=1)
    row = row_of(table, "heuristic over random")
    assert row["method"] == "confidence sequence"
    assert row["ci_low"] > 0
    assert (table["sessions"] < 200_000).all()
    assert table.attrs["answer"][-1].startswith("Decided after ")


@pytest.mark.parametrize(
    ("game", "strategies", "pair", "unit", "lengths"),
    [
        ("kratzen", NEAR, "session", "sessions", (200, 60)),
        ("kratzen", NEAR, "deal", "deals", (200, 1)),
        ("chibre", ["heuristic", "random"], "session", "deals", (200, 1)),
    ],
)
def test_the_most_is_the_end_of_it(game, strategies, pair, unit, lengths):
    table = simcore.duel(
        game, strategies, pair=pair, stop_when=1e-6, most=200, seed=1, jobs=2
    )
    assert table.attrs["answer"][-1].startswith(f"Not decided after 200 {unit}")
    assert set(zip(table["sessions"], table["deals"], strict=True)) == {lengths}


@pytest.mark.parametrize(("pair", "most"), [("session", 10**6), ("deal", 6 * 10**7)])
def test_without_a_most_it_is_a_hundred_times_the_usual(pair, most):
    options = {"pair": pair, "stop_when": 0.1}
    assert made("kratzen", NEAR, **options).plan.sessions == most
    assert 100 * made("kratzen", NEAR, pair=pair).plan.sessions == most


def test_bounds_hold_over_records():
    for name in ("kratzen", *POINT_GAMES):
        game = find_game(name)
        length = {"deals": 30} if name == "kratzen" else {"deals": 1}
        plan = make_plan(game, rules={}, strategies="random", seed=2, **length)
        least, most = game.duels.bounds(plan.rules)
        for record in list_records(plan, 300):
            result = record["result"]
            if name == "kratzen":
                pot = result["pot_before"]
                gains = [change / pot for change in result["balance_change"]]
            elif name == "rook":
                gains = result["score"]
            else:
                one, other = result["score"]
                gains = [one - other, other - one]
            assert least <= min(gains) <= max(gains) <= most


# Synthetic duels: gains of sessions that share their cards.


def synthetic(rng, means, n=200, shared=2.0):
    """Return a duel whose strategies gain `means` a deal."""
    k = len(means)
    cards = shared * rng.normal(size=(n, 1))
    deals = rng.integers(5, 15, size=(n, 1)) * np.ones((1, k))
    gains = deals * (np.array(means) + cards + rng.normal(size=(n, k)))
    seats = tuple(
        parse_seat(name, KRATZEN) for name in ("normal", "bold", "random")[:k]
    )
    plan = make_plan(KRATZEN, rules={}, seed=1)
    asked = Duel(
        plan=plan,
        strategies=seats,
        fields=seats[:1],
        by_deal=False,
        stop_when=None,
        level=0.95,
    )
    return Played(asked, Sums.of(gains[None], deals), [])


def difference(rng, means):
    (found,) = _Estimates(synthetic(rng, means)).differences([(0, 1)])
    return found


@holds("paired over sessions")
def test_intervals_of_differences_cover():
    assert_covers(lambda rng: difference(rng, (0.3, 0.1)), 0.2)


@holds("dueling._ordered")
def test_intervals_cover_where_the_stronger_is_put_first():
    def make(rng):
        return _ordered(synthetic(rng, (0.1, 0.9)))[0][1]

    assert_covers(make, 0.8, kind="dueling._ordered")


@holds("paired over sessions, simultaneous")
def test_simultaneous_intervals_cover_all_at_once():
    means = (0.3, 0.1, 0.0)
    pairs = [(0, 1), (0, 2), (1, 2)]

    def worst(rng):
        """Return the estimate that misses its truth by most, as one about 0."""
        found = _Estimates(synthetic(rng, means)).differences(pairs)
        ends = [
            (one.ci_low - (means[i] - means[j]), one.ci_high - (means[i] - means[j]))
            for one, (i, j) in zip(found, pairs, strict=True)
        ]
        low, high = max(end[0] for end in ends), min(end[1] for end in ends)
        return Estimate(1, 0.0, 1.0, low, high, SIMULTANEOUS)

    assert_covers(worst, 0.0)


def looked_at(rng, margin_of, n_looks=60, each=50):
    """Return whether some look at two players of equal mean says they differ."""
    sequence, values = MeanSequence(2.0), []
    for _ in range(n_looks):
        # Different players: skewed gains against a coin, both of mean 0.
        chunk = rng.choice([-0.2, 0.8], each, p=[0.8, 0.2]) * rng.choice([1, -1], each)
        values.append(chunk)
        sequence.add(each, float(chunk.sum()), float((chunk**2).sum()))
        if abs(sequence.total / sequence.n) > margin_of(sequence, values):
            return True
    return False


def naive(sequence, values):
    together = np.concatenate(values)
    return 1.96 * together.std() / np.sqrt(len(together))


def test_looking_again_and_again_errs_seldom_with_the_sequence_but_not_naively():
    rng = np.random.default_rng(5)
    wrong = np.mean([looked_at(rng, lambda one, _: one.margin) for _ in range(500)])
    assert wrong <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 500)
    rng = np.random.default_rng(5)
    assert np.mean([looked_at(rng, naive) for _ in range(500)]) > 0.15


def test_a_stopped_duel_is_a_prefix():
    asked = made(
        "kratzen", ["normal", "random"], pair="deal", stop_when=0.05, most=100_000
    )
    one, two = (play_duel(asked, jobs) for jobs in (1, 2))
    assert one.is_decided
    assert one.sums.n == two.sums.n < asked.plan.sessions
    np.testing.assert_array_equal(one.sums.products, two.sums.products)


@pytest.mark.parametrize(
    ("names", "options", "sentence"),
    [
        (["normal"], {}, "a duel takes two strategies or more"),
        (["normal", "normal"], {}, "normal and normal are the same strategy"),
        (["normal", ALIKE], {}, f"normal and {re.escape(ALIKE)} are the same strategy"),
        (["normal", "nrmal"], {}, "nrmal"),
        (["normal", "bold"], {"pair": "hand"}, "pair is 'hand' but takes session or"),
        (["normal", "bold"], {"stop_when": 0.0}, "stop-when is 0.0 but takes a number"),
        (["normal", "bold"], {"most": 5}, "max is 5 but goes with stop-when only"),
        (["normal", "bold"], {"sessions": 1}, "a duel takes 2 sessions or more, not 1"),
        (
            ["normal", "bold"],
            {"sessions": -2, "deals": -3, "pair": "deal"},
            "sessions is -2 but takes",
        ),
        (
            ["normal", "bold"],
            {"stop_when": 0.1, "most": 1, "pair": "deal"},
            "a duel takes 2 deals or more, not 1",
        ),
        (
            ["normal", "bold"],
            {"stop_when": 0.1, "deals": 10, "pair": "deal"},
            "stop-when decides how many are played",
        ),
        (
            ["normal", "bold"],
            {"stop_when": 0.1, "sessions": 50},
            "stop-when decides how many are played",
        ),
    ],
)
def test_what_cannot_be_compared_is_told(names, options, sentence):
    usual = {} if "sessions" in options or "stop_when" in options else {"sessions": 5}
    with pytest.raises(UsageError, match=sentence):
        simcore.duel("kratzen", names, seed=1, **usual | options)


def test_games_without_a_pot_pair_deals_anyway():
    with pytest.raises(UsageError, match="chibre has no pot"):
        duel("chibre", ("heuristic", "random"), pair="deal")


def invoke(*words):
    return CliRunner().invoke(main, ["duel", *words], standalone_mode=False)


SHORT = (
    "kratzen",
    "normal",
    "random",
    "--sessions",
    "50",
    "--deals",
    "10",
    "--seed",
    "1",
)


def test_the_command_tells_and_writes(tmp_path):
    target = tmp_path / "duel.csv"
    result = invoke(*SHORT, "--output", str(target))
    assert result.return_value == 0
    assert "gains" in result.stdout.splitlines()[0]
    assert "What each gains a deal against the field" in result.stdout
    assert "normal over random" in target.read_text()
    document = json.loads(invoke(*SHORT, "--format", "json").stdout)
    assert document["answer"][0].startswith("normal gains")


def test_a_shard_is_refused():
    result = invoke(*SHORT, "--shard", "1/2")
    assert "a duel takes no shard" in str(result.exception)


def test_the_level_is_held():
    wide = covers(lambda rng: difference(rng, (0.0, 0.0)), 0.2)
    assert wide[0] < 0.9


def test_the_help_names_every_limit():
    text = invoke("--help").stdout
    assert "None" not in text
    assert "[x>0]" in text
