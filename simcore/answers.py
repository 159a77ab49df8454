"""Odds from Python: what a deal of which part is known is worth.

`simcore.odds` is here; this module is imported when it is first used.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from simcore.arguments import cards, checked, facts_of, hands, width
from simcore.counts import counted
from simcore.errors import UsageError
from simcore.game import Game, check_players
from simcore.registry import find_game
from simcore.situations.situation import Answer, Asked, Situation
from simcore.stats import check_level
from simcore.targets import parse_targets

if TYPE_CHECKING:
    from pandas import DataFrame  # noqa: TID251 (the type only)

    from simcore.runner import Outcome
    from simcore.situations.sampling import Sample, Wanted

USUAL_DEALS = 20_000
USUAL_MOST = 2_000_000
USUAL_TRIES = 20_000_000
"""How many deals are played, at most for a precision, and dealt at most."""


@dataclass(frozen=True)
class Odds:
    """What was asked of a situation, what was played, and what it tells.

    Parameters
    ----------
    situation : Situation
    sample : Sample
    outcome : Outcome
        The run as results describe one; each deal is a session.
    answer : Answer
    level : float
    """

    situation: Situation
    sample: Sample
    outcome: Outcome
    answer: Answer
    level: float


@checked(precision=width)
def odds(
    game: str,
    *,
    hand: str | Sequence[str] | Mapping[int, str | Sequence[str]] | None = None,
    seat: int | None = None,
    players: int | None = None,
    strategy: str | None = None,
    opponents: str | Sequence[str] | None = None,
    without: str | Sequence[str] = "",
    given: str | Sequence[str] = (),
    deals: int = USUAL_DEALS,
    precision: float | str | None = None,
    maximum: int = USUAL_MOST,
    tries: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    rules: Mapping[str, Any] | None = None,
    level: float = 0.95,
    **facts: Any,
) -> DataFrame:
    """Return what a deal of which part is known is worth, and what to do in it.

    Parameters
    ----------
    game : str
        The name of the game.
    hand : str, sequence of str, or Mapping, optional
        The known cards of the seat that asks, as a text or a list; or those of each
        seat by its number.
    seat : int, optional
        Who asks: the only seat whose hand is known, or 0, if left out.
    players : int, optional
        How many play.
    strategy : str, optional
        How the seat that asks plays where nothing is asked.
    opponents : str or sequence of str, optional
        The strategy of all others, or one for each in the order of their seats.
    without : str or sequence of str
        Cards that are in nobody's hand.
    given : str or sequence of str
        Conditions on the hands, as ``"seat0.trumps>=3"``.
    deals : int
        How many deals to play that agree with all that is known.
    precision : float or str, optional
        Play instead until the interval of the main difference is so narrow: half its
        width, in the unit of that difference.
    maximum : int
        With a precision, the most deals.
    tries : int, optional
        The most deals to deal while looking for such that agree. If left out, 20
        million, and fewer where none seems ever to agree.
    seed : int, optional
        0 to 2**64 - 1; drawn if left out.
    jobs : int, optional
        Threads; the table does not depend on them.
    rules : Mapping, optional
        Options of the rules with their values.
    level : float
        Confidence level of the intervals.
    **facts
        What else is known of the deal; `docs/odds.md` lists the facts of each game.

    Returns
    -------
    DataFrame
        A row for each estimate. Its ``attrs["answer"]`` is the answer in sentences,
        ``attrs["provenance"]`` tells all that the result depends on.

    Raises
    ------
    UsageError
        If something that was said cannot be, or no deal agrees with it.
    StrategyError
        If a strategy cannot be loaded or breaks the rules.
    """
    check_level(level)
    asked = make_asked(
        find_game(game),
        hands=_hands(hand),
        seat=seat,
        players=players,
        strategy=strategy,
        others=opponents
        if opponents is None or isinstance(opponents, str)
        else ",".join(opponents),
        without=cards("without", without),
        given=(given,) if isinstance(given, str) else tuple(given),
        seed=seed,
        rules=rules or {},
        facts=facts_of(facts),
    )
    found = find_odds(
        asked,
        deals=deals,
        precision=precision,
        maximum=maximum,
        tries=tries,
        jobs=jobs,
        level=level,
    )
    table = table_of_odds(found)
    table.attrs["answer"] = list(found.answer.sentences)
    table.attrs["provenance"] = provenance_of_odds(found)
    return table


def _hands(
    hand: str | Sequence[str] | Mapping[int, str | Sequence[str]] | None,
) -> tuple[tuple[int | None, str], ...]:
    """Return the known hands, None for the seat that asks."""
    if hand is None:
        return ()
    known = hands("hand", hand)
    return ((None, known),) if isinstance(known, str) else tuple(known.items())


def make_asked(
    game: Game,
    *,
    hands: Iterable[tuple[int | None, str]],
    seat: int | None,
    players: int | None,
    strategy: str | None,
    others: str | None,
    without: str,
    given: tuple[str, ...],
    seed: int | None,
    rules: Mapping[str, Any],
    facts: Mapping[str, Any],
) -> Asked:
    """Return what a user asks; what is None is as the game has it, a seed is drawn.

    Raises
    ------
    UsageError
        If there are no odds of the game, or it knows no such fact.
    """
    if not game.has_odds:
        raise UsageError(f"there are no odds of {game.name}")
    told = {name: value for name, value in facts.items() if value is not None}
    known = game.situations.FACTS
    for name in told:
        if name not in known:
            raise UsageError(
                f"{game.name} knows no {name!r} of a deal; known: {', '.join(known)}"
            )
    players = game.players[2] if players is None else players
    check_players(game, players)
    house_rules = game.rules.from_settings(rules)
    house_rules.check_matter(is_match=False)
    return Asked(
        game=game,
        players=players,
        rules=house_rules,
        seed=secrets.randbits(32) if seed is None else seed,
        strategy=strategy,
        others=others,
        seat=seat,
        hands=tuple(hands),
        given=given,
        without=without,
        facts=told,
    )


def find_odds(
    asked: Asked,
    *,
    deals: int = USUAL_DEALS,
    precision: float | str | None = None,
    maximum: int = USUAL_MOST,
    tries: int | None = None,
    jobs: int | None = None,
    level: float = 0.95,
) -> Odds:
    """Return the odds of what is `asked`; see `odds`.

    Ctrl-C ends the work; there is then an answer of the deals that were played, or a
    KeyboardInterrupt if there were none.
    """
    for name, number in (("deals", deals), ("maximum", maximum), ("tries", tries)):
        if number is not None and number < 1:
            raise UsageError(f"{name} is {number} but takes 1 or more")
    metric, width = _precision(precision)
    situation = asked.game.situations.make_situation(asked)
    from simcore.situations.sampling import Wanted

    most_tries = USUAL_TRIES if tries is None else tries
    looks_on = tries is not None
    wanted = Wanted(deals, width, maximum, most_tries, level, metric, looks_on)
    return _play(situation, wanted, jobs)


def _precision(wanted: float | str | None) -> tuple[str, float | None]:
    """Return which number is to be how precise: empty for the main difference."""
    if wanted is None:
        return "", None
    if isinstance(wanted, str) and "=" in wanted:
        (target,) = parse_targets(wanted)
        return target.name, target.width
    with suppress(ValueError):
        if float(wanted) > 0:
            return "", float(wanted)
    raise UsageError(
        f"precision is {wanted} but takes a number above 0, or METRIC=WIDTH"
    )


def _play(situation: Situation, wanted: Wanted, jobs: int | None) -> Odds:
    """Play a situation and put the answer together (imports numba)."""
    from simcore.progress import compiling
    from simcore.runner import Outcome, n_threads, stop_flag
    from simcore.situations.sampling import play_situation

    start = time.perf_counter()
    plan = situation.plan
    with stop_flag() as flag:
        sample = play_situation(
            situation, wanted, n_threads(jobs), compiling(plan), lambda: bool(flag[0])
        )
    if sample.kept == 0:
        raise KeyboardInterrupt
    most_deals = wanted.deals if wanted.precision is None else wanted.most
    asked_for = sample.kept if sample.is_complete else most_deals
    plan = replace(plan, sessions=asked_for, deals=1)
    sums = plan.game.engine.layout.zeros()
    seconds = time.perf_counter() - start
    outcome = Outcome(plan, sums, sample.kept, seconds)
    answer = situation.answer(sample, wanted.level)
    return Odds(situation, sample, outcome, answer, wanted.level)


def table_of_odds(found: Odds) -> DataFrame:
    """Return the numbers of an answer as a table with the columns of all results."""
    from simcore.results import frame

    return frame(found.answer.metrics, found.outcome, level=found.level)


def provenance_of_odds(found: Odds) -> dict[str, Any]:
    """Return where the numbers come from: as of any result, with the situation."""
    from simcore.results import provenance

    outcome = found.outcome
    asked = outcome.plan.describe() | {"situation": found.situation.describe()}
    origin = provenance(outcome, asked)
    origin["plan"]["dealt"] = found.sample.dealt
    return origin


def heading(found: Odds) -> list[str]:
    """Return the lines above the tables: the answer, then what it rests on."""
    from simcore.job import describe_lineup
    from simcore.results import settings_text

    sample, plan = found.sample, found.situation.plan
    names = [seat.text for seat in plan.seats]
    changed = settings_text(plan.rules.changed())
    return [
        *found.answer.sentences,
        "",
        f"{plan.game.name}, {plan.players} players, seat {found.situation.seat} asks:"
        f" {describe_lineup(names)}",
        f"{_dealt(sample)}, seed {plan.seed}; rules: {changed or 'defaults'}",
        f"± and [ ]: {100 * found.level:g} % interval over deals, each dealt anew;"
        " n: what was counted",
        *_shortfall(found),
    ]


def _dealt(sample: Sample) -> str:
    """Return how many deals were played, of how many with the known cards."""
    if sample.kept == sample.dealt:
        return counted(sample.kept, "deals")
    share = 100 * sample.kept / sample.dealt
    of_all = f"{sample.kept:,} of {counted(sample.dealt, 'deals')}"
    return f"{of_all} ({share:.3g} %) agree with what was said"


def _shortfall(found: Odds) -> list[str]:
    """Return that deals are missing, or that all there may be do not suffice."""
    from simcore.report import incomplete_text

    if not found.outcome.is_complete:
        return [incomplete_text(found.outcome)]
    if found.sample.is_complete:
        return []
    return ["The interval is wider than asked for; --max would allow more deals"]
