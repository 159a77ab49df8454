"""The command `simcore resume`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simcore.cli.keeping import Keeper, open_held
from simcore.cli.options import force_option, format_option, output_option
from simcore.cli.simulating import check_files, play_in
from simcore.cli.workers import Workers, workers_options
from simcore.progress import tell

if TYPE_CHECKING:
    from simcore.runfolder import RunFolder


@click.command(epilog="Example: simcore resume night")
@click.argument("run")
@workers_options
@format_option
@output_option
@force_option
def resume(
    run: str, workers: Workers, style: str, output: Path | None, force: bool
) -> int:
    """Go on with RUN where it was stopped, by Ctrl-C or anything else.

    RUN is the name that simcore runs lists, or its folder. What is printed and written
    is the same as if it had never been stopped; without --output the file is written
    that was asked for when it was begun. A run that is finished prints its tables.
    """
    with ExitStack() as stack:
        folder = open_held(stack, run)
        if folder.is_finished:
            tell(f"{folder.name} is finished")
        if output is None:
            output = own_output(folder)
        else:
            check_files(output, force, has_histograms=folder.manifest.kind == "pot")
        return go_on(folder, workers, style=style, output=output)


def go_on(
    folder: RunFolder, workers: Workers, *, style: str, output: Path | None
) -> int:
    """Do what is missing in a folder; print, write and return the exit code."""
    if folder.manifest.kind == "sweep":
        from simcore.cli.sweep import play_sweep
        from simcore.sweeping import Sweep

        found = Sweep.of(folder)
        with workers.opened(found.cells[0].plan) as executor:
            return play_sweep(found, folder, executor, style=style, output=output)
    from simcore.simulation import Simulation

    simulation = Simulation.of(folder)
    with workers.opened(simulation.plan) as executor, ExitStack() as stack:
        keeper = Keeper(stack, folder)
        return play_in(
            keeper, simulation, executor=executor, style=style, output=output
        )


def own_output(folder: RunFolder) -> Path | None:
    """Return the file that was asked for when the run was begun, if it may be written.

    A file that is there is overwritten only if it holds a result of the same run.
    """
    from simcore.errors import UsageError
    from simcore.results import check_output, origin_of

    if folder.manifest.output is None:
        return None
    path = Path(folder.manifest.output)
    try:
        check_output(path, force=True)
    except UsageError as error:
        tell(f"{error}; the table is written to {folder.result}")
        return None
    if path.exists() and not folder.manifest.has_made(origin_of(path)):
        tell(
            f"{path} holds something else and is left as it is; the table is"
            f" written to {folder.result}"
        )
        return None
    return path
