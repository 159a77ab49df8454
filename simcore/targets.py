"""What a user wants to know, and how well: ``made=0.002`` and the like."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from math import inf, isfinite, nan

from simcore.errors import UsageError
from simcore.game import Game
from simcore.metric import Metric

MOST_TIMES = 100
"""A run ends at so many times the usual length of the game, unless told otherwise."""

_NAMED = 6
"""So many names are listed in a mistake."""

Key = tuple[str, str, str]
"""Table, item and metric of a number."""

Wanted = str | Mapping[str, float] | Iterable[str]
"""Targets as a user gives them: ``"made=0.002"``, several of them, or a mapping."""


@dataclass(frozen=True)
class Target:
    """A number, and how well it is to be known.

    Parameters
    ----------
    name : str
        The number as it was asked for: ``made``, ``all three.made`` or in full
        ``contracts.all three.made``.
    width : float
        The most that half of its interval may be.
    """

    name: str
    width: float


def parse_targets(wanted: Wanted) -> tuple[Target, ...]:
    """Return what a user wants to know, and how well.

    Of a number that is named twice the smaller width counts.

    Raises
    ------
    UsageError
        If one is not of the form ``METRIC=WIDTH`` with a width above 0.
    """
    if isinstance(wanted, str):
        wanted = [wanted]
    if isinstance(wanted, Mapping):
        wanted = [f"{name}={width}" for name, width in wanted.items()]
    targets: dict[str, Target] = {}
    for target in map(_parse_target, wanted):
        before = targets.setdefault(plain(target.name), target)
        if target.width < before.width:
            targets[plain(target.name)] = replace(before, width=target.width)
    if not targets:
        raise UsageError("precision names no metric; give METRIC=WIDTH")
    return tuple(targets.values())


def as_mapping(targets: Iterable[Target]) -> dict[str, float]:
    """Return the width of each target by its name."""
    return {target.name: target.width for target in targets}


def _parse_target(word: str) -> Target:
    """Return the target written as ``METRIC=WIDTH``."""
    name, equals, text = str(word).rpartition("=")
    if not equals or not name.strip():
        raise UsageError(f"precision is {word!r} but takes METRIC=WIDTH")
    try:
        width = float(text)
    except ValueError:
        width = nan
    if not (width > 0 and isfinite(width)):
        raise UsageError(
            f"the precision of {name.strip()} is {text.strip()!r} but takes numbers"
            " above 0"
        )
    return Target(name.strip(), width)


def longest(
    game: Game,
    sessions: int | None,
    deals: int | None,
    matches: int | None,
    maximum: int | None,
) -> dict[str, int | None]:
    """Return `sessions`, `deals` and `matches` of a plan that is as long as may be.

    Parameters
    ----------
    game : Game
    sessions, deals, matches : int or None
        What else was asked for. A pot game takes the deals of a session; in a game of
        matches `matches` has them played, at most so many.
    maximum : int or None
        The most sessions, or deals that stand alone; by default `MOST_TIMES` those of
        the game.

    Raises
    ------
    UsageError
        If a number was asked for, which the precision decides.
    """
    counted = {"deals": deals} if game.plays_matches else {"sessions": sessions}
    for name, number in counted.items():
        if number is not None:
            raise UsageError(
                f"{name} is {number} but precision decides how many; max is the most"
            )
    most = MOST_TIMES * game.default_sessions if maximum is None else maximum
    if not game.plays_matches:
        return {"sessions": most, "deals": deals, "matches": matches}
    if matches is None:
        return {"sessions": sessions, "deals": most, "matches": None}
    if maximum is not None:
        raise UsageError("matches is the most matches already; leave out max")
    return {"sessions": sessions, "deals": None, "matches": matches}


def asked_length(
    game: Game,
    precision: Wanted | None,
    maximum: int | None,
    sessions: int | None,
    deals: int | None,
    matches: int | None,
) -> dict[str, int | None]:
    """Return `sessions`, `deals` and `matches` of a plan, with a precision the most.

    Raises
    ------
    UsageError
        If these do not go together.
    """
    if precision is not None:
        return longest(game, sessions, deals, matches, maximum)
    if maximum is not None:
        raise UsageError(f"max is {maximum} but goes with precision only")
    return {"sessions": sessions, "deals": deals, "matches": matches}


def find_key(
    name: str,
    metrics: Sequence[Metric],
    headlines: Mapping[str, Key],
    *,
    may_be_chips: bool = False,
) -> Key:
    """Return which number is called `name`.

    Parameters
    ----------
    name : str
        Its metric, with or without the item or the table or both before it, parted by
        dots; or its heading among the `headlines`. An underscore is a space.
    metrics : sequence of Metric
        All there are.
    headlines : Mapping[str, Key]
        The main numbers of the game by heading. Where `name` fits several numbers and
        one of them is among these, that is meant.
    may_be_chips : bool
        Whether chips can be known, as of a single deal with a given pot.

    Raises
    ------
    UsageError
        If there is none or there are several, or if its variance is not to be trusted.
    """
    wanted = plain(name)
    there = {(one.table, one.item, one.metric): one for one in metrics}
    keys = [key for key, one in there.items() if wanted in _names(one)]
    main = [
        key
        for heading, key in headlines.items()
        if key in keys or (plain(heading) == wanted and key in there)
    ]
    chosen = main if len(main) == 1 else keys
    if not may_be_chips and all(there[key].unit == "chips" for key in keys):
        chosen = chosen[:1]
    if not chosen:
        raise UsageError(
            f"there is no metric {name!r}{_nearest(wanted, metrics, headlines)}"
        )
    if len(chosen) > 1:
        names = ", ".join(map(".".join, chosen[:_NAMED]))
        more = f" and {len(chosen) - _NAMED} more" if len(chosen) > _NAMED else ""
        raise UsageError(f"metric {name!r} may be any of {names}{more}; name one")
    if not may_be_chips:
        _check_variance(there[chosen[0]], metrics)
    return chosen[0]


def plain(text: str) -> str:
    """Return a name as it is compared: in small letters, underscores as spaces."""
    return " ".join(text.replace("_", " ").casefold().split())


def _names(one: Metric) -> tuple[str, ...]:
    """Return all that a metric can be called."""
    table, item, metric = map(plain, one[:3])
    return (
        metric,
        f"{item}.{metric}",
        f"{table}.{metric}",
        f"{table}.{item}.{metric}",
    )


def _nearest(
    wanted: str, metrics: Sequence[Metric], headlines: Mapping[str, Key]
) -> str:
    """Return the end of a sentence about an unknown name."""
    known = dict.fromkeys(name for one in metrics for name in _names(one))
    near = get_close_matches(wanted, list(known), n=1, cutoff=0.6)
    if near:
        return f"; did you mean {near[0]}?"
    shown = [*map(".".join, headlines.values())] or list(known)[-_NAMED:]
    return f"; known are {', '.join(shown)} and more"


def _check_variance(one: Metric, metrics: Sequence[Metric]) -> None:
    """Raise if a metric is in chips, which no number of deals makes precise."""
    if one.unit != "chips":
        return
    name = ".".join(one[:3])
    others = [
        *(two for two in metrics if two[:2] == one[:2] and two.unit in {"pots", "log"}),
        *(two for two in metrics if two.unit == "pots"),
        *(two for two in metrics if two.unit == "log"),
    ]
    better = f"; ask for {'.'.join(others[0][:3])}" if others else ""
    raise UsageError(
        f"{name} is in chips, whose variance is not to be trusted: no number of deals"
        f" makes it precise{better}"
    )


def half_width(one: Metric) -> float:
    """Return half of the interval of a metric, infinite where an end is unknown.

    A mean without any spread so far is as good as unknown; a quantile is not, for the
    values of bins are whole numbers.
    """
    found = one.estimate
    half = (found.ci_high - found.ci_low) / 2
    is_bare = half == 0 and "quantile" not in one.metric
    return inf if is_bare or not isfinite(half) else half
