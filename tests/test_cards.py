"""Cards as text and back, for every game's pack."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.cards import CardError, Pack
from simcore.registry import games

KRATZEN = games()["kratzen"].pack
FRENCH = Pack(
    game="whist",
    suits="cdhs",
    ranks="23456789TJQKA",
    extras={"Rk": 1 << 63},
    aliases={"rook": "Rk", "r": "Rk"},
)
PACKS = {**{name: game.pack for name, game in games().items()}, "french": FRENCH}


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_every_card_has_its_own_bit_and_text(pack):
    texts = pack.format(pack.all_cards)
    assert len(set(texts)) == len(texts) == pack.all_cards.bit_count()
    for text in texts:
        bit = pack.parse_card(text)
        assert bit.bit_count() == 1
        assert pack.format(bit) == [text]
        for spelling in (text.lower(), text.upper(), f" {text} "):
            assert pack.parse_card(spelling) == bit


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
@given(data=st.data())
def test_sets_of_cards_survive_a_round_trip(pack, data):
    texts = pack.format(pack.all_cards)
    chosen = data.draw(st.lists(st.sampled_from(texts), unique=True))
    cards = pack.parse(" ".join(chosen))
    assert sorted(pack.format(cards)) == sorted(chosen)
    assert pack.parse(chosen) == pack.parse(", ".join(chosen)) == cards
    assert pack.format(cards) == [text for text in texts if text in chosen]


def test_the_pack_of_kratzen():
    """33 cards, sorted by suit and then from high to low, the Weli behind the Bells."""
    assert " ".join(KRATZEN.format(KRATZEN.all_cards)) == (
        "Ae Ke Oe Ue Te 9e 8e 7e Al Kl Ol Ul Tl 9l 8l 7l "
        "Ah Kh Oh Uh Th 9h 8h 7h As Ks Os Us Ts 9s 8s 7s 6s"
    )


def test_a_higher_bit_is_a_stronger_card_within_a_suit():
    for suit in "elhs":
        bits = [KRATZEN.parse_card(rank + suit) for rank in "789TUOKA"]
        assert bits == sorted(bits)
        assert len({bit.bit_length() // 16 for bit in bits}) == 1


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("W", "6s"),
        ("weli", "6s"),
        ("Weli", "6s"),
        ("10h", "Th"),
        ("10H", "Th"),
        ("ah", "Ah"),
        ("AH", "Ah"),
    ],
)
def test_other_spellings(text, card):
    assert KRATZEN.format(KRATZEN.parse_card(text)) == [card]


def test_aliases_of_other_packs():
    assert FRENCH.format(FRENCH.parse("rook 10d")) == ["Td", "Rk"]
    assert FRENCH.parse("R") == 1 << 63


def test_a_hand_is_split_at_spaces_and_commas():
    cards = KRATZEN.parse(" ah,kh , 10s\tw\n")
    assert KRATZEN.format(cards) == ["Ah", "Kh", "Ts", "6s"]
    assert KRATZEN.parse("") == KRATZEN.parse([]) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Jh", "kratzen has no card 'Jh'; did you mean "),
        ("6h", "kratzen has no card '6h'; did you mean "),
        ("Ax", "kratzen has no card 'Ax'; did you mean A"),
        ("Ahh", "kratzen has no card 'Ahh'; did you mean Ah?"),
        ("wely", "kratzen has no card 'wely'"),
        ("", "kratzen has no card ''"),
        ("?", "kratzen has no card '?'"),
    ],
)
def test_an_unknown_card_is_named_with_the_nearest_one(text, message):
    with pytest.raises(CardError) as error:
        KRATZEN.parse_card(text)
    assert str(error.value).startswith(message)


def test_an_unknown_card_in_a_hand_is_named():
    with pytest.raises(CardError, match="has no card 'Xh'"):
        KRATZEN.parse("Ah Xh")


@pytest.mark.parametrize("text", ["Ah Kh ah", "W 6s", "10h, Th"])
def test_a_card_that_stands_twice_is_named(text):
    last = text.replace(",", " ").split()[-1]
    with pytest.raises(CardError, match=f"the card {last} stands twice"):
        KRATZEN.parse(text)
