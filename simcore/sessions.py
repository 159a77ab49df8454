"""Sessions of any game: the loop over deals, and the functions that Python calls."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import simcore
from simcore.jit import borrow, entry, kernel
from simcore.loading import built_in_files
from simcore.rng import PURPOSE_TABLE, STREAM, branch_streams, open_stream
from simcore.steering import rewind_scripts
from simcore.table import ABSENT, MAX_SEATS, RUNNING
from simcore.tally import N_BATCHES

TRACE_SIZE = 1024
"""Rows of a trace; no deal of any game has more events."""

_PACKAGE = Path(simcore.__file__).parent
_PRIMITIVES = (
    "asking",
    "jit",
    "options",
    "overlay",
    "rng",
    "sessions",
    "steering",
    "strategy",
    "table",
    "tally",
    "tricks",
)


_ONE = np.uint64(1)
_N_STREAMS = MAX_SEATS + 2


class Entries(NamedTuple):
    """The compiled functions of a game that Python calls.

    Parameters
    ----------
    run : compiled function
        ``(seed, first_session, n_sessions, n_deals, rules, tables, parameters, sums,
        stop) -> int64``: plays sessions into `sums`; returns how many to their end.
    run_with_plugins : compiled function
        The same, with `plugins` after `parameters`.
    trace : compiled function
        ``(seed, session, deal, rules, tables, parameters, given, views, sums, trace)``:
        plays one deal and notes its events.
    trace_with_plugins : compiled function
        The same, with `plugins` after `parameters`.
    close : compiled function
        ``(session, rules, tables, n_deals, sums)``: adds the end of a session that was
        played deal by deal.
    play_out : compiled function
        ``(seed, first_session, first_deal, end, rules, tables, parameters, plugins,
        given, profits, stop) -> int64``: plays deals `first_deal` to `end` - 1 at each
        of `tables`, the table i in session `first_session` + i, with the cards of
        given[i], or of given[0] at all of them; leaves each table as it is then, and
        what each seat gained in `profits`. Returns at how many tables it was done.
    """

    run: Any
    run_with_plugins: Any
    trace: Any
    trace_with_plugins: Any
    close: Any
    play_out: Any


@kernel
def open_streams(seed, session, deal, n_seats, streams):
    """Open the streams of a deal: one for each seat, then the table's.

    Parameters
    ----------
    streams : STREAM[n_seats + 2]
        Out; the last is scratch for what a game keeps apart from the dealing.
    """
    own = streams[n_seats]
    hidden = open_stream(own, seed, session, deal, PURPOSE_TABLE)
    branch_streams(streams, n_seats, hidden)


@kernel
def _by_batch(number, n_sessions):
    """Return which session is the one to play after `number` others (uint64).

    Sessions of a batch follow each other, so that its sums stay in the cache.
    """
    number = np.uint64(number)
    n_batches = np.uint64(N_BATCHES)
    in_each = np.uint64(n_sessions) // n_batches
    larger = np.uint64(n_sessions) % n_batches  # batches that hold one more
    in_larger = larger * (in_each + _ONE)
    if number < in_larger:
        return number // (in_each + _ONE) + n_batches * (number % (in_each + _ONE))
    number -= in_larger
    return larger + number // in_each + n_batches * (number % in_each)


def stage_dtype(table: np.dtype[Any], view: np.dtype[Any]) -> np.dtype[Any]:
    """Return the record of all that one session is played with.

    Together, so that their places in the cache do not depend on where memory was free.
    """
    return np.dtype([("table", table), ("seen", view), ("streams", STREAM, _N_STREAMS)])


def sources(game: str, package: Path) -> Iterable[Path]:
    """Return every file that is compiled into the entries of a game."""
    primitives = (_PACKAGE / f"{name}.py" for name in _PRIMITIVES)
    return (package, *primitives, *built_in_files(game))


def make_entries(
    game: str,
    package: Path,
    *,
    begin_deal: Any,
    play_trick: Any,
    end_deal: Any,
    add_deal: Any,
    add_session: Any,
    profit: Any,
    view_dtype: np.dtype[Any],
) -> Entries:
    """Return the compiled functions of a game, made from its six kernels.

    Parameters
    ----------
    game : str
        Its name.
    package : Path
        The folder of its kernels.
    begin_deal : kernel
        ``(seed, session, deal, rules, table, view, streams, parameters, plugins, given,
        trace)``: plays a deal at `table` up to its first trick, which it starts
        (`simcore.table.start_tricks`) if there is one; deal 0 opens a session.
    play_trick : kernel
        Plays the next trick; see `simcore.asking.trick_player`.
    end_deal : kernel
        ``(rules, table)``: settles the deal after its last trick.
    add_deal : kernel
        ``(rules, table, sums)``: adds the deal to a row of accumulators.
    add_session : kernel
        ``(rules, table, n_deals, sums)``: adds the end of a session.
    profit : kernel
        ``(table, seat)``: what a seat gained in the deal, in the unit in which
        strategies of the game are compared; float64.
    view_dtype : dtype
        The game's view.

    Notes
    -----
    The arguments `given` and `trace` are None in a run and leave
    no code there. `plugins` is None where no strategy comes from a file.
    """
    compiled = entry(sources(game, package))

    @kernel
    def play_deal(
        seed,
        session,
        deal,
        rules,
        table,
        view,
        streams,
        parameters,
        plugins,
        given,
        trace,
    ):
        open_streams(seed, session, deal, table.n_seats, streams)
        begin_deal(
            seed,
            session,
            deal,
            rules,
            table,
            view,
            streams,
            parameters,
            plugins,
            given,
            trace,
        )
        while table.tricks_left > 0:
            play_trick(rules, table, view, streams, parameters, plugins, trace)
        end_deal(rules, table)

    @kernel
    def play_side_by_side(seed, deal, rules, stages, parameters, plugins):
        """Play a deal on every stage whose session goes on, trick by trick in turn."""
        for number in range(len(stages)):
            stage = stages[np.uint64(number)]
            if stage.table.ended == RUNNING:
                open_streams(
                    seed,
                    stage.table.session,
                    deal,
                    stage.table.n_seats,
                    stage.streams,
                )
        for number in range(len(stages)):
            stage = stages[np.uint64(number)]
            if stage.table.ended == RUNNING:
                begin_deal(
                    seed,
                    stage.table.session,
                    deal,
                    rules,
                    stage.table,
                    stage.seen,
                    stage.streams,
                    parameters,
                    plugins,
                    None,
                    None,
                )
        are_playing = True
        while are_playing:
            are_playing = False
            for number in range(len(stages)):
                stage = stages[np.uint64(number)]
                if stage.table.tricks_left > 0:
                    are_playing = True
                    play_trick(
                        rules,
                        stage.table,
                        stage.seen,
                        stage.streams,
                        parameters,
                        plugins,
                        None,
                    )

    @kernel
    def play_sessions(
        seed,
        first_session,
        n_sessions,
        n_deals,
        rules,
        stages,
        parameters,
        plugins,
        sums,
        stop,
    ):
        n_stages = len(stages)
        for done in range(0, n_sessions, n_stages):
            if stop[0]:
                return done
            n_running = min(n_stages, n_sessions - done)
            for number in range(n_stages):
                table = stages[number].table
                table.session = first_session + _by_batch(done + number, n_sessions)
                table.tricks_left = 0
                table.ended = RUNNING if number < n_running else ABSENT
            deal = 0
            while n_running > 0:
                play_side_by_side(seed, deal, rules, stages, parameters, plugins)
                deal += 1
                for number in range(n_stages):
                    table = stages[np.uint64(number)].table
                    if table.ended == RUNNING:
                        if table.wrong:
                            return done + number
                        end_deal(rules, table)
                        batch = sums[table.session % np.uint64(N_BATCHES)]
                        add_deal(rules, table, batch)
                        if deal == n_deals or table.ended != RUNNING:
                            add_session(rules, table, deal, batch)
                            table.ended = ABSENT
                            n_running -= 1
        return n_sessions

    @kernel
    def play_traced(
        seed,
        session,
        deal,
        rules,
        tables,
        parameters,
        plugins,
        given,
        views,
        sums,
        trace,
    ):
        table = tables[0]
        streams = np.zeros(table.n_seats + 2, STREAM)
        trace[0, 0] = 0
        play_deal(
            seed,
            session,
            deal,
            rules[0],
            table,
            views[0],
            borrow(streams),
            borrow(parameters),
            plugins,
            given[0],
            borrow(trace),
        )
        if table.wrong == 0:
            add_deal(rules[0], table, sums[np.int64(session % np.uint64(N_BATCHES))])

    @compiled
    def run(
        seed, first_session, n_sessions, n_deals, rules, stages, parameters, sums, stop
    ):
        return play_sessions(
            seed,
            first_session,
            n_sessions,
            n_deals,
            rules[0],
            borrow(stages),
            borrow(parameters),
            None,
            borrow(sums),
            borrow(stop),
        )

    @compiled
    def run_with_plugins(
        seed,
        first_session,
        n_sessions,
        n_deals,
        rules,
        stages,
        parameters,
        plugins,
        sums,
        stop,
    ):
        return play_sessions(
            seed,
            first_session,
            n_sessions,
            n_deals,
            rules[0],
            borrow(stages),
            borrow(parameters),
            plugins,
            borrow(sums),
            borrow(stop),
        )

    @compiled
    def trace(
        seed, session, deal, rules, tables, parameters, given, views, sums, events
    ):
        play_traced(
            seed,
            session,
            deal,
            rules,
            tables,
            parameters,
            None,
            given,
            views,
            sums,
            events,
        )

    @compiled
    def trace_with_plugins(
        seed,
        session,
        deal,
        rules,
        tables,
        parameters,
        plugins,
        given,
        views,
        sums,
        events,
    ):
        play_traced(
            seed,
            session,
            deal,
            rules,
            tables,
            parameters,
            plugins,
            given,
            views,
            sums,
            events,
        )

    @compiled
    def close(session, rules, tables, n_deals, sums):
        batch = sums[np.int64(session % np.uint64(N_BATCHES))]
        add_session(rules[0], tables[0], n_deals, batch)

    @compiled
    def play_out(
        seed,
        first_session,
        first_deal,
        end,
        rules,
        tables,
        parameters,
        plugins,
        given,
        profits,
        stop,
    ):
        views = np.zeros(1, view_dtype)
        n_seats = tables[0].n_seats
        streams = np.zeros(n_seats + 2, STREAM)
        for number in range(len(tables)):
            if stop[0]:
                return number
            table = tables[number]
            known = given[number if len(given) > 1 else 0]
            deal = first_deal
            while deal < end and table.ended == RUNNING:
                rewind_scripts(parameters)
                play_deal(
                    seed,
                    first_session + np.uint64(number),
                    deal,
                    rules[0],
                    table,
                    views[0],
                    borrow(streams),
                    borrow(parameters),
                    plugins,
                    known,
                    None,
                )
                if table.wrong:
                    return number
                for seat in range(n_seats):
                    profits[number, seat] += profit(table, seat)
                deal += 1
        return len(tables)

    return Entries(run, run_with_plugins, trace, trace_with_plugins, close, play_out)
