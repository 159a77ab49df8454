"""Sweeps: all cells in one table, the same for any number of threads."""

from __future__ import annotations

import time

import pandas as pd
import pyarrow.parquet
import pytest

import simcore.packing
from simcore.api import sweep
from simcore.effects import TABLE
from simcore.errors import StrategyError, UsageError
from simcore.executing import Threads
from simcore.grid import Grid, parse_axes
from simcore.registry import find_game
from simcore.results import COLUMNS, as_csv, frame, write, write_parts
from simcore.runner import run_plan
from simcore.sweep_file import read_sweep_file
from simcore.sweeping import Sweep, estimate_seconds, run_sweep

KRATZEN = find_game("kratzen")


def random_grid(*words: str, **fixed) -> Grid:
    """Return a grid of Kratzen with `random` at every seat and few sessions."""
    usual = {"strategies": "random", "sessions": 40, "deals": 10, "seed": 5}
    return Grid(game=KRATZEN, axes=parse_axes(words), **(usual | fixed))


CHEAT = '''
"""Plays a card that nobody holds."""

from simcore.strategy import Strategy, decision


@decision
def nothing(view, parameters, rng):
    return 0


CHEAT = Strategy(
    name="cheat",
    game="kratzen",
    summary="answers 0 to everything",
    decisions=dict.fromkeys(("call", "join", "exchange", "discard", "play"), nothing),
)
'''


@pytest.fixture
def small() -> Sweep:
    """Return a sweep of six small cells, not run yet."""
    return Sweep(random_grid("players=3,4,5", "cut=always,never"))


def test_a_table_has_the_columns_of_every_result(small):
    run_sweep(small)
    table = small.table()
    assert list(table.columns) == list(COLUMNS)
    assert table["cell"].unique().tolist() == [1, 2, 3, 4, 5, 6]
    assert table["settings"].unique()[1] == "players=3 cut=never"
    assert table["complete"].all()
    assert not table.duplicated(["cell", "table", "item", "metric"]).any()
    assert table.dtypes.equals(frame([], run_plan(small.cells[0].plan)).dtypes)


def test_a_cell_is_the_same_as_a_run(small):
    run_sweep(small)
    cell = small.cells[3]
    outcome = run_plan(cell.plan)
    metrics = KRATZEN.metrics.run_metrics(outcome)
    alone = frame(metrics, outcome, cell.number, cell.text)
    table = small.table()
    is_there = (table["cell"] == cell.number) & (table["table"] != TABLE)
    there = table[is_there].reset_index(drop=True)
    pd.testing.assert_frame_equal(there, alone, check_exact=True)


@pytest.mark.parametrize("sessions", [40, 60_000], ids=["small cells", "large cells"])
def test_the_table_does_not_depend_on_threads(sessions):
    texts = set()
    for jobs in (1, 2, 5):
        found = Sweep(random_grid("players=3,4", sessions=sessions))
        assert found.cells[0].plan.n_chunks == (1 if sessions == 40 else 3)
        run_sweep(found, jobs)
        texts.add(as_csv(found.table()))
    assert len(texts) == 1


def test_all_cells_are_dealt_the_same_cards():
    found = Sweep(random_grid("ante=1,7"))
    run_sweep(found)
    table = found.table().set_index(["cell", "table", "item", "metric"])["estimate"]
    kinds = table.xs("pot", level="table").xs("deals", level="item")
    assert kinds.loc[1].equals(kinds.loc[2])


def test_progress_counts_the_sessions_of_all_cells(small):
    seen: list[tuple[int, int]] = []
    run_sweep(small, 3, lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (240, 240)
    assert {total for _, total in seen} == {240}


@pytest.mark.parametrize("jobs", [1, 3])
def test_ctrl_c_keeps_the_cells_that_are_done(small, jobs):
    def interrupt() -> None:
        if small.n_done == 2:
            raise KeyboardInterrupt

    run_sweep(small, jobs, kept=interrupt)
    assert small.n_done == 2
    assert not small.is_complete
    assert small.table()["cell"].unique().tolist() == [1, 2]
    plan = small.provenance()["plan"]
    assert (plan["cells"], plan["cells_done"], plan["complete"]) == (6, 2, False)
    run_sweep(small, jobs)
    again = Sweep(small.grid)
    run_sweep(again)
    assert as_csv(small.table()) == as_csv(again.table())


def test_small_cells_that_are_running_are_stopped():
    """The last cell has a minute of work, but fewer chunks than there are threads."""
    found = Sweep(random_grid("deals=1,2,400", sessions=100_000, deals=None))
    stopped: list[float] = []

    def interrupt() -> None:
        if found.n_done == 2:
            stopped.append(time.perf_counter())
            raise KeyboardInterrupt

    run_sweep(found, 200, kept=interrupt)
    assert time.perf_counter() - stopped[0] < 5
    assert found.n_done == 2


def test_a_cell_that_was_stopped_in_the_middle_is_not_kept(small, monkeypatch):
    def stopped(self, tasks, stop):
        next(tasks)
        yield from ()

    monkeypatch.setattr(Threads, "run", stopped)
    run_sweep(small)
    assert small.n_done == 0
    assert list(small.table().columns) == list(COLUMNS)


def test_cells_before_a_strategy_that_errs_are_kept(tmp_path):
    path = tmp_path / "odd.py"
    path.write_text(CHEAT, encoding="utf-8")
    found = Sweep(random_grid(f"seat0.strategy=random,{path}"))
    with pytest.raises(StrategyError, match="which the rules do not allow"):
        run_sweep(found, 1)
    assert found.n_done == 1


def test_pot_tables_are_added_once():
    found = Sweep(random_grid("players=4"), has_pot_tables=True)
    run_sweep(found)
    table = found.table()
    assert {"contracts", "growth"} <= set(table["table"])
    assert not table.duplicated(["cell", "table", "item", "metric"]).any()


def test_the_origin_names_the_grid_and_every_strategy(small):
    run_sweep(small)
    plan = small.provenance()["plan"]
    assert plan["grid"] == {"players": ["3", "4", "5"], "cut": ["always", "never"]}
    assert plan["fixed"] == {"deals": 10, "strategies": "random"}
    usual = KRATZEN.rules().as_dict()
    assert plan["rules"] == {key: usual[key] for key in usual if key != "cut"}
    assert [one["name"] for one in plan["strategies"]] == ["random"]
    assert all(one["source_digest"] for one in plan["strategies"])
    assert small.table().attrs["provenance"]["plan"] == plan


def test_headlines_exist(small):
    run_sweep(small)
    for _, metrics in small.headlines():
        assert all(one is not None for one in metrics.values())


def test_the_time_a_sweep_takes_is_estimated(small):
    assert 0 < estimate_seconds(small, 2) < estimate_seconds(small, 1) * 20


def test_sweep_takes_python_values():
    table = sweep(
        "kratzen",
        {"players": [3, 4], "muss_pays": [True, False], "all.strategy": "random"},
        rules={"ante": 2},
        sessions=4,
        deals=3,
        seed=1,
    )
    assert table["settings"].unique().tolist() == [
        f"players={players} muss_pays={pays} all.strategy=random"
        for players in (3, 4)
        for pays in ("true", "false")
    ]
    assert table["seed"].unique().tolist() == [1]


def test_an_interrupted_sweep_warns(monkeypatch):
    def interrupted(self, tasks, stop):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(Threads, "run", interrupted)
    with pytest.warns(RuntimeWarning, match="interrupted after 0 of 1 cell"):
        table = sweep("kratzen", {"players": 4}, strategies=["random"] * 4)
    assert table.empty


FILE = """
game = "kratzen"
players = 4
strategies = ["random", "random", "random", "random"]
sessions = 20
deals = 5
seed = 3

[set]
ante = 2
muss_pays = true

[grid]
cut = ["always", "never"]
seat0.strategy = "random"
"seat1.strategy" = ["random"]
deals = "1:5:2"
"""


def test_a_file_holds_all_that_a_command_line_does(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(FILE, encoding="utf-8")
    assert read_sweep_file(path) == {
        "game": "kratzen",
        "players": 4,
        "strategies": "random,random,random,random",
        "sessions": 20,
        "deals": 5,
        "seed": 3,
        "set": {"ante": 2, "muss_pays": True},
        "grid": {
            "cut": ("always", "never"),
            "seat0.strategy": ("random",),
            "seat1.strategy": ("random",),
            "deals": ("1", "3", "5"),
        },
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[grid]\ncut = 'never'", "names no game"),
        ("game = 'kratzen'\nsession = 5", "unknown key 'session'; did you mean"),
        ("game = 'kratzen'\nsessions = '5'", "sessions in .* must be a whole number"),
        ("game = 'kratzen'\nsessions = true", "sessions in .* must be a whole number"),
        ("game = 'kratzen'\ngrid = 3", "grid in .* must be a table"),
        ("game = 'kratzen'\nstrategies = 3", "strategies in .* must be text or a list"),
        ("game = ", "is not TOML"),
    ],
)
def test_bad_files_are_told_in_one_sentence(tmp_path, text, message):
    path = tmp_path / "study.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=message):
        read_sweep_file(path)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_sweep_file(tmp_path / "none.toml")


@pytest.mark.parametrize("kind", ["csv", "json", "parquet"])
def test_a_file_written_in_parts_is_that_of_the_whole(
    small, tmp_path, monkeypatch, kind
):
    run_sweep(small)
    whole = tmp_path / f"whole.{kind}"
    write(small.table(), small.provenance(), whole)
    monkeypatch.setattr(simcore.packing, "ROWS_AT_ONCE", 1)
    assert len(list(small.tables())) == 6 + 3  # three cells differ from the base once
    parts = tmp_path / f"parts.{kind}"
    write_parts(small.tables(), small.provenance(), parts)
    if kind == "parquet":
        # A file of one group of rows for each part: the bytes differ, the table not.
        pd.testing.assert_frame_equal(pd.read_parquet(parts), pd.read_parquet(whole))
        schemas = [pyarrow.parquet.read_schema(file) for file in (parts, whole)]
        assert schemas[0].equals(schemas[1])
        assert schemas[0].metadata[b"simcore"] == schemas[1].metadata[b"simcore"]
    else:
        assert parts.read_bytes() == whole.read_bytes()


def test_a_sweep_keeps_the_rows_of_a_cell_in_half_a_hundred_bytes_each(small):
    run_sweep(small)
    n_rows = (small.table()["table"] != TABLE).sum()
    held = small._rows._runs
    n_bytes = sum(
        part.nbytes for run in held for part in (run.codes, run.counts, run.numbers)
    )
    assert n_bytes == 44 * n_rows
    assert len(small._rows._codes) < n_rows / 3
