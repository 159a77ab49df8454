"""One deal of Kratzen, followed event by event from the stakes to the last trick."""

from .kratzen_cards import (
    PACK,
    WELI,
    acting_cards,
    is_special,
    legal_cards,
    read_card,
    sort_cards,
    suit_in_play,
    trick_winner,
)
from .kratzen_script import KratzenScript
from .script import RuleError, words

CALLS = ["weiter", "naechste", "andere", "schlagen"]


def hops(shown):
    """Return how many seats to the left the cards shown at a cut send the pack."""
    steps = {"A": 1, "7": -1, "6": 0}
    return sum(steps[card[0]] for card in acting_cards(shown))


class Deal:
    """A deal under way: who holds what, and what has been settled so far.

    Parameters
    ----------
    record : dict
        The deal record.
    options : dict
        Every option of the table with its value.
    stakes : str
        ``"muss"`` or ``"normal"``.
    dealer : int
        The seat that has the pack before the cut.
    purse : Purse
        Pot and balances, which stakes and cut antes change.
    """

    def __init__(self, record, options, stakes, dealer, purse):
        self.record = record
        self.options = options
        self.stakes = stakes
        self.dealer = dealer
        self.purse = purse
        self.players = len(purse.balances)
        self.script = KratzenScript(record["events"])
        self.bottom = None
        self.kind = stakes
        self.declarer = None
        self.contract = None
        self.trump = None
        self.active = []
        self.tricks = [0] * self.players
        self.seen = set()

    def seats_from(self, first, step=1):
        """Return all seats in order, starting with ``first``."""
        return [(first + step * turn) % self.players for turn in range(self.players)]

    def run(self):
        """Follow the record to its end, up to but without the settling."""
        self.pay_stakes()
        self.cut()
        self.deal_cards()
        if self.kind == "normal":
            self.find_contract()
        self.pot_before = self.purse.pot
        if self.kind in ("muss", "siebenermuss"):
            self.play_compulsory()
        elif self.kind == "normal":
            self.play_normal()
        self.script.finish()

    # Before the cards.

    def pay_stakes(self):
        """Let the seats pay what a deal costs before it is cut."""
        ante = self.options["ante"]
        for seat in range(self.players):
            if self.stakes == "muss":
                self.purse.pay(seat, 2 * ante if seat == self.dealer else ante)
            elif seat == self.dealer:
                self.purse.pay(seat, ante)

    def cut(self):
        """Follow the cuts until an ordinary card is shown."""
        when = self.options["cut"]
        if when == "always" or (when == "muss" and self.stakes == "muss"):
            self.bottom = self.cut_once()
            while is_special(self.bottom):
                self.bottom = self.cut_once()
        if self.record["dealer"] != self.dealer:
            raise RuleError(
                f"dealer: the record says {self.record['dealer']!r}, by the rules seat "
                f"{self.dealer} deals"
            )

    def cut_once(self):
        """Follow one cut and return the first card it showed."""
        event = self.script.take("cut")
        shown = self.script.cards(event, "shown")
        if len(shown) != (2 if shown and is_special(shown[0]) else 1):
            self.script.wrong(
                f"shown is {words(shown)}, but a Weli, a Sow or a Seven is followed by "
                "exactly one more card and any other card by none"
            )
        antes = [0] * self.players
        for card in acting_cards(shown):
            payers = range(self.players)
            if card != WELI:
                self.dealer = (self.dealer + hops([card])) % self.players
                payers = [self.dealer]
            for seat in payers:
                antes[seat] += self.purse.pay(seat, self.options["ante"])
        self.script.expect(event, "antes", antes)
        self.script.expect(event, "dealer", self.dealer)
        self.note_cut(shown)
        return shown[0]

    def note_cut(self, shown):
        """Note which special cards a cut showed, such as ``sow_seven``."""
        names = {"A": "sow", "7": "seven", "6": "weli"}
        acting = [names[card[0]] for card in acting_cards(shown)]
        if acting:
            self.seen.add(f"{acting[0]}_cut")
        if acting == ["sow", "sow"]:
            self.seen.add("sprung")
        elif len(acting) == 2:
            self.seen.add("_".join(acting))
            if acting[1] == "weli":
                self.seen.add("weli_second")

    def deal_cards(self):
        """Take over the hands and the turned-up cards, and find the trump suit."""
        event = self.script.take("turnup")
        turned = self.script.cards(event, "cards")
        if len(turned) != (2 if turned and turned[0] == WELI else 1):
            self.script.wrong(
                f"turned up: {words(turned)}; the rules turn one card, and one more "
                "only behind the Weli"
            )
        self.read_hands()
        dealt = [card for hand in self.hands for card in hand] + turned
        for card in dealt:
            if dealt.count(card) > 1:
                raise RuleError(f"{card} is dealt twice")
            if card == self.bottom:
                raise RuleError(
                    f"{card} is dealt, but the cut showed it as the bottom card"
                )
        self.stock = set(PACK) - set(dealt)
        self.hands[self.dealer].extend(turned)
        self.trump = turned[-1][1]
        if WELI in turned:
            self.seen.add("weli_turned")
        if turned[-1][0] == "7":
            self.kind = "siebenermuss"
            self.seen.add("siebenermuss_turnup")
        if self.kind != "normal":
            self.declarer = self.dealer

    def read_hands(self):
        """Take over the hands: four cards a seat."""
        hands = self.record["hands"]
        if not isinstance(hands, list) or len(hands) != self.players:
            raise RuleError(f"hands: expected a list of {self.players} hands")
        for seat, hand in enumerate(hands):
            if not isinstance(hand, list) or len(hand) != 4:
                raise RuleError(f"hands: seat {seat} has {hand!r}, not four cards")
        self.hands = [[read_card(text) for text in hand] for hand in hands]

    def take_from_stock(self, cards, how):
        """Take cards from the stock in this order, the known bottom card last."""
        for card in cards:
            if card not in self.stock:
                self.script.wrong(f"{card} is {how} but is not in the stock")
            if card == self.bottom:
                if len(self.stock) > 1:
                    self.script.wrong(
                        f"{card} is {how} while the stock still holds "
                        f"{len(self.stock) - 1} other cards; it is the bottom card"
                    )
                self.seen.add("bottom_card_used")
            self.stock.remove(card)

    # The contract of a normal deal.

    def find_contract(self):
        """Hear every seat's call and turn the cards for the highest of them."""
        best, number, turned = "weiter", None, []
        step = 1 if self.options["bidding_direction"] == "left" else -1
        for seat in self.seats_from(self.dealer, step):
            call, cards = self.hear_call(seat, best)
            if call != "weiter":
                if turned:
                    self.script.point_at(number)
                    self.script.wrong(
                        f"turned is {words(turned)}, but seat {seat} called higher, so "
                        "nothing is turned"
                    )
                best, number, turned = call, self.script.number, cards
                self.declarer, self.contract = seat, call
        if best in ("andere", "naechste"):
            self.script.point_at(number)
            self.turn_new_trump(best, turned)
        elif best == "weiter":
            self.everybody_passed()

    def hear_call(self, seat, best):
        """Return a seat's call and the cards that its event says were turned."""
        event = self.script.take("call", seat)
        call = event["call"]
        if call not in CALLS:
            self.script.wrong(f"{call!r} is not a call")
        if call != "weiter" and CALLS.index(call) <= CALLS.index(best):
            self.script.wrong(f"the call {call} is not higher than {best}")
        if call in ("andere", "naechste"):
            return call, self.script.cards(event, "turned")
        return call, []

    def everybody_passed(self):
        """Void the deal, or make the dealer play, as the table has agreed."""
        if self.options["all_pass"] == "redeal":
            self.kind = "passed"
            self.seen.add("passed")
        else:
            self.declarer, self.contract = self.dealer, "schlagen"
            self.seen.add("forced_schlagen")

    def turn_new_trump(self, call, turned):
        """Turn cards from the stock for the contract, and see what they change."""
        self.take_from_stock(turned, "turned")
        fixing = [card for card in turned if self.can_fix_trump(card, call)]
        if len(fixing) > 1 or (fixing and fixing[0] != turned[-1]):
            self.script.wrong(
                f"turned is {words(turned)}, but {fixing[0]} already fixes the trumps"
            )
        if not fixing and self.stock:
            self.script.wrong(
                f"turned is {words(turned)}, none of which fixes the trumps for {call}"
            )
        if WELI in turned:
            self.seen.add("weli_turned_past")
        if self.options["new_turnup_to"] == "declarer":
            self.hands[self.declarer].extend(turned)
        if not fixing:
            self.seen.add("no_new_trump")
            return
        self.trump = fixing[0][1]
        if fixing[0][0] == "7" and self.options["siebenermuss_on"] == "any":
            self.kind = "siebenermuss"
            self.seen.add("siebenermuss_contract")

    def can_fix_trump(self, card, call):
        """Return whether a card turned for this contract would fix the trump suit."""
        if card == WELI:
            return False
        return call == "naechste" or card[1] != self.trump

    # From the contract to the last trick.

    def play_compulsory(self):
        """Play a Muss or a Siebenermuss: everybody plays and nobody exchanges."""
        self.active = list(range(self.players))
        # They differ, and the second has cards to put away, only when a contract
        # became a Siebenermuss and its new turn-up went to the declarer.
        self.discard_to_four(self.dealer)
        self.discard_to_four(self.declarer)
        self.play_tricks()

    def play_normal(self):
        """Play a normal deal: join or drop, exchange, tricks."""
        self.ask_who_plays()
        if self.active == [self.declarer]:
            self.tricks[self.declarer] = 4
            self.seen.add("everybody_dropped")
            return
        first = self.dealer + 1
        if self.options["exchange_first"] == "declarer":
            first = self.declarer
        for seat in self.seats_from(first):
            if seat in self.active:
                self.exchange(seat)
                self.discard_to_four(seat)
        self.play_tricks()

    def ask_who_plays(self):
        """Hear from everybody but the declarer whether he plays."""
        deferred = None
        self.active = [self.declarer]
        for seat in self.seats_from(self.declarer)[1:]:
            if self.script.upcoming() == "defer":
                self.script.take("defer", seat)
                if not self.options["last_word"]:
                    self.script.wrong("nobody may defer without the option last_word")
                if deferred is not None:
                    self.script.wrong(f"seat {deferred} already has the last word")
                deferred = seat
                self.seen.add("deferred")
            else:
                self.ask(seat)
        if deferred is not None:
            self.ask(deferred)
        self.active.sort()

    def ask(self, seat):
        """Hear whether one seat plays."""
        event = self.script.take("join", seat)
        if not isinstance(event["plays"], bool):
            self.script.wrong(f"plays is {event['plays']!r}, not true or false")
        if event["plays"]:
            self.active.append(seat)

    def exchange(self, seat):
        """Follow one player's exchange."""
        event = self.script.take("exchange", seat)
        away = self.script.cards(event, "discards")
        drawn = self.script.cards(event, "drawn")
        shown = self.script.cards(event, "shown")
        extras = self.script.cards(event, "extras")
        self.put_away(seat, away)
        if len(away) > len(self.stock):
            self.script.wrong(
                f"{len(away)} cards put away, but the stock holds {len(self.stock)}"
            )
        self.expect_count(drawn, min(len(away), 3), "drawn face down")
        self.expect_count(shown, max(len(away) - 3, 0), "drawn face up")
        self.take_from_stock(drawn, "drawn")
        self.take_from_stock(shown, "shown")
        earned = sum(self.extras_for(card) for card in shown)
        self.expect_count(extras, min(earned, len(self.stock)), "drawn as extras")
        if earned > len(self.stock):
            self.seen.add("extras_cut_short")
        self.take_from_stock(extras, "an extra card")
        if not self.stock:
            self.seen.add("stock_exhausted")
        self.hands[seat].extend(drawn + shown + extras)

    def extras_for(self, card):
        """Return how many extra cards a card drawn face up brings."""
        if suit_in_play(card, self.trump) != self.trump:
            return 0
        self.seen.add("face_up_extra")
        if card == "A" + self.trump:
            self.seen.add("trump_sow_face_up")
            return 5
        return 1

    def expect_count(self, cards, right, how):
        """Raise unless the number of cards is right."""
        if len(cards) != right:
            self.script.wrong(f"{len(cards)} cards {how}, the rules give {right}")

    def discard_to_four(self, seat):
        """Follow the discard of a seat that holds more than four cards."""
        surplus = len(self.hands[seat]) - 4
        if surplus > 0:
            event = self.script.take("discard", seat)
            cards = self.script.cards(event, "cards")
            self.expect_count(cards, surplus, "discarded")
            self.put_away(seat, cards)

    def put_away(self, seat, cards):
        """Take cards out of a hand and out of play."""
        for card in cards:
            if card not in self.hands[seat]:
                held = words(sort_cards(self.hands[seat]))
                self.script.wrong(f"{card} is put away, but the hand is {held}")
            self.hands[seat].remove(card)

    def play_tricks(self):
        """Play the four tricks, the first one led by the declarer."""
        leader = self.declarer
        for _ in range(4):
            leader = self.play_trick(leader)
            self.tricks[leader] += 1

    def play_trick(self, leader):
        """Play one trick and return the seat that wins it."""
        trick = []
        order = [seat for seat in self.seats_from(leader) if seat in self.active]
        for seat in order:
            legal = legal_cards(self.hands[seat], trick, self.trump)
            card = self.script.take_play(seat, legal)
            self.hands[seat].remove(card)
            trick.append(card)
        winner = order[trick_winner(trick, self.trump)]
        event = self.script.take("trick")
        self.script.expect(event, "winner", winner)
        self.script.expect(event, "points", 0)
        return winner
