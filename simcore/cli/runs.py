"""The command `simcore runs`."""

from __future__ import annotations

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
    "seed": None,
    "simcore": None,
}


@click.command(epilog="Example: simcore runs --format csv")
@format_option
def runs(style: str) -> None:
    """List the runs that are kept, with how far they are.

    They lie in the folder results, or in the one that SIMCORE_RESULTS names. The length
    is that of the whole run, or of each cell of a sweep; what is done is a part of all
    that the folder is to hold. Go on with one by simcore resume, see one by simcore
    show; deleting its folder deletes a run.
    """
    from simcore.runfolder import results_root, run_names

    names = run_names()
    if not names and style == "table":
        click.echo(f"no runs in {results_root()}", err=True)
        return
    click.echo(format_rows([_row(name) for name in names], style))


def _row(name: str) -> dict[str, Any]:
    """Return what is told of a run."""
    from simcore.runfolder import open_folder

    try:
        folder = open_folder(name)
    except UsageError as error:
        return {"run": name, **_NOTHING, "state": str(error)}
    manifest = folder.manifest
    shard = "" if manifest.shard is None else "{}/{}".format(*manifest.shard)
    return {
        "run": name,
        "game": manifest.game,
        "kind": manifest.kind,
        "shard": shard,
        "length": manifest.known_length,
        "unit": manifest.unit,
        "done": round(folder.sessions_done() / max(manifest.total, 1), 4),
        "seed": manifest.setup["seed"],
        "simcore": manifest.simcore,
        "state": folder.state(),
    }
