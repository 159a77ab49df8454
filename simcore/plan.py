"""What to simulate, down to the last detail: a plan, cut into chunks."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from simcore.errors import UsageError
from simcore.game import Game, check_players
from simcore.lineup import Seat
from simcore.loading import source_digest
from simcore.options import Rules

CHUNK_DEALS = 1 << 18
"""About how many deals a chunk has: some tenths of a second of work."""

CHUNK_MATCHES = 1 << 11
"""How many matches a chunk has, as nobody knows how long they are."""

MATCH_DEALS = 10_000
"""A match that is not won after so many deals is left unfinished."""

MOST_DEALS = 1 << 31
_WORD = 1 << 64

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
    matches : bool
        Whether a session is a whole match, which ends when it is won.
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
    matches: bool = False
    first_session: int = 0

    def __post_init__(self) -> None:
        """Check the numbers."""
        check_players(self.game, self.players)
        if not 0 <= self.seed < _WORD:
            raise UsageError(f"seed is {self.seed} but takes 0 to 2^64 - 1")
        if not 1 <= self.sessions <= _WORD - self.first_session:
            raise UsageError(f"{self.unit} is {self.sessions} but takes 1 to 2^64")
        if not 1 <= self.deals <= MOST_DEALS:
            raise UsageError(f"deals is {self.deals} but takes 1 to 2^31")

    @property
    def unit(self) -> str:
        """What a session is called: ``sessions``, ``deals`` or ``matches``."""
        if self.matches:
            return "matches"
        return "deals" if self.game.plays_matches else "sessions"

    @property
    def chunk_sessions(self) -> int:
        """How many sessions a chunk has (the last may have fewer)."""
        return CHUNK_MATCHES if self.matches else max(1, CHUNK_DEALS // self.deals)

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

    def sessions_in(self, chunks: range) -> int:
        """Return how many sessions the chunks of these numbers (rising) have."""
        total = len(chunks) * self.chunk_sessions
        if chunks and chunks[-1] == self.n_chunks - 1:
            total -= self.n_chunks * self.chunk_sessions - self.sessions
        return total

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
            "matches": self.matches,
        }

    def _describe_seat(self, seat: Seat) -> dict[str, Any]:
        """Return a seat with all its parameters and the digest of its source."""
        from simcore.loading import built_in_file

        strategy = seat.strategy(self.game)
        values = {key: item.default for key, item in strategy.parameters.items()}
        file = seat.source or built_in_file(self.game.name, strategy.name)
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


def run_length(
    game: Game, sessions: int | None, deals: int | None, matches: int | None
) -> dict[str, Any]:
    """Return `sessions`, `deals` and `matches` of a plan from what a user asked for.

    A table of a pot game plays `sessions` of up to `deals` deals. In a game of matches
    one asks for a number of `deals`, which stand alone, or of whole `matches`.

    Raises
    ------
    UsageError
        If the game is not counted so.
    """
    if not game.plays_matches:
        if matches is not None:
            raise UsageError(
                f"{game.name} is not played in matches; say how many sessions, and how"
                " many deals in each"
            )
        return {
            "sessions": game.default_sessions if sessions is None else sessions,
            "deals": game.default_deals if deals is None else deals,
            "matches": False,
        }
    if sessions is not None:
        raise UsageError(
            f"{game.name} is counted in deals or matches, not in sessions; say how many"
            " deals, or how many matches"
        )
    if matches is None:
        number = game.default_sessions if deals is None else deals
        return {"sessions": number, "deals": 1, "matches": False}
    if deals is not None:
        raise UsageError("say how many deals or how many matches, not both")
    return {"sessions": matches, "deals": MATCH_DEALS, "matches": True}
