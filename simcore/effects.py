"""What one change of a grid does: differences between cells of one seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf, isfinite
from typing import NamedTuple

from simcore.grid import Cell, Grid
from simcore.metric import Metric
from simcore.stats import SAME, Estimate, paired_difference

TABLE = "effects"
"""The table of these rows in a result."""

Key = tuple[str, str, str]
"""Table, item and metric of a number."""

_SHARES = (-1.0, 1.0)
"""What two shares can differ by at most."""

_IN_COMMON = {
    "players": "Another number of players is dealt other cards: those differences have"
    " the luck of both cells in them, and in their intervals.",
    "deals": "Sessions of another length have the same deals only as far as both go.",
}
"""What cells have in common that differ in an axis, where not all cards."""


class Effect(NamedTuple):
    """What a cell changes of one number.

    Parameters
    ----------
    cell : Cell
        The cell that differs from the base in one value.
    change : str
        That value, as ``remainder=declarer``.
    name : str
        How the number is called on the screen.
    row : Metric
        The difference, as a row of a result.
    """

    cell: Cell
    change: str
    name: str
    row: Metric

    @property
    def is_seen(self) -> bool:
        """Whether the interval leaves out that there is no difference."""
        found = self.row.estimate
        return found.ci_low > 0 or found.ci_high < 0

    @property
    def remark(self) -> str:
        """What is to be said where no difference is seen."""
        found = self.row.estimate
        if self.is_seen:
            return ""
        if found.method == SAME:
            return "no difference in any batch"
        is_known = isfinite(found.ci_low) and isfinite(found.ci_high)
        return "no difference seen" if is_known else "not known how sure"


class Effects:
    """The numbers of those cells of a grid that differ from its base in one value.

    The base has the value of each axis that is usual, or else the first; see
    `base_values`.

    Parameters
    ----------
    grid : Grid
    level : float
        Confidence level of the intervals.
    wanted : Mapping[str, Key]
        The numbers to compare by name; those in chips, whose variance may be infinite,
        are not.
    """

    def __init__(self, grid: Grid, level: float, wanted: Mapping[str, Key]) -> None:
        self.base = base_values(grid)
        self._level = level
        self._wanted = wanted
        self._base: dict[Key, Metric] = {}
        self._changed: list[tuple[Cell, str, dict[Key, Metric]]] = []

    def add(self, cell: Cell, metrics: Mapping[Key, Metric]) -> None:
        """Keep what is needed of a cell that was run."""
        changes = [pair for pair in cell.settings if self.base[pair[0]] != pair[1]]
        if len(changes) > 1:
            return
        kept = {
            key: metrics[key]
            for key in self._wanted.values()
            if key in metrics and metrics[key].unit != "chips"
        }
        if changes:
            self._changed.append((cell, "=".join(changes[0]), kept))
        else:
            self._base = kept

    def __iter__(self) -> Iterator[Effect]:
        """Yield every effect, in the order of the cells; none before the base was run.

        What does not exist in one of the two cells has none.
        """
        for cell, change, found in self._changed:
            for name, key in self._wanted.items():
                if key in found and key in self._base:
                    yield self._effect(cell, change, name, key, found[key])

    def notes(self) -> list[str]:
        """Return what is to be said of changes that leave not all deals the same."""
        axes = {change.partition("=")[0] for _, change, _ in self._changed}
        return [text for axis, text in _IN_COMMON.items() if axis in axes]

    def _effect(
        self, cell: Cell, change: str, name: str, key: Key, changed: Metric
    ) -> Effect:
        """Return the effect of a cell on one number."""
        base: Estimate = self._base[key].estimate
        bounds = _SHARES if changed.unit == "share" else (-inf, inf)
        found = paired_difference(
            changed.estimate, base, level=self._level, bounds=bounds
        )
        table, item, metric = key
        label = f"{table}, {item}: {metric}"
        return Effect(
            cell, change, name, Metric(TABLE, change, label, changed.unit, found)
        )


def base_values(grid: Grid) -> dict[str, str]:
    """Return for each axis the value that the others are compared with.

    It is the one that is usual, if it is in the grid, or else the first: usual in the
    game, or of a parameter what the seat's strategy has where nothing is said.
    """
    usual = {item.name: _as_text(item.default) for item in grid.game.rules.options()}
    usual["players"] = str(grid.game.players[2])
    usual["deals"] = str(grid.game.default_deals)
    usual["all.strategy"] = grid.game.default_strategy
    base = {key: _base_of(values, usual.get(key)) for key, values in grid.axes.items()}
    for key, text in grid.usual_parameters(base).items():
        base[key] = _base_of(grid.axes[key], text)
    return base


def _base_of(values: tuple[str, ...], usual: str | None) -> str:
    """Return the value that is usual, or else the first."""
    return next((value for value in values if value.lower() == usual), values[0])


def _as_text(value: object) -> str:
    """Return the default of an option as it is written in a grid."""
    if value is None:
        return "none"
    return str(value).lower()
