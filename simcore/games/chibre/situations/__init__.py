"""What can be known and asked of a deal of Chibre; see `simcore.situations`."""

from simcore.games.chibre.situations.features import FEATURES, features
from simcore.games.chibre.situations.situation import FACTS, ChibreSituation
from simcore.situations.situation import Asked

__all__ = ["FACTS", "FEATURES", "make_situation"]


def make_situation(asked: Asked) -> ChibreSituation:
    """Return the situation that `asked` tells of.

    Raises
    ------
    UsageError
        If what was said cannot be.
    """
    return ChibreSituation(asked, features())
