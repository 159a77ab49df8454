"""What a duel is: which strategies are compared, and who sits where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from simcore.game import Game
from simcore.lineup import Seat
from simcore.plan import Plan

CHUNK_DEALS = 1 << 14
"""About how many deals a chunk has, each of which is played once an arrangement."""

CHUNK_MATCHES = 64
"""How many matches a chunk has."""


LEAST_UNITS = 2
"""Of fewer sessions there is no error, and so no answer."""


@dataclass(frozen=True, kw_only=True)
class Duel:
    """A comparison of strategies.

    Parameters
    ----------
    plan : Plan
        Rules, seed, sessions and deals; its seats are those of the first arrangement.
    strategies : tuple of Seat
        What is compared.
    fields : tuple of Seat
        Who sits at the other side, in turn.
    by_deal : bool
        Whether each deal stands alone, at a table with the usual pot: a session of
        `plan` is a deal then.
    stop_when : float, optional
        Half the width that the intervals of all differences may have.
    level : float
        The confidence level of those.
    """

    plan: Plan
    strategies: tuple[Seat, ...]
    fields: tuple[Seat, ...]
    by_deal: bool
    stop_when: float | None
    level: float

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.plan.game

    @property
    def unit(self) -> str:
        """What is compared one by one: ``sessions``, ``deals`` or ``matches``."""
        return "deals" if self.by_deal else self.plan.unit

    @property
    def settings(self) -> dict[str, Any]:
        """What is particular to the duel: all that is not as by default."""
        own = {
            "field": None if self.fields == self.strategies else self.fields[0].text,
            "pair": "deal" if self.by_deal else None,
            "stop_when": self.stop_when,
            "max": None if self.stop_when is None else self.plan.sessions,
        }
        set_ones = {key: value for key, value in own.items() if value is not None}
        return self.plan.rules.changed() | set_ones

    def describe(self) -> dict[str, Any]:
        """Return the duel as plain data: all that its numbers depend on.

        `strategies` are compared, each in the seats of each of `sides`; in the others
        sit those of `field` in turn.
        """
        compared = replace(self.plan, seats=self.strategies).describe()
        others = replace(self.plan, seats=self.fields).describe()
        is_stopped = self.stop_when is not None
        return {
            "command": "duel",
            **compared,
            "sides": [list(own) for own in self._sides],
            "field": others["strategies"],
            "pair": "deal" if self.by_deal else "session",
            "stop_when": self.stop_when,
            "max": self.plan.sessions if is_stopped else None,
            "level": self.level,
        }

    @property
    def _sides(self) -> list[tuple[int, ...]]:
        """The seats that a strategy holds together, in turn."""
        sides: list[tuple[int, ...]] = self.plan.game.duels.sides(self.plan.players)
        return sides

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The strategies that are compared with each other, by their places."""
        return list(combinations(range(len(self.strategies)), 2))

    @property
    def arrangements(self) -> list[tuple[Seat, ...]]:
        """All ways in which the seats are filled, each once."""
        players = self.plan.players
        return list(
            dict.fromkeys(
                arrangement(one, field, own, players)
                for one in self.strategies
                for field in self.fields
                for own in self._sides
            )
        )

    @property
    def n_pools(self) -> int:
        """How many sums there are of each strategy's gains and deals: one a field.

        Of single deals there is one: against every field there are equally many.
        """
        return 1 if self.plan.deals == 1 else len(self.fields)

    @property
    def chunk_sessions(self) -> int:
        """How many sessions a chunk has (the last may have fewer)."""
        if self.plan.matches:
            return CHUNK_MATCHES
        return max(1, CHUNK_DEALS // self.plan.deals)


def arrangement(
    one: Seat, field: Seat, own: tuple[int, ...], players: int
) -> tuple[Seat, ...]:
    """Return who sits where with a strategy in the seats `own`, a field elsewhere."""
    return tuple(one if seat in own else field for seat in range(players))
