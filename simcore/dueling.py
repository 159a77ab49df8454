"""Duels of strategies: which is better, by how much, and how sure that is.

`simcore.duel` is here; this module is imported when it is first used.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any

from simcore.api import make_plan, warn
from simcore.arguments import checked
from simcore.duel_plan import LEAST_UNITS, Duel
from simcore.errors import UsageError
from simcore.game import Game
from simcore.lineup import Seat, parse_seat, split_seats
from simcore.plan import run_length
from simcore.registry import find_game
from simcore.stats import check_level

if TYPE_CHECKING:
    from pandas import DataFrame  # noqa: TID251 (the type only)

SHORTER = 5
"""A duel has the usual length of a run divided by this: it plays many arrangements."""

MOST_TIMES = 100
"""Where a duel stops as soon as it is decided, it has at most so many times that."""


@checked()
def duel(
    game: str,
    strategies: str | Sequence[str],
    *,
    field: str | None = None,
    players: int | None = None,
    sessions: int | None = None,
    deals: int | None = None,
    matches: int | None = None,
    pair: str = "session",
    stop_when: float | None = None,
    maximum: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    rules: Mapping[str, Any] | None = None,
    level: float = 0.95,
) -> DataFrame:
    """Compare strategies on the same deals, each of them in every seat.

    Parameters
    ----------
    game : str
        The name of the game.
    strategies : str or sequence of str
        Two or more, as for `simcore.run`.
    field : str, optional
        Who sits in all other seats; by default each of the compared in turn.
    players, sessions, deals, matches, seed, jobs, rules, level
        As for `simcore.run`.
    pair : str
        ``session``, or in a game with a pot ``deal``: each deal then stands alone, from
        equal pots.
    stop_when : float, optional
        Stop as soon as each difference is known to half a width of this, or its sign is
        known; with intervals that hold however often one looks. Not with `matches`.
    maximum : int, optional
        With `stop_when`: the most sessions, or with `pair` ``deal`` and in a game of
        matches the most deals; by default 100 times as many as a duel usually has.

    Returns
    -------
    DataFrame
        A row for each number; ``attrs["answer"]`` is the answer in sentences.
        Interrupted by Ctrl-C it holds what was complete, `complete` is False, and there
        is a warning.

    Raises
    ------
    UsageError
        If something asked for does not exist, or strategies cannot be compared.
    StrategyError
        If a strategy cannot be loaded or breaks the rules.
    KeyboardInterrupt
        If it was interrupted before two sessions were complete.
    """
    from simcore.duel_play import play_duel
    from simcore.duel_tables import part_done, provenance_of, sentences_of, table_of
    from simcore.progress import compiling
    from simcore.runner import n_threads

    asked = make_duel(
        find_game(game),
        split_seats(strategies) if isinstance(strategies, str) else strategies,
        field=field,
        players=players,
        sessions=sessions,
        deals=deals,
        matches=matches,
        pair=pair,
        stop_when=stop_when,
        maximum=maximum,
        seed=seed,
        rules=rules or {},
        level=level,
    )
    played = play_duel(asked, n_threads(jobs), None, compiling(asked.plan))
    if not played.has_answer:
        raise KeyboardInterrupt
    if not played.is_complete:
        warn(f"interrupted after {part_done(played)}")
    table = table_of(played)
    table.attrs["answer"] = sentences_of(played)
    table.attrs["provenance"] = provenance_of(played)
    return table


def make_duel(
    game: Game,
    strategies: Sequence[str],
    *,
    field: str | None,
    players: int | None,
    sessions: int | None,
    deals: int | None,
    matches: int | None,
    pair: str,
    stop_when: float | None,
    maximum: int | None,
    seed: int | None,
    rules: Mapping[str, Any],
    level: float,
) -> Duel:
    """Return a duel, checked; see `duel`."""
    check_level(level)
    compared = tuple(parse_seat(text, game) for text in strategies)
    if len(compared) < 2:
        raise UsageError("a duel takes two strategies or more")
    by_deal = _is_by_deal(game, pair)
    if stop_when is not None and not (stop_when > 0 and isfinite(stop_when)):
        raise UsageError(f"stop-when is {stop_when} but takes a number above 0")
    if maximum is not None and stop_when is None:
        raise UsageError(f"max is {maximum} but goes with stop-when only")
    length = _length(game, sessions, deals, matches, by_deal, stop_when, maximum)
    # What imports numba comes last, for mistakes to be told at once.
    if not game.has_duels:
        raise UsageError(f"there are no duels of {game.name}")
    _check_distinct(compared, game)
    plan = make_plan(
        game,
        players=players,
        rules=rules,
        seed=seed,
        deals=None if length["matches"] else 1,
        matches=1 if length["matches"] else None,
    )
    seed = secrets.randbits(32) if seed is None else seed
    found = Duel(
        plan=replace(plan, **length, seed=seed),
        strategies=compared,
        fields=compared if field is None else (parse_seat(field, game),),
        by_deal=by_deal,
        stop_when=stop_when,
        level=level,
    )
    if by_deal:
        plan = replace(found.plan, sessions=found.plan.sessions * found.plan.deals)
        found = replace(found, plan=replace(plan, deals=1))
    if found.plan.sessions < LEAST_UNITS:
        raise UsageError(
            f"a duel takes {LEAST_UNITS} {found.unit} or more, not"
            f" {found.plan.sessions}"
        )
    return found


def _is_by_deal(game: Game, pair: str) -> bool:
    """Return whether each deal stands alone, at equal pots."""
    if pair not in {"session", "deal"}:
        raise UsageError(f"pair is {pair!r} but takes session or deal")
    if pair == "session":
        return False
    if not game.has_pot:
        raise UsageError(
            f"{game.name} has no pot: its deals stand alone without --pair deal"
        )
    return True


def _length(
    game: Game,
    sessions: int | None,
    deals: int | None,
    matches: int | None,
    by_deal: bool,
    stop_when: float | None,
    most: int | None,
) -> dict[str, Any]:
    """Return how many sessions a duel has at most, and how many deals each."""
    length = run_length(game, sessions, deals, matches)
    counted = [deals, matches] if game.plays_matches else [sessions]
    is_counted = any(number is not None for number in counted)
    is_stopped = stop_when is not None
    if is_stopped and length["matches"]:
        raise UsageError(
            "stop-when is not for duels of matches; say how many matches, or compare"
            " single deals"
        )
    if is_stopped and (is_counted or (by_deal and deals is not None)):
        raise UsageError("stop-when decides how many are played; max is the most")
    if not is_counted:
        usual = max(LEAST_UNITS, game.default_sessions // SHORTER)
        length["sessions"] = usual * (MOST_TIMES if is_stopped else 1)
    if most is not None:
        length |= {"sessions": most} | ({"deals": 1} if by_deal else {})
    return length


def _check_distinct(seats: Sequence[Seat], game: Game) -> None:
    """Raise if two of the strategies are the same."""
    known: dict[Any, str] = {}
    for seat in seats:
        strategy = seat.strategy(game)
        key = (
            seat.file,
            tuple(strategy.decisions.values()),
            tuple(seat.row(game).tolist()),
        )
        if key in known:
            raise UsageError(
                f"{known[key]} and {seat.text} are the same strategy: on the same cards"
                " they gain exactly the same"
            )
        known[key] = seat.text
