"""What the built-in players of Kratzen win against each other.

Seat 0 is each of them in turn, all other seats are one opponent; every table is
dealt the same cards. Run it with: python scripts/compare_presets.py [sessions]
"""

from __future__ import annotations

import sys

import simcore

PLAYERS = ("random", "cautious", "normal", "bold")
SEED = 1


def profit_of_seat_0(player: str, opponent: str, sessions: int) -> str:
    """Return the profit in pots a deal of `player` against three of `opponent`."""
    table = simcore.run(
        "kratzen",
        strategies=[player, opponent, opponent, opponent],
        sessions=sessions,
        seed=SEED,
    )
    (row,) = table[
        (table["table"] == "profit")
        & (table["item"] == "seat 0")
        & (table["metric"] == "profit in pots")
    ].itertuples()
    return f"{row.estimate:+.3f} [{row.ci_low:+.3f}, {row.ci_high:+.3f}]"


def main(sessions: int = 5_000) -> None:
    """Print the table: a row for each player, a column for each opponent."""
    print(
        "Profit a deal of seat 0, in pots, with 95 % intervals; the other seats play:"
    )
    print(" " * 10 + "".join(f"{opponent:>26}" for opponent in PLAYERS))
    for player in PLAYERS:
        cells = (profit_of_seat_0(player, other, sessions) for other in PLAYERS)
        print(f"{player:10}" + "".join(f"{cell:>26}" for cell in cells))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
