"""The command `simcore odds`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from simcore.answers import (
    USUAL_DEALS,
    USUAL_MOST,
    Odds,
    find_odds,
    heading,
    make_asked,
    provenance_of_odds,
    table_of_odds,
)
from simcore.cli.options import (
    COUNT,
    force_option,
    format_option,
    game_argument,
    jobs_option,
    level_option,
    output_option,
    rules_option,
    seed_option,
)
from simcore.cli.simulating import EXIT_INTERRUPTED, check_files
from simcore.errors import UsageError
from simcore.game import Game
from simcore.options import parse_settings
from simcore.progress import tell

_EXAMPLES = """\b
Examples:
  simcore odds kratzen --hand "Ah 6s 9h 7l" --turnup Kh --declarer 1 --contract schlagen
  simcore odds kratzen --hand "Ah Kh 9l 7l" --turnup 8h --dealer 3
  simcore odds kratzen --hand "0:Al Kl" --turnup 7l --given "seat1.trumps>=2"
"""

_HAND = re.compile(r"\s*(?:(?P<seat>\d+)\s*:)?(?P<cards>[^:]*)")

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class _SeatsType(click.ParamType):
    """Numbers of seats, separated by commas."""

    name = "seats"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        words = str(value).split(",")
        if not all(word.strip().isdecimal() for word in words):
            raise UsageError(f"{value!r} is not a list of seats as 1,3")
        return tuple(int(word) for word in words)


_CARD_OPTIONS: tuple[Decorator, ...] = (
    click.option(
        "--hand",
        "hands",
        multiple=True,
        metavar="[SEAT:]CARDS",
        help="Cards of the seat that asks, or of another, as 'Ah 6s 9h 7l'; not all of"
        " a hand need be known. May be given again.",
    ),
    click.option(
        "--seat",
        type=int,
        help="Who asks.  [default: the only seat whose hand is told, else 0]",
    ),
    click.option("--without", default="", metavar="CARDS", help="In nobody's hand."),
    click.option(
        "--given",
        multiple=True,
        metavar="CONDITION",
        help="A condition on a hand, as 'seat0.trumps>=3'. May be given again.",
    ),
)

_FACT_OPTIONS: tuple[Decorator, ...] = (
    click.option(
        "--dealer",
        type=int,
        help="Who deals.  [default: in kratzen, where it need not be told, each but who"
        " asks as likely; in rook each; in klaberjass the other player; in chibre it"
        " follows from who has the first say]",
    ),
    click.option("--turnup", metavar="CARDS", help="The card that was turned up."),
    click.option(
        "--declarer", type=int, help="Who is declarer, with his cards and strategy."
    ),
    click.option("--contract", help="What the declarer called."),
    click.option(
        "--turned", metavar="CARDS", help="Cards turned for andere or naechste."
    ),
    click.option("--in", "joined", type=_SeatsType(), help="Who said he goes along."),
    click.option("--out", "dropped", type=_SeatsType(), help="Who has dropped."),
    click.option("--bottom", metavar="CARD", help="The bottom card shown at the cut."),
    click.option(
        "--pot",
        type=COUNT,
        help="Chips in the pot when play begins.  [default: 24 antes; in a Muss the"
        " antes of the deal]",
    ),
    click.option(
        "--stakes",
        help="Which stakes the deal has: normal or muss.  [default: normal]",
    ),
    click.option(
        "--round", type=int, help="The round of taking, 1 or 2.  [default: 1]"
    ),
    click.option(
        "--bid",
        type=int,
        help="The bid at which the deal is played.  [default: 75]",
    ),
)
"""What is known of a deal in some games; which, their `situations` say."""

_TABLE_OPTIONS: tuple[Decorator, ...] = (
    click.option("--players", type=COUNT, help="How many play.  [default: by game]"),
    click.option(
        "--strategy",
        help="How who asks plays where nothing is asked.  [default: by game]",
    ),
    click.option(
        "--opponents",
        "others",
        help="The strategy of all others, or one for each, separated by commas."
        "  [default: by game]",
    ),
    rules_option,
    seed_option,
)

_LENGTH_OPTIONS: tuple[Decorator, ...] = (
    click.option(
        "--deals",
        type=COUNT,
        default=USUAL_DEALS,
        show_default=True,
        help="Deals to play that agree with all that is known.",
    ),
    click.option(
        "--precision",
        metavar="[METRIC=]WIDTH",
        help="Play until half of the interval of the main answer, or of METRIC, is at"
        " most WIDTH in its unit instead; METRIC as 'worth.play.chips'.",
    ),
    click.option(
        "--max",
        "maximum",
        type=COUNT,
        default=USUAL_MOST,
        show_default=True,
        help="With --precision: the most deals.",
    ),
    click.option(
        "--tries",
        type=COUNT,
        help="The most deals to deal while looking for such that agree.  [default:"
        " 20000000, fewer where none seems ever to agree]",
    ),
)


def _fact_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add all options that say what is known."""
    options = (*_CARD_OPTIONS, *_FACT_OPTIONS, *_TABLE_OPTIONS, *_LENGTH_OPTIONS)
    for decorate in reversed(options):
        function = decorate(function)
    return function


@click.command(epilog=_EXAMPLES)
@game_argument
@_fact_options
@level_option
@jobs_option
@format_option
@output_option
@force_option
def odds(
    game: Game,
    hands: tuple[str, ...],
    seat: int | None,
    without: str,
    given: tuple[str, ...],
    players: int | None,
    strategy: str | None,
    others: str | None,
    settings: tuple[str, ...],
    seed: int | None,
    deals: int,
    precision: str | None,
    maximum: int,
    tries: int | None,
    level: float,
    jobs: int | None,
    style: str,
    output: Path | None,
    force: bool,
    **facts: Any,
) -> int:
    """Tell what a hand of GAME is worth, and what to do with it.

    Deals are made anew with the cards that are known and all others drawn; those in
    which the others' strategies say what they have said are played out, every way to
    act on the same cards. docs/odds.md tells what can be known and asked of each game.

    Ctrl-C ends it with an answer of the deals played so far, and exit code 130.
    """
    check_files(output, force)
    asked = make_asked(
        game,
        hands=[_hand(text) for text in hands],
        seat=seat,
        players=players,
        strategy=strategy,
        others=others,
        without=without,
        given=given,
        seed=seed,
        rules=parse_settings(settings),
        facts=facts,
    )
    try:
        found = find_odds(
            asked,
            deals=deals,
            precision=precision,
            maximum=maximum,
            tries=tries,
            jobs=jobs,
            level=level,
        )
    except KeyboardInterrupt:
        tell("stopped before any deal that agrees was played")
        raise
    try:
        if output is not None:
            _write(found, output)
    finally:
        _print(found, style)
    if not found.sample.is_interrupted:
        return 0
    tell(
        f"stopped after {found.sample.kept:,} of {found.outcome.plan.sessions:,} deals"
    )
    return EXIT_INTERRUPTED


def _hand(text: str) -> tuple[int | None, str]:
    """Return whose hand `text` tells, None for who asks, and the cards."""
    match = _HAND.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is not of the form CARDS or SEAT:CARDS")
    return (None if match["seat"] is None else int(match["seat"])), match["cards"]


def _write(found: Odds, output: Path) -> None:
    """Write the numbers to a file."""
    from simcore.results import write

    # What may be overwritten was settled before anything was played.
    write(table_of_odds(found), provenance_of_odds(found), output, force=True)


def _print(found: Odds, style: str) -> None:
    """Print the answer; as CSV or JSON without anything that a machine or a time is."""
    if style == "table":
        _print_report(found)
        return
    from simcore.results import as_csv, as_json

    table = table_of_odds(found)
    if style == "csv":
        click.echo(as_csv(table), nl=False)
    else:
        plan = provenance_of_odds(found)["plan"]
        answer = list(found.answer.sentences)
        click.echo(as_json(table, {"answer": answer, "plan": plan}), nl=False)


def _print_report(found: Odds) -> None:
    """Print the answer in words and tables."""
    from simcore.report import print_report

    answer = found.answer
    print_report(
        answer.metrics,
        found.outcome,
        titles=answer.titles,
        notes=answer.notes,
        level=found.level,
        heading=heading(found),
        origin=provenance_of_odds(found),
    )
