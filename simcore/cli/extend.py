"""The command `simcore extend`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from simcore.cli.keeping import open_held
from simcore.cli.options import force_option, format_option, output_option
from simcore.cli.resume import go_on
from simcore.cli.simulating import check_files
from simcore.cli.workers import Workers, workers_options
from simcore.errors import UsageError
from simcore.progress import say

_EXAMPLES = """\b
Examples:
  simcore extend night --sessions 2000000
  simcore extend matches --matches 50000
"""


@click.command(epilog=_EXAMPLES)
@click.argument("run")
@click.option("--sessions", type=int, help="Sessions that it is to have in all.")
@click.option("--deals", type=int, help="Deals that it is to have in all.")
@click.option("--matches", type=int, help="Matches that it is to have in all.")
@workers_options
@format_option
@output_option
@force_option
def extend(
    run: str,
    sessions: int | None,
    deals: int | None,
    matches: int | None,
    workers: Workers,
    style: str,
    output: Path | None,
    force: bool,
) -> int:
    """Make RUN longer: what it has is kept, and the rest is played.

    The length is that of the whole run, or of each cell of a sweep, and is counted as
    RUN is: in sessions, deals or matches. The result is that of a run that had this
    length from the start.
    """
    given = {"sessions": sessions, "deals": deals, "matches": matches}
    lengths = {unit: n for unit, n in given.items() if n is not None}
    if len(lengths) != 1:
        raise UsageError(
            "say how long the run is to be: --sessions, --deals or --matches"
        )
    ((unit, length),) = lengths.items()
    with ExitStack() as stack:
        folder = open_held(stack, run)
        if unit != folder.manifest.unit:
            wanted = folder.manifest.unit
            raise UsageError(f"{folder.name} is counted in {wanted}; say --{wanted}")
        if output is not None:
            check_files(output, force, has_histograms=folder.manifest.kind == "pot")
        if length == folder.manifest.length:
            say(f"simcore: {folder.name} has {length} {unit} already")
        else:
            folder.extend(length, output)
        return go_on(folder, workers, style=style, output=output)
