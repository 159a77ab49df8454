"""What docs/scale.md says of speed: scaling, and what a chunk costs besides its deals.

Run it on a machine that does nothing else: python scripts/measure_scale.py [chunks]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import median

import numpy as np

import simcore.plan
from simcore.api import make_plan
from simcore.compact import expand, squeeze
from simcore.connecting import local_workers
from simcore.executing import Executor, Task, Threads, run_chunk
from simcore.plan import Plan
from simcore.registry import find_game
from simcore.runner import run_plan

REPETITIONS = 5
SMALL_CHUNKS = 300


def plan_of(n_chunks: int, deals: int = 60) -> Plan:
    """Return a plan of whole chunks at the usual table of Kratzen."""
    plan = make_plan(find_game("kratzen"), deals=deals, rules={}, seed=1)
    return replace(plan, sessions=n_chunks * plan.chunk_sessions)


def seconds_of(plan: Plan, executor: Executor) -> list[float]:
    """Return the wall times of some runs, after one that is not counted."""
    run_plan(plan, executor=executor)
    return [run_plan(plan, executor=executor).seconds for _ in range(REPETITIONS)]


def executors() -> Iterator[tuple[str, Executor]]:
    """Yield what is measured, each with its name."""
    for number in (1, 2):
        yield f"threads, {number}", Threads(number)
    for number in (1, 2):
        with local_workers(number, print) as cluster:
            yield f"dask, {number}", cluster


def show(name: str, plan: Plan, seconds: list[float]) -> None:
    """Print how fast a plan ran."""
    deals = plan.sessions * plan.deals
    fast, slow = deals / min(seconds) / 1e6, deals / max(seconds) / 1e6
    middle = deals / median(seconds) / 1e6
    print(f"{name:16} {middle:6.2f} M deals/s  [{slow:.2f}, {fast:.2f}]")


def show_packing(plan: Plan) -> None:
    """Print what the sums of a chunk take on the way."""
    job = plan.game.engine.make_job(plan)
    chunk = run_chunk(job, Task(plan, 0), np.zeros(1, np.uint8))
    assert chunk is not None
    start = time.perf_counter()
    data = squeeze(chunk.sums)
    middle = time.perf_counter()
    expand(data, chunk.sums.shape)
    end = time.perf_counter()
    print(
        f"sums of a chunk: {len(data) / 1e3:.0f} kB of {chunk.sums.nbytes / 1e6:.1f}"
        f" MB; packed in {1e3 * (middle - start):.1f} ms,"
        f" unpacked in {1e3 * (end - middle):.1f} ms"
    )


def main(n_chunks: int = 60) -> None:
    """Print all measurements."""
    plan = plan_of(n_chunks)
    usual = simcore.plan.CHUNK_DEALS
    costs = {}
    for name, executor in executors():
        show(name, plan, seconds_of(plan, executor))
        # Chunks of a single deal: what they cost is not the deals.
        simcore.plan.CHUNK_DEALS = 1
        small = plan_of(SMALL_CHUNKS, deals=1)
        costs[name] = median(seconds_of(small, executor)) / small.n_chunks
        simcore.plan.CHUNK_DEALS = usual
    for name, seconds in costs.items():
        print(f"{name:16} {1e3 * seconds:6.2f} ms a chunk besides its deals")
    show_packing(plan)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
