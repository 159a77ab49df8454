"""`python -m simcore`: the same as the command `simcore`."""

from simcore.cli.main import start

start()
