"""What can be known and asked of a deal of Kratzen; see `simcore.situations`."""

from simcore.games.kratzen.situations.facts import FACTS
from simcore.games.kratzen.situations.features import FEATURES, features
from simcore.games.kratzen.situations.reading import read_facts
from simcore.games.kratzen.situations.situation import KratzenSituation
from simcore.situations.situation import Asked

__all__ = ["FACTS", "FEATURES", "make_situation"]


def make_situation(asked: Asked) -> KratzenSituation:
    """Return the situation that `asked` tells of.

    Raises
    ------
    UsageError
        If what was said cannot be, or does not say enough.
    """
    facts = read_facts(asked)
    return KratzenSituation(asked, facts, features(facts.trump))
