"""What a user told of a deal, read and checked: cards, seats, where cards lie."""

from __future__ import annotations

from collections.abc import Mapping

from simcore.cards import CardError, Pack
from simcore.errors import UsageError
from simcore.lineup import Seat, parse_seats
from simcore.plan import Plan
from simcore.situations.conditions import Condition, Feature, parse_condition
from simcore.situations.dealing import KnownCards
from simcore.situations.situation import Asked


def parse_cards(pack: Pack, text: str) -> int:
    """Return the mask of the cards written in `text`.

    Raises
    ------
    UsageError
        If a card is unknown or stands twice.
    """
    try:
        return pack.parse(text)
    except CardError as error:
        raise UsageError(str(error)) from None


def parse_row(pack: Pack, text: str) -> tuple[int, ...]:
    """Return the cards written in `text` one by one, in their order.

    Raises
    ------
    UsageError
        If a card is unknown or stands twice.
    """
    parse_cards(pack, text)
    return tuple(pack.parse_card(word) for word in text.replace(",", " ").split())


def check_seat(seat: int, players: int, name: str = "seat") -> int:
    """Return `seat`, or raise UsageError if there is none of that number."""
    if not isinstance(seat, int) or not 0 <= seat < players:
        raise UsageError(f"{name} is {seat!r} but the seats are 0 to {players - 1}")
    return seat


def optional_seat(seat: int | None, players: int, name: str) -> int | None:
    """Return a seat that may not be told, or raise UsageError if there is none such."""
    return None if seat is None else check_seat(seat, players, name)


def asking_seat(asked: Asked) -> int:
    """Return who asks: who was named, or else the one whose hand is told, or seat 0.

    Raises
    ------
    UsageError
        If there is no such seat.
    """
    seats = [seat for seat, _ in asked.hands]
    seat = asked.seat
    if seat is None:
        seat = seats[0] if len(seats) == 1 and seats[0] is not None else 0
    return check_seat(seat, asked.players)


def known_hands(asked: Asked, size: int, note: str = "") -> tuple[int, ...]:
    """Return the cards that are known of each seat's hand, as masks.

    Parameters
    ----------
    asked : Asked
    size : int
        How many cards a hand has.
    note : str
        What to add where somebody is given more.

    Raises
    ------
    UsageError
        If a hand is told twice or has too many cards.
    """
    own = asking_seat(asked)
    hands: dict[int, int] = {}
    for named, text in asked.hands:
        seat = own if named is None else check_seat(named, asked.players)
        if seat in hands:
            raise UsageError(f"the hand of seat {seat} is told twice")
        cards = parse_cards(asked.game.pack, text)
        if cards.bit_count() > size:
            raise UsageError(
                f"the hand of seat {seat} has {cards.bit_count()} cards but"
                f" {asked.game.name} deals {size}{note}"
            )
        hands[seat] = cards
    return tuple(hands.get(seat, 0) for seat in range(asked.players))


class Places:
    """Where cards were said to lie; no card lies in two places.

    Parameters
    ----------
    pack : Pack
    """

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._places: list[tuple[int, str]] = []

    def put(self, cards: int, place: str) -> None:
        """Note that `cards` lie in `place`, named so that "is" can stand before it.

        Raises
        ------
        UsageError
            If one of them was said to lie elsewhere.
        """
        for others, other in self._places:
            if cards & others:
                card = self._pack.format(cards & others)[0]
                raise UsageError(
                    f"the card {card} cannot be {place}: it is {other} already"
                )
        self._places.append((cards, place))

    def put_hands(self, hands: tuple[int, ...]) -> None:
        """Note the known cards of all hands."""
        for seat, cards in enumerate(hands):
            self.put(cards, f"in the hand of seat {seat}")


def known_cards(
    asked: Asked, size: int, *, turnup: int = 0, note: str = ""
) -> KnownCards:
    """Return what is known of where the cards lie, in hands and in nobody's.

    Parameters
    ----------
    asked : Asked
    size : int
        How many cards a hand has.
    turnup : int
        The card that was turned up, which lies apart.
    note : str
        What to add where somebody is given more cards.

    Raises
    ------
    UsageError
        If a card lies in two places, or a hand is told twice or has too many cards.
    """
    pack = asked.game.pack
    hands = known_hands(asked, size, note)
    without = parse_cards(pack, asked.without)
    places = Places(pack)
    places.put(turnup, "turned up")
    places.put_hands(hands)
    places.put(without, "in nobody's hand")
    return KnownCards(
        pack=pack.all_cards,
        hands=hands,
        sizes=(size,) * asked.players,
        apart=turnup,
        without=without,
    )


def check_enough(cards: KnownCards) -> None:
    """Raise UsageError if the cards that are left are too few for the hands."""
    if cards.free.bit_count() < cards.n_open:
        raise UsageError(
            f"{cards.free.bit_count()} cards are left for the hands, which are"
            f" {cards.n_open} short: too many cards are said to be in nobody's hand"
        )


def conditions_of(asked: Asked, features: Mapping[str, Feature]) -> list[Condition]:
    """Return the conditions on the hands, or raise UsageError if one makes no sense."""
    return [parse_condition(text, asked.players, features) for text in asked.given]


def plan_of(asked: Asked, deals: int = 1) -> Plan:
    """Return the plan of a table at which `deals` deals are played.

    Raises
    ------
    UsageError
        If a strategy is unknown, or there are neither one nor enough.
    """
    return Plan(
        game=asked.game,
        players=asked.players,
        rules=asked.rules,
        seats=_lineup(asked),
        seed=asked.seed,
        sessions=1,
        deals=deals,
    )


def _lineup(asked: Asked) -> tuple[Seat, ...]:
    """Return who sits where: the seat that asks, and all others."""
    game, n_others = asked.game, asked.players - 1
    own = asking_seat(asked)
    mine = parse_seats(asked.strategy or game.default_strategy, game)
    if len(mine) != 1:
        raise UsageError(f"{len(mine)} strategies are named but seat {own} plays one")
    others = parse_seats(asked.others or game.default_strategy, game)
    if len(others) == 1:
        others *= n_others
    if len(others) != n_others:
        raise UsageError(
            f"{len(others)} strategies are named but seat {own} has {n_others} others"
            " at the table; name one for all or one for each"
        )
    return (*others[:own], *mine, *others[own:])
