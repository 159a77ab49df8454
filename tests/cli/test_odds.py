"""The command `simcore odds`."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time

import pandas as pd
import pytest
from click.testing import CliRunner

from simcore.cli.main import main
from simcore.cli.odds import odds
from simcore.errors import UsageError
from simcore.results import COLUMNS
from tests.cli.conftest import START

HAND = ("--hand", "Ah Kl 9h 7l", "--seat", "2", "--turnup", "Kh")
CALLED = ("--declarer", "0", "--contract", "schlagen")
SMALL = ("--deals", "200", "--seed", "4")


def invoke(*words):
    return CliRunner().invoke(main, ["odds", "kratzen", *words], standalone_mode=False)


def test_the_answer_comes_first():
    done = invoke(*HAND, *CALLED, *SMALL)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Playing is worth ")
    assert lines[0].endswith("chips more than dropping: go along.")
    assert lines[1].startswith("Best exchange: too close to call between ")
    assert max(map(len, lines)) <= 100


def test_files_and_what_is_printed_hold_the_same(tmp_path):
    file = tmp_path / "odds.csv"
    done = invoke(*HAND, *CALLED, *SMALL, "--format", "json", "--output", str(file))
    found = json.loads(done.stdout)
    table = pd.read_csv(file)
    assert list(table.columns) == list(COLUMNS)
    assert [row["metric"] for row in found["rows"]] == list(table["metric"])
    assert found["answer"][0].startswith("Playing is worth")
    told = found["plan"]["situation"]
    assert set(told["hands"][2]) == {"Ah", "Kl", "9h", "7l"}
    assert (told["contract"], told["declarer"]) == ("schlagen", 0)
    assert found["plan"]["dealt"] > 200
    assert (tmp_path / "odds.csv.meta.json").exists()


def test_a_precision_that_was_not_reached_is_told():
    done = invoke(*HAND, *CALLED, "--precision", "0.001", "--max", "300", "--seed", "4")
    assert "The interval is wider than asked for; --max would allow more" in done.stdout


def test_a_file_that_cannot_be_written_does_not_cost_the_answer(monkeypatch, tmp_path):
    def fail(*arguments, **options):
        raise UsageError("the disk is full")

    monkeypatch.setattr("simcore.results.write", fail)
    done = invoke(*HAND, *CALLED, *SMALL, "--output", str(tmp_path / "odds.csv"))
    assert isinstance(done.exception, UsageError)
    assert done.stdout.startswith("Playing is worth")


def test_too_few_deals_are_marked():
    wanted = ("--given", "seat1.sows>=3", "--tries", "20000")
    done = invoke(*HAND, *CALLED, *SMALL, *wanted)
    assert "INCOMPLETE" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        # Three chips in the pot: a trick draws nothing, and one is sure.
        ("--hand Ah,Th,9h,8h", "No exchange brings more chips than none."),
        ("--hand Ah,Ae,Al,As --pot 3", "No exchange brings more chips than none."),
    ],
)
def test_no_exchange_is_recommended_where_none_is_better(words, sentence):
    usual = "--turnup Kh --declarer 1 --contract schlagen --pot 3"
    found = invoke(*usual.split(), *words.split(), *SMALL).stdout.splitlines()
    assert found[1].startswith(sentence)
    assert "Best exchange" not in "".join(found)


def test_where_nothing_can_be_won_or_lost_that_is_said():
    words = "--turnup Kh --hand Ah,Th,9h,8h --declarer 1 --contract schlagen --pot 3"
    found = invoke(*words.split(), *SMALL).stdout.splitlines()
    assert found[0] == "Playing and dropping were worth the same in every deal."


def test_a_strategy_that_never_does_what_was_said_is_named(run_simcore):
    words = ("--declarer", "0", "--contract", "naechste")
    done = run_simcore("odds", "kratzen", *HAND, *words)
    assert done.returncode == 2
    assert "naechste (strategy normal): in 0 of 57,344" in done.stderr
    example = "threshold(naechste=0.9)"
    assert f"--opponents '{example}'" in done.stderr
    assert invoke(*HAND, *words, *SMALL, "--opponents", example).exception is None


@pytest.mark.skipif(sys.platform == "win32", reason="no process gets Ctrl-C there")
def test_an_interrupt_leaves_the_answer_so_far(tmp_path):
    words = [*HAND, *CALLED, "--deals", "1000000000", "--seed", "4"]
    for after in (5, 20, 60):
        process = subprocess.Popen(
            [sys.executable, "-c", START, "odds", "kratzen", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
        )
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        assert process.returncode == 130
        if output:
            break
        assert "stopped before any deal that agrees was played" in errors
    assert output.startswith("Playing is worth ")
    (kept,) = re.findall("stopped after ([0-9,]+) of 1,000,000,000 deals\n", errors)
    assert f"INCOMPLETE: stopped after {kept} of 1,000,000,000 deals" in output
    again = invoke(*words[:-4], "--deals", kept.replace(",", ""), "--seed", "4")
    assert again.stdout.splitlines()[0] == output.splitlines()[0]


@pytest.mark.parametrize(
    ("option", "default"),
    [
        ("seat", "[default: the only seat whose hand is told, else 0]"),
        (
            "dealer",
            "[default: in kratzen, where it need not be told, each but who asks",
        ),
        ("pot", "[default: 24 antes; in a Muss the antes of the deal]"),
        ("stakes", "[default: normal]"),
        ("round", "[default: 1]"),
        ("bid", "[default: 75]"),
        ("tries", "[default: 20000000, fewer where none seems ever to agree]"),
    ],
)
def test_help_tells_the_defaults(option, default):
    (found,) = [one for one in odds.params if one.name == option]
    assert default in found.help


def test_the_defaults_are_those_of_the_help():
    ours = (*HAND[:2], *HAND[4:], *CALLED[2:], "--declarer", "1", *SMALL)
    usual = invoke(*ours).stdout
    assert "seat 0 asks" in usual
    said = ("--pot", "24", "--stakes", "normal", "--seat", "0", "--tries", "20000000")
    assert invoke(*ours, *said).stdout == usual
    dearer = invoke(*ours, "--set", "ante=2").stdout
    assert invoke(*ours, "--set", "ante=2", "--pot", "48").stdout == dearer


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--hand Ah", "say which card was turned up: it fixes trumps"),
        ("--turnup 6s", "the Weli was turned up and laid by; say which card"),
        ("--turnup Kh,Kl", "the turn-up is 'Kh,Kl' but takes one card, or the Weli"),
        ("--turnup Kz", "kratzen has no card 'Kz'; did you mean Ks"),
        ("--turnup Kh --hand Ah,Ah", "the card Ah stands twice"),
        ("--turnup Kh --hand Ah,Al,Ae,As,Kl", "the hand of seat 0 has 5 cards but"),
        ("--turnup Kh --hand Ah --hand 1:Ah", "the card Ah cannot be in the hand of"),
        ("--turnup Kh --hand Kh", "the card Kh cannot be turned up: it is in the hand"),
        ("--turnup Kh --hand Ah --hand 0:Al", "the hand of seat 0 is told twice"),
        ("--turnup Kh --hand 4:Ah", "seat is 4 but the seats are 0 to 3"),
        ("--turnup Kh --hand 1:2:Ah", "'1:2:Ah' is not of the form CARDS or SEAT:"),
        ("--turnup Kh --seat 4", "seat is 4 but the seats are 0 to 3"),
        ("--turnup Kh", "without a contract the question is what to call: say who"),
        ("--turnup Kh --dealer 7", "dealer is 7 but the seats are 0 to 3"),
        ("--turnup Kh --contract schlagen", "the contract is schlagen: say who is"),
        ("--turnup Kh --declarer 1", "seat 1 is declarer: say of which contract"),
        ("--turnup Kh --declarer 1 --contract schlage", "did you mean schlagen"),
        ("--turnup 7h --declarer 1 --contract schlagen", "a Seven was turned up"),
        ("SAID --stakes muss", "a Muss has no contract: the dealer is its declarer"),
        ("SAID --stakes high", "stakes is 'high' but takes normal or muss"),
        ("SAID --in 1", "seat 1 is declarer and must play: he is not asked"),
        ("SAID --in 0", "seat 0 is who asks: whether he is in is the question"),
        ("SAID --in 2 --out 2,3", "seat 2 cannot be both in and out"),
        ("SAID --in 9", "a seat in or out is 9 but the seats are 0 to 3"),
        ("SAID --in two", "'two' is not a list of seats as 1,3"),
        ("--turnup Kh --dealer 1 --in 2", "nobody is in or out without a contract"),
        ("SAID --pot 0", "pot is 0 but takes 1 to"),
        ("--turnup Kh --stakes muss --pot 4", "pot is 4 but takes 5 to"),
        ("SAID --bottom Ae", "Ae cannot be the bottom card: after a Sow, a Seven or"),
        ("SAID --bottom 8e,9e", "the bottom card is '8e,9e' but takes one card"),
        ("SAID --bottom 9e --set cut=never", "no pack is cut by these rules"),
        ("SAID --turned 9l", "cards are turned for the contracts naechste and andere"),
        ("ANDERE --turned 9h", "the cards '9h' cannot be those turned for andere"),
        ("NAECHSTE --turned 9l,8l", "cannot be those turned for naechste: the next"),
        ("SAID --contract forced", "there is no contract 'forced'"),
        ("SAID --given seat0.trump>2", "there is no feature 'trump' of a hand; did"),
        ("SAID --given seat7.trumps>2", "is about seat 7 but the seats are 0 to 3"),
        ("SAID --given trumps>2", "is not of the form seatN.feature>=number"),
        (
            "SAID --opponents bold,bold",
            "2 strategies are named but seat 0 has 3 others",
        ),
        ("SAID --strategy bold,bold", "2 strategies are named but seat 0 plays one"),
        ("SAID --opponents brave", "kratzen has no strategy 'brave'"),
        ("SAID --players 9", "players is 9 but kratzen takes 3 to 6"),
        ("SAID --deals 0", "deals is 0 but takes 1 or more"),
        ("SAID --precision 0", "precision is 0 but takes a number above 0"),
        ("SAID --round 1", "kratzen knows no 'round' of a deal"),
        ("SAID --set cut=sometimes", "option cut is 'sometimes' but takes"),
        (
            "SAID --without 7e,8e,9e,Te,Ue,Oe,Ke,7l,8l,9l,Tl,Ul,Ol,Kl,7s,8s,9s",
            "15 cards are left for the hands, which are 16 short",
        ),
    ],
)
def test_mistakes_are_told_in_a_sentence(words, sentence):
    said = "--turnup Kh --declarer 1 --contract"
    for short, long in (
        ("SAID", f"{said} schlagen"),
        ("ANDERE", f"{said} andere"),
        ("NAECHSTE", f"{said} naechste"),
    ):
        words = words.replace(short, long)
    error = invoke(*words.split()).exception
    assert isinstance(error, UsageError)
    assert sentence in str(error)


def test_a_mistake_ends_with_code_2_and_without_a_traceback(run_simcore):
    done = run_simcore("odds", "kratzen", "--hand", "Ah")
    assert done.returncode == 2
    assert done.stderr == ("simcore: say which card was turned up: it fixes trumps\n")
    assert done.stdout == ""
