"""The command `simcore duel`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcore.cli.options import (
    COUNT,
    NumberType,
    force_option,
    format_option,
    game_argument,
    length_options,
    level_option,
    output_option,
    rules_option,
    seed_option,
)
from simcore.cli.simulating import EXIT_INTERRUPTED, check_files
from simcore.cli.workers import Workers, workers_options
from simcore.errors import SimcoreError, UsageError
from simcore.game import Game
from simcore.options import parse_settings
from simcore.progress import tell

if TYPE_CHECKING:
    from simcore.duel_plan import Duel
    from simcore.duel_play import Played

_EXAMPLES = """\b
Examples:
  simcore duel kratzen normal bold
  simcore duel kratzen normal cautious bold --field random
  simcore duel kratzen "normal(join=1.2)" normal --pair deal --stop-when 0.005
  simcore duel chibre heuristic random --deals 20000
"""


@click.command(epilog=_EXAMPLES)
@game_argument
@click.argument("strategies", nargs=-1, required=True, metavar="STRATEGY...")
@click.option(
    "--field",
    help="Who sits in all other seats.  [default: each of the compared in turn]",
)
@click.option("--players", type=COUNT, help="How many play.  [default: by game]")
@length_options
@click.option(
    "--pair",
    type=click.Choice(["session", "deal"]),
    default="session",
    show_default=True,
    help="Compare session by session, or in a game with a pot deal by deal, each from"
    " an equal pot.",
)
@click.option(
    "--stop-when",
    type=NumberType(min=0, min_open=True),
    metavar="WIDTH",
    help="Stop as soon as each difference is known to ±WIDTH, or its sign is; the"
    " intervals hold however often one looks. Not with --matches.",
)
@click.option(
    "--max",
    "maximum",
    type=COUNT,
    help="With --stop-when: the most sessions; with --pair deal, and in a game of"
    " matches, the most deals.  [default: 100 times a usual duel]",
)
@click.option("--shard", hidden=True)
@rules_option
@seed_option
@level_option
@workers_options
@format_option
@output_option
@force_option
def duel(
    game: Game,
    strategies: tuple[str, ...],
    shard: str | None,
    settings: tuple[str, ...],
    level: float,
    workers: Workers,
    style: str,
    output: Path | None,
    force: bool,
    **asked: Any,
) -> int:
    """Tell which STRATEGY of GAME is better, by how much, and how sure that is.

    All are dealt the same cards, and each sits in every seat: of Kratzen and Rook one
    at a table of the field, of Chibre as a partnership, of Klaberjass on both sides.
    The interval is that of the differences, session by session. Ctrl-C stops; what is
    complete is told.
    """
    if shard is not None:
        raise UsageError(
            "a duel takes no shard: it looks at all its sessions to know when to stop"
        )
    check_files(output, force)
    from simcore.dueling import make_duel

    found = make_duel(
        game, strategies, rules=parse_settings(settings), level=level, **asked
    )
    played = _play(found, workers)
    if not played.has_answer:
        tell("stopped before anything was complete")
        return EXIT_INTERRUPTED
    return _present(played, style, output)


def _play(found: Duel, workers: Workers) -> Played:
    """Play a duel, telling on standard error how far it is."""
    from simcore.duel_play import play_duel
    from simcore.progress import compiling, progress
    from simcore.runner import n_threads

    plan = found.plan
    with workers.cluster() as cluster, progress(plan) as show:
        jobs = n_threads(workers.jobs)
        return play_duel(found, jobs, show, compiling(plan), cluster)


def _present(played: Played, style: str, output: Path | None) -> int:
    """Write and print the answer; return the exit code of the command.

    As of a run, the file is written first, and where it cannot be the answer is still
    printed.
    """
    from simcore.duel_tables import part_done

    failure: SimcoreError | None = None
    if output is not None:
        try:
            _write(played, output)
        except SimcoreError as error:
            failure = error
    _print(played, style)
    if failure is not None:
        raise failure
    if played.is_complete:
        return 0
    tell(f"stopped after {part_done(played)}")
    return EXIT_INTERRUPTED


def _write(played: Played, output: Path) -> None:
    """Write the numbers to a file."""
    from simcore.duel_tables import provenance_of, table_of
    from simcore.results import write

    # What may be overwritten was settled before anything was played.
    write(table_of(played), provenance_of(played), output, force=True)


def _print(played: Played, style: str) -> None:
    """Print the answer; as CSV or JSON without anything that a machine or a time is."""
    from simcore.duel_tables import provenance_of, sentences_of, table_of
    from simcore.results import as_csv, as_json

    if style == "table":
        _print_report(played)
    elif style == "csv":
        click.echo(as_csv(table_of(played)), nl=False)
    else:
        about = {"answer": sentences_of(played), "plan": provenance_of(played)["plan"]}
        click.echo(as_json(table_of(played), about), nl=False)


def _print_report(played: Played) -> None:
    """Print the answer for people."""
    from simcore.duel_tables import (
        TITLES,
        heading_of,
        metrics_of,
        outcome_of,
        provenance_of,
    )
    from simcore.report import print_report

    duel, outcome = played.duel, outcome_of(played)
    # A report leaves out a strategy that sits alone: here it is no seat's.
    seats = duel.strategies[:1] * duel.plan.players
    outcome = replace(outcome, plan=replace(outcome.plan, seats=seats))
    heading = heading_of(played)
    print_report(
        metrics_of(played),
        outcome,
        titles=TITLES,
        level=duel.level,
        heading=heading,
        origin=provenance_of(played),
    )
