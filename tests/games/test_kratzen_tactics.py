"""The questions about cards in `tactics`, against plain Python on lists of cards."""

import numpy as np
import pytest

from simcore.games.kratzen import tactics
from simcore.games.kratzen.pack import PACK
from simcore.games.kratzen.table import turn
from simcore.games.kratzen.view import VIEW
from simcore.tricks import suit_of

HEARTS_TRUMPS = np.uint64(16)
"""How far lanes are turned when Hearts, lane 2 of Acorns Leaves Hearts Bells, are."""

TRUMP_WORTH = {"A": 1.0, "K": 0.85, "O": 0.65, "U": 0.55, "T": 0.45}
PLAIN_WORTH = {"A": 0.55, "K": 0.25}
ORDER = "789TUOKA"


def turned(text):
    """Return the cards of `text` as a view shows them when Hearts are trumps."""
    # A kernel gives Python an int, and takes an int for signed.
    return np.uint64(turn(np.uint64(PACK.parse(text)), HEARTS_TRUMPS))


def worth(card, trumps="h"):
    """Return the worth of a card as the rules file has it."""
    if card == "6s":
        return 0.95
    if card[1] == trumps:
        return TRUMP_WORTH.get(card[0], 0.35)
    return PLAIN_WORTH.get(card[0], 0.05)


def rank(card):
    """Return the order of a card in its suit, the Weli between King and Sow."""
    return 6.5 if card == "6s" else ORDER.index(card[0])


def random_hands(n_hands, size):
    """Return hands as lists of texts."""
    rng = np.random.default_rng(7)
    cards = PACK.format(PACK.all_cards)
    return [list(rng.choice(cards, size, replace=False)) for _ in range(n_hands)]


@pytest.mark.parametrize("size", [1, 4, 6])
def test_strengths_are_sums_of_worths(size):
    """Also those that are means over the trumps that may come."""
    for hand in random_hands(60, size):
        cards = turned(" ".join(hand))
        by_trumps = {suit: sum(worth(card, suit) for card in hand) for suit in "elhs"}
        others = [by_trumps[suit] for suit in "els"]
        assert tactics.strength(cards) == pytest.approx(by_trumps["h"])
        assert tactics.strength_if_andere(cards) == pytest.approx(np.mean(others))
        assert tactics.strength_if_naechste(cards) == pytest.approx(
            np.mean(list(by_trumps.values()))
        )


@pytest.mark.parametrize("size", [1, 4, 6, 9])
def test_weakest_and_best(size):
    """The weakest card has the least worth, and then the lowest rank."""
    for hand in random_hands(60, size):
        cards = turned(" ".join(hand))
        (weakest,) = [c for c in hand if turned(c) == tactics.weakest(cards)]
        assert worth(weakest) == min(worth(card) for card in hand)
        if worth(weakest) == 0.05:
            plain = [card for card in hand if worth(card) == 0.05]
            assert rank(weakest) == min(rank(card) for card in plain)
        four = tactics.best_of(cards, 4)
        assert tactics.strength(four) == pytest.approx(
            sum(sorted(worth(card) for card in hand)[-4:])
        )
        three = tactics.weakest_of(cards, 3)
        assert tactics.strength(three) == pytest.approx(
            sum(sorted(worth(card) for card in hand)[:3])
        )
        for bound in (0.05, 0.3, 0.35, 2.0):
            expected = [card for card in hand if worth(card) < bound]
            assert tactics.worth_less(cards, bound) == turned(" ".join(expected))


@pytest.mark.parametrize(
    ("hand", "strongest", "weakest"),
    [
        ("Ae 7h", "7h", "7h"),
        ("Ae Th", "Th", "Th"),
        ("Ae Uh", "Uh", "Ae"),
        ("Kh 6s Ah", "Ah", "Kh"),
        ("Kh 6s", "6s", "Kh"),
        ("Ke 9l 8s", "Ke", "8s"),
        ("Ke Ts", "Ke", "Ts"),
        ("Ke 7h", "7h", "Ke"),
    ],
)
def test_strongest_and_weakest(hand, strongest, weakest):
    """Trumps are stronger than all plain cards, though a Sow may be worth more."""
    assert tactics.strongest(turned(hand)) == turned(strongest)
    assert tactics.weakest(turned(hand)) == turned(weakest)


def test_no_card_is_the_weakest_of_none():
    """Nothing comes of nothing."""
    nothing = np.uint64(0)
    assert tactics.weakest(nothing) == nothing
    assert tactics.strongest(nothing) == nothing
    assert tactics.best_of(nothing, 4) == nothing


def view_of(**fields):
    """Return a view of four players with `fields` set, cards as text."""
    views = np.zeros(1, VIEW)
    views["n_seats"] = 4
    for name, text in fields.items():
        views[name] = turned(text)
    return views[0]


def test_winning_cards():
    """A plain suit is won by higher cards of it and by trumps, nothing else."""
    view = view_of(led="Ke", best="Ke")
    hand = turned("Ae Oe Al 7h 6s")
    assert tactics.winning(hand, view) == turned("Ae 7h 6s")
    assert tactics.cheapest_winning(hand, view) == turned("7h")
    ruffed = view_of(led="Ke", best="Oh")
    assert tactics.winning(turned("Ae Al 7h 6s"), ruffed) == turned("6s")
    assert tactics.cheapest_winning(turned("Ae Al 7h"), ruffed) == 0
    assert tactics.winning(hand, view_of()) == hand


def test_sure_trumps():
    """Trumps that nobody can beat any more, as the seat has seen it."""
    view = view_of(hand="6s Oh 7e", out="8e")
    assert tactics.sure_trumps(view) == 0
    view["played"][2] = turned("Ah 9s")
    assert tactics.sure_trumps(view) == turned("6s")
    view["played"][3] = turned("Kh 9l")
    assert tactics.sure_trumps(view) == turned("6s Oh")
    assert suit_of(tactics.outstanding(view) & ~turned("Uh Th 9h 8h 7h")) < 3
