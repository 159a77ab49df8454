"""What a game offers to be timed."""

from __future__ import annotations

from dataclasses import dataclass


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
        Who plays, as for `--strategies`.
    deals : int
        Deals in a session.

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
    deals: int
