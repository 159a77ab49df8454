"""The cards of Kratzen: the pack, which cards may be played, who wins a trick.

A card is a string, rank before suit: ``"Ah"`` is the Sow of Hearts. Suits are
``e`` Acorns, ``l`` Leaves, ``h`` Hearts, ``s`` Bells. The Weli is ``"6s"``, though
it is a trump in every deal and never a Bell.
"""

from .script import RuleError

SUITS = "elhs"
WELI = "6s"
PACK = frozenset(rank + suit for suit in SUITS for rank in "AKOUT987") | {WELI}

# The Weli stands right below the Sow of trumps. No plain suit has a Six, so the
# same ranking serves for the plain suits too.
RANKING = "A6KOUT987"
PRINTED_RANKS = "AKOUT9876"


def read_card(text):
    """Return the card that a record spells ``text``."""
    if isinstance(text, str):
        word = text.strip().upper().replace("10", "T")
        if word in ("W", "WELI"):
            return WELI
        card = word[:1] + word[1:].lower()
        if card in PACK:
            return card
    raise RuleError(f"{text!r} is not a card of this game")


def sort_cards(cards):
    """Return the cards by suit, then from high to low, with the Weli at the end."""
    return sorted(
        cards, key=lambda card: (SUITS.index(card[1]), PRINTED_RANKS.index(card[0]))
    )


def is_special(card):
    """Return whether the card does something when it is shown at the cut."""
    return card == WELI or card[0] in "A7"


def acting_cards(shown):
    """Return those of the cards shown at a cut that do something, in order.

    A special second card counts only behind a special first card.
    """
    if not is_special(shown[0]):
        return []
    return [card for card in shown if is_special(card)]


def suit_in_play(card, trump):
    """Return the suit that a card belongs to when ``trump`` is the trump suit."""
    return trump if card == WELI else card[1]


def beats(card, best, trump):
    """Return whether a card played later takes the trick from ``best``."""
    suit = suit_in_play(card, trump)
    if suit == suit_in_play(best, trump):
        return RANKING.index(card[0]) < RANKING.index(best[0])
    return suit == trump


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
    best = trick[trick_winner(trick, trump)]
    led = suit_in_play(trick[0], trump)
    followers = {card for card in hand if suit_in_play(card, trump) == led}
    trumps = {card for card in hand if suit_in_play(card, trump) == trump}
    # The second duty binds only a player who is void in the suit led. A follower
    # of a plain suit that has been trumped beats nothing, hence follows freely.
    for owed in (followers, trumps):
        if owed:
            beating = {card for card in owed if beats(card, best, trump)}
            return beating or owed
    return hand
