"""Records from Python: deals written out, and deals of people checked and scored.

`simcore.records` and `simcore.replay` are here; this module is imported when one of
them is first used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore.api import make_plan
from simcore.arguments import checked, flag
from simcore.errors import UsageError
from simcore.recording import Record
from simcore.registry import find_game

if TYPE_CHECKING:
    from pandas import DataFrame

    from simcore.replaying.replayer import Replayed

COLUMNS = {
    "line": "Int64",
    "event": "Int64",
    "found": "str",
    "right": "str",
    "message": "str",
}
"""Columns of a table of differences, with their types."""


@checked(matches=flag)
def records(
    game: str,
    *,
    n: int = 1,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    deals: int | None = None,
    matches: bool = False,
    seed: int | None = None,
    rules: Mapping[str, Any] | None = None,
) -> list[Record]:
    """Return records of deals: those that a run with the same seed plays.

    Parameters
    ----------
    game : str
        The name of the game.
    n : int
        How many deals; one if left out.
    players, strategies, seed, rules
        As for `simcore.run`.
    deals : int, optional
        Deals in a session, in a game that is not played in matches.
    matches : bool
        Play whole matches, not deals that stand alone.

    Returns
    -------
    list of dict
        A record each, as `docs/results.md` describes it.

    Raises
    ------
    UsageError, StrategyError
        As for `simcore.run`.
    """
    from simcore.progress import compiling
    from simcore.recording import list_records

    found = find_game(game)
    length: dict[str, Any] = {"deals": deals}
    if found.plays_matches:
        if deals is not None:
            raise UsageError(f"a session of {game} is a deal, or with matches a match")
        length = {"matches": 1} if matches else {"deals": 1}
    elif matches:
        raise UsageError(f"{game} is not played in matches")
    plan = make_plan(
        found,
        players=players,
        strategies=strategies,
        seed=seed,
        rules=rules or {},
        **length,
    )
    return list(list_records(plan, n, compiling(plan)))


@dataclass
class Replay:
    """What came of records that were replayed.

    Parameters
    ----------
    records : list of Record
        All that could be read, with results filled in.
    n : int
        How many records there were.
    n_agree, n_differ, n_unreadable : int
        How many of them are as the rules say, are not, and cannot be read.
    rows : list of dict
        The differences, and why records cannot be read.
    """

    records: list[Record] = field(default_factory=list)
    n: int = 0
    n_agree: int = 0
    n_differ: int = 0
    n_unreadable: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)

    def add(self, replayed: Replayed, *, keep: bool = True) -> None:
        """Count what came of a record; `keep` the record itself or not."""
        self.n += 1
        if replayed.problem:
            self.n_unreadable += 1
        elif replayed.differences:
            self.n_differ += 1
        else:
            self.n_agree += 1
        if keep:
            self.rows += rows_of(replayed)
            if replayed.record is not None:
                self.records.append(replayed.record)

    @property
    def exit_code(self) -> int:
        """0 where all agree, 1 where some differ, 2 where some cannot be read."""
        return 2 if self.n_unreadable else 1 if self.n_differ else 0

    @property
    def differences(self) -> DataFrame:
        """All that is wrong, a row each, with the columns `COLUMNS`."""
        import pandas as pd

        table = pd.DataFrame(self.rows, columns=list(COLUMNS))
        return table.astype(COLUMNS)


def rows_of(replayed: Replayed) -> list[dict[str, Any]]:
    """Return what is wrong with a record, as rows with the keys of `COLUMNS`."""
    if replayed.problem:
        message = f"line {replayed.line}: {replayed.problem}"
        empty = {"event": None, "found": "", "right": ""}
        return [{"line": replayed.line, **empty, "message": message}]
    return [
        {
            "line": one.line,
            "event": one.event,
            "found": one.found,
            "right": one.right,
            "message": str(one),
        }
        for one in replayed.differences
    ]


def replay(
    source: str | Path | Mapping[str, Any] | Iterable[Mapping[str, Any] | str],
) -> Replay:
    """Check records of deals against the rules, and score those without a result.

    Parameters
    ----------
    source : str, Path, Mapping, or iterable
        A file of JSON Lines, or a record or several, as objects or as lines.

    Returns
    -------
    Replay
        Its `differences` is a table of all that is wrong, `records` are the records
        with their results.

    Raises
    ------
    UsageError
        If the file cannot be read, or what is given is neither a file nor records.
    """
    from simcore.progress import compiling
    from simcore.replaying.replayer import Replayer

    if isinstance(source, Mapping):
        source = [source]
    if isinstance(source, bytes) or not isinstance(source, str | Path | Iterable):
        raise UsageError(
            f"source is {source!r} but takes the path of a file, or records"
        )

    replayer = Replayer(lambda plan: compiling(plan)())
    found = Replay()
    if isinstance(source, str | Path):
        with opened(Path(source)) as lines:
            for replayed in replayer.lines(lines):
                found.add(replayed)
        return found
    for number, one in enumerate(source, start=1):
        found.add(replayer.line(_as_line(one, number), number))
    return found


def _as_line(one: Mapping[str, Any] | str, number: int) -> str:
    """Return a record as a line of JSON.

    Raises
    ------
    UsageError
        If it cannot be one.
    """
    if isinstance(one, str):
        return one
    try:
        return json.dumps(one)
    except (TypeError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise UsageError(
            f"record {number} cannot be written as JSON: {reason}"
        ) from None


@contextmanager
def opened(file: Path) -> Iterator[Iterable[str]]:
    """Yield the lines of a file of records.

    Raises
    ------
    UsageError
        If it cannot be read.
    """
    if "\0" in str(file):
        raise UsageError(f"no file can be called {str(file)!r}")
    try:
        with file.open(encoding="utf-8-sig", errors="replace") as lines:
            yield lines
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from error
