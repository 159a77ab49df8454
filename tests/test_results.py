"""Results as tables and files: one schema, whatever the format."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from pandas.testing import assert_frame_equal

import simcore.results
from simcore import __version__
from simcore.errors import UsageError
from simcore.metric import Bin, Metric
from simcore.plan import Plan
from simcore.results import (
    COLUMNS,
    HISTOGRAM_COLUMNS,
    SCHEMA_VERSION,
    SUFFIXES,
    as_csv,
    as_json,
    check_output,
    frame,
    histogram_frame,
    histogram_path,
    provenance,
    settings_text,
    write,
)
from simcore.runner import Outcome
from simcore.stats import Estimate
from tests.games.helpers import make_plan

THIRD = Estimate(3_000_000_000, 1 / 3, 0.1 + 0.2, 0.1, 0.7, "delta over batches")
UNKNOWN = Estimate(0, math.nan)
METRICS = [
    Metric("contracts", "schlagen", "made", "share", THIRD),
    Metric("size", "all, deals", "mean", "chips", UNKNOWN),
]
BINS = [Bin("pot", "normal", "chips", 32.0, 33.0, 5, THIRD)]


def outcome_of(plan: Plan, sessions: int | None = None) -> Outcome:
    """Return an outcome without sums."""
    done = plan.sessions if sessions is None else sessions
    return Outcome(plan, np.zeros((1, 1), np.int64), done, 1.25)


@pytest.fixture
def outcome() -> Outcome:
    """Return a complete outcome of the largest seed, under changed rules."""
    plan = make_plan(
        "random", sessions=10, seed=2**64 - 1, cut="never", muss_pays=True, pot_cap=7
    )
    return outcome_of(plan)


def test_the_columns_have_the_types_of_the_schema(outcome):
    table = frame(METRICS, outcome)
    assert list(table.columns) == list(COLUMNS)
    assert table["n"].dtype == "Int64"
    assert table["seed"].dtype == "UInt64"
    assert table["seed"].tolist() == [2**64 - 1] * 2
    assert table["n"].tolist() == [3_000_000_000, 0]
    assert table["complete"].tolist() == [True, True]
    assert table["settings"].unique().tolist() == ["muss_pays=true pot_cap=7 cut=never"]
    assert table["strategies"].unique().tolist() == ["random, random, random, random"]
    assert frame([], outcome).dtypes.equals(table.dtypes)
    bins = histogram_frame(BINS, outcome)
    assert list(bins.columns) == list(HISTOGRAM_COLUMNS)
    assert bins.loc[0, "count"] == 5


def test_a_sweep_names_its_cells(outcome):
    table = frame(METRICS, outcome, cell=3, settings="players=4", level=0.9)
    assert table["cell"].tolist() == [3, 3]
    assert table["settings"].tolist() == ["players=4"] * 2
    assert table["level"].tolist() == [0.9, 0.9]


def test_an_incomplete_run_says_how_far_it_came(outcome):
    stopped = outcome_of(outcome.plan, sessions=4)
    table = frame(METRICS, stopped)
    assert table["complete"].tolist() == [False, False]
    assert table["sessions"].tolist() == [4, 4]
    origin = provenance(stopped)["plan"]
    assert (origin["sessions"], origin["sessions_done"]) == (10, 4)
    assert origin["complete"] is False


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_written_reads_back_the_same(suffix, outcome, tmp_path):
    table = frame(METRICS, outcome)
    path = tmp_path / f"result{suffix}"
    write(table, provenance(outcome), path)
    if suffix == ".csv":
        found = pd.read_csv(path, dtype=COLUMNS, keep_default_na=False, na_values=[""])
        found["settings"] = found["settings"].fillna("")
    elif suffix == ".json":
        rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
        assert rows[1]["estimate"] is None
        assert rows[0]["estimate"] == 0.333333333333
        found = pd.DataFrame(rows).astype(COLUMNS)
    else:
        found = pd.read_parquet(path)
    assert_frame_equal(found, table, check_exact=True)
    assert list(tmp_path.glob(".*")) == []


def test_every_format_carries_where_the_result_comes_from(outcome, tmp_path):
    origin = provenance(outcome)
    for suffix in SUFFIXES:
        write(frame(METRICS, outcome), origin, tmp_path / f"result{suffix}")
    document = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert document["schema_version"] == SCHEMA_VERSION
    sidecar = (tmp_path / "result.csv.meta.json").read_text(encoding="utf-8")
    metadata = pq.read_schema(tmp_path / "result.parquet").metadata
    for found in (document, json.loads(sidecar), json.loads(metadata[b"simcore"])):
        assert found["plan"] == origin["plan"]
        assert found["run"] == origin["run"]
    plan = origin["plan"]
    assert plan["simcore"] == __version__
    assert plan["rules"] == outcome.plan.rules.as_dict()
    assert plan["digest"] == outcome.plan.digest
    assert plan["seed"] == 2**64 - 1
    assert [seat["name"] for seat in plan["strategies"]] == ["random"] * 4
    assert all(seat["source_digest"] for seat in plan["strategies"])
    assert origin["run"]["wall_seconds"] == 1.25
    assert {"python", "numba", "numpy"} <= set(origin["run"])


def test_text_in_csv_and_json_is_plain(outcome):
    text = as_csv(frame(METRICS, outcome))
    assert "\r" not in text
    assert '"all, deals"' in text
    assert "0.333333333333,0.3,0.1,0.7," in text
    document = json.loads(as_json(frame([], outcome), {"plan": {}}))
    assert document == {"schema_version": SCHEMA_VERSION, "plan": {}, "rows": []}


def test_settings_are_written_as_on_the_command_line():
    values = {"cut": "never", "muss_pays": True, "last_word": False, "bankroll": None}
    assert settings_text(values) == (
        "cut=never muss_pays=true last_word=false bankroll=none"
    )


# --- files that cannot be written ---


@pytest.mark.parametrize("name", ["result", "result.txt", "result.csv.gz"])
def test_the_suffix_must_be_known(name, tmp_path):
    with pytest.raises(UsageError, match=r"must end in \.csv, \.json or \.parquet"):
        check_output(tmp_path / name)


def test_the_folder_must_be_there(tmp_path):
    with pytest.raises(UsageError, match="there is no folder"):
        check_output(tmp_path / "missing" / "result.csv")


def test_a_folder_is_no_file(tmp_path):
    (tmp_path / "result.csv").mkdir()
    with pytest.raises(UsageError, match="is a folder"):
        check_output(tmp_path / "result.csv", force=True)


def test_a_file_is_kept_unless_forced(tmp_path, outcome):
    path = tmp_path / "result.csv"
    path.write_text("old")
    with pytest.raises(UsageError, match="exists; --force overwrites it"):
        check_output(path)
    with pytest.raises(UsageError, match="exists"):
        write(frame(METRICS, outcome), {}, path)
    assert path.read_text() == "old"
    check_output(path, force=True)
    write(frame(METRICS, outcome), {}, path, force=True)
    assert path.read_text() != "old"


def test_parquet_without_pyarrow_is_told_before_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr(simcore.results, "find_spec", lambda name: None)
    with pytest.raises(UsageError) as told:
        check_output(tmp_path / "result.parquet")
    assert str(told.value) == ("Parquet needs pyarrow: pip install 'simcore[parquet]'")


def test_a_failure_leaves_the_old_file_whole(tmp_path, outcome, monkeypatch):
    path = tmp_path / "result.json"
    path.write_text("old")

    def fail(*arguments: object) -> Iterator[str]:
        yield "half of a"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(simcore.results, "json_texts", fail)
    with pytest.raises(UsageError, match="cannot be written: No space left"):
        write(frame(METRICS, outcome), {}, path, force=True)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_distributions_lie_beside_the_result():
    assert histogram_path(Path("a/pot.csv")) == Path("a/pot.histograms.csv")
    assert histogram_path(Path("x.y.parquet")) == Path("x.y.histograms.parquet")
