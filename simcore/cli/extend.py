"""The command `simcore extend`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simcore.cli.keeping import open_held
from simcore.cli.options import (
    COUNT,
    force_option,
    format_option,
    output_option,
)
from simcore.cli.resume import go_on
from simcore.cli.simulating import check_files
from simcore.cli.workers import Workers, workers_options
from simcore.errors import UsageError
from simcore.progress import tell

if TYPE_CHECKING:
    from simcore.runfolder import RunFolder

_EXAMPLES = """\b
Examples:
  simcore extend night --sessions 2000000
  simcore extend matches --matches 50000
"""


@click.command(epilog=_EXAMPLES)
@click.argument("run")
@click.option("--sessions", type=COUNT, help="Sessions that it is to have in all.")
@click.option("--deals", type=COUNT, help="Deals that it is to have in all.")
@click.option("--matches", type=COUNT, help="Matches that it is to have in all.")
@click.option(
    "--max",
    "maximum",
    type=COUNT,
    help="Of a run with a precision: the most that it may have in all.",
)
@workers_options
@format_option
@output_option
@force_option
def extend(
    run: str,
    sessions: int | None,
    deals: int | None,
    matches: int | None,
    maximum: int | None,
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
    given = {"sessions": sessions, "deals": deals, "matches": matches, "max": maximum}
    lengths = {unit: n for unit, n in given.items() if n is not None}
    if len(lengths) != 1:
        raise UsageError(
            "say how long the run is to be: --sessions, --deals or --matches, or --max"
            " for one with a precision"
        )
    ((unit, length),) = lengths.items()
    with ExitStack() as stack:
        folder = open_held(stack, run)
        if unit not in (folder.manifest.unit, "max"):
            wanted = folder.manifest.unit
            raise UsageError(f"{folder.name} is counted in {wanted}; say --{wanted}")
        if output is not None:
            check_files(output, force, has_histograms=folder.manifest.kind == "pot")
        if _has(folder, length, is_most=unit == "max"):
            verb = "may have" if unit == "max" else "has"
            wanted = f"{length} {folder.manifest.unit}"
            tell(f"{folder.name} {verb} {wanted} already")
        else:
            folder.extend(length, output, is_most=unit == "max")
        return go_on(folder, workers, style=style, output=output)


def _has(folder: RunFolder, length: int, is_most: bool) -> bool:
    """Return whether a run is so long, or may get so long, already."""
    manifest = folder.manifest
    return length == manifest.length and is_most == bool(manifest.precision)
