"""What can be known and asked of a deal of Rook; see `simcore.situations`."""

from simcore.games.rook.situations.features import FEATURES, features
from simcore.games.rook.situations.situation import FACTS, RookSituation
from simcore.situations.situation import Asked

__all__ = ["FACTS", "FEATURES", "make_situation"]


def make_situation(asked: Asked) -> RookSituation:
    """Return the situation that `asked` tells of.

    Raises
    ------
    UsageError
        If what was said cannot be.
    """
    return RookSituation(asked, features())
