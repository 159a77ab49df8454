"""Plans, duels and grids as plain data, to be stored and sent; texts of plug-ins.

A strategy from a file travels as the text of that file: the file may change, or be on
another machine. `store_sources` writes the texts below a folder, and `kept_sources`
says where they are: `Seat.kept`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from simcore.duel_plan import Duel
from simcore.errors import UsageError
from simcore.game import Game
from simcore.grid import Grid
from simcore.lineup import Kept, Seat, check_built_in
from simcore.loading import source_digest
from simcore.plan import Plan
from simcore.registry import find_game

Data = dict[str, Any]
"""What JSON can hold."""


def plan_as_data(plan: Plan) -> Data:
    """Return all that makes up `plan`, but for the texts of plug-ins."""
    return {
        "game": plan.game.name,
        "players": plan.players,
        "rules": plan.rules.as_dict(),
        "seats": _seats_as_data(plan.seats),
        "seed": plan.seed,
        "sessions": plan.sessions,
        "deals": plan.deals,
        "matches": plan.matches,
        "first_session": plan.first_session,
    }


def plan_from_data(data: Mapping[str, Any], kept: Kept | None = None) -> Plan:
    """Return the plan of which `plan_as_data` made `data`.

    Raises
    ------
    UsageError
        If its game, rules, strategies or numbers do not exist.
    """
    game = find_game(data["game"])
    rules = game.rules.from_settings(data["rules"])
    seats = _seats_from_data(data["seats"], kept)
    for seat in seats:
        if seat.file is None:
            check_built_in(seat.name, game)
    plain = {
        key: data[key]
        for key in ("players", "seed", "sessions", "deals", "matches", "first_session")
    }
    return Plan(game=game, rules=rules, seats=seats, **plain)


def _seats_as_data(seats: Iterable[Seat]) -> list[Data]:
    """Return all that makes up `seats`, but for the texts of plug-ins."""
    return [
        {
            "name": seat.name,
            "values": [list(pair) for pair in seat.values],
            "file": None if seat.file is None else str(seat.file),
        }
        for seat in seats
    ]


def _seats_from_data(
    data: Iterable[Mapping[str, Any]], kept: Kept | None
) -> tuple[Seat, ...]:
    """Return the seats of which `_seats_as_data` made `data`."""
    return tuple(
        Seat(
            seat["name"],
            tuple((key, float(value)) for key, value in seat["values"]),
            None if seat["file"] is None else Path(seat["file"]),
            (kept or {}).get(seat["file"]),
        )
        for seat in data
    )


def duel_as_data(duel: Duel) -> Data:
    """Return all that makes up `duel`, but for the texts of plug-ins."""
    return {
        "plan": plan_as_data(duel.plan),
        "strategies": _seats_as_data(duel.strategies),
        "fields": _seats_as_data(duel.fields),
        "by_deal": duel.by_deal,
        "stop_when": duel.stop_when,
        "level": duel.level,
    }


def duel_from_data(data: Mapping[str, Any], kept: Kept | None = None) -> Duel:
    """Return the duel of which `duel_as_data` made `data`.

    Raises
    ------
    UsageError
        If its game, rules or numbers do not exist.
    """
    return Duel(
        plan=plan_from_data(data["plan"], kept),
        strategies=_seats_from_data(data["strategies"], kept),
        fields=_seats_from_data(data["fields"], kept),
        by_deal=data["by_deal"],
        stop_when=data["stop_when"],
        level=data["level"],
    )


def grid_as_data(grid: Grid) -> Data:
    """Return all that makes up `grid`, but for the texts of plug-ins."""
    return {
        "game": grid.game.name,
        "axes": {key: list(values) for key, values in grid.axes.items()},
        "players": grid.players,
        "strategies": grid.strategies,
        "sessions": grid.sessions,
        "deals": grid.deals,
        "matches": grid.matches,
        "settings": dict(grid.settings),
        "seed": grid.seed,
    }


def grid_from_data(data: Mapping[str, Any], kept: Kept | None = None) -> Grid:
    """Return the grid of which `grid_as_data` made `data`.

    Raises
    ------
    UsageError
        If its game or axes do not exist.
    """
    axes = {key: tuple(values) for key, values in data["axes"].items()}
    rest = {key: data[key] for key in data if key not in ("game", "axes")}
    return Grid(game=find_game(data["game"]), axes=axes, kept=kept or {}, **rest)


def source_texts(seats: Iterable[Seat]) -> list[Data]:
    """Return the file, the digest and the text of each plug-in at `seats`."""
    files = {seat.file: seat.source for seat in seats if seat.file is not None}
    return [
        {
            "file": str(file),
            "digest": source_digest(source),
            "text": source.read_text(encoding="utf-8"),
        }
        for file, source in files.items()
        if source is not None
    ]


def store_sources(sources: Iterable[Mapping[str, Any]], folder: Path) -> None:
    """Write texts from `source_texts` below `folder`, to where `kept_sources` looks."""
    for source in sources:
        path = _kept_path(source, folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source["text"], encoding="utf-8", newline="")


def kept_sources(sources: Iterable[Mapping[str, Any]], folder: Path) -> dict[str, Path]:
    """Return where the texts of plug-ins lie below `folder`.

    Parameters
    ----------
    sources : iterable of Mapping
        Each with the keys `file` and `digest`.
    folder : Path

    Raises
    ------
    UsageError
        If one is missing or has another digest.
    """
    found = {}
    for source in sources:
        path = _kept_path(source, folder)
        if not path.is_file():
            raise UsageError(f"the text of {source['file']} is missing: no {path}")
        if source_digest(path) != source["digest"]:
            raise UsageError(f"{path} has been changed since it was written")
        found[source["file"]] = path
    return found


def _kept_path(source: Mapping[str, Any], folder: Path) -> Path:
    """Return where the text of a plug-in lies: it keeps its name, for messages."""
    return folder / str(source["digest"]) / Path(source["file"]).name


def engine_digest(game: Game) -> str:
    """Return a digest of the sources that are compiled into the kernels of `game`.

    Unlike the names of cache folders it says nothing of the machine: the same sources
    give the same results anywhere.
    """
    return _engine_digest(game.name, game.folder)


@cache
def _engine_digest(name: str, folder: Path) -> str:
    """Return the digest for the game `name` with its kernels in `folder`."""
    from simcore.sessions import sources

    files = [
        file
        for source in sources(name, folder)
        for file in (source.glob("*.py") if source.is_dir() else [source])
    ]
    lines = sorted(f"{file.name}:{source_digest(file)}" for file in files)
    return sha256("\n".join(lines).encode()).hexdigest()[:16]
