"""Options that say where a run is kept, and how it is found again."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from simcore.counts import counted
from simcore.errors import UsageError
from simcore.progress import tell

if TYPE_CHECKING:
    from simcore.manifest import Manifest
    from simcore.parts import Parts
    from simcore.plan import Plan
    from simcore.runfolder import RunFolder

MOST_SHARDS = 100_000


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

    def check(self, seed: int | None, is_precise: bool = False) -> None:
        """Raise UsageError if the options do not go together."""
        if self.save is not None:
            from simcore.keeping import check_name

            check_name(self.save)
        if self.no_save and (self.save is not None or self.shard is not None):
            other = "--save" if self.save is not None else "--shard"
            raise UsageError(f"--no-save does not go with {other}, which keeps the run")
        if self.shard is not None and is_precise:
            raise UsageError(
                "--shard does not go with --precision: how long a run is depends on"
                " all of its chunks; find out once how many sessions it takes, and ask"
                " for these"
            )
        if self.shard is not None and seed is None:
            raise UsageError("--shard needs --seed: all shards are of the same run")

    def seed(self, seed: int | None) -> int | None:
        """Return `seed`, or if it is None that of the run under this name, if any."""
        if seed is not None or self.save is None:
            return seed
        from simcore.keeping import kept_seed

        return kept_seed(self.save)

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
    from simcore.keeping import UnwritableError, kept

    with ExitStack() as stack:
        name, is_asked_for = keeping.name(manifest), keeping.save is not None
        folder = None
        try:
            folder = stack.enter_context(
                kept(name, manifest, plans, tell, is_asked_for)
            )
        except UnwritableError as error:
            if keeping.is_wanted:
                raise
            tell(f"{error}; the run is not kept")
        if folder is not None:
            _tell_start(folder)
            stack.enter_context(_resumable(folder))
        yield folder


@contextmanager
def _resumable(folder: RunFolder) -> Iterator[None]:
    """Tell how to go on with a run that is stopped in here."""
    try:
        yield
    except KeyboardInterrupt:
        tell_resume(folder)
        raise


class Keeper:
    """Where a run is kept, if it is, and from when on.

    Parameters
    ----------
    stack : ExitStack
        Its folder is held until this is left.
    folder : RunFolder, optional
        One that is held already.
    """

    def __init__(self, stack: ExitStack, folder: RunFolder | None = None) -> None:
        self.folder = folder
        self._stack = stack
        self._offer: tuple[Keeping, Plan, Callable[[], Manifest]] | None = None

    def offer(
        self, keeping: Keeping, plan: Plan, make_manifest: Callable[[], Manifest]
    ) -> None:
        """Keep `plan`: from the start if that is wanted, else if it gets long."""
        self._offer = keeping, plan, make_manifest

    def parts(self, plan: Plan) -> Parts | None:
        """Return where the chunks of `plan`, a run or its beginning, are kept."""
        from simcore.runfolder import is_long

        if self._offer is not None:
            keeping, whole, make_manifest = self._offer
            if keeping.is_wanted or (is_long(plan) and not keeping.no_save):
                self._offer = None
                self.folder = self._stack.enter_context(
                    kept_folder(keeping, make_manifest(), [whole])
                )
        return None if self.folder is None else self.folder.parts(plan)


def _tell_start(folder: RunFolder) -> None:
    """Tell where a run is kept, and how much of it is there."""
    done, total = folder.sessions_done(), folder.manifest.total
    if done == 0:
        tell(f"kept in {folder.path}")
    elif done == total:
        tell(f"{folder.path} holds this run already, finished")
    elif folder.manifest.precision:
        number = counted(done, folder.manifest.unit)
        tell(f"{folder.path} has {number} already, and goes on")
    else:
        tell(f"{folder.path} has {done / total:.0%} of it already, and goes on")


def tell_resume(folder: RunFolder) -> None:
    """Tell how to go on with a run that was stopped."""
    name = folder.name
    if folder.manifest.shard is None or not folder.is_finished:
        tell(f"go on with: simcore resume {shlex.quote(name)}")


def open_held(stack: ExitStack, run: str) -> RunFolder:
    """Return the folder of a run, held until `stack` is left, fit to go on.

    What has changed since it was begun is told.

    Raises
    ------
    UsageError
        If there is none, it is in use, or other kernels have begun it.
    """
    from simcore.keeping import reopened

    folder = stack.enter_context(reopened(run, tell))
    stack.enter_context(_resumable(folder))
    return folder
