"""The scores of Klaberjass: options, what a deal counts, and who has won the match."""

from .match import TARGETS

OPTIONS = {
    "second_round_suits": "any",
    "meld_tie": "elder",
    "melds": True,
    "bela": True,
    "target": 500,
}

VALUES = {
    "second_round_suits": ("any", "other"),
    "meld_tie": ("elder", "none"),
    "melds": (True, False),
    "bela": (True, False),
    "target": TARGETS,
}

LAST_TRICK = 10
BELA = 20


def counted_melds(melds, tricks):
    """Return the melds that count: none for a player who has won no trick."""
    return [melds[seat] if tricks[seat] > 0 else 0 for seat in (0, 1)]


def sums(card_points, melds, bela, tricks):
    """Return the sum of each player, before it is seen whether the taker has made it.

    Parameters
    ----------
    card_points : list of int
        Points of the cards that each player took, those of the last trick included.
    melds, bela : list of int
        What each player has for the sequences with which he won the comparison, and
        for bela.
    tricks : list of int
        How many tricks each player has won.
    """
    counted = counted_melds(melds, tricks)
    return [card_points[seat] + counted[seat] + bela[seat] for seat in (0, 1)]


def score_deal(taker, card_points, melds, bela, tricks):
    """Return what each player scores in a deal; the parameters are those of `sums`."""
    total = sums(card_points, melds, bela, tricks)
    other = 1 - taker
    if total[taker] > total[other]:
        return total
    score = [0, 0]
    score[other] = total[other]
    # With equal sums the taker's is lost, with a smaller one the other gets it.
    if total[taker] < total[other]:
        score[other] += total[taker]
    return score


def match_winner(scores, target):
    """Return who has won with these scores at the end of a deal, or None."""
    if max(scores) < target or scores[0] == scores[1]:
        return None
    return scores.index(max(scores))
