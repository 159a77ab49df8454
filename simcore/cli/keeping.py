"""Options that say where a run is kept, and how it is found again."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcore import __version__
from simcore.errors import UsageError
from simcore.loading import source_digest
from simcore.progress import say

if TYPE_CHECKING:
    from simcore.manifest import Manifest
    from simcore.plan import Plan
    from simcore.runfolder import RunFolder

MOST_SHARDS = 100_000

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*\Z")


class _ShardType(click.ParamType):
    """A shard, ``i/n``."""

    name = "i/n"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", value.strip())
        if match is None:
            raise UsageError(f"shard is {value!r} but must be I/N, as 2/4")
        number, n = int(match[1]), int(match[2])
        if not 1 <= n <= MOST_SHARDS:
            raise UsageError(f"shard is {value!r} but a run has 1 to {MOST_SHARDS}")
        if not 1 <= number <= n:
            raise UsageError(f"shard is {value!r} but takes 1/{n} to {n}/{n}")
        return number, n


@dataclass(frozen=True)
class Keeping:
    """What the options of `keeping_options` say.

    Parameters
    ----------
    save : str or None
        The name under which the run is to be kept.
    no_save : bool
        Whether it is not to be kept, though it is long.
    shard : tuple of int, optional
        ``(i, n)``: only shard i of n is to be run.
    """

    save: str | None
    no_save: bool
    shard: tuple[int, int] | None

    def check(self, seed: int | None) -> None:
        """Raise UsageError if the options do not go together."""
        if self.save is not None and not _NAME.match(self.save):
            raise UsageError(
                f"{self.save!r} is no name for a run; it takes letters, digits, '.',"
                " '_' and '-'"
            )
        if self.no_save and (self.save is not None or self.shard is not None):
            other = "--save" if self.save is not None else "--shard"
            raise UsageError(f"--no-save does not go with {other}, which keeps the run")
        if self.shard is not None and seed is None:
            raise UsageError("--shard needs --seed: all shards are of the same run")

    @property
    def is_wanted(self) -> bool:
        """Whether the user asked for a folder."""
        return self.save is not None or self.shard is not None

    def name(self, manifest: Manifest) -> str:
        """Return the name of the folder, but for a number where others have it."""
        short = f"{manifest.kind}-{manifest.game}-{manifest.plan_digest[:8]}"
        return (self.save or short) + shard_suffix(self.shard)


def shard_suffix(shard: tuple[int, int] | None) -> str:
    """Return what stands behind the name of a run in the name of one of its shards."""
    return "" if shard is None else ".{}of{}".format(*shard)


def keeping_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say where a run is kept, as the argument `keeping`."""

    @wraps(function)
    def wrapped(
        save: str | None, no_save: bool, shard: tuple[int, int] | None, **rest: Any
    ) -> Any:
        return function(keeping=Keeping(save, no_save, shard), **rest)

    for decorate in reversed(_OPTIONS):
        wrapped = decorate(wrapped)
    return wrapped


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--save",
        metavar="NAME",
        help="Keep what is done under this name, so that simcore resume can go on.  "
        "[default: long runs and sweeps, under a name of their own]",
    ),
    click.option("--no-save", is_flag=True, help="Keep nothing, however long it is."),
    click.option(
        "--shard",
        type=_ShardType(),
        metavar="I/N",
        help="Run only the I-th of N shards, to be merged by simcore merge.",
    ),
)


def command_line() -> str:
    """Return the command as it was typed."""
    return shlex.join(["simcore", *sys.argv[1:]])


@contextmanager
def kept_folder(
    keeping: Keeping, manifest: Manifest, plans: Sequence[Plan]
) -> Iterator[RunFolder | None]:
    """Yield the folder of a run, held, or None where it cannot be made and need not be.

    A folder that holds the same run already is taken: the run goes on there.

    Raises
    ------
    UsageError
        If the user asked for a folder that cannot be made, holds another run, or is in
        use.
    """
    with ExitStack() as stack:
        folder = None
        try:
            folder = _folder(keeping, manifest, plans)
            stack.enter_context(held(folder))
        except OSError as error:
            sentence = f"{_place(error)} cannot be written: {error.strerror}"
            if keeping.is_wanted:
                raise UsageError(sentence) from None
            folder = None
            say(f"simcore: {sentence}; the run is not kept")
        if folder is not None:
            _tell_start(folder)
        yield folder


def _place(error: OSError) -> str:
    """Return which file or folder an error is about."""
    from simcore.runfolder import results_root

    return str(error.filename or results_root())


def _folder(keeping: Keeping, manifest: Manifest, plans: Sequence[Plan]) -> RunFolder:
    """Return the folder for a run: a new one, or one that holds it already."""
    from simcore.manifest import NAME, Manifest, first_difference
    from simcore.runfolder import make_folder, results_root

    stem = keeping.name(manifest)
    path, number = results_root() / stem, 1
    while (path / NAME).exists():
        there = Manifest.read(path)
        line = first_difference(there, manifest)
        if line is None:
            break
        if keeping.save is not None:
            raise UsageError(
                f"{path} holds another run: {line}; take another name than"
                f" {keeping.save}"
            )
        number += 1
        path = path.with_name(f"{stem}-{number}")
    return make_folder(path, manifest, list(plans))


@contextmanager
def held(folder: RunFolder) -> Iterator[None]:
    """Hold a folder; tell once of a disk that takes nothing, and how to go on."""
    failures: list[OSError] = []

    def failed(error: OSError) -> None:
        failures.append(error)
        if len(failures) == 1:
            say(
                f"simcore: {folder.path} cannot be written: {error.strerror}; the run"
                " goes on, but what is not kept there is lost if it is stopped"
            )

    with folder.held():
        folder.failed = failed
        try:
            yield
        except KeyboardInterrupt:
            tell_resume(folder)
            raise


def _tell_start(folder: RunFolder) -> None:
    """Tell where a run is kept, and how much of it is there."""
    done, total = folder.sessions_done(), folder.manifest.total
    if done == 0:
        say(f"simcore: kept in {folder.path}")
    elif done < total:
        say(f"simcore: {folder.path} has {done / total:.0%} of it already, and goes on")
    else:
        say(f"simcore: {folder.path} holds this run already, finished")


def tell_resume(folder: RunFolder) -> None:
    """Tell how to go on with a run that was stopped."""
    name = folder.name
    if folder.manifest.shard is None or not folder.is_finished:
        say(f"simcore: go on with: simcore resume {shlex.quote(name)}")


def open_held(stack: ExitStack, run: str) -> RunFolder:
    """Return the folder of a run, held until `stack` is left, fit to go on.

    What has changed since it was begun is told.

    Raises
    ------
    UsageError
        If there is none, it is in use, or other kernels have begun it.
    """
    from simcore.runfolder import open_folder

    folder = open_folder(run)
    try:
        stack.enter_context(held(folder))
    except OSError as error:
        raise UsageError(
            f"{_place(error)} cannot be written: {error.strerror}"
        ) from None
    folder.reload()
    folder.check_engine()
    if folder.manifest.simcore != __version__:
        say(
            f"simcore: {folder.name} was begun by simcore {folder.manifest.simcore},"
            f" this is {__version__}; the kernels are the same"
        )
    for source in folder.manifest.sources:
        file = Path(source["file"])
        if file.is_file() and source_digest(file) != source["digest"]:
            say(
                f"simcore: {file} has changed since {folder.name} was begun, which goes"
                f" on with the text of then, {folder.kept[source['file']]}"
            )
    return folder
