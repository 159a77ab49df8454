"""The cards of Rook: the pack, which cards may be played, who wins a trick.

A card is a string, rank before suit: ``"Th"`` is the Ten of Hearts, ``"Rk"`` is the
Rook. A game has a trump suit, one of ``c d h s``, or none: then ``trump`` is ``"high"``
or ``"low"``, for what wins a trick.
"""

from .script import RuleError

SUITS = "cdhs"
RANKS = "AKQJT98765432"
ROOK = "Rk"
PACK = frozenset(rank + suit for suit in SUITS for rank in RANKS) | {ROOK}
TRUMPS = (*SUITS, "high", "low")

# The Rook comes after the Two: as a trump, which is all that it can be, it is the
# lowest one.
HIGH_FIRST = RANKS + "R"
LOW_FIRST = {"high": "23456789TJQKA", "low": "A23456789TJQK"}


def read_card(text):
    """Return the card that a record spells ``text``."""
    if isinstance(text, str):
        word = text.strip().upper().replace("10", "T")
        card = word[:1] + word[1:].lower()
        if card in PACK:
            return card
    raise RuleError(f"{text!r} is not a card of this game")


def sort_cards(cards):
    """Return the cards by suit, then from high to low, with the Rook at the end."""
    ordinary = [card for card in cards if card != ROOK]
    ordinary.sort(key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0])))
    return ordinary + [card for card in cards if card == ROOK]


def card_points(card):
    """Return what a card counts for the side that takes it."""
    if card == ROOK:
        return 20
    return {"A": 15, "K": 10, "T": 10, "5": 5}.get(card[0], 0)


def total_points(cards):
    """Return what several cards count together."""
    return sum(card_points(card) for card in cards)


def is_trump(card, trump):
    """Return whether a card is a trump: the Rook always is, the lowest or the only."""
    return card == ROOK or card[1] == trump


def legal_cards(hand, trick, trump):
    """Return the set of cards in ``hand`` that may be added to ``trick``.

    A Rook led without a trump suit asks for trumps that nobody has, so that the
    others play what they like. A Rook in hand never follows a suit but trumps.
    """
    hand = set(hand)
    if not trick:
        return hand
    led = trick[0]
    if is_trump(led, trump):
        followers = {card for card in hand if is_trump(card, trump)}
    else:
        followers = {card for card in hand if card != ROOK and card[1] == led[1]}
    return followers or hand


def trick_winner(trick, trump, low_ace="high"):
    """Return the place in the trick (0 is the lead) of the card that wins it.

    Parameters
    ----------
    trick : list of str
        The cards in order of play.
    trump : str
        Suit letter, ``"high"`` or ``"low"``.
    low_ace : str, optional
        The option of this name: where the Ace stands in low games.
    """
    order = HIGH_FIRST
    rivals = [card for card in trick if is_trump(card, trump)]
    if not rivals:
        rivals = [card for card in trick if card[1] == trick[0][1]]
        if trump == "low":
            order = LOW_FIRST[low_ace]
    best = min(rivals, key=lambda card: order.index(card[0]))
    return trick.index(best)
