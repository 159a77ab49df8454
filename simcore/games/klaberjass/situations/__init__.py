"""What can be known and asked of a deal of Klaberjass; see `simcore.situations`."""

from simcore.games.klaberjass.situations.features import FEATURES
from simcore.games.klaberjass.situations.situation import FACTS, KlaberjassSituation
from simcore.situations.situation import Asked

__all__ = ["FACTS", "FEATURES", "make_situation"]


def make_situation(asked: Asked) -> KlaberjassSituation:
    """Return the situation that `asked` tells of.

    Raises
    ------
    UsageError
        If what was said cannot be.
    """
    return KlaberjassSituation(asked)
