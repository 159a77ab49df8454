"""What to simulate, down to the last detail: a plan, cut into chunks."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from simcore.errors import UsageError
from simcore.game import Game
from simcore.lineup import Seat
from simcore.loading import source_digest
from simcore.options import Rules

CHUNK_DEALS = 1 << 18
"""About how many deals a chunk has: some tenths of a second of work."""

_WORD = 1 << 64
MOST_DEALS = 1 << 31

MOST_JOBS = 256
"""The most threads of a run; each holds accumulators of some megabytes."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A run: equal plans give equal tables, on any machine, with any number of jobs.

    Parameters
    ----------
    game : Game
    players : int
    rules : Rules
    seats : tuple of Seat
        One for each player.
    seed : int
        0 to 2**64 - 1.
    sessions, deals : int
        How many sessions, and the most deals in each.
    first_session : int
        The number of the first session.
    """

    game: Game
    players: int
    rules: Rules
    seats: tuple[Seat, ...]
    seed: int
    sessions: int
    deals: int
    first_session: int = 0

    def __post_init__(self) -> None:
        """Check the numbers."""
        fewest, most, _ = self.game.players
        if not fewest <= self.players <= most:
            raise UsageError(
                f"players is {self.players} but {self.game.name} takes"
                f" {fewest} to {most}"
            )
        if not 0 <= self.seed < _WORD:
            raise UsageError(f"seed is {self.seed} but takes 0 to 2^64 - 1")
        if not 1 <= self.sessions <= _WORD - self.first_session:
            raise UsageError(f"sessions is {self.sessions} but takes 1 to 2^64")
        if not 1 <= self.deals <= MOST_DEALS:
            raise UsageError(f"deals is {self.deals} but takes 1 to 2^31")

    @property
    def chunk_sessions(self) -> int:
        """How many sessions a chunk has (the last may have fewer)."""
        return max(1, CHUNK_DEALS // self.deals)

    @property
    def n_chunks(self) -> int:
        """How many chunks the plan has."""
        return -(-self.sessions // self.chunk_sessions)

    def chunk(self, index: int) -> tuple[int, int]:
        """Return the first session of a chunk and how many it has."""
        start = index * self.chunk_sessions
        return (
            self.first_session + start,
            min(self.chunk_sessions, self.sessions - start),
        )

    def describe(self) -> dict[str, Any]:
        """Return the plan as plain data: what a result on disk carries."""
        return {
            "game": self.game.name,
            "players": self.players,
            "rules": self.rules.as_dict(),
            "strategies": [self._describe_seat(seat) for seat in self.seats],
            "seed": self.seed,
            "sessions": self.sessions,
            "deals": self.deals,
        }

    def _describe_seat(self, seat: Seat) -> dict[str, Any]:
        """Return a seat with all its parameters and the digest of its source."""
        from simcore.loading import built_in_file

        strategy = seat.strategy(self.game)
        values = {key: item.default for key, item in strategy.parameters.items()}
        file = seat.file or built_in_file(self.game.name, strategy.name)
        return {
            "name": seat.text,
            "parameters": values | dict(seat.values),
            "source_digest": source_digest(file),
        }

    @property
    def digest(self) -> str:
        """A short name for the plan: equal plans have equal digests."""
        text = json.dumps(self.describe(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
