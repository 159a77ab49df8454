"""The command `simcore merge`."""

from __future__ import annotations

from pathlib import Path

import click

from simcore import __version__
from simcore.cli.options import force_option, format_option, output_option
from simcore.cli.show import show_folder
from simcore.cli.simulating import check_files
from simcore.progress import tell

_EXAMPLES = """\b
Examples:
  simcore merge study
  simcore merge study.1of2 study.2of2 --name whole --output study.csv
"""


@click.command(epilog=_EXAMPLES)
@click.argument("names", metavar="RUN...", nargs=-1, required=True)
@click.option(
    "--name",
    help="The name of what comes of it.  [default: that of the shards]",
)
@format_option
@output_option
@force_option
def merge(
    names: tuple[str, ...],
    name: str | None,
    style: str,
    output: Path | None,
    force: bool,
) -> int:
    """Put the shards of a run together, and print its tables.

    RUN is a shard, or the name that shards have in common: study for study.1of2 and
    study.2of2. They must be all of one run, and finished. The result is that of a run
    that was never cut; it is kept as a run of its own, which can be extended.
    """
    from simcore.keeping import check_name
    from simcore.shard_merging import common_name, expand, merge_folders

    folders = expand(names)
    name = name or common_name(folders)
    check_name(name)
    is_pot = folders[0].manifest.kind == "pot"
    if output is not None:
        check_files(output, force, has_histograms=is_pot)
    versions = {folder.manifest.simcore for folder in folders} | {__version__}
    if len(versions) > 1:
        tell(
            f"shards and program are of versions {', '.join(sorted(versions))}"
            "; the kernels are the same"
        )
    whole = merge_folders(folders, name)
    tell(f"kept in {whole.path}")
    return show_folder(whole, style, output)
