"""What is said of a manifest that somebody or something has spoiled."""

from __future__ import annotations

import json
import shutil
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from simcore.manifest import Manifest
from simcore.manifest_fields import FIELDS, GRID_FIELDS, PLAN_FIELDS, first_mistake
from tests.cli.kept import complaint, halve, listed, simcore

SMALL = ("kratzen", "--strategies", "random", "--deals", 20)
PRECISE = ("--precision", "made=0.01", "--max", 2000)
WORDS = {
    "night": ("run", *SMALL, *PRECISE),
    "study": ("sweep", *SMALL, *PRECISE, "--grid", "players=3,4"),
}
"""By the name of a run, the command that makes it, but for the seed."""

ABSENT = object()

HUGE = 10**400
"""An integer that no float can be."""

SEAT = {"name": "random", "values": [], "file": None}

OF_ALL: dict[str, list[Any]] = {
    "kind": ["x", 5, None, []],
    "game": [5, None, ["kratzen"], "rook"],
    "setup": [{}, [], None, "x", 5],
    "about": [None, [], "x", ABSENT],
    "sources": [5, None, [{}], ["x"], [{"file": "a.py", "digest": 5}], {}],
    "engine": [5, None],
    "unit": ["x", None, [1]],
    "length": [-1, 0, "x", None, 1.5, True, HUGE],
    "total": ["x", None, -1, 1.5],
    "precision": [
        [["made", 0.1]],
        None,
        "made=0.1",
        {"made": "x"},
        {"made": None},
        {"made": -1},
        {"made": 0},
        {"made": True},
        {"made": float("nan")},
        {"made": float("inf")},
        {"made": HUGE},
    ],
    "reached": [5, None, {}, ["x"], [1.5], [-5], [0], [True], [2001], [1, 2, 3]],
    "shard": [[1], "ab", [5, 2], [0, 2], ["1", "2"], [1, 2, 3], 5, {}],
    "level": ["x", 2, -1, None, True, float("nan")],
    "has_pot_tables": [None, 1, "x"],
    "output": [5, [], {}],
    "command": [None, 5],
    "simcore": [None, 5],
    "chunks": [5, None, [1], [0, 1], ["a", "b"]],
    "setup.game": [ABSENT, None, 5],
    "setup.players": [ABSENT, "4", 4.0, -1],
    "setup.seed": [ABSENT, None, "4", -1, 1.5],
    "setup.sessions": [ABSENT, "x", 1.5, -1],
    "setup.deals": [ABSENT, "x", 1.5],
    "setup.matches": [ABSENT, "x"],
}
"""By the name of a field, what it may be spoiled to."""

OF_ONE: dict[str, dict[str, list[Any]]] = {
    "night": {
        "precision": [{}],
        "reached": [[1, 2]],
        "setup.rules": [ABSENT, None, [], "x"],
        "setup.seats": [
            ABSENT,
            None,
            [],
            [{}],
            ["random"] * 4,
            [SEAT] * 3,
            [SEAT | {"values": [["first"]]}] * 4,
            [SEAT | {"values": [["first", "x"]]}] * 4,
            [SEAT | {"values": 5}] * 4,
            [SEAT | {"file": 5}] * 4,
            [SEAT | {"file": "nowhere.py"}] * 4,
        ],
        "setup.matches": [True],
        "setup.first_session": [ABSENT, None, -1, "x"],
        "setup.more": [5],
    },
    "study": {
        "setup.axes": [
            ABSENT,
            None,
            [],
            {},
            {"players": 5},
            {"players": []},
            {"players": [3, 4]},
        ],
        "setup.strategies": [5, []],
        "setup.settings": [ABSENT, None, [], "x"],
        "setup.kept": [{}],
    },
}

SPOILED = [
    (run, field, value)
    for run, more in OF_ONE.items()
    for found in (OF_ALL, more)
    for field, values in found.items()
    for value in values
]


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """Return a folder of runs that were played, but for the last of their parts."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIMCORE_RESULTS", str(folder))
        for name, words in WORDS.items():
            simcore(*words, "--seed", 3, "--save", name)
            halve(folder / name)
    return folder


def spoil(path: Path, field: str, value: Any) -> None:
    """Put another value into a field of a manifest, or take it out."""
    data = json.loads(path.read_text(encoding="utf-8"))
    *outer, key = field.split(".")
    place = data[outer[0]] if outer else data
    place[key] = value
    if value is ABSENT:
        del place[key]
    path.write_text(json.dumps(data), encoding="utf-8")


def texts(folder: Path) -> dict[Path, bytes]:
    """Return what is in a folder, but for who holds it."""
    return {
        path: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "lock"
    }


def commands(name: str) -> list[tuple[object, ...]]:
    """Return every command that looks into the folder of a run."""
    return [
        ("show", name),
        ("resume", name),
        ("extend", name, "--max", 3000),
        ("extend", name, "--sessions", 3000),
        ("merge", name),
        (*WORDS[name], "--seed", 3, "--save", name),
        (*WORDS[name], "--save", name),
    ]


@pytest.mark.parametrize(("name", "field", "value"), SPOILED)
def test_a_spoiled_field_is_told_and_nothing_is_played(
    capsys, results, made, name, field, value
):
    """In one sentence, the same wherever it is; the other runs are listed as ever."""
    shutil.copytree(made, results, dirs_exist_ok=True)
    spoil(results / name / "manifest.json", field, value)
    before = texts(results)
    sentences = {complaint(capsys, *words) for words in commands(name)}
    (sentence,) = sentences
    assert sentence.startswith(f"{results / name / 'manifest.json'} is spoiled: it")
    assert len(sentence) < 300
    assert texts(results) == before
    states = {row["run"]: row["state"] for row in listed()}
    assert states.pop(name) == sentence
    assert set(states.values()) == {"unfinished"}
    assert sentence in simcore("runs").stdout


@pytest.mark.parametrize(
    ("name", "field", "value", "sentence"),
    [
        (
            "night",
            "precision",
            {"made": "x"},
            "its precision is {'made': 'x'}, not metrics with numbers above 0",
        ),
        (
            "night",
            "reached",
            [1, 2],
            "its reached is [1, 2], not up to 2000, 1 of them at most",
        ),
        ("night", "precision", {}, "its reached is [2000], not empty"),
        ("night", "setup", {}, "it has no setup.deals"),
        (
            "night",
            "setup.players",
            "4",
            "its setup.players is '4', not a whole number above 0",
        ),
        ("night", "setup.players", 3, "its setup has 4 seats, not 3"),
        ("study", "length", 300, "its length is 300, not 2000 as its setup.sessions"),
        ("study", "setup.kept", {}, "its setup has 'kept', which no sweep has"),
    ],
)
def test_what_is_said_of_a_spoiled_field(
    capsys, results, made, name, field, value, sentence
):
    shutil.copytree(made, results, dirs_exist_ok=True)
    path = results / name / "manifest.json"
    spoil(path, field, value)
    assert complaint(capsys, "show", name) == f"{path} is spoiled: {sentence}"


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("setup.seats", [SEAT | {"name": "xx"}] * 4, "kratzen has no strategy 'xx'"),
        ("setup.seed", 2**64, "seed is 18446744073709551616 but takes 0 to 2^64 - 1"),
        ("setup.rules", {"cut": {}}, "option cut is '{}' but takes always"),
    ],
)
def test_a_plan_that_does_not_exist_is_told_as_ever(
    capsys, results, made, field, value, sentence
):
    shutil.copytree(made, results, dirs_exist_ok=True)
    spoil(results / "night" / "manifest.json", field, value)
    before = texts(results)
    for words in commands("night")[:4]:
        assert sentence in complaint(capsys, *words)
    assert texts(results) == before
    assert {row["state"] for row in listed()} == {"unfinished"}


def test_every_field_is_checked(made):
    assert FIELDS.keys() == {item.name for item in fields(Manifest)}
    setups = {}
    for name in WORDS:
        data = json.loads((made / name / "manifest.json").read_text(encoding="utf-8"))
        assert first_mistake(data) is None
        setups[name] = data["setup"].keys()
    assert setups == {"night": PLAN_FIELDS.keys(), "study": GRID_FIELDS.keys()}
