"""Shards put together to the run that they are of."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from simcore.errors import UsageError
from simcore.manifest import first_difference
from simcore.plan import Plan
from simcore.runfolder import RunFolder, open_folder, results_root
from simcore.runner import Merge
from simcore.shards import total_sessions

_SHARD = re.compile(r"(?P<stem>.+)\.(?P<number>[0-9]+)of(?P<n>[0-9]+)\Z")


def expand(names: Iterable[str]) -> list[RunFolder]:
    """Return the folders of runs, for a name that shards have in common those of all.

    Raises
    ------
    UsageError
        If there is none of a name, or one is named twice.
    """
    folders: list[RunFolder] = []
    for name in names:
        shards = [
            path.name
            for path in results_root().glob(f"{name}.*of*")
            if _SHARD.match(path.name)
        ]
        shards.sort(key=lambda shard: [int(word) for word in _numbers(shard)])
        folders += [open_folder(shard) for shard in shards or [name]]
    seen = set()
    for folder in folders:
        if folder.path.resolve() in seen:
            raise UsageError(f"{folder.name} is named twice")
        seen.add(folder.path.resolve())
    return folders


def _numbers(name: str) -> tuple[str, str]:
    """Return the two numbers in the name of a shard."""
    match = _SHARD.match(name)
    assert match is not None
    return match["n"], match["number"]


def common_name(folders: Sequence[RunFolder]) -> str:
    """Return what the names of shards have in common.

    Raises
    ------
    UsageError
        If that is nothing.
    """
    matches = [_SHARD.match(folder.path.name) for folder in folders]
    stems = {match["stem"] if match else "" for match in matches}
    if len(stems) != 1 or stems == {""}:
        raise UsageError("these have no name in common; say --name NAME")
    return stems.pop()


def merge_folders(folders: Sequence[RunFolder], name: str) -> RunFolder:
    """Put finished shards together to a run called `name`, and return its folder.

    If it is there already, merged before, it is returned as it is.

    Raises
    ------
    UsageError
        If they are not all shards of one run, or not finished, or there is another run
        of that name, or the disk does not take it.
    """
    first = folders[0]
    for other in folders[1:]:
        line = first_difference(first.manifest, other.manifest)
        if line is not None:
            raise UsageError(
                f"{first.name} and {other.name} are no shards of one run: {line}"
            )
    first.check_engine()
    check_shards(folders)
    plans = first.plans()
    path = results_root() / name
    total = total_sessions(plans, None)
    manifest = replace(first.manifest, shard=None, total=total)
    if path.exists():
        there = open_folder(name)
        line = first_difference(there.manifest, manifest)
        if line is not None:
            raise UsageError(f"{path} holds another run: {line}; say --name NAME")
        if there.manifest.shard is None and there.is_finished:
            return there
        raise UsageError(f"{path} exists and is not finished; say --name NAME")
    beside = path.with_name(f".{name}.{os.getpid()}.new")
    try:
        whole = RunFolder(beside, manifest)
        (beside / "parts").mkdir(parents=True)
        if (first.path / "strategies").is_dir():
            shutil.copytree(first.path / "strategies", beside / "strategies")
        for cell, plan in plans:
            _merge_plan(folders, whole, plan, cell)
        manifest.write(beside)
        os.replace(beside, path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return RunFolder(path, manifest)


def check_shards(folders: Sequence[RunFolder]) -> None:
    """Raise UsageError unless these are all shards of a run, each once and finished."""
    shards = [folder.manifest.shard or (1, 1) for folder in folders]
    n = shards[0][1]
    for folder, shard in zip(folders, shards, strict=True):
        if shard[1] != n:
            raise UsageError(
                f"{folders[0].name} is one of {n} shards and {folder.name} one of"
                f" {shard[1]}"
            )
    numbers = [number for number, _ in shards]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        raise UsageError(f"shard {twice[0]}/{n} is there twice")
    missing = [f"{number}/{n}" for number in range(1, n + 1) if number not in numbers]
    if missing:
        many = len(missing) > 1
        raise UsageError(
            f"shard{'s' if many else ''} {', '.join(missing)}"
            f" {'are' if many else 'is'} missing"
        )
    for folder in folders:
        if not folder.is_finished:
            done = folder.sessions_done() / max(folder.manifest.total, 1)
            raise UsageError(
                f"{folder.name} is not finished, {done:.0%} of it is there; simcore"
                f" resume {folder.name} goes on"
            )


def _merge_plan(
    folders: Sequence[RunFolder], whole: RunFolder, plan: Plan, cell: int
) -> None:
    """Write the parts of a plan that shards come to."""
    own = whole.parts(plan, cell)
    sums, last = plan.game.engine.layout.zeros(), None
    for folder in folders:
        parts = folder.parts(plan, cell)
        merge = Merge(plan, parts, only_reads=True)
        if not merge.advance():
            raise UsageError(
                f"a part of {folder.name} is spoiled; simcore resume"
                f" {folder.name} makes it again"
            )
        sums += merge.sums
        if own.n_whole < len(own.chunks) and parts.n_whole < len(parts.chunks):
            last = merge.last
    own.seal(np.ascontiguousarray(sums), last)
