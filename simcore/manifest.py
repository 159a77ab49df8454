"""What a run folder says of its run: read without numba, compared line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from simcore import __version__
from simcore.durable import write_whole
from simcore.errors import UsageError
from simcore.manifest_fields import FIELDS, first_mistake
from simcore.plan import CHUNK_DEALS, CHUNK_MATCHES

MANIFEST_VERSION = 2
"""Grows whenever a manifest, or how parts are stored, changes its meaning."""

NAME = "manifest.json"

_ABSENT = "absent"

_SINCE_VERSION_2: dict[str, Any] = {"precision": {}, "reached": []}


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """All that a run folder needs to go on, and to make its tables.

    Parameters
    ----------
    kind : str
        ``run``, ``pot`` or ``sweep``: the command.
    game : str
        The name of the game.
    setup : dict
        The plan or the grid, as `simcore.plan_data` makes it.
    about : dict
        What the run is, for people: what tables have as their provenance.
    sources : list of dict
        The file and the digest of each plug-in.
    engine : str
        `simcore.plan_data.engine_digest` of the game.
    unit : str
        What is counted: ``sessions``, ``deals`` or ``matches``.
    length : int
        How many of them, in each cell.
    total : int
        How many sessions the folder is to hold, of all cells; with a precision the
        most, until it is known how many.
    precision : dict
        By metrics, how well each is to be known; then `length` is the most. Empty
        where `length` is a number that was asked for.
    reached : tuple of int
        With a precision, after how many sessions each plan (cell) was at its end; as
        far as they are, in order.
    shard : tuple of int, optional
        ``(i, n)`` of shard i of n, counted from 1.
    level : float
        Confidence level of the intervals.
    has_pot_tables : bool
        Whether a sweep has the metrics of ``simcore pot`` too.
    output : str, optional
        The file that was asked for.
    command : str
        The command line.
    simcore : str
        The version that began it.
    chunks : tuple of int
        How chunks were cut: deals, and matches, in one.
    """

    kind: str
    game: str
    setup: dict[str, Any]
    about: dict[str, Any]
    sources: list[dict[str, str]]
    engine: str
    unit: str
    length: int
    total: int
    precision: dict[str, float] = field(default_factory=dict)
    reached: tuple[int, ...] = ()
    shard: tuple[int, int] | None = None
    level: float = 0.95
    has_pot_tables: bool = False
    output: str | None = None
    command: str = ""
    simcore: str = __version__
    chunks: tuple[int, int] = (CHUNK_DEALS, CHUNK_MATCHES)

    @property
    def digest(self) -> str:
        """The digest of the plan that tables carry."""
        return plain_digest(self.told)

    @property
    def told(self) -> dict[str, Any]:
        """What the run is, for people, as long as it is known to be."""
        if self.kind == "sweep":
            return self.about
        return self.about | {"sessions": self.known_length}

    def has_made(self, digest: str | None) -> bool:
        """Return whether a table with this digest is of the run, or of its beginning.

        While nobody knows how long a run with a precision becomes, its tables say how
        long it may be.
        """
        return digest in (self.digest, plain_digest(self.about))

    @property
    def known_length(self) -> int:
        """The length of a run that was as long as it took, or what was asked for."""
        is_known = self.kind != "sweep" and self.reached
        return self.reached[0] if is_known else self.length

    @property
    def identity(self) -> str:
        """A digest of all that the sums of a chunk depend on, whatever the length."""
        named = self._named(self.setup | {self.length_key: None})
        return plain_digest({**named, "shard": self.shard})

    @property
    def plan_digest(self) -> str:
        """A digest of all that the sums depend on; shards of a run have the same."""
        return plain_digest(self._named(self.setup) | self.stopping)

    @property
    def stopping(self) -> dict[str, Any]:
        """What decides how long a run with a precision becomes; else nothing."""
        if not self.precision:
            return {}
        return {
            "precision": self.precision,
            "level": self.level,
            "has_pot_tables": self.has_pot_tables,
        }

    def _named(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Return `setup` with what else sums depend on."""
        return {
            "is_sweep": self.kind == "sweep",
            "setup": setup,
            "sources": self.sources,
            "engine": self.engine,
            "chunks": self.chunks,
        }

    @property
    def length_key(self) -> str:
        """Where the length stands in `setup`."""
        return self.unit if self.kind == "sweep" else "sessions"

    def extended(self, length: int, is_most: bool = False) -> Manifest:
        """Return the manifest of a run of another length; `total` is not right then.

        Where `is_most`, it goes on being as long as it takes, but not longer.
        """
        precision = self.precision if is_most else {}
        about = self.about | {"sessions": length}
        if not is_most:
            about.pop("precision", None)
        return replace(
            self,
            setup=self.setup | {self.length_key: length},
            about=about,
            length=length,
            precision=precision,
            reached=(),
        )

    def write(self, folder: Path) -> None:
        """Write the manifest into `folder`, whole or not at all.

        Raises
        ------
        OSError
            If the disk does not take it.
        """
        data = {"manifest_version": MANIFEST_VERSION, **asdict(self)}
        text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
        write_whole(folder / NAME, text.encode())

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Return the manifest in `folder`.

        Raises
        ------
        UsageError
            If there is none, or it cannot be understood.
        """
        path = folder / NAME
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise UsageError(f"{folder} is no run folder: it has no {NAME}") from None
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise UsageError(f"{path} is spoiled: it is not JSON") from None
        found = data.pop("manifest_version", None) if isinstance(data, dict) else None
        if type(found) is not int:
            raise UsageError(f"{path} is no manifest of simcore")
        if found > MANIFEST_VERSION:
            raise UsageError(
                f"{path} has version {found}, but this simcore ({__version__}) reads"
                f" up to {MANIFEST_VERSION}; a newer one has written it"
            )
        if found < 2:
            data = _SINCE_VERSION_2 | data
        mistake = first_mistake(data)
        if mistake is not None:
            raise UsageError(f"{path} is spoiled: {mistake}")
        values = {key: data[key] for key in FIELDS}
        for key in ("shard", "chunks", "reached"):
            values[key] = None if values[key] is None else tuple(values[key])
        return cls(**values)


def plain_digest(values: Mapping[str, Any]) -> str:
    """Return a short digest of plain data, as `Plan.digest` is one."""
    text = json.dumps(values, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]


def differences(one: Any, other: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Yield each line in which two pieces of plain data differ.

    Yields
    ------
    str
        Where, as ``rules.cut``.
    str
        How, as ``'always' and 'never'``.
    """
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in dict.fromkeys([*one, *other]):
            inner = f"{where}.{key}" if where else str(key)
            yield from differences(
                one.get(key, _ABSENT), other.get(key, _ABSENT), inner
            )
    elif (
        isinstance(one, list) and isinstance(other, list) and len(one) == len(other) > 0
    ):
        for place, pair in enumerate(zip(one, other, strict=True)):
            yield from differences(*pair, f"{where}[{place}]")
    elif one != other:
        yield where, f"{one!r} and {other!r}"


def first_difference(one: Manifest, other: Manifest) -> str | None:
    """Return the first line in which the plans of two runs differ, or None if in none.

    How their tables are shown, and which shards they are, is no part of the plan.
    """
    if (one.kind, one.plan_digest) == (other.kind, other.plan_digest):
        return None
    one_view, other_view = (
        {
            "command": manifest.kind,
            **manifest.about,
            "precision": {},
            **manifest.stopping,
            "engine": manifest.engine,
            "plug-ins": manifest.sources,
            "chunks": list(manifest.chunks),
            "setup": manifest.setup,
        }
        for manifest in (one, other)
    )
    where, how = next(differences(one_view, other_view))
    return f"{where} is {how}"
