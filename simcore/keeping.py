"""Taking the folder of a run: a new one, or one in which it was begun."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from simcore import __version__
from simcore.errors import UsageError
from simcore.loading import source_digest
from simcore.manifest import NAME, Manifest, first_difference
from simcore.plan import Plan
from simcore.runfolder import RunFolder, make_folder, open_folder, results_root

Tell = Callable[[str], None]
"""Called with a sentence that somebody should read."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*\Z")


class UnwritableError(UsageError):
    """A folder in which a run cannot be kept."""


def check_name(name: str) -> None:
    """Raise UsageError if no run can be called `name`."""
    if not _NAME.match(name):
        raise UsageError(
            f"{name!r} is no name for a run; it takes letters, digits, '.', '_' and '-'"
        )


def take_folder(
    name: str, manifest: Manifest, plans: Sequence[Plan], is_asked_for: bool = True
) -> RunFolder:
    """Return the folder called `name`: a new one, or one that holds the run already.

    Where it holds another run and the name was not asked for, a number is added.

    Raises
    ------
    UsageError
        If it holds another run, or another process is making it.
    OSError
        If it cannot be written.
    """
    path, number = results_root() / name, 1
    while (path / NAME).exists():
        there = Manifest.read(path)
        if first_difference(there, manifest) is None:
            break
        if is_asked_for:
            raise UsageError(_another(path, there, manifest))
        number += 1
        path = path.with_name(f"{name}-{number}")
    return make_folder(path, manifest, list(plans))


def _another(path: Path, there: Manifest, manifest: Manifest) -> str:
    """Return what is to be said of a folder that holds another run."""
    line = first_difference(there, manifest)
    longer = there.extended(manifest.length, is_most=bool(manifest.precision))
    if there.length < manifest.length and not first_difference(longer, manifest):
        unit = "max" if manifest.precision else manifest.unit
        length = f"--{unit} {manifest.length}"
        advice = f"simcore extend {path.name} {length} makes it longer"
    else:
        advice = f"take another name than {path.name}"
    return f"{path} holds another run: {line}; {advice}"


def begin(folder: RunFolder, manifest: Manifest) -> None:
    """Make sure that a folder, now held, still holds the run that `manifest` describes.

    What tables are to show, and where, is from now on as `manifest` says.

    Raises
    ------
    UsageError
        If another process has made another run of it, or the disk takes nothing.
    """
    folder.reload()
    there = folder.manifest
    if first_difference(there, manifest) is not None:
        raise UsageError(_another(folder.path, there, manifest))
    now = replace(
        there,
        level=manifest.level,
        has_pot_tables=manifest.has_pot_tables,
        output=manifest.output or there.output,
    )
    if now != there:
        folder.rewrite(now)


def kept_seed(name: str | None) -> int | None:
    """Return the seed of the run that is kept as `name`, or None if there is none."""
    if name is None or not (results_root() / name / NAME).exists():
        return None
    seed: int = Manifest.read(results_root() / name).setup["seed"]
    return seed


@contextmanager
def _held(folder: RunFolder, tell: Tell) -> Iterator[None]:
    """Hold a folder; tell once of a disk that takes nothing.

    Raises
    ------
    UsageError
        If another process holds it.
    OSError
        If it cannot be written.
    """
    failures: list[OSError] = []

    def failed(error: OSError) -> None:
        failures.append(error)
        if len(failures) == 1:
            tell(
                f"{folder.path} cannot be written: {error.strerror}; the run goes on,"
                " but what is not kept there is lost if it is stopped"
            )

    with folder.held():
        folder.failed = failed
        yield


def _check_fit(folder: RunFolder, tell: Tell) -> None:
    """Make sure that a folder, which is held, is fit to go on; tell what has changed.

    Raises
    ------
    UsageError
        If other kernels have begun it.
    """
    folder.reload()
    folder.check_engine()
    if folder.manifest.simcore != __version__:
        tell(
            f"{folder.name} was begun by simcore {folder.manifest.simcore}, this is"
            f" {__version__}; the kernels are the same"
        )
    for source in folder.manifest.sources:
        file = Path(source["file"])
        if file.is_file() and source_digest(file) != source["digest"]:
            tell(
                f"{file} has changed since {folder.name} was begun, which goes on with"
                f" the text of then, {folder.kept[source['file']]}"
            )


@contextmanager
def kept(
    name: str,
    manifest: Manifest,
    plans: Sequence[Plan],
    tell: Tell,
    is_asked_for: bool = True,
) -> Iterator[RunFolder]:
    """Yield the folder for a run, held; what was kept in it before is there.

    Parameters
    ----------
    name, manifest, plans, is_asked_for
        As for `take_folder`.
    tell : callable

    Raises
    ------
    UnwritableError
        If it cannot be written.
    UsageError
        If it holds another run, or is in use.
    """

    def find() -> RunFolder:
        return take_folder(name, manifest, plans, is_asked_for)

    with _taken(find, tell) as folder:
        begin(folder, manifest)
        yield folder


@contextmanager
def reopened(run: str, tell: Tell) -> Iterator[RunFolder]:
    """Yield the folder of the run that is called `run`, held, fit to go on.

    Raises
    ------
    UsageError
        If there is none, it is in use, or other kernels have begun it.
    """
    with _taken(lambda: open_folder(run), tell) as folder:
        _check_fit(folder, tell)
        yield folder


@contextmanager
def _taken(find: Callable[[], RunFolder], tell: Tell) -> Iterator[RunFolder]:
    """Yield the folder that `find` returns, held; a disk's refusal is a mistake."""
    with ExitStack() as stack:
        try:
            folder = find()
            stack.enter_context(_held(folder, tell))
        except OSError as error:
            place = error.filename or results_root()
            raise UnwritableError(
                f"{place} cannot be written: {error.strerror}"
            ) from None
        yield folder
