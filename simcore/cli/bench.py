"""The command `simcore bench`."""

from __future__ import annotations

import json
from typing import Any

import click

from simcore.cli.listing import format_table
from simcore.cli.options import NumberType
from simcore.errors import UsageError
from simcore.registry import find_game, games


@click.command(epilog="Example: simcore bench kratzen --json")
@click.argument("game", required=False)
@click.option("--all", "every_game", is_flag=True, help="Time every game.")
@click.option(
    "--seconds",
    type=NumberType(0, 3600, min_open=True),
    default=3.0,
    show_default=True,
    help="About how long each workload is timed.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, not a table.")
def bench(game: str | None, every_game: bool, seconds: float, as_json: bool) -> None:
    """Measure the speed of GAME's kernels, on one thread and on all.

    A workload is a run like that of simcore run: sessions are dealt, played and added
    up. It is repeated a few times; what is printed is the median. Compiling is not
    timed.
    """
    if game is None and not every_game:
        raise UsageError("name a game, or say --all for every game")
    from simcore.benchmark import time_games
    from simcore.runner import default_jobs

    chosen = list(games().values()) if every_game else [find_game(game or "")]
    threads = sorted({1, default_jobs()})
    rows = []
    for timing in time_games(chosen, threads, seconds):
        rate = timing.deals_per_s / 1e6
        click.echo(f"{timing.workload} x {timing.threads}: {rate:.2f} M/s", err=True)
        rows.append(timing.as_dict())
    if as_json:
        click.echo(json.dumps(rows, indent=2))
    else:
        click.echo(format_table([_shorten(row) for row in rows]))


def _shorten(row: dict[str, Any]) -> dict[str, Any]:
    """Return a timing with numbers rounded for people."""
    return {
        "workload": row["workload"],
        "threads": row["threads"],
        "deals": row["deals"],
        "seconds": round(row["seconds"], 3),
        "M_deals_per_s": round(row["deals_per_s"] / 1e6, 3),
        "slowest": round(row["slowest_deals_per_s"] / 1e6, 3),
        "fastest": round(row["fastest_deals_per_s"] / 1e6, 3),
        "M_plays_per_s": round(row["plays_per_s"] / 1e6, 1),
    }
