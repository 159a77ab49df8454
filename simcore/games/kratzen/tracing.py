"""Deals of Kratzen played one at a time, with a trace of what happens."""

from __future__ import annotations

import numpy as np

from simcore.games.kratzen.kernels import SOURCES, play_deal
from simcore.games.kratzen.tallying import add_deal, add_session
from simcore.jit import entry, kernel
from simcore.rng import STREAM
from simcore.tally import N_BATCHES

TRACE_SIZE = 1024
"""Rows that hold any deal: 64 cuts with up to 7 antes each, and some 150 more."""


@kernel
def _trace(
    seed, session, deal, rules, tables, parameters, plugins, given, views, sums, trace
):
    """Play one deal with its trace and add it to the accumulators."""
    table = tables[0]
    trace[0, 0] = 0
    play_deal(
        seed,
        session,
        deal,
        rules[0],
        table,
        views[0],
        np.zeros(table.n_seats + 2, STREAM),
        parameters,
        plugins,
        given[0],
        trace,
    )
    if table.wrong == 0:
        add_deal(table, sums[np.int64(session % np.uint64(N_BATCHES))])


@entry(SOURCES)
def trace_deal(
    seed, session, deal, rules, tables, parameters, given, views, sums, trace
):
    """Play one deal at `tables[0]` and note in `trace` what happens.

    The table is left as the deal leaves it, so that the next call plays the next deal.

    Parameters
    ----------
    seed, session : uint64
    deal : int64
    rules : rules record dtype[1]
    tables : TABLE[1]
        The table (in and out); deal 0 clears it.
    parameters : float64[n_seats, N_PARAMETERS]
    given : GIVEN[1]
        Cards that are known beforehand, used where `is_given` is set.
    views : VIEW[1]
        The view that is shown to strategies (out).
    sums : int64[N_BATCHES, size]
        Accumulators (out).
    trace : int64[TRACE_SIZE, 4]
        Events (out); `trace[0, 0]` is set to their number.
    """
    _trace(
        seed, session, deal, rules, tables, parameters, None, given, views, sums, trace
    )


@entry(SOURCES)
def trace_deal_with_plugins(
    seed, session, deal, rules, tables, parameters, plugins, given, views, sums, trace
):
    """Play a deal like `trace_deal`, with `plugins` called through pointers."""
    _trace(
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
    )


@entry(SOURCES)
def close_session(session, rules, tables, n_deals, sums):
    """Add the end of a session that was played deal by deal to `sums` (out)."""
    batch = sums[np.int64(session % np.uint64(N_BATCHES))]
    add_session(rules[0], tables[0], n_deals, batch)
