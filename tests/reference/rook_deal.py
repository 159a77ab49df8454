"""One deal of Rook, followed event by event from the auction to the last trick."""

from .rook_cards import (
    PACK,
    ROOK,
    SUITS,
    TRUMPS,
    legal_cards,
    read_card,
    sort_cards,
    total_points,
    trick_winner,
)
from .rook_score import ALL_POINTS, SEATS
from .script import RuleError, Script, words

LOWEST_BID = 75
HIGHEST_BID = ALL_POINTS


def left_of(seat):
    """Return the seat whose turn comes after this one."""
    return (seat + 1) % len(SEATS)


def read_hands(hands):
    """Return the hands of a record: five of ten cards, no card twice."""
    if not isinstance(hands, list) or len(hands) != len(SEATS):
        raise RuleError(f"hands: expected a list of {len(SEATS)} hands")
    dealt = []
    for seat, hand in enumerate(hands):
        if not isinstance(hand, list) or len(hand) != 10:
            raise RuleError(f"hands: seat {seat} has {hand!r}, not ten cards")
        for text in hand:
            card = read_card(text)
            if card in dealt:
                raise RuleError(f"hands, seat {seat}: {card} is dealt twice")
            dealt.append(card)
    return [dealt[10 * seat : 10 * seat + 10] for seat in SEATS]


class RookScript(Script):
    """The events of one deal of Rook."""

    EVENT_KEYS = {  # noqa: RUF012 - never changed
        "bid": {"seat", "bid"},
        "kitty": {"seat", "cards"},
        "declare": {"seat", "trump", "partner_card", "leader"},
        "discard": {"seat", "cards"},
        "play": {"seat", "card"},
        "trick": {"winner", "points"},
    }
    read_card = staticmethod(read_card)
    sort_cards = staticmethod(sort_cards)


class Deal:
    """A deal under way: who holds what, and what has been settled so far.

    Parameters
    ----------
    record : dict
        The deal record.
    options : dict
        Every option of the match with its value.
    dealer : int
        The seat that dealt.
    """

    def __init__(self, record, options, dealer):
        self.options = options
        self.dealer = dealer
        self.script = RookScript(record["events"])
        self.hands = read_hands(record["hands"])
        self.kitty = PACK - {card for hand in self.hands for card in hand}
        self.bid = 0
        self.declarer = None
        self.partner = None
        self.trump = None
        self.partner_card = None
        self.leader = None
        self.kitty_points = 0
        self.points = [0, 0, 0, 0, 0]
        self.last_winner = None
        self.seen = set()

    def run(self):
        """Follow the record to its end, up to but without the scoring."""
        self.hold_auction()
        if self.declarer is None and self.options["all_pass"] == "dealer":
            self.declarer, self.bid = self.dealer, LOWEST_BID
            self.seen.add("dealer_forced")
        if self.declarer is None:
            self.seen.add("passed")
        else:
            self.take_kitty()
            self.declare()
            self.discard()
            self.play_tricks()
        self.script.finish()

    # The auction.

    def hold_auction(self):
        """Hear the bids in turn until one stands against all others or all passed."""
        bidders = list(SEATS)
        seat = left_of(self.dealer)
        while not self.auction_is_over(bidders):
            if seat in bidders and not self.hear_bid(seat):
                bidders.remove(seat)
            seat = left_of(seat)
        if self.bid == HIGHEST_BID:
            self.seen.add("bid_180")

    def auction_is_over(self, bidders):
        """Return whether nobody may bid any more.

        The last of the five still speaks when the other four have passed.
        """
        return self.bid == HIGHEST_BID or not bidders or bidders == [self.declarer]

    def hear_bid(self, seat):
        """Take over what a seat says, and return whether it stays in the auction."""
        bid = self.script.take("bid", seat)["bid"]
        if type(bid) is not int:
            self.script.wrong(f"the bid is {bid!r}, not an integer")
        if bid == 0:
            return False
        if bid % 5 != 0 or not LOWEST_BID <= bid <= HIGHEST_BID:
            self.script.wrong(
                f"the bid is {bid}, the rules allow multiples of five from "
                f"{LOWEST_BID} to {HIGHEST_BID}, or 0 for a pass"
            )
        if bid <= self.bid:
            self.script.wrong(f"the bid of {bid} is not higher than {self.bid}")
        self.bid, self.declarer = bid, seat
        return True

    # Kitty, declaration, discard.

    def take_kitty(self):
        """Give the declarer the three cards that nobody was dealt."""
        event = self.script.take("kitty", self.declarer)
        cards = self.script.cards(event, "cards")
        if set(cards) != self.kitty:
            self.script.wrong(
                f"the kitty is {words(cards)}, but the cards not dealt are "
                f"{words(sort_cards(self.kitty))}"
            )
        self.hands[self.declarer].extend(cards)
        if ROOK in cards:
            self.seen.add("rook_in_kitty")

    def declare(self):
        """Hear what is trump, which card the partner holds, and who leads."""
        event = self.script.take("declare", self.declarer)
        self.trump = event["trump"]
        if self.trump not in TRUMPS:
            self.script.wrong(f"trump is {self.trump!r}, not one of {words(TRUMPS)}")
        self.partner_card = self.script.card(event["partner_card"])
        if self.partner_card in self.hands[self.declarer]:
            self.script.wrong(
                f"{self.partner_card} is called, but is among the declarer's thirteen "
                "cards"
            )
        for seat in SEATS:
            if self.partner_card in self.hands[seat]:
                self.partner = seat
        self.leader = event["leader"]
        left = left_of(self.declarer)
        if type(self.leader) is not int or self.leader not in (self.declarer, left):
            self.script.wrong(
                f"leader is {self.leader!r}, the rules allow seat {self.declarer} or "
                f"seat {left} on his left"
            )
        self.note_declaration()

    def note_declaration(self):
        """Note what was rare about a declaration."""
        if self.trump == "high":
            self.seen.add("high_game")
        if self.trump == "low":
            self.seen.add("low_game")
            if self.options["low_ace"] == "low":
                self.seen.add("low_game_low_ace")
        if self.partner_card == ROOK:
            self.seen.add("rook_called")
        if self.leader != self.declarer:
            self.seen.add("left_leads")

    def discard(self):
        """Put three of the declarer's cards away, face down."""
        event = self.script.take("discard", self.declarer)
        cards = self.script.cards(event, "cards")
        if len(cards) != 3:
            self.script.wrong(f"{len(cards)} cards are discarded, the rules want 3")
        hand = self.hands[self.declarer]
        for card in cards:
            if card not in hand:
                self.script.wrong(
                    f"{card} is discarded, but the hand is {words(sort_cards(hand))}"
                )
        for card in cards:
            hand.remove(card)
        self.kitty_points = total_points(cards)
        if ROOK in cards:
            self.seen.add("rook_discarded")

    # The tricks.

    def play_tricks(self):
        """Play the ten tricks; who won the last one leads."""
        leader = self.leader
        for number in range(1, 11):
            leader = self.play_trick(leader, number)
        self.last_winner = leader

    def play_trick(self, leader, number):
        """Play one trick and return the seat that wins it."""
        trick, order = [], []
        seat = leader
        for _ in SEATS:
            trick.append(self.play_card(seat, trick))
            order.append(seat)
            seat = left_of(seat)
        place = trick_winner(trick, self.trump, self.options["low_ace"])
        event = self.script.take("trick")
        self.script.expect(event, "winner", order[place])
        self.script.expect(event, "points", total_points(trick))
        self.points[order[place]] += total_points(trick)
        self.note_trick(trick, place, number)
        return order[place]

    def play_card(self, seat, trick):
        """Follow one play and return the card."""
        hand = self.hands[seat]
        legal = legal_cards(hand, trick, self.trump)
        card = self.script.take_play(seat, legal)
        if legal == {ROOK} and len(hand) > 1:
            self.seen.add("rook_must_follow")
        hand.remove(card)
        return card

    def note_trick(self, trick, place, number):
        """Note what was rare about a trick."""
        with_suit = self.trump in SUITS
        if trick[0] == ROOK:
            self.seen.add("rook_led_in_trumps" if with_suit else "rook_led_in_no_trump")
        elif ROOK in trick and not with_suit:
            self.seen.add("rook_when_void")
        if trick[place] == ROOK and with_suit:
            self.seen.add("rook_won_in_trumps")
        if self.trump == "low" and trick[place][0] == "A":
            self.seen.add("ace_won_in_low_game")
        if number == 10 and self.partner_card in trick:
            self.seen.add("partner_hidden")
