"""The melds of Klaberjass: sequences in suit, how they count and how they compare."""

from .french import NATURAL_RANKS, SUITS, whole_runs


def run_points(length):
    """Return what a sequence of this length counts in one piece."""
    if length < 3:
        return 0
    return 20 if length == 3 else 50


def divided_points(length):
    """Return what a sequence counts, divided so that it scores most."""
    return max(
        [run_points(length)]
        + [
            run_points(part) + divided_points(length - part)
            for part in range(3, length - 2)
        ]
    )


def standing(run, trump):
    """Return what whole runs are compared by, most important first."""
    return (
        run_points(len(run)),
        len(run),
        -NATURAL_RANKS.index(run[0][0]),
        run[0][1] == trump,
    )


def compare_melds(one, other, trump):
    """Return what decides between two whole runs, and whether the first is better.

    Returns
    -------
    tuple of (str, int)
        ``"points"``, ``"cards"``, ``"top"`` or ``"trump"`` with 1 if ``one`` is
        better and -1 if ``other`` is; ``("equal", 0)`` if nothing decides.
    """
    criteria = ("points", "cards", "top", "trump")
    pairs = zip(standing(one, trump), standing(other, trump), strict=True)
    for criterion, (mine, yours) in zip(criteria, pairs, strict=True):
        if mine != yours:
            return criterion, 1 if mine > yours else -1
    return "equal", 0


def best_melds(hand, trump):
    """Return the whole runs in a hand, best first, equal ones by suit as in a hand."""
    by_suit = sorted(whole_runs(hand), key=lambda run: SUITS.index(run[0][1]))
    return sorted(by_suit, key=lambda run: standing(run, trump), reverse=True)


def melds_points(runs):
    """Return what these whole runs score together."""
    return sum(divided_points(len(run)) for run in runs)


def melds_winner(elder, dealer, trump, meld_tie="elder"):
    """Return who scores his sequences: ``"elder"``, ``"dealer"`` or None.

    Parameters
    ----------
    elder, dealer : list of list of str
        The whole runs of both players, best first.
    trump : str
        The trump suit.
    meld_tie : str, optional
        Who wins when the best ones are equal: ``"elder"`` or ``"none"``.
    """
    if not elder and not dealer:
        return None
    if not elder or not dealer:
        return "elder" if elder else "dealer"
    criterion, better = compare_melds(elder[0], dealer[0], trump)
    if criterion == "equal":
        return "elder" if meld_tie == "elder" else None
    return "elder" if better > 0 else "dealer"
