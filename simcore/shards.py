"""Which chunks belong to which shard of a run."""

from __future__ import annotations

from collections.abc import Iterable

from simcore.plan import Plan

Shard = tuple[int, int]
"""Shard i of n, counted from 1."""


def shard_chunks(plan: Plan, shard: Shard | None, cell: int = 0) -> range:
    """Return the numbers of the chunks of `plan` that a shard is to do.

    Every n-th chunk belongs to a shard, whatever the length of the run. The cells of a
    sweep, counted from 1, begin with one shard after the other, so that cells of one
    chunk are spread over all.
    """
    if shard is None:
        return range(plan.n_chunks)
    number, n = shard
    return range((number - max(cell, 1)) % n, plan.n_chunks, n)


def total_sessions(plans: Iterable[tuple[int, Plan]], shard: Shard | None) -> int:
    """Return how many sessions a shard has of plans, each with the number of its cell.

    A plan that is no cell has the number 0.
    """
    return sum(
        plan.sessions_in(shard_chunks(plan, shard, cell)) for cell, plan in plans
    )
