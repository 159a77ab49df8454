"""What a user told of a deal, read and checked: cards, seats, where cards lie."""

from __future__ import annotations

from simcore.cards import CardError, Pack
from simcore.errors import UsageError
from simcore.lineup import Seat, parse_seats
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


def lineup(asked: Asked) -> tuple[Seat, ...]:
    """Return who sits where: the seat that asks, and all others.

    Raises
    ------
    UsageError
        If a strategy is unknown, or there are neither one nor enough.
    """
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
