"""Where the process starts: the script `simcore`, and `python -m simcore`."""

from __future__ import annotations

import sys


def start() -> None:
    """Run the command line, also where Ctrl-C comes before it is loaded."""
    try:
        from simcore.cli.main import start as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    start()
