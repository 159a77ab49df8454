"""The command `simcore`: finds its commands, and tells mistakes in one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from simcore import __version__
from simcore.errors import SimcoreError, did_you_mean
from simcore.waiting import has_left_work

COMMANDS = {
    "run": "Simulate sessions and print win rates, profits and the pot.",
    "pot": "Show how the pot behaves: growth, tail, what moves it.",
    "odds": "Tell what a hand is worth, and what to do with it.",
    "duel": "Tell which strategy is better, by how much, how sure.",
    "sweep": "Compare rules, players, strategies and parameters in one table.",
    "resume": "Go on with a run that was stopped.",
    "extend": "Make a run longer.",
    "runs": "List the runs that are kept, with how far they are.",
    "show": "Print the tables of a run that is kept.",
    "merge": "Put the shards of a run together.",
    "records": "Write out deals, event by event.",
    "replay": "Check and score records of deals, from anywhere.",
    "explain": "Show one deal to a person, and what strategies would have done.",
    "bench": "Measure the speed of the kernels.",
    "games": "List the games.",
    "rules": "List the options of a game's rules.",
    "strategies": "List the strategies of a game with their parameters.",
}
"""Each command is the function of that name in the module of that name beside this."""

EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


class _ReaderGoneError(Exception):
    """Nobody reads standard output any more, as behind `| head`."""


@contextmanager
def _broken_pipes() -> Iterator[None]:
    """Raise what click leaves alone: it would exit with 1, as after a mistake."""
    try:
        yield
    except BrokenPipeError as error:
        raise _ReaderGoneError from error


class _LazyGroup(click.Group):
    """A group that imports a command when it is called, not for `--help`."""

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        with _broken_pipes():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _broken_pipes():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"simcore.cli.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(
                f"there is no command {args[0]!r}{did_you_mean(args[0], COMMANDS)}"
            )
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
    epilog="Example: simcore run kratzen --strategies normal,normal,normal,random",
)
@click.version_option(__version__, "--version", prog_name="simcore")
def main() -> None:
    """Monte Carlo simulation of trick-taking card games."""


def start(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the process with its exit code."""
    _open_streams()
    try:
        code = main.main(arguments, prog_name="simcore", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        _tell(error.format_message())
        code = EXIT_USAGE
    except click.ClickException as error:
        _tell(f"simcore: {error.format_message()}")
        code = EXIT_USAGE
    except SimcoreError as error:
        _tell(f"simcore: {error}")
        code = EXIT_USAGE
    except (KeyboardInterrupt, click.Abort):
        code = EXIT_INTERRUPTED
    except (_ReaderGoneError, BrokenPipeError):
        code = 0  # no mistake, and nothing more to say
    except OSError as error:
        where = error.filename or "the output"
        _tell(f"simcore: {where} cannot be used: {error.strerror}")
        code = EXIT_USAGE
    _give_up_streams()
    if code == EXIT_INTERRUPTED and has_left_work():
        os._exit(EXIT_INTERRUPTED)  # else Python would wait for a compiler
    sys.exit(code if isinstance(code, int) else 0)


def _open_streams() -> None:
    """Let the process write whatever it was started with.

    A stream may be closed (`>&-`), or have an encoding that lacks some sign.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            nobody = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nobody)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _tell(sentence: str) -> None:
    """Print a sentence on standard error, if anybody can get it."""
    with suppress(OSError):
        click.echo(sentence, err=True)


def _give_up_streams() -> None:
    """Turn what cannot be written away, so that Python does not complain at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
