"""The melds of Chibre: which a hand announces, and which are better.

A meld is a list of cards, sorted as a hand: a sequence in suit or four of a kind.
"""

from .french import NATURAL_RANKS, SUITS, whole_runs

POINTS_OF_FOUR = {"A": 100, "K": 100, "Q": 100, "T": 100, "9": 150, "J": 200}


def is_run(meld):
    """Return whether a meld is a sequence, and not four of a kind."""
    return meld[0][1] == meld[1][1]


def meld_points(meld):
    """Return what a meld counts."""
    if not is_run(meld):
        return POINTS_OF_FOUR[meld[0][0]]
    if len(meld) >= 5:
        return 100
    return {3: 20, 4: 50}[len(meld)]


def all_runs(hand):
    """Return every sequence of three cards or more, parts of longer ones too."""
    return [
        run[start:end]
        for run in whole_runs(hand)
        for start in range(len(run))
        for end in range(start + 3, len(run) + 1)
    ]


def all_fours(hand):
    """Return every four of a kind that counts."""
    fours = [[rank + suit for suit in SUITS] for rank in POINTS_OF_FOUR]
    return [four for four in fours if set(four) <= set(hand)]


def standing(meld, trump):
    """Return what melds are compared by, most important first; greater is better."""
    return (
        meld_points(meld),
        len(meld),
        -NATURAL_RANKS.index(meld[0][0]),
        is_run(meld) and meld[0][1] == trump,
    )


def compare_melds(one, other, trump):
    """Return what decides between two melds, and whether the first is better.

    Returns
    -------
    tuple of (str, int)
        ``"points"``, ``"cards"``, ``"top"`` or ``"trump"`` with 1 if ``one`` is
        better and -1 if ``other`` is; ``("order", 0)`` if only who played earlier
        can decide.
    """
    criteria = ("points", "cards", "top", "trump")
    pairs = zip(standing(one, trump), standing(other, trump), strict=True)
    for criterion, (mine, yours) in zip(criteria, pairs, strict=True):
        if mine != yours:
            return criterion, 1 if mine > yours else -1
    return "order", 0


def disjoint_choices(melds):
    """Return every choice among these melds in which no card serves twice."""
    if not melds:
        return [[]]
    first, *others = melds
    apart = [meld for meld in others if not set(meld) & set(first)]
    return [[first, *choice] for choice in disjoint_choices(apart)] + disjoint_choices(
        others
    )


def best_first(melds, trump):
    """Return melds from the best down, equal ones by suit as in a hand."""
    by_suit = sorted(melds, key=lambda meld: SUITS.index(meld[0][1]))
    return sorted(by_suit, key=lambda meld: standing(meld, trump), reverse=True)


def best_melds(hand, trump):
    """Return the melds that a hand announces, best first.

    They are the choice with the greatest total; among equal totals the one whose best
    meld is best, then its second best.
    """

    def worth(choice):
        total = sum(meld_points(meld) for meld in choice)
        return total, [standing(meld, trump) for meld in best_first(choice, trump)]

    choices = disjoint_choices(all_runs(hand) + all_fours(hand))
    return best_first(max(choices, key=worth), trump)


def best_seat(announced, order, trump):
    """Return the seat with the single best meld, or None if nobody has any.

    Parameters
    ----------
    announced : dict of int to list
        Each seat's melds, best first.
    order : list of int
        The seats in the order in which they play to the first trick.
    trump : str
        The trump suit, or the mode.
    """
    best = None
    for seat in order:
        if not announced[seat]:
            continue
        # Equal melds leave the lead with the seat that played earlier.
        if best is None or (
            compare_melds(announced[seat][0], announced[best][0], trump)[1] > 0
        ):
            best = seat
    return best


def competing(hand):
    """Return whether a card is wanted by a sequence and by four of a kind at once."""
    wanted = {card for run in all_runs(hand) for card in run}
    return any(wanted & set(four) for four in all_fours(hand))
