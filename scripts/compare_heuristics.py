"""By how much the built-in player of each game of points beats random play.

Both are dealt the same cards and sit in every seat: of Chibre as a partnership, of Rook
alone at tables of either, of Klaberjass on both sides of a deal. Run it with:
python scripts/compare_heuristics.py [deals]
"""

from __future__ import annotations

import sys

import simcore

GAMES = ("chibre", "rook", "klaberjass")
PLAYERS = ("heuristic", "random")
SEED = 1


def margin(game: str, deals: int) -> str:
    """Return which of the two gains more points a deal, how many, and how sure."""
    table = simcore.duel(game, PLAYERS, deals=deals, seed=SEED)
    (row,) = table[
        (table["table"] == "duel") & (table["metric"] == "gain a deal")
    ].itertuples()
    interval = f"[{row.ci_low:+.2f}, {row.ci_high:+.2f}]"
    return f"{row.item}  {row.estimate:+7.2f}  {interval:>18}  {row.n:>9,} deals"


def main(deals: int = 20_000) -> None:
    """Print a line for each game."""
    print(
        f"Points a deal that the stronger gains more, with 95 % intervals; seed {SEED}:"
    )
    for game in GAMES:
        print(f"{game:10}  {margin(game, deals)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
