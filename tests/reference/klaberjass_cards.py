"""The cards of Klaberjass: what they count, which may be played, who wins a trick."""

from . import french
from .french import sort_cards

__all__ = [
    "PACK",
    "beats",
    "card_points",
    "legal_cards",
    "read_card",
    "sort_cards",
    "trick_winner",
]

PLAIN_RANKS = "ATKQJ987"
TRUMP_RANKS = "J9ATKQ87"
PACK = french.pack_of(PLAIN_RANKS)

PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}


def read_card(text):
    """Return the card that a record spells ``text``."""
    return french.read_card(text, PACK)


def card_points(card, trump):
    """Return the points that a card counts in a trick."""
    points = TRUMP_POINTS if card[1] == trump else PLAIN_POINTS
    return points.get(card[0], 0)


def beats(card, led, trump):
    """Return whether the second card of a trick takes it from the card led."""
    if card[1] == led[1]:
        order = TRUMP_RANKS if card[1] == trump else PLAIN_RANKS
        return order.index(card[0]) < order.index(led[0])
    return card[1] == trump


def trick_winner(trick, trump):
    """Return the place in the trick (0 is the lead) of the card that wins it."""
    led, answer = trick
    return 1 if beats(answer, led, trump) else 0


def legal_cards(hand, trick, trump):
    """Return the set of cards in ``hand`` that may be added to ``trick``."""
    hand = set(hand)
    if not trick:
        return hand
    [led] = trick
    followers = {card for card in hand if card[1] == led[1]}
    if followers:
        # Only a trump lead has to be beaten.
        beating = {card for card in followers if beats(card, led, trump)}
        return beating or followers if led[1] == trump else followers
    trumps = {card for card in hand if card[1] == trump}
    return trumps or hand
