"""The command `simcore records`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest
from click.testing import CliRunner, Result

from reference.kratzen import Table
from simcore.cli.main import main
from simcore.errors import StrategyError, UsageError

START = "from simcore.cli.main import start; start()"

PROBE = """
import sys
from simcore.cli.main import start
try:
    start()
finally:
    print("numba" in sys.modules)
"""

KEYS = [
    "format",
    "game",
    "rules",
    "seed",
    "session",
    "deal",
    "players",
    "dealer",
    "strategies",
    "scores_before",
    "stakes",
    "hands",
    "events",
    "result",
]
RESULT_KEYS = [
    "kind",
    "declarer",
    "contract",
    "trump",
    "active",
    "tricks",
    "pot_before",
    "penalties",
    "draws",
    "pot_after",
    "balance_change",
    "next",
]

TIMID = """
from simcore.games.kratzen.view import DECISIONS
from simcore.rng import random_bit, random_subset
from simcore.strategy import Parameter, Strategy, decision


@decision
def nothing(view, parameters, rng):
    return 0


@decision
def discard(view, parameters, rng):
    return random_subset(rng, view.hand, view.limit)


@decision
def play(view, parameters, rng):
    return random_bit(rng, view.legal)


TIMID = Strategy(
    name="timid",
    game="kratzen",
    summary="calls nothing, drops, and plays any card",
    decisions=dict(zip(DECISIONS, (nothing, nothing, nothing, discard, play))),
    parameters={"wanted": Parameter(0, "nothing"), "unused": Parameter(2.5, "too")},
)
"""

CHEAT = TIMID.replace("random_bit(rng, view.legal)", "1 << 63")


def invoke(*words: str) -> Result:
    """Run `simcore records kratzen` with random players and these further words."""
    line = ["records", "kratzen", "--strategies", "random", *words]
    return CliRunner().invoke(main, line)


def listed(*words: str) -> list[dict]:
    """Return the records that the command prints, having made sure it succeeds."""
    result = invoke(*words)
    assert result.exception is None, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_lines_are_compact_and_their_keys_are_in_order():
    result = invoke("-n", "3", "--seed", "7")
    lines = result.stdout.splitlines()
    assert len(lines) == 3
    for line in lines:
        record = json.loads(line)
        assert line == json.dumps(record, separators=(",", ":"))
        assert list(record) == KEYS
        assert list(record["result"]) == RESULT_KEYS
        assert (record["format"], record["game"], record["seed"]) == (1, "kratzen", 7)


def test_sessions_follow_one_another():
    records = listed("-n", "8", "--deals", "3", "--seed", "1")
    addresses = [(record["session"], record["deal"]) for record in records]
    assert addresses == [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 0),
        (2, 1),
    ]


def test_a_session_that_ends_early_is_followed_by_the_next():
    records = listed(
        "-n", "40", "--set", "bankroll=8", "--set", "ante=2", "--seed", "1"
    )
    table = None
    for record in records:
        if record["deal"] == 0:
            assert table is None or table.ended == "bankrupt"
            table = Table(4, record["rules"])
        table.replay(record)
    assert records[0]["rules"] == {"ante": 2, "bankroll": 8}
    assert records[-1]["session"] > 1


def test_one_deal_is_the_one_of_the_list():
    records = listed("-n", "12", "--deals", "6", "--seed", "5")
    (alone,) = listed("--session", "1", "--deal", "4", "--seed", "5")
    assert alone == records[10]


def test_players_and_options_reach_the_table():
    (record,) = listed("-n", "1", "--players", "3", "--set", "cut=never")
    assert record["players"] == 3
    assert len(record["hands"]) == 3
    assert record["rules"] == {"cut": "never"}
    assert record["events"][0]["type"] == "turnup"


def test_a_drawn_seed_is_told_and_lists_the_same_deals():
    drawn = invoke("-n", "2")
    (seed,) = [line for line in drawn.stderr.splitlines() if line.startswith("seed: ")]
    again = invoke("-n", "2", "--seed", seed.removeprefix("seed: "))
    assert again.stdout == drawn.stdout
    assert "seed" not in again.stderr


def test_a_file_is_written_and_never_overwritten_unasked(tmp_path):
    file = tmp_path / "deals.jsonl"
    words = ["-n", "2", "--seed", "1", "--output", str(file)]
    result = invoke(*words)
    assert result.exception is None
    assert result.stdout == ""
    text = file.read_bytes()
    assert text.decode() == invoke("-n", "2", "--seed", "1").stdout
    refused = invoke(*words)
    assert isinstance(refused.exception, UsageError)
    assert str(refused.exception) == f"{file} exists; --force overwrites it"
    words[1] = "1"
    assert invoke(*words, "--force").exception is None
    assert file.read_bytes() == text.splitlines(keepends=True)[0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "say how many deals with -n, or which with --session and --deal"),
        ("-n 0", "the number of deals is 0 but takes 1 or more"),
        ("--session 1", "--session and --deal go together: both make one address"),
        ("--deal 1", "--session and --deal go together: both make one address"),
        (
            "-n 1 --session 1 --deal 1",
            "-n lists deals and --session picks one; say one or the other",
        ),
        ("--session -1 --deal 0", "session is -1 but takes 0 to 2^64 - 1"),
        (f"--session {1 << 64} --deal 0", f"session is {1 << 64} but takes 0 to"),
        ("--session 0 --deal -1", "deal is -1 but takes 0 to 2^31 - 1"),
        (
            "--session 0 --deal 9 --deals 9",
            "deal is 9 but a session has deals 0 to 8",
        ),
        (
            "--session 0 --deal 9999 --set bankroll=4 --seed 1",
            "session 0 ended before its deal 9999",
        ),
        ("-n 1 --output deals.json", "output is 'deals.json' but takes - or a name in"),
        ("-n 1 --output no/deals.jsonl", "there is no folder no"),
        ("-n 1 --players 7", "players is 7 but kratzen takes 3 to 6"),
        ("-n 1 --set anti=2", "there is no option 'anti'; did you mean ante?"),
        ("-n 1 --deals 0", "deals is 0 but takes 1 to 2^31"),
        ("-n 1 --seed -1", "seed is '-1' but takes 0 to 2^64 - 1"),
    ],
)
def test_mistakes_are_told_in_one_sentence(words, sentence):
    result = invoke(*words.split())
    assert isinstance(result.exception, UsageError)
    assert str(result.exception).startswith(sentence)
    assert result.stdout == ""


def test_a_disk_that_is_full_is_told_of_and_an_old_file_kept(tmp_path, monkeypatch):
    def fail(records: object, file: IO[str]) -> None:
        file.write("half of a rec")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("simcore.recording.write_lines", fail)
    file = tmp_path / "deals.jsonl"
    file.write_text("old", encoding="utf-8")
    result = invoke("-n", "1", "--output", str(file), "--force")
    sentence = f"{file} cannot be written: No space left on device"
    assert str(result.exception) == sentence
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_the_last_session_there_is_can_be_listed():
    (record,) = listed("--session", str((1 << 64) - 1), "--deal", "1")
    assert record["session"] == (1 << 64) - 1


def test_strategies_are_written_with_all_their_parameters(tmp_path):
    file = tmp_path / "timid.py"
    file.write_text(TIMID, encoding="utf-8")
    seats = f"{file}(wanted=0.30000000000000004),random,{file}:timid,random"
    result = CliRunner().invoke(
        main, ["records", "kratzen", "--strategies", seats, "-n", "3"]
    )
    assert result.exception is None
    for line in result.stdout.splitlines():
        assert json.loads(line)["strategies"] == [
            f"{file}(wanted=0.30000000000000004, unused=2.5)",
            "random",
            f"{file}:timid(wanted=0, unused=2.5)",
            "random",
        ]


def test_a_strategy_that_breaks_the_rules_leaves_an_old_file_alone(tmp_path):
    file = tmp_path / "cheat.py"
    file.write_text(CHEAT, encoding="utf-8")
    output = tmp_path / "deals.jsonl"
    output.write_text("old", encoding="utf-8")
    words = ["records", "kratzen", "-n", "1", "--strategies", str(file)]
    result = CliRunner().invoke(main, [*words, "--output", str(output), "--force"])
    assert isinstance(result.exception, StrategyError)
    assert output.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize(
    "words", ["--help", "kratzen -n 0 --strategies random", "kratzen -n 1 --players 9"]
)
def test_help_and_mistakes_do_not_wait_for_the_compiler(words):
    done = subprocess.run(
        [sys.executable, "-c", PROBE, "records", *words.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "False"


def test_exit_codes(run_simcore):
    """A mistake leaves with 2 and one line, also where numba had to be imported."""
    wrong = run_simcore("records", "kratzen", "-n", "0", "--strategies", "random")
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr.splitlines()[-1] == (
        "simcore: the number of deals is 0 but takes 1 or more"
    )
    assert run_simcore("records", "kratzen", "-n", "one").returncode == 2


def test_a_reader_that_stops_is_no_mistake(tmp_path):
    words = ["records", "kratzen", "-n", "20000", "--strategies", "random"]
    process = subprocess.Popen(
        [sys.executable, "-c", START, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["deal"] == 0
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr as errors:
        assert b"Traceback" not in errors.read()
    assert process.wait(timeout=60) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no process gets Ctrl-C there")
@pytest.mark.parametrize("output", ["-", "deals.jsonl"])
def test_an_interrupt_keeps_whole_records(output, tmp_path):
    words = ["records", "kratzen", "-n", "10000000", "--seed", "7", "--output", output]
    for after in (5, 20, 60):
        with (tmp_path / "printed").open("w") as printed:
            process = subprocess.Popen(
                [sys.executable, "-c", START, *words, "--strategies", "random"],
                stdout=printed,
                stderr=subprocess.PIPE,
                text=True,
                cwd=tmp_path,
            )
            time.sleep(after)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        assert process.returncode == 130
        if "stopped after" in errors:
            break
    written = tmp_path / (output if output != "-" else "printed")
    text = written.read_text(encoding="utf-8")
    lines = text.splitlines()
    assert text.endswith("\n")
    assert all(json.loads(line) for line in lines)
    first = invoke("-n", "3", "--seed", "7").stdout.splitlines()
    assert lines[:3] == first
    where = "" if output == "-" else f" in {output}"
    assert errors.splitlines()[-1] == (
        f"simcore: stopped after {len(lines):,} of 10,000,000 deals; these are written"
        f"{where}"
    )
    assert not list(tmp_path.glob(".*"))


def test_an_interrupt_before_the_first_record_writes_nothing(tmp_path, monkeypatch):
    def interrupt(work):
        raise KeyboardInterrupt

    monkeypatch.setattr("simcore.cli.records.interruptibly", interrupt)
    file = tmp_path / "deals.jsonl"
    result = invoke("-n", "1", "--seed", "1", "--output", str(file))
    assert "simcore: stopped before any deal was written" in result.stderr
    assert not file.exists()


def test_help_has_an_example():
    text = CliRunner().invoke(main, ["records", "--help"]).stdout
    assert "Example: simcore records kratzen" in text
    assert Path("--session").name in text
