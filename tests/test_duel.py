"""Duels: the same deals for all, paired differences, and stopping at any time."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time

import numpy as np
import pytest
from click.testing import CliRunner

import simcore
from simcore.api import make_plan
from simcore.cli.main import main
from simcore.duel_chunks import Arrangements
from simcore.duel_play import play_duel
from simcore.dueling import make_duel
from simcore.errors import UsageError
from simcore.loading import built_in_file
from simcore.plan_data import duel_as_data, duel_from_data
from simcore.recording import list_records
from simcore.registry import find_game

pytestmark_signal = pytest.mark.skipif(
    sys.platform == "win32", reason="a process cannot be signalled"
)

POINT_GAMES = ("chibre", "klaberjass", "rook")


NEAR = ["normal", "normal(join=1.301)"]
"""Two strategies between which no duel of these tests decides."""

ALIKE = "threshold(join=1.3)"
"""Normal by another name, with a parameter set to what it is."""


def made(game, strategies, **options):
    """Return a duel that has what is not asked for as by default."""
    usual = dict.fromkeys(
        ["field", "players", "sessions", "deals", "matches", "stop_when", "maximum"]
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
    assert row["method"] == "paired over sessions"
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


TWO_SIDED = {
    "chibre": (["heuristic", "random"] * 2, "team 0", "profit"),
    "klaberjass": (["heuristic", "random"], "seat 0", "difference"),
}
"""Of games in which two sides gain what the other loses: who sits where, and the margin
of the first side in the table of a run."""

LENGTHS = [{"deals": 4000}, {"matches": 300}]


def margin_of_runs(game, length):
    """Return the margin a deal that runs tell, with each strategy at both sides."""
    names, item, metric = TWO_SIDED[game]
    total, deals = 0.0, 0
    for seats, sign in ((names, 1), (names[::-1], -1)):
        table = simcore.run(game, strategies=seats, seed=1, **length)
        found = table[(table["item"] == item) & (table["metric"] == metric)]
        (row,) = found.to_dict("records")
        total += sign * row["estimate"] * row["n"]
        deals += row["n"]
    return total / deals


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("game", TWO_SIDED)
def test_a_duel_of_two_sides_is_the_margin_between_them(game, length):
    """What one gains the other loses: runs tell the same number, of matches too."""
    table = simcore.duel(game, ["heuristic", "random"], seed=1, **length)
    found = row_of(table, "heuristic over random")["estimate"]
    assert found == pytest.approx(margin_of_runs(game, length), rel=1e-9)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("game", TWO_SIDED)
def test_what_one_of_two_gains_the_other_loses(game, length):
    table = simcore.duel(game, ["heuristic", "random"], seed=1, **length)
    one, other = (row_of(table, name, of="ranking") for name in ("heuristic", "random"))
    assert one["estimate"] == pytest.approx(-other["estimate"], rel=1e-9)
    assert one["standard_error"] == pytest.approx(other["standard_error"], rel=1e-9)


@pytest.mark.parametrize("game", TWO_SIDED)
def test_matches_are_won_as_often_as_in_runs(game):
    matches = {"matches": 300}
    table = simcore.duel(game, ["random", "heuristic"], seed=1, **matches)
    names, won = TWO_SIDED[game][0], []
    for seats, side in ((names, 0), (names[::-1], 1)):
        run = simcore.run(game, strategies=seats, seed=1, **matches)
        item = TWO_SIDED[game][1].replace("0", str(side))
        won.append(row_of(run, item, "won", "matches"))
    found = row_of(table, "heuristic", "won", "matches")
    assert found["n"] == sum(row["n"] for row in won)
    total = sum(row["estimate"] * row["n"] for row in won)
    assert found["estimate"] * found["n"] == pytest.approx(total, rel=1e-9)
    other = row_of(table, "random", "won", "matches")
    assert found["estimate"] + other["estimate"] == pytest.approx(1.0)
    (sentence,) = (one for one in table.attrs["answer"] if one.startswith("Matches"))
    percent = r"[\d.]+ % \[[\d.]+, [\d.]+\]"
    assert re.fullmatch(
        rf"Matches won against others: heuristic {percent}, random {percent}; 95 %\.",
        sentence,
    )


def test_nobody_wins_matches_against_itself():
    options = {"field": "random", "matches": 20, "seed": 1}
    table = simcore.duel("rook", ["heuristic", "random"], **options)
    found = table[table["table"] == "matches"]
    assert found["item"].tolist() == ["heuristic"]
    assert found["ci_low"].iloc[0] > 0.2


def test_deals_that_stand_alone_are_no_matches():
    table = duel("chibre", ("heuristic", "random"))
    assert "matches" not in set(table["table"])
    assert not any(one.startswith("Matches") for one in table.attrs["answer"])


@pytest.mark.parametrize(
    ("game", "one", "length"),
    [
        ("kratzen", "normal", {"sessions": 5000, "deals": 20}),
        ("klaberjass", "heuristic", {"matches": 300}),
    ],
)
def test_threads_do_not_matter(game, one, length):
    names = [one, "random"]
    one, three = (
        simcore.duel(game, names, seed=1, jobs=jobs, **length).to_csv()
        for jobs in (1, 3)
    )
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
    assert set(rows["method"]) == {"paired over sessions, simultaneous"}
    ranking = table[table["table"] == "ranking"]
    assert ranking["estimate"].is_monotonic_decreasing
    assert set(ranking["item"]) == {"random", "normal", "bold"}
    assert set(ranking["method"]) == {"paired over sessions, simultaneous"}


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
        game, strategies, pair=pair, stop_when=1e-6, maximum=200, seed=1, jobs=2
    )
    assert table.attrs["answer"][-1].startswith(f"Not decided after 200 {unit}")
    assert set(zip(table["sessions"], table["deals"], strict=True)) == {lengths}


@pytest.mark.parametrize(("pair", "most"), [("session", 10**6), ("deal", 6 * 10**7)])
def test_without_a_most_it_is_a_hundred_times_the_usual(pair, most):
    options = {"pair": pair, "stop_when": 0.1}
    assert made("kratzen", NEAR, **options).plan.sessions == most
    assert 100 * made("kratzen", NEAR, pair=pair).plan.sessions == most


STOPPED = {"stop_when": 0.001, "maximum": 300, "sessions": None}


@pytest.mark.parametrize("options", [{}, STOPPED])
def test_both_tables_tell_of_the_same_numbers(options):
    """Also where sessions end early, so that their means are not those of deals."""
    names = ["normal", "random", "bold"]
    rules = {"bankroll": 40}
    table = duel(strategies=names, deals=30, rules=rules, **options)
    found = table[table["metric"] != "pairing"]
    (metric,) = set(found["metric"])
    assert metric == "gain a deal" + (", session mean" if options else "")
    numbers = dict(zip(found["item"], found["estimate"], strict=True))
    for item, value in numbers.items():
        one, _, other = item.partition(" over ")
        if other:
            assert numbers[one] - numbers[other] == pytest.approx(value, abs=1e-9)
    is_ranked = found["table"] == "ranking"
    assert (found[is_ranked]["method"] == "confidence sequence").all() == bool(options)
    kind = "sessions" if options else "fields"
    assert any(one.startswith(f"All {kind} count") for one in table.attrs["answer"])


def test_a_session_mean_is_not_the_mean_of_deals():
    options = {"deals": 30, "rules": {"bankroll": 40}}
    fixed = duel(sessions=300, **options)
    stopped = duel(**STOPPED, **options)
    one = row_of(fixed, "random", of="ranking")
    other = row_of(stopped, "random", "gain a deal, session mean", "ranking")
    assert one["n"] == other["n"]
    assert other["estimate"] < one["estimate"] - 0.01


def test_sessions_of_one_length_need_no_such_words():
    assert not any("count alike" in sentence for sentence in duel().attrs["answer"])


@pytest.fixture
def copied(tmp_path):
    """Return a strategy that is normal under another name."""
    target = tmp_path / "copied.py"
    target.write_text(built_in_file("kratzen", "normal").read_text())
    return f"{target}:normal"


@pytest.mark.parametrize("pair", ["session", "deal"])
def test_those_who_play_alike_are_told(copied, pair):
    table = duel(strategies=["normal", copied], pair=pair)
    assert table.attrs["answer"] == [
        f"normal and {copied} played alike on all deals: both gained the same."
    ]
    item = f"normal over {copied}"
    row = row_of(table, item)
    assert row["estimate"] == 0
    assert np.isnan([row["standard_error"], row["ci_low"], row["ci_high"]]).all()
    assert row["method"] == "no spread between sessions"
    assert np.isnan(row_of(table, item, "pairing")["estimate"])


def test_the_factor_is_that_of_those_who_differ(copied):
    table = duel(strategies=["normal", copied, "random"])
    answer = table.attrs["answer"]
    assert sum("played alike" in sentence for sentence in answer) == 1
    factor = row_of(table, "normal over random", "pairing")["estimate"]
    assert f"made the variance {1 / factor:.2g} times as large" in answer[-1]


def test_it_is_known_at_any_time_how_much_alike(copied):
    table = simcore.duel(
        "kratzen", ["normal", copied], pair="deal", stop_when=0.02, seed=1
    )
    one, *others = table.attrs["answer"]
    assert re.search(r"the same\. That is known to ±0\.0\d+ pots a deal, 95 %\.$", one)
    (last,) = others
    assert last.startswith("Decided after")
    assert row_of(table, f"normal over {copied}")["estimate"] == 0


VARIED = [
    {},
    {"field": "normal"},
    {"field": "random"},
    {"pair": "deal"},
    {"sessions": 6},
    {"deals": 5},
    {"level": 0.9},
    {"players": 5},
    {"rules": {"cut": "never"}},
    {"seed": 2},
    {"strategies": ["bold", "normal"]},
    {"strategies": ["normal", "bold(join=1.2)"]},
    {"sessions": None, "stop_when": 0.1, "maximum": 5},
    {"sessions": None, "stop_when": 0.2, "maximum": 5},
    {"sessions": None, "stop_when": 0.1, "maximum": 6},
]
"""Duels whose numbers differ."""


def plan_of(options):
    usual = {"sessions": 5, "deals": 4, "strategies": ["normal", "bold"], "seed": 1}
    table = simcore.duel("kratzen", **usual | options)
    return table.attrs["provenance"]["plan"]


def test_duels_of_other_numbers_have_other_digests():
    digests = [plan_of(options)["digest"] for options in VARIED]
    assert len(set(digests)) == len(VARIED)
    assert digests[0] == plan_of({"jobs": 2})["digest"]


@pytest.mark.parametrize("options", VARIED)
def test_a_duel_is_what_is_made_of_its_data(options):
    asked = {"sessions": 5, "deals": 4, "strategies": NEAR} | options
    found = made("kratzen", **asked)
    data = json.loads(json.dumps(duel_as_data(found)))
    assert duel_from_data(data) == found


def test_the_plan_says_what_was_compared_with_what():
    plan = plan_of({"field": "random"})
    assert plan["command"] == "duel"
    assert [seat["name"] for seat in plan["strategies"]] == ["normal", "bold"]
    assert [seat["name"] for seat in plan["field"]] == ["random"]
    assert plan["players"] == 4
    assert plan["sides"] == [[0], [1], [2], [3]]
    wanted = {"pair": "session", "stop_when": None, "max": None, "level": 0.95}
    assert {key: plan[key] for key in wanted} == wanted


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


def test_a_stopped_duel_is_a_prefix():
    asked = made(
        "kratzen", ["normal", "random"], pair="deal", stop_when=0.05, maximum=100_000
    )
    one, two = (play_duel(asked, jobs) for jobs in (1, 2))
    assert one.is_decided
    assert one.sums.n == two.sums.n < asked.plan.sessions
    np.testing.assert_array_equal(one.sums.products, two.sums.products)


class Backwards:
    """Stands for a cluster: plays all chunks and gives the last one first."""

    def answers(self, calls, stop):
        for call in reversed(list(calls)):
            table = Arrangements(call.work)
            yield call, table.play(call.first, call.number, np.zeros(1, np.uint8))


@pytest.mark.parametrize("stop_when", [0.05, 1e-6])
def test_chunks_are_added_in_order_and_those_beyond_the_end_are_not(stop_when):
    options = {"pair": "deal", "stop_when": stop_when, "maximum": 70_000}
    asked = made("kratzen", ["normal", "random"], **options)
    here, there = [], []
    one = play_duel(asked, 2, lambda n, _: here.append(n))
    two = play_duel(asked, 1, lambda n, _: there.append(n), None, Backwards())
    assert here == there == sorted(there)
    assert two.is_decided == one.is_decided
    assert (two.sums.n < 70_000) == two.is_decided
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
        (["normal", "bold"], {"maximum": 5}, "max is 5 but goes with stop-when only"),
        (["normal", "bold"], {"sessions": 1}, "a duel takes 2 sessions or more, not 1"),
        (
            ["normal", "bold"],
            {"sessions": -2, "deals": -3, "pair": "deal"},
            "sessions is -2 but takes",
        ),
        (
            ["normal", "bold"],
            {"stop_when": 0.1, "maximum": 1, "pair": "deal"},
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


@pytest.mark.parametrize("more", [{}, {"maximum": 5}])
def test_duels_of_matches_are_as_long_as_is_said(more):
    with pytest.raises(UsageError, match="stop-when is not for duels of matches"):
        made("chibre", ["heuristic", "random"], stop_when=1.0, matches=3, **more)


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
    words = ["--pair", "deal", "--field", "bold"]
    document = json.loads(invoke(*SHORT, *words, "--format", "json").stdout)
    assert document["plan"]["pair"] == "deal"
    assert [seat["name"] for seat in document["plan"]["field"]] == ["bold"]
    assert {row["settings"] for row in document["rows"]} == {"field=bold pair=deal"}
    about = json.loads((tmp_path / "duel.csv.meta.json").read_text())["plan"]
    assert about["pair"] == "session"
    assert about["digest"] != document["plan"]["digest"]
    assert document["answer"][0].startswith("normal gains")


def test_where_the_file_cannot_be_written_the_answer_is_still_told(
    tmp_path, monkeypatch
):
    def full(*rest, **more):
        raise UsageError("duel.csv cannot be written: No space left on device")

    whole = invoke(*SHORT, "--format", "csv").stdout
    monkeypatch.setattr("simcore.results.write_parts", full)
    words = ["--format", "csv", "--output", str(tmp_path / "duel.csv")]
    result = invoke(*SHORT, *words)
    assert result.stdout == whole
    assert "No space left on device" in str(result.exception)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def interrupt_at(monkeypatch):
    """Return a function that has Ctrl-C come when a chunk begins."""
    play = Arrangements.play

    def interrupted_at(first):
        def interrupted(self, begin, number, stop):
            if begin == first:
                os.kill(os.getpid(), signal.SIGINT)
                end = time.monotonic() + 10
                while not stop[0] and time.monotonic() < end:
                    time.sleep(0.001)
            return play(self, begin, number, stop)

        monkeypatch.setattr(Arrangements, "play", interrupted)

    return interrupted_at


CHUNK = 1638
"""Sessions of ten deals in a chunk."""

TWO_CHUNKS = {"sessions": 2 * CHUNK, "deals": 10, "seed": 1, "jobs": 1}


@pytestmark_signal
def test_a_duel_interrupted_at_once_has_no_table(interrupt_at):
    interrupt_at(0)
    with pytest.raises(KeyboardInterrupt):
        simcore.duel("kratzen", ["normal", "bold"], **TWO_CHUNKS)


@pytestmark_signal
def test_a_duel_interrupted_later_warns_and_tells_what_is_complete(interrupt_at):
    options = TWO_CHUNKS | {"sessions": CHUNK}
    whole = simcore.duel("kratzen", ["normal", "bold"], **options)
    interrupt_at(CHUNK)
    with pytest.warns(RuntimeWarning) as told:
        table = simcore.duel("kratzen", ["normal", "bold"], **TWO_CHUNKS)
    (warning,) = (one for one in told if one.category is RuntimeWarning)
    assert str(warning.message) == "interrupted after 1,638 of 3,276 sessions"
    assert warning.filename == __file__
    assert not table["complete"].any()
    assert table["estimate"].equals(whole["estimate"])
    assert table.attrs["answer"] == whole.attrs["answer"]


@pytestmark_signal
@pytest.mark.parametrize(
    ("first", "complaint"),
    [
        (0, "stopped before anything was complete"),
        (CHUNK, "stopped after 1,638 of 3,276 sessions"),
    ],
)
def test_an_interrupted_command_tells_how_far_it_came(interrupt_at, first, complaint):
    interrupt_at(first)
    length = ["--sessions", "3276", "--deals", "10", "--jobs", "1"]
    result = invoke("kratzen", "normal", "bold", "--seed", "1", *length)
    assert result.return_value == 130
    assert result.stderr.splitlines()[-1] == f"simcore: {complaint}"
    assert ("INCOMPLETE: stopped after" in result.stdout) == bool(first)


def test_one_session_decides_nothing():
    """Of one there is no error, however little is asked for."""
    options = {"stop_when": 100.0, "deals": 20_000, "maximum": 3}
    played = play_duel(made("kratzen", NEAR, **options), 1)
    assert played.is_decided
    assert played.sums.n == 2


def test_a_shard_is_refused():
    result = invoke(*SHORT, "--shard", "1/2")
    assert "a duel takes no shard" in str(result.exception)


def test_the_help_names_every_limit():
    text = invoke("--help").stdout
    assert "None" not in text
    assert "[x>0]" in text
