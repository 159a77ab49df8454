"""The command `simcore`: finds its commands, and tells mistakes in one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from simcore import __version__
from simcore.errors import SimcoreError, did_you_mean

COMMANDS = {
    "run": "Simulate sessions and print win rates, profits and the pot.",
    "pot": "Show how the pot behaves: growth, tail, what moves it.",
    "sweep": "Compare rules, players, strategies and parameters in one table.",
    "records": "Write out deals, event by event.",
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


class _LazyGroup(click.Group):
    """A group that imports a command when it is called, not for `--help`."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            # click would leave with exit code 1, as after a mistake.
            raise _ReaderGoneError from error

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
    try:
        code = main.main(arguments, prog_name="simcore", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        code = EXIT_USAGE
    except click.ClickException as error:
        click.echo(f"simcore: {error.format_message()}", err=True)
        code = EXIT_USAGE
    except SimcoreError as error:
        click.echo(f"simcore: {error}", err=True)
        code = EXIT_USAGE
    except (KeyboardInterrupt, click.Abort):
        code = EXIT_INTERRUPTED
    except (_ReaderGoneError, BrokenPipeError):
        # No mistake, and nothing more to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code if isinstance(code, int) else 0)
