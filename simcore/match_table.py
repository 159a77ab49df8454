"""The table of matches: one for all games of points, in one set of words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from simcore.metric import Metric
from simcore.played import Counts, PlayedSums
from simcore.stats import Estimate

TITLE = "Matches (margin: by how much the winner is ahead)"
"""What stands above the table."""

_TABLE = "matches"

HEADLINES = {
    "deals a match": (_TABLE, "deals a match", "mean"),
    "margin": (_TABLE, "margin", "mean"),
}
"""What a sweep of matches shows of each cell in all games, beside who wins."""

_UNFINISHED = (
    "Unfinished matches were stopped before anybody had won: their deals are counted,"
    " but no winner and no length, so that the rest of this table is of the shorter"
    " ones."
)


def match_table(
    sums: PlayedSums, shares: Iterable[tuple[str, Estimate]], won: Counts, begun: Counts
) -> Iterator[Metric]:
    """Yield who wins matches, how long they are and by how much they are won.

    Parameters
    ----------
    sums : PlayedSums
        With the blocks `length` and `margin`, in bins, and `length_sum` and
        `margin_sum`, of the matches that were won.
    shares : iterable of (str, Estimate)
        Who wins, and what share of the matches that were won.
    won, begun : int64[N_BATCHES]
        Matches that were won, and all. Nothing is yielded where there were none.
    """
    if not begun.any():
        return
    for item, share in shares:
        yield Metric(_TABLE, item, "won", "share", share)
    unfinished = sums.share_of_sessions(begun - won, begun)
    yield Metric(_TABLE, "matches", "unfinished", "share", unfinished)
    for item, block, unit in (
        ("deals a match", "length", "deals"),
        ("margin", "margin", "points"),
    ):
        mean = sums.mean(sums[f"{block}_sum"][:, 0], won)
        yield Metric(_TABLE, item, "mean", unit, mean)
        for name, found in sums.quantiles(sums[block]):
            yield Metric(_TABLE, item, name, unit, found)


def match_notes(metrics: Sequence[Metric]) -> dict[str, list[str]]:
    """Return the sentence that must stand beneath the table, if one must."""
    for one in metrics:
        if one.metric == "unfinished" and one.estimate.estimate > 0:
            return {_TABLE: [_UNFINISHED]}
    return {}
