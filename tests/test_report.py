"""Tables for people: what stands in a cell, and how a table fits the terminal."""

from __future__ import annotations

import io
import math
import re

import numpy as np
import pytest

from simcore import __version__
from simcore.metric import Metric
from simcore.report import NO_INTERVAL, estimate_text, print_report
from simcore.results import SCHEMA_VERSION
from simcore.runner import Outcome
from simcore.stats import ALL_EQUAL, NO_SPREAD, TOO_FEW, Estimate
from tests.games.helpers import make_plan

NAN = math.nan


def metric(
    value: float,
    low: float = NAN,
    high: float = NAN,
    *,
    unit: str = "share",
    item: str = "schlagen",
    name: str = "made",
    n: int = 100,
    table: str = "contracts",
) -> Metric:
    """Return a metric with this estimate and interval."""
    estimate = Estimate(n, value, (high - low) / 4, low, high, "by hand")
    return Metric(table, item, name, unit, estimate)


def report(metrics: list[Metric], sessions: int = 10, **options: object) -> str:
    """Return what is printed of a run of ten sessions, but for where it comes from."""
    return whole_report(metrics, sessions, **options).rpartition("\nPlan ")[0]


def whole_report(metrics: list[Metric], sessions: int = 10, **options: object) -> str:
    """Return all that is printed of a run of ten sessions."""
    plan = make_plan("random,normal,random,random", sessions=10, seed=9, cut="never")
    outcome = Outcome(plan, np.zeros((1, 1), np.int64), sessions, 1.0)
    text = io.StringIO()
    print_report(metrics, outcome, file=text, **options)
    return text.getvalue()


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (metric(0.634, 0.632, 0.636), "63.4 % ±0.2"),
        (metric(0.634, 0.6325, 0.6355), "63.40 % ±0.15"),
        (metric(0.02, 0.004, 0.08), "2.0 % [0.4, 8.0]"),
        (metric(0.0, 0.0, 0.03), "0 % [0, 3]"),
        (metric(-0.277, -0.279, -0.275, unit="pots"), "-0.277 ±0.002"),
        (metric(0.19, 0.17, 0.21, unit="pots"), "+0.19 ±0.02"),
        (metric(1.239, 1.236, 1.242, unit="index"), "1.239 ±0.003"),
        (metric(19.0, 19.0, 19.0, unit="chips"), "19 ±0"),
        (metric(87_000, 82_000, 92_000, unit="chips"), "87 ±5 k"),
        (metric(11.4e6, 9.7e6, 13.7e6, unit="chips"), "11.4 [9.7, 13.7] M"),
        (metric(9000.0, 8000.0, unit="chips"), "9000 [8000, …]"),
        (metric(-3_103_018.7, unit="chips"), "-3.10 M"),
        (metric(-0.0868, unit="chips"), "-0.0868"),
        (metric(NAN, unit="chips"), "-"),
    ],
)
def test_a_cell_shows_as_many_digits_as_the_interval_leaves(one, text):
    assert estimate_text(one) == text


def test_the_first_lines_say_what_was_run():
    lines = report([metric(0.5, 0.4, 0.6)]).splitlines()
    assert lines[0] == "kratzen, 4 players: random, normal, random, random"
    assert lines[1] == "10 sessions of up to 60 deals, seed 9; rules: cut=never"
    assert "95 % interval" in lines[2]


def test_the_last_line_says_what_it_comes_from():
    plan = make_plan("random,normal,random,random", sessions=10, seed=9, cut="never")
    line = whole_report([metric(0.5, 0.4, 0.6)]).splitlines()[-1]
    pattern = (
        f"Plan {plan.digest} of simcore {__version__}, schema {SCHEMA_VERSION};"
        " sources: rules [0-9a-f]{8}, random [0-9a-f]{8}, normal [0-9a-f]{8}"
    )
    assert re.fullmatch(pattern, line)


def test_an_incomplete_run_is_marked_at_both_ends():
    lines = whole_report([metric(0.5, 0.4, 0.6)], sessions=4).splitlines()
    marks = [line for line in lines if "INCOMPLETE" in line]
    assert marks == ["INCOMPLETE: stopped after 4 of 10 sessions"] * 2
    assert lines[-1] == marks[0]


def test_columns_with_the_same_n_share_it():
    metrics = [
        metric(0.5, 0.4, 0.6, name="called", n=200),
        metric(0.5, 0.4, 0.6),
        metric(0.5, 0.4, 0.6, unit="pots", name="profit"),
        metric(0.1, 0.0, 0.2, item="andere", name="called", n=200),
        metric(0.5, 0.4, 0.6, item="andere", unit="pots", name="profit", n=20),
    ]
    lines = report(metrics, titles={"contracts": "Contracts"}).splitlines()
    assert lines[4] == "Contracts"
    assert lines[5].split() == ["called", "n", "made", "profit", "n"]
    assert lines[6].split()[-1] == "100"
    assert lines[7].split()[-5:] == ["200", "-", "+0.50", "±0.10", "20"]


def test_a_sparse_table_has_a_line_for_each_estimate():
    metrics = [
        metric(0.5, 0.4, 0.6, item="a", name="first"),
        metric(0.5, 0.4, 0.6, item="a", name="second"),
        metric(0.5, 0.4, 0.6, item="b", name="third"),
        metric(0.5, 0.4, 0.6, item="c", name="fourth"),
        metric(0.5, 0.4, 0.6, item="d", name="fifth"),
    ]
    lines = report(metrics).splitlines()
    assert [line.split()[0] for line in lines[6:]] == ["a", "second", "b", "c", "d"]


@pytest.mark.parametrize("width", [60, 80, 100])
def test_a_wide_table_is_broken_into_parts(width):
    metrics = [
        metric(0.5, 0.4, 0.6, item=f"a rather long item {row}", name=f"name {column}")
        for row in range(4)
        for column in range(12)
    ]
    text = report(metrics, width=width)
    assert max(map(len, text.splitlines())) <= width
    assert text.count("50 % ±10") == 48
    assert all(f"name {column}" in " ".join(text.split()) for column in range(12))


def test_seats_are_named_with_their_strategies_where_several_play():
    text = report([metric(0.5, 0.4, 0.6, item=f"seat {seat}") for seat in range(4)])
    assert "seat 1 normal" in text
    assert "seat 3 random" in text


def test_a_strategy_has_a_row_where_it_stands_for_several_seats():
    names = ("seat 1", "random", "normal")
    text = report([metric(0.5, 0.4, 0.6, item=name) for name in names])
    lines = text.splitlines()
    assert [line.split("  ")[0] for line in lines[6:]] == ["seat 1 normal", "random"]


def test_what_was_never_seen_is_not_printed():
    text = report([metric(0.5, 0.4, 0.6), metric(NAN, item="andere", n=0)])
    assert "andere" not in text
    assert "joins" not in report([metric(NAN, n=0, table="joins")])


def test_notes_stand_beneath_their_table():
    text = report([metric(0.5, 0.4, 0.6)], notes={"contracts": ["Mind the tail."]})
    assert text.splitlines()[-1] == "Mind the tail."
    assert "\x1b" not in text


def test_a_single_session_says_why_there_are_no_intervals():
    estimate = Estimate(100, 0.5, method="fewer than 2 batches")
    text = report([Metric("contracts", "schlagen", "made", "share", estimate)])
    assert text.splitlines()[-1] == "No intervals: they need 2 sessions or more."


@pytest.mark.parametrize("method", [TOO_FEW, NO_SPREAD, ALL_EQUAL])
def test_a_number_without_an_interval_is_explained_once(method):
    bare = Estimate(2, 180.0, method=method)
    metrics = [
        metric(0.5, 0.4, 0.6),
        Metric("contracts", "schlagen", "points", "points", bare),
        metric(0.5, 0.4, 0.6, table="joins"),
        Metric("joins", "seat 0", "points", "points", bare),
    ]
    text = report(metrics)
    assert "180 ±" not in text
    assert text.count(NO_INTERVAL) == 1


def test_what_several_tables_need_is_said_once():
    metrics = [metric(0.5, 0.4, 0.6), metric(0.5, 0.4, 0.6, table="joins")]
    notes = {"contracts": ["Mind the tail."], "joins": ["Mind the tail.", "And this."]}
    text = report(metrics, notes=notes)
    assert text.count("Mind the tail.") == 1
    assert text.splitlines()[-1] == "And this."


def test_a_part_leaves_out_what_it_has_nothing_to_tell_of():
    metrics = [metric(0.0, 0.0, 0.6, item="naechste", name="called")]
    metrics += [
        metric(0.5, 0.4, 0.6, item=item, name=name, n=n)
        for item in ("andere", "all three")
        for name, n in (("called", 100), *((str(column), 50) for column in range(9)))
    ]
    text = report(metrics, width=60)
    assert text.count("naechste") == 1
    assert text.count("all three") > 1
