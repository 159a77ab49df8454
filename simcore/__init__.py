"""Monte Carlo simulation of trick-taking card games."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcore.answers import odds
    from simcore.api import pot, resume, run, sweep
    from simcore.dueling import duel
    from simcore.replays import records, replay

__version__ = "0.1.0"
__all__ = ["duel", "odds", "pot", "records", "replay", "resume", "run", "sweep"]

_PLACES = {
    "run": "simcore.api",
    "pot": "simcore.api",
    "sweep": "simcore.api",
    "resume": "simcore.api",
    "duel": "simcore.dueling",
    "odds": "simcore.answers",
    "records": "simcore.replays",
    "replay": "simcore.replays",
}
"""Where the public functions are defined; they are imported when first used."""


def __getattr__(name: str) -> Any:
    """Return a public function, imported now."""
    if name not in _PLACES:
        raise AttributeError(f"module 'simcore' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    """Return the public names, also of what is not imported yet."""
    return [*__all__, "__version__"]
