"""One deal of Klaberjass, followed event by event from the turn-up to the end."""

from .french import SUITS, deal_from
from .klaberjass_cards import (
    PACK,
    beats,
    card_points,
    legal_cards,
    read_card,
    sort_cards,
    trick_winner,
)
from .klaberjass_melds import (
    best_melds,
    compare_melds,
    melds_points,
    melds_winner,
)
from .klaberjass_score import BELA, LAST_TRICK, counted_melds, score_deal, sums
from .script import Script, words


class KlaberjassScript(Script):
    """The events of one deal of Klaberjass, taken in order."""

    EVENT_KEYS = {  # noqa: RUF012 - never changed
        "turnup": {"cards"},
        "take": {"seat", "round", "trump"},
        "complete": {"seat", "cards"},
        "shown": {"card"},
        "dix": {"seat", "taken"},
        "meld": {"seat", "melds", "points", "scores"},
        "bela": {"seat"},
        "play": {"seat", "card"},
        "trick": {"winner", "points"},
    }
    read_card = staticmethod(read_card)
    sort_cards = staticmethod(sort_cards)


class Deal:
    """A deal under way: who holds what, and what has been counted so far.

    Parameters
    ----------
    record : dict
        The deal record.
    options : dict
        Every option of the match with its value.
    """

    def __init__(self, record, options):
        self.options = options
        self.script = KlaberjassScript(record["events"])
        self.dealer = record["dealer"]
        self.elder = 1 - self.dealer
        self.hands = deal_from(PACK, record["hands"], 2, 6)
        self.stock = set(PACK) - {card for hand in self.hands for card in hand}
        self.turnup = None
        self.taker = None
        self.round = None
        self.trump = None
        self.runs = {0: [], 1: []}
        self.melds_winner = None
        self.bela_holder = None
        self.played = []
        self.tricks = [0, 0]
        self.points = [0, 0]
        self.seen = set()

    def run(self):
        """Follow the record to its end."""
        self.turn_up()
        self.find_taker()
        if self.taker is not None:
            self.complete_hands()
            self.exchange_dix()
            self.judge_melds()
            self.find_bela()
            self.play_tricks()
        self.script.finish()

    # Before the tricks.

    def take_from_stock(self, cards, number, how):
        """Take so many cards out of the stock."""
        if len(cards) != number:
            self.script.wrong(f"{len(cards)} cards {how}, the rules want {number}")
        for card in cards:
            if card not in self.stock:
                self.script.wrong(f"{card} is {how} but is not in the stock")
            self.stock.remove(card)

    def turn_up(self):
        """Take over the card turned up, whose suit is the preferred trump."""
        event = self.script.take("turnup")
        cards = self.script.cards(event, "cards")
        self.take_from_stock(cards, 1, "turned up")
        [self.turnup] = cards

    def find_taker(self):
        """Ask elder and dealer, in two rounds, until one of them takes."""
        for round_ in (1, 2):
            for seat in (self.elder, self.dealer):
                trump = self.hear(seat, round_)
                if trump is not None:
                    self.taker, self.round, self.trump = seat, round_, trump
                    self.note_taking()
                    return
        self.seen.add("void")

    def hear(self, seat, round_):
        """Return the suit with which a seat takes, or None if it passes."""
        event = self.script.take("take", seat)
        self.script.expect(event, "round", round_)
        allowed = list(SUITS)
        if round_ == 1:
            allowed = [self.turnup[1]]
        elif self.options["second_round_suits"] == "other":
            allowed.remove(self.turnup[1])
        if event["trump"] is not None and event["trump"] not in allowed:
            self.script.wrong(
                f"trump is {event['trump']!r}, the rules allow {words(allowed)} or null"
            )
        return event["trump"]

    def complete_hands(self):
        """Give both players their further cards and turn one more card."""
        for seat in (self.elder, self.dealer):
            event = self.script.take("complete", seat)
            cards = self.script.cards(event, "cards")
            self.take_from_stock(cards, 3, "dealt")
            self.hands[seat] += cards
        event = self.script.take("shown")
        self.take_from_stock([self.script.card(event["card"])], 1, "shown")

    def exchange_dix(self):
        """Follow the exchange of the seven of trumps for the turned-up card.

        Whoever may exchange it need not.
        """
        dix = "7" + self.trump
        holders = [seat for seat in (0, 1) if dix in self.hands[seat]]
        if self.trump != self.turnup[1] or not holders:
            return
        if self.script.upcoming() != "dix":
            self.seen.add("dix_declined")
            return
        [holder] = holders
        event = self.script.take("dix", holder)
        taken = self.script.card(event["taken"])
        if taken != self.turnup:
            self.script.wrong(f"{taken} is taken, but {self.turnup} was turned up")
        self.hands[holder].remove(dix)
        self.hands[holder].append(taken)
        self.seen.add("dix")

    def judge_melds(self):
        """Find both players' sequences, and whose score."""
        if not self.options["melds"]:
            return
        for seat in (0, 1):
            self.runs[seat] = best_melds(self.hands[seat], self.trump)
        winner = melds_winner(
            self.runs[self.elder],
            self.runs[self.dealer],
            self.trump,
            self.options["meld_tie"],
        )
        seats = {"elder": self.elder, "dealer": self.dealer, None: None}
        self.melds_winner = seats[winner]
        self.note_melds()

    def find_bela(self):
        """Find who holds King and Queen of trumps, now that the dix is settled."""
        if not self.options["bela"]:
            return
        for seat in (0, 1):
            if self.bela_cards() <= set(self.hands[seat]):
                self.bela_holder = seat
                self.note_bela()

    def bela_cards(self):
        """Return the King and the Queen of trumps."""
        return {"K" + self.trump, "Q" + self.trump}

    # The tricks.

    def play_tricks(self):
        """Play the nine tricks, the first one led by elder."""
        leader = self.elder
        for number in range(9):
            leader = self.play_trick(leader, number == 0)
            self.tricks[leader] += 1
        self.points[leader] += LAST_TRICK

    def play_trick(self, leader, is_first):
        """Play one trick and return the seat that wins it."""
        trick = []
        order = [leader, 1 - leader]
        for seat in order:
            if is_first:
                self.take_meld(seat)
            trick.append(self.take_card(seat, trick))
        winner = order[trick_winner(trick, self.trump)]
        points = sum(card_points(card, self.trump) for card in trick)
        event = self.script.take("trick")
        self.script.expect(event, "winner", winner)
        self.script.expect(event, "points", points)
        self.points[winner] += points
        return winner

    def take_meld(self, seat):
        """Follow the announcement of a seat that has a sequence."""
        right = self.runs[seat]
        if not right:
            return
        event = self.script.take("meld", seat)
        if not isinstance(event["melds"], list):
            self.script.wrong(f"melds is {event['melds']!r}, not a list of melds")
        found = [self.script.card_list(meld, "a meld") for meld in event["melds"]]
        if found != right:
            self.script.wrong(f"melds is {found!r}, by the rules it is {right!r}")
        self.script.expect(event, "points", melds_points(right))
        self.script.expect(event, "scores", seat == self.melds_winner)

    def take_card(self, seat, trick):
        """Follow one play, with the bela that it may complete."""
        hand = self.hands[seat]
        legal = legal_cards(hand, trick, self.trump)
        self.note_duty(hand, trick, legal)
        card = self.script.take_play(seat, legal)
        hand.remove(card)
        self.played.append(card)
        if seat == self.bela_holder and self.completes_bela(card):
            self.script.take("bela", seat)
        return card

    def completes_bela(self, card):
        """Return whether the card just played is the second of King and Queen."""
        pair = self.bela_cards()
        return card in pair and pair <= set(self.played)

    # What the deal came to.

    def result(self):
        """Return the result of the deal, with the keys of a record's ``result``."""
        if self.taker is None:
            return {"passed": True, "score": [0, 0]}
        melds = [
            melds_points(self.runs[seat]) if seat == self.melds_winner else 0
            for seat in (0, 1)
        ]
        bela = [BELA if seat == self.bela_holder else 0 for seat in (0, 1)]
        self.note_result(melds, bela)
        return {
            "taker": self.taker,
            "trump": self.trump,
            "round": self.round,
            "card_points": self.points,
            "melds": counted_melds(melds, self.tricks),
            "bela": bela,
            "score": score_deal(self.taker, self.points, melds, bela, self.tricks),
        }

    # Rare things.

    def note_taking(self):
        """Note a trump that was found in the second round."""
        if self.round == 2:
            self.seen.add("second_round")
            if self.trump == self.turnup[1]:
                self.seen.add("second_round_turned_suit")

    def note_melds(self):
        """Note long runs, and what decided between two equally high ones."""
        for run in self.runs[0] + self.runs[1]:
            if len(run) >= 7:
                self.seen.add("run_of_seven" if len(run) == 7 else "run_of_eight")
        if self.runs[0] and self.runs[1]:
            best = (self.runs[0][0], self.runs[1][0])
            criterion, _ = compare_melds(*best, self.trump)
            if criterion == "equal":
                self.seen.add("melds_equal")
            elif criterion != "points":
                self.seen.add(f"melds_decided_by_{criterion}")
            loser = None if self.melds_winner is None else 1 - self.melds_winner
            if loser is not None and melds_points(self.runs[loser]) > melds_points(
                self.runs[self.melds_winner]
            ):
                self.seen.add("smaller_melds_score")

    def note_bela(self):
        """Note that somebody holds bela, and whether the dix brought it."""
        self.seen.add("bela")
        if self.turnup in self.bela_cards() & set(self.hands[self.bela_holder]):
            self.seen.add("bela_by_dix")

    def note_duty(self, hand, trick, legal):
        """Note when the duty to beat a trump lead, or to trump, narrows the choice."""
        if not trick:
            return
        [led] = trick
        trumps = {card for card in hand if card[1] == self.trump}
        if led[1] == self.trump:
            if trumps - legal:
                self.seen.add("must_beat_trump")
            elif trumps and not any(beats(card, led, self.trump) for card in trumps):
                self.seen.add("cannot_beat_trump")
        elif legal == trumps and trumps < set(hand):
            self.seen.add("must_trump")

    def note_result(self, melds, bela):
        """Note what is rare about the outcome of a deal."""
        total = sums(self.points, melds, bela, self.tricks)
        other = 1 - self.taker
        if total[self.taker] == total[other]:
            self.seen.add("tie")
        elif total[self.taker] < total[other]:
            self.seen.add("taker_lost")
        if 0 in self.tricks:
            loser = self.tricks.index(0)
            self.seen.add("no_trick")
            if melds[loser]:
                self.seen.add("no_trick_with_melds")
            if bela[loser]:
                self.seen.add("no_trick_with_bela")
