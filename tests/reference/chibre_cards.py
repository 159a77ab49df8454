"""The cards of Chibre: what they count, which may be played, who wins a trick.

"Trump" is a suit, or one of the modes without a trump suit: ``"obenabe"``, where the
Ace is high, and ``"undenufe"``, where the Six is.
"""

from . import french
from .french import sort_cards

__all__ = [
    "MODES",
    "PACK",
    "card_points",
    "is_trump",
    "legal_cards",
    "read_card",
    "sort_cards",
    "trick_winner",
]

MODES = ("obenabe", "undenufe")
PLAIN_RANKS = "AKQJT9876"
TRUMP_RANKS = "J9AKQT876"
PACK = french.pack_of(PLAIN_RANKS)

PLAIN_POINTS = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "K": 4, "Q": 3, "T": 10}
OBENABE_POINTS = {**PLAIN_POINTS, "8": 8}
UNDENUFE_POINTS = {**PLAIN_POINTS, "8": 8, "6": 11, "A": 0}


def read_card(text):
    """Return the card that a record spells ``text``."""
    return french.read_card(text, PACK)


def is_trump(card, trump):
    """Return whether a card is of the trump suit; never, when there is none."""
    return card[1] == trump


def card_points(card, trump):
    """Return the points that a card counts in a trick."""
    rank = card[0]
    if trump == "obenabe":
        return OBENABE_POINTS.get(rank, 0)
    if trump == "undenufe":
        return UNDENUFE_POINTS.get(rank, 0)
    points = TRUMP_POINTS if is_trump(card, trump) else PLAIN_POINTS
    return points.get(rank, 0)


def is_higher(card, other, trump):
    """Return whether a card is above another one of the same suit."""
    order = PLAIN_RANKS
    if trump == "undenufe":
        order = PLAIN_RANKS[::-1]
    elif is_trump(card, trump):
        order = TRUMP_RANKS
    return order.index(card[0]) < order.index(other[0])


def beats(card, best, trump):
    """Return whether a card played later takes the trick from ``best``."""
    if card[1] == best[1]:
        return is_higher(card, best, trump)
    return is_trump(card, trump)


def trick_winner(trick, trump):
    """Return the place in the trick (0 is the lead) of the card that wins it."""
    winner = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[winner], trump):
            winner = place
    return winner


def legal_cards(hand, trick, trump):
    """Return the set of cards in ``hand`` that may be added to ``trick``."""
    hand = set(hand)
    if not trick:
        return hand
    led = trick[0][1]
    followers = {card for card in hand if card[1] == led}
    if led == trump:
        # The Bour, the Jack of trumps, never has to be played.
        return followers if followers - {"J" + trump} else hand
    trumps = {card for card in hand if is_trump(card, trump)}
    best = trick[trick_winner(trick, trump)]
    if is_trump(best, trump):
        trumps = {card for card in trumps if is_higher(card, best, trump)}
    discards = {card for card in hand if not is_trump(card, trump)}
    legal = trumps | (followers or discards)
    # Nothing is left for a hand that holds only trumps and none above the best one.
    return legal or hand
