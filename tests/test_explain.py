"""One deal shown to a person, and what strategies would have done."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from plugin_files import FINE
from simcore.api import make_plan
from simcore.cli import explain
from simcore.cli.main import main
from simcore.errors import SimcoreError, StrategyError
from simcore.lineup import parse_seat
from simcore.recording import list_records
from simcore.registry import find_game
from simcore.replaying.asking import Opinion, ask
from simcore.replaying.replayer import Replayer
from simcore.replaying.settling import is_passed
from simcore.replaying.suits import GERMAN, suit_names
from simcore.replaying.telling import WIDTH, Telling
from simcore.replaying.wording import event_text

GAMES = ("kratzen", "chibre", "rook", "klaberjass")
THINKING = {"kratzen": "normal"} | dict.fromkeys(GAMES[1:], "heuristic")
PASSING = {
    "kratzen": "cautious",
    "klaberjass": "random(take=0)",
    "rook": "random(bid=0)",
}
GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def replayer() -> Replayer:
    return Replayer()


def explained(*words: str) -> str:
    """Return what the command prints, or raise what it raises."""
    done = CliRunner().invoke(main, ["explain", *words], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done.stdout


def asked(replayer, record, name):
    """Return what a strategy would have done in a deal."""
    prepared = replayer.prepare(record)
    return ask(replayer, prepared, record, parse_seat(name, prepared.game))


def deals_of(game, n, strategies, **rules):
    """Return records of some deals."""
    plan = make_plan(find_game(game), strategies=strategies, seed=3, rules=rules)
    return list(islice(list_records(plan, n), n))


@pytest.fixture
def deals(tmp_path) -> Path:
    """Return a file with two records of Kratzen, the second after an empty line."""
    lines = [json.dumps(record) for record in deals_of("kratzen", 2, "normal")]
    file = tmp_path / "deals.jsonl"
    file.write_text("\n\n".join(lines), encoding="utf-8")
    return file


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_shown_like_this(game):
    words = ["--seed", "7", "--deal", "0", "--strategies", "random", "--verbose"]
    wanted = (GOLDEN / f"explain_{game}.txt").read_text(encoding="utf-8")
    assert explained(game, *words) == wanted


@pytest.mark.parametrize("game", GAMES)
def test_thirty_deals_fit_in_eighty_columns(game, replayer):
    names = ("random", THINKING[game])
    for record in deals_of(game, 30, "random"):
        prepared = replayer.prepare(record)
        opinions = {name: asked(replayer, record, name) for name in names}
        lines = list(Telling(prepared, record, opinions, is_verbose=True).lines())
        assert max(map(len, lines)) <= WIDTH
        cards = [event["card"] for event in record["events"] if event["type"] == "play"]
        assert all(any(f":{card}" in line for line in lines) for card in cards)


@pytest.mark.parametrize("game", GAMES)
def test_who_played_would_do_the_same_again(game, replayer):
    for record in deals_of(game, 6, THINKING[game]):
        answers = asked(replayer, record, THINKING[game])
        assert [one for one in answers.values() if not one.is_same] == []


@pytest.mark.parametrize(
    ("game", "rules"), [("kratzen", {"last_word": True}), ("rook", {}), ("chibre", {})]
)
def test_every_free_decision_is_asked(game, rules, replayer):
    decisions = replayer.prepare(deals_of(game, 1, "random")[0]).side.decisions
    for record in deals_of(game, 10, "random", **rules):
        free = [
            place
            for place, event in enumerate(record["events"])
            if event["type"] in decisions and len(event.get("legal", "free")) > 1
        ]
        answers = asked(replayer, record, "random")
        assert list(answers) == free
        for place, one in answers.items():
            assert one.seat == record["events"][place]["seat"]


def test_a_seven_that_was_kept_is_asked_about_too(replayer):
    record = next(
        record
        for record in deals_of("klaberjass", 30, "random")
        if any(event["type"] == "dix" for event in record["events"])
    )
    (dix,) = [event for event in record["events"] if event["type"] == "dix"]
    record["events"].remove(dix)
    prepared = replayer.prepare(record)
    kept = replayer.play(prepared)
    answers = ask(replayer, prepared, kept, parse_seat("random", prepared.game))
    place = [event["type"] for event in kept["events"]].index("shown")
    words = f"takes {dix['taken']} for the 7"
    assert answers[place] == Opinion(dix["seat"], words, is_same=False)


def test_a_deal_that_nobody_took_is_asked_about(replayer):
    found = deals_of("klaberjass", 40, "random")
    record = next(one for one in found if one["result"].get("passed"))
    answers = asked(replayer, record, "random(take=1)")
    assert [one.words[:5] for one in answers.values()] == ["takes"] * 4
    del record["events"][2:], record["result"]
    assert replayer.record(record).differences


def test_another_strategy_is_told_where_it_differs():
    words = ["kratzen", "--seed", "7", "--deal", "0", "--strategies", "random"]
    text = explained(*words, "--ask", "normal", "--ask", "random")
    assert "1  normal: discards 7l" in text
    assert text.count("  normal: ") == text.count("  random: ") > 5


def test_a_strategy_of_a_file_is_asked_and_held_to_the_rules(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(FINE, encoding="utf-8")
    words = ["kratzen", "--seed", "7", "--deal", "0", "--strategies", "random"]
    text = explained(*words, "--ask", f"{file}:mine")
    assert text.count(":mine: the same") > 2
    broken = FINE.replace("return lowest(view.legal)", "return np.uint64(1 << 60)")
    file.write_text(broken, encoding="utf-8")
    with pytest.raises(StrategyError, match="rules do not allow"):
        explained(*words, "--ask", f"{file}:mine")


def test_a_line_of_a_file_is_shown(deals):
    file = str(deals)
    assert explained("--record", file) == explained("--record", file, "--line", "1")
    assert "deal 1," in explained("kratzen", "--record", file, "--line", "3")


def test_a_record_that_differs_is_shown_as_the_rules_play_it(deals):
    first, _, second = deals.read_text(encoding="utf-8").splitlines()
    record = json.loads(second)
    record["result"]["pot_after"] = 7777
    deals.write_text(f"{first}\n{json.dumps(record)}\n", encoding="utf-8")
    shown, _, differences = explained(
        "--record", str(deals), "--line", "2", "--ask", "normal"
    ).partition("\nThe record is not as the rules say")
    assert "7777" not in shown
    assert "line 2: pot_after of the result is 7777" in differences


def test_a_play_against_the_rules_gives_way_to_a_legal_one(replayer):
    (record,) = deals_of("chibre", 1, "random")
    plays = [one for one in record["events"] if one["type"] == "play"]
    plays[5]["card"] = plays[0]["card"]
    prepared = replayer.prepare(record)
    played = replayer.play(prepared)
    answers = ask(replayer, prepared, played, parse_seat("random", prepared.game))
    assert len(answers) > 9
    lines = list(Telling(prepared, played, {"random": answers}).lines())
    assert sum(plays[0]["card"] in line.split()[1] for line in lines if ":" in line) < 3


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_told_as_it_stands_in_the_record(game, replayer):
    """Suits have names, decisions are verbs, and what does not apply is left out."""
    names = suit_names(find_game(game).pack)
    records = deals_of(game, 40, "random") + deals_of(game, 20, THINKING[game])
    for record in records:
        prepared = replayer.prepare(record)
        text = "\n".join(Telling(prepared, record, {}).lines())
        title, _, told = text.partition("\nHands")
        told = told.partition("\nDeal\n")[2]
        said, _, result = told.partition("\nResult\n")
        assert not re.search(r"\b(none|None|True|False)\b|\[", told)
        assert not re.search(r"\b(call|turnup|antes \d \d|cards|dealer)\b", said)
        assert not re.search(r"(takes|names|declares|trump) +[a-z](,|$)", told, re.M)
        trump = record["result"].get("trump")
        is_played = "passed by all" not in title
        if is_played and trump in names:
            assert f"{names[trump]} are trumps" in title
            assert re.search(rf"trump +{names[trump]}$", result, re.M)
        assert all(len(line.split()) > 1 for line in result.splitlines())


def test_a_title_is_broken_between_its_parts_only(replayer):
    parts = re.compile(
        r"kratzen|\d players|seed \d+|session \d+|deal \d+"
        r"|scores before( -?\d+)+|\w+ are trumps|passed by all"
    )
    plan = make_plan(find_game("kratzen"), strategies="normal", seed=3, rules={})
    for record in list_records(plan, 40):
        lines = list(Telling(replayer.prepare(record), record, {}).lines())
        for line in lines[: lines.index("")]:
            assert all(map(parts.fullmatch, line.removesuffix(",").split(", ")))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            {"type": "cut", "shown": ["7s", "Uh"], "antes": [1, 0, 0, 0], "dealer": 0},
            "cut: 7s and Uh; seat 0 antes 1; seat 0 deals",
        ),
        (
            {"type": "cut", "shown": ["6s", "Ae"], "antes": [1, 2, 1, 1], "dealer": 1},
            "cut: 6s and Ae; seats 0, 2 and 3 ante 1; seat 1 antes 2; seat 1 deals",
        ),
        (
            {"type": "cut", "shown": ["6s", "9e"], "antes": [1, 1, 1, 1], "dealer": 1},
            "cut: 6s and 9e; everybody antes 1; seat 1 deals",
        ),
        (
            {"type": "cut", "shown": ["9e"], "antes": [0, 0, 0, 0], "dealer": 1},
            "cut: 9e; seat 1 deals",
        ),
        ({"type": "turnup", "cards": ["6s", "Kh"]}, "6s and then Kh is turned up"),
        ({"type": "call", "seat": 0, "call": "weiter"}, "says weiter"),
        (
            {"type": "call", "seat": 0, "call": "andere", "turned": ["6s", "9l"]},
            "calls andere, 6s 9l is turned",
        ),
        (
            {
                "type": "exchange",
                "seat": 0,
                "discards": ["7e", "8e", "9e", "Te"],
                "drawn": ["7l", "8l", "9l"],
                "shown": ["Ah"],
                "extras": ["Tl"],
            },
            "puts away 7e 8e 9e Te, draws 7l 8l 9l, face up Ah, extra Tl",
        ),
        (
            {
                "type": "exchange",
                "seat": 0,
                "discards": [],
                "drawn": [],
                "shown": [],
                "extras": [],
            },
            "exchanges nothing",
        ),
        ({"type": "trump", "seat": 0, "trump": "chibre"}, "says chibre"),
        ({"type": "dice", "seat": 0, "thrown": [3, 5]}, "dice thrown 3 5"),
        ({"type": "trump", "seat": 0, "trump": "obenabe"}, "names obenabe"),
        ({"type": "trump", "seat": 0, "trump": "s"}, "names bells"),
    ],
)
def test_events_are_told_in_words(event, words):
    assert event_text(event, GERMAN) == words


@pytest.mark.parametrize("game", PASSING)
def test_a_passed_deal_is_told_as_one(game, replayer):
    found = deals_of(game, 60, PASSING[game])
    record = next(one for one in found if is_passed(one["result"]))
    lines = list(Telling(replayer.prepare(record), record, {}).lines())
    title = ", ".join(lines[: lines.index("")])
    assert title.endswith("passed by all")
    assert not [line for line in lines if line.startswith(("  trump", "  in play"))]


def test_without_a_seed_one_is_drawn_and_shown():
    words = ["chibre", "--deal", "0", "--strategies", "random"]
    drawn = explained(*words)
    seed = re.search(r", seed (\d+),", drawn)[1]
    assert explained(*words, "--seed", seed) == drawn


def test_colours_are_for_terminals_only(monkeypatch):
    words = ["kratzen", "--seed", "7", "--deal", "0", "--strategies", "random"]
    plain = explained(*words)
    assert "\x1b" not in plain
    marked = explain._coloured("Hands", "heading")
    assert marked != "Hands"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert explain._has_colours()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not explain._has_colours()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "say which deal: GAME with --deal, or --record"),
        ("kratzen --seed 1", "say which deal"),
        ("kratzn --seed 1 --deal 0", "kratzen"),
        ("kratzen --seed 1 --deal 0 --line 2", "--line goes with --record"),
        ("chibre --seed 1 --deal 1", "deal is 1 but a deal that stands alone"),
        ("kratzen --seed 1 --deal 0 --matches", "not played in matches"),
        ("kratzen --seed 1 --deal 0 --ask nomal", "did you mean normal?"),
        ("--record FILE --deal 0", "--deal cannot"),
        ("--record FILE --set ante=2", "--set cannot"),
        ("--record FILE --line 2", "there is no record on line 2 of"),
        ("--record FILE --line 9", "there is no record on line 9 of"),
        ("--record FILE --line 0", "line is 0 but lines are counted from 1"),
        ("--record nowhere.jsonl", "nowhere.jsonl cannot be read"),
        ("rook --record FILE", "line 1 is a deal of kratzen, not of rook"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words, sentence, deals):
    with pytest.raises(SimcoreError, match=re.escape(sentence)):
        explained(*words.replace("FILE", str(deals)).split())


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda text: "{", "line 1: not JSON"),
        (lambda text: text.replace('"dealer"', '"daeler"', 1), "line 1: the key"),
        (lambda text: text.replace('"turnup"', '"trick"', 1), "line 1: "),
    ],
)
def test_records_that_cannot_be_shown_are_told(spoil, sentence, deals):
    deals.write_text(spoil(deals.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(SimcoreError, match=re.escape(sentence)):
        explained("--record", str(deals))
