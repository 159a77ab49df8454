"""What is said on standard error while a run is going on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from simcore.plan import Plan
    from simcore.runner import Progress


@contextmanager
def progress(plan: Plan) -> Iterator[Progress | None]:
    """Yield what a runner calls with the sessions done, or None if nobody looks.

    On a terminal a bar shows how far the run is, deals a second and the time left; it
    goes away when the run has ended.
    """
    if not sys.stderr.isatty():
        yield None
        return
    with _bar() as bar:
        task = bar.add_task(plan.game.name, total=None, rate="")

        def show(done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            rate = _rate(plan, speed) if speed else ""
            bar.update(task, completed=done, total=total, rate=rate)

        yield show


@contextmanager
def counting(name: str) -> Iterator[Callable[[int], None]]:
    """Yield what is called with a number that grows to nobody knows what.

    On standard error a line shows it and how fast it grows, until all is done.
    """
    with _bar() as bar:
        task = bar.add_task(name, total=None, rate="")

        def show(done: int) -> None:
            speed = bar.tasks[0].speed
            rate = f"{done:,}, {speed:,.0f}/s" if speed else f"{done:,}"
            bar.update(task, completed=done, rate=rate)

        yield show


def _rate(plan: Plan, speed: float) -> str:
    """Return how fast a run is; nobody knows how many deals its matches have."""
    if plan.matches:
        return f"{speed / 1e3:.1f} k matches/s"
    return f"{speed * plan.deals / 1e6:.2f} M deals/s"


def _bar() -> Bar:
    """Return a progress bar on standard error that goes away at its end."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=Console(stderr=True),
        transient=True,
    )


def compiling(plan: Plan) -> Callable[[], None]:
    """Return what a runner calls before it compiles: it tells why there is a wait."""

    def tell() -> None:
        from simcore.jit import cache_folder

        name = plan.game.name
        if cache_folder() is None:
            say(
                f"Compiling the {name} kernels, about 20 s. The folder for compiled"
                " kernels cannot be written to, so every run compiles again; set"
                " SIMCORE_CACHE_DIR to one that can."
            )
            return
        say(
            f"Compiling the {name} kernels for this kind of run, about 20 s;"
            " later ones start at once."
        )

    return tell


def tell(sentence: str) -> None:
    """Say a sentence of the program on standard error, with its name before it."""
    say(f"simcore: {sentence}")


def say(sentence: str) -> None:
    """Print a sentence on standard error; a run does not end where nobody hears it."""
    with suppress(OSError):
        print(sentence, file=sys.stderr, flush=True)
