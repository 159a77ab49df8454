"""The scores of Chibre: options, what a deal counts, and who reaches the target."""

from .match import TARGETS

OPTIONS = {
    "modes": "suits",
    "melds": True,
    "stoeck": True,
    "target": 1000,
    "pique_double": False,
}

VALUES = {
    "modes": ("suits", "all"),
    "melds": (True, False),
    "stoeck": (True, False),
    "target": TARGETS,
    "pique_double": (True, False),
}

LAST_TRICK = 5
MATCH = 100
STOECK = 20
PIQUE_TARGET = 1500


def factor(trump, options):
    """Return how many times everything in a deal counts."""
    return 2 if options["pique_double"] and trump == "s" else 1


def score_deal(card_points, match, melds, stoeck, times=1):
    """Return what each team scores in a deal.

    Parameters
    ----------
    card_points : list of int
        Points of the cards that each team took, those of the last trick included.
    match : int or None
        The team that took all nine tricks.
    melds, stoeck : list of int
        What each team scores for its melds, and for Stöck.
    times : int, optional
        2 in a deal that counts double.
    """
    bonus = [MATCH if team == match else 0 for team in (0, 1)]
    return [
        times * (card_points[team] + bonus[team] + melds[team] + stoeck[team])
        for team in (0, 1)
    ]


def order_of_counting(stoeck, melds, tricks, match, times=1):
    """Return a deal's points in the order in which they count towards the target.

    Parameters
    ----------
    stoeck, melds : list of int
        What each team scores for Stöck, and for its melds.
    tricks : list of (int, int)
        Of every trick, in order, the team that took it and the points of its cards.
    match : int or None
        The team that took all nine tricks.
    times : int, optional
        2 in a deal that counts double.

    Returns
    -------
    list of (str, int, int)
        What counts (``"stoeck"``, ``"melds"`` or ``"trick"``), team and points.
    """
    items = [("stoeck", team, stoeck[team]) for team in (0, 1)]
    items += [("melds", team, melds[team]) for team in (0, 1)]
    items += [("trick", team, points) for team, points in tricks]
    what, team, points = items[-1]
    points += LAST_TRICK + (MATCH if match is not None else 0)
    items[-1] = (what, team, points)
    return [(what, team, times * points) for what, team, points in items]


def first_to_reach(before, items, target):
    """Return the team that reaches the target first, and the item that did it.

    Both are None if neither team gets there.
    """
    total = list(before)
    for what, team, points in items:
        total[team] += points
        if total[team] >= target:
            return team, what
    return None, None
