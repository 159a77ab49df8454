"""What a game offers to be timed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Workload:
    """A run of a game as it is timed; the number of sessions follows from the time.

    Parameters
    ----------
    name : str
        The name in tables, that of the game first.
    summary : str
        One line that says what is played.
    players : int
    strategies : str
        Who plays, as for `--strategies`: one for all, or one for each seat, with
        ``(parameter=value, ...)`` or not.
    rules : Mapping[str, str]
        The options of the rules that differ from their defaults.
    deals : int
        Deals in a session; 1 in a game of matches.
    matches : bool
        Whether a session is a whole match.

    Notes
    -----
    The module `workloads` of a game holds `WORKLOADS`, a tuple of these, and
    `count_work`, a function of the sums of a run and the number of players that returns
    how many deals and how many plays of a card they hold.
    """

    name: str
    summary: str
    players: int
    strategies: str
    rules: Mapping[str, str] = field(default_factory=dict)
    deals: int = 1
    matches: bool = False
