"""The command `simcore runs`."""

from __future__ import annotations

from datetime import UTC, datetime
from math import floor
from typing import Any

import click

from simcore.cli.listing import format_rows
from simcore.cli.options import format_option
from simcore.errors import UsageError

_NOTHING = {
    "game": None,
    "kind": None,
    "shard": None,
    "length": None,
    "unit": None,
    "done": None,
    "written": None,
    "size": None,
    "seed": None,
    "simcore": None,
}


@click.command(epilog="Example: simcore runs --format csv")
@format_option
def runs(style: str) -> None:
    """List the runs that are kept, with how far they are.

    They lie in the folder results, or in the one that SIMCORE_RESULTS names. The length
    is that of the whole run, or of each cell of a sweep; what is done is a part of all
    that the folder is to hold; then when it was last written to, and how much room it
    takes on the disk (in bytes, where it is for programs). Go on with one by simcore
    resume, see one by simcore show; deleting its folder deletes a run.
    """
    from simcore.runfolder import results_root, run_names

    names = run_names()
    if not names and style == "table":
        click.echo(f"no runs in {results_root()}", err=True)
        return
    rows = [_row(name) for name in names]
    if style == "table":
        rows = [_for_people(row) for row in rows]
    click.echo(format_rows(rows, style))


def _row(name: str) -> dict[str, Any]:
    """Return what is told of a run."""
    from simcore.runfolder import open_folder

    try:
        folder = open_folder(name)
    except UsageError as error:
        return {"run": name, **_NOTHING, "state": str(error)}
    manifest = folder.manifest
    size, written = folder.on_disk()
    done = 1.0 if folder.is_idle else folder.sessions_done() / manifest.total
    shard = "" if manifest.shard is None else "{}/{}".format(*manifest.shard)
    return {
        "run": name,
        "game": manifest.game,
        "kind": manifest.kind,
        "shard": shard,
        "length": manifest.known_length,
        "unit": manifest.unit,
        "done": round(done, 4),
        "written": datetime.fromtimestamp(written, UTC).isoformat(timespec="seconds"),
        "size": size,
        "seed": manifest.setup["seed"],
        "simcore": manifest.simcore,
        "state": folder.state(),
    }


def _for_people(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with its numbers as people read them, the time as it is here."""
    if row["done"] is None:
        return row
    written = datetime.fromisoformat(row["written"]).astimezone()
    return row | {
        "done": f"{floor(1000 * row['done']) / 10:5.1f} %",
        "written": written.strftime("%Y-%m-%d %H:%M"),
        "size": _size(row["size"]),
    }


def _size(n_bytes: int) -> str:
    """Return a size in a unit in which it has few digits."""
    size, unit = n_bytes / 1000, "kB"
    for larger in ("MB", "GB"):
        if size >= 1000:
            size, unit = size / 1000, larger
    return f"{size:5.1f} {unit}"
