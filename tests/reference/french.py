"""French-suited cards, as Chibre and Klaberjass use them.

A card is a string, rank before suit: ``"Th"`` is the ten of hearts. Suits are ``c``
clubs, ``d`` diamonds, ``h`` hearts, ``s`` spades.
"""

from .script import RuleError

SUITS = "cdhs"

# The order of a printed hand, and also the one in which cards make a sequence.
NATURAL_RANKS = "AKQJT98765432"


def pack_of(ranks):
    """Return the pack that has these ranks in all four suits."""
    return frozenset(rank + suit for suit in SUITS for rank in ranks)


def read_card(text, pack):
    """Return the card of this pack that a record spells ``text``."""
    if isinstance(text, str):
        word = text.strip().upper().replace("10", "T")
        card = word[:1] + word[1:].lower()
        if card in pack:
            return card
    raise RuleError(f"{text!r} is not a card of this game")


def sort_cards(cards):
    """Return the cards by suit, then from the highest rank down."""
    return sorted(
        cards, key=lambda card: (SUITS.index(card[1]), NATURAL_RANKS.index(card[0]))
    )


def whole_runs(hand, shortest=3):
    """Return the sequences in a hand, each as long as it can be, by suit.

    Each is a list of cards from the highest down, of at least ``shortest`` cards.
    """
    runs = []
    for suit in SUITS:
        run = []
        # A last rank that nobody holds ends the run that is still open.
        for rank in [*NATURAL_RANKS, None]:
            if rank is not None and rank + suit in hand:
                run.append(rank + suit)
                continue
            if len(run) >= shortest:
                runs.append(run)
            run = []
    return runs


def deal_from(pack, hands, players, size):
    """Return the hands of a record as lists of cards, or raise what is wrong."""
    if not isinstance(hands, list) or len(hands) != players:
        raise RuleError(f"hands: expected a list of {players} hands")
    dealt = []
    for seat, hand in enumerate(hands):
        if not isinstance(hand, list) or len(hand) != size:
            raise RuleError(f"hands: seat {seat} has {hand!r}, not {size} cards")
        for text in hand:
            card = read_card(text, pack)
            if card in dealt:
                raise RuleError(f"hands: {card} is dealt twice")
            dealt.append(card)
    return [dealt[seat * size : (seat + 1) * size] for seat in range(players)]
