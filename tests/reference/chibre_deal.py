"""One deal of Chibre, followed event by event from the trump to the last trick."""

from .chibre_cards import (
    MODES,
    PACK,
    card_points,
    is_trump,
    legal_cards,
    read_card,
    sort_cards,
    trick_winner,
)
from .chibre_melds import (
    best_melds,
    best_seat,
    compare_melds,
    competing,
    is_run,
    meld_points,
)
from .chibre_score import (
    LAST_TRICK,
    STOECK,
    factor,
    order_of_counting,
    score_deal,
)
from .french import SUITS, deal_from, whole_runs
from .script import Script

SEATS = range(4)


def team_of(seat):
    """Return the team of a seat: partners sit opposite."""
    return seat % 2


def seats_from(first):
    """Return all seats in order, starting with ``first``."""
    return [(first + turn) % 4 for turn in SEATS]


class ChibreScript(Script):
    """The events of one deal of Chibre, taken in order."""

    EVENT_KEYS = {  # noqa: RUF012 - never changed
        "trump": {"seat", "trump"},
        "meld": {"seat", "melds", "points", "scores"},
        "stoeck": {"seat"},
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
    seven_chooses : bool
        Whether the holder of the seven of diamonds has the first say on trump, as in
        the first deal of a match; otherwise forehand has it.
    """

    def __init__(self, record, options, seven_chooses):
        self.options = options
        self.script = ChibreScript(record["events"])
        self.hands = deal_from(PACK, record["hands"], 4, 9)
        self.chooser = (record["dealer"] + 1) % 4
        if seven_chooses:
            [self.chooser] = [seat for seat in SEATS if "7d" in self.hands[seat]]
        self.chibre = False
        self.trump = None
        self.announced = {seat: [] for seat in SEATS}
        self.melds_scored_by = None
        self.stoeck_holder = None
        self.played = []
        self.tricks = []
        self.seen = set()

    def run(self):
        """Follow the record to its end."""
        self.choose_trump()
        self.judge_melds()
        self.find_stoeck()
        self.play_tricks()
        self.script.finish()

    def choose_trump(self):
        """Hear the first chooser, and his partner if he leaves it to him."""
        self.trump = self.hear_trump(self.chooser)
        if self.trump == "chibre":
            self.chibre = True
            partner = (self.chooser + 2) % 4
            self.trump = self.hear_trump(partner)
            if self.trump == "chibre":
                self.script.wrong(
                    f"seat {self.chooser} has said chibre, its partner must name"
                )
            self.seen.add("chibre")
        if self.trump in MODES:
            self.seen.add(self.trump)

    def hear_trump(self, seat):
        """Return what a seat says on trump."""
        event = self.script.take("trump", seat)
        named = event["trump"]
        allowed = [*SUITS, "chibre"]
        if self.options["modes"] == "all":
            allowed += MODES
        if named not in allowed:
            self.script.wrong(f"trump is {named!r}, the rules allow {allowed}")
        return named

    # Melds and Stöck.

    def judge_melds(self):
        """Find what every seat announces, and which team scores its melds."""
        if not self.options["melds"]:
            return
        for seat in SEATS:
            self.announced[seat] = best_melds(self.hands[seat], self.trump)
            if competing(self.hands[seat]):
                self.seen.add("melds_compete")
        best = best_seat(self.announced, seats_from(self.chooser), self.trump)
        if best is not None:
            self.melds_scored_by = team_of(best)
            self.note_comparison()

    def total_of(self, seat):
        """Return what all the melds of a seat count."""
        return sum(meld_points(meld) for meld in self.announced[seat])

    def meld_totals(self):
        """Return what each team's melds would count if they scored."""
        totals = [0, 0]
        for seat in SEATS:
            totals[team_of(seat)] += self.total_of(seat)
        return totals

    def meld_score(self):
        """Return what each team scores for its melds."""
        totals = self.meld_totals()
        return [totals[team] if team == self.melds_scored_by else 0 for team in (0, 1)]

    def find_stoeck(self):
        """Find who was dealt King and Queen of trumps."""
        if not self.options["stoeck"] or self.trump in MODES:
            return
        for seat in SEATS:
            if self.stoeck_cards() <= set(self.hands[seat]):
                self.stoeck_holder = seat
                self.note_stoeck()

    def stoeck_cards(self):
        """Return the King and the Queen of trumps."""
        return {"K" + self.trump, "Q" + self.trump}

    def stoeck_score(self):
        """Return what each team scores for Stöck."""
        holder = self.stoeck_holder
        return [
            STOECK if holder is not None and team == team_of(holder) else 0
            for team in (0, 1)
        ]

    def take_meld(self, seat):
        """Follow the announcement of a seat that has something to announce."""
        right = self.announced[seat]
        if not right:
            return
        event = self.script.take("meld", seat)
        if not isinstance(event["melds"], list):
            self.script.wrong(f"melds is {event['melds']!r}, not a list of melds")
        found = [self.script.card_list(meld, "a meld") for meld in event["melds"]]
        if found != right:
            self.script.wrong(f"melds is {found!r}, by the rules it is {right!r}")
        self.script.expect(event, "points", self.total_of(seat))
        self.script.expect(event, "scores", team_of(seat) == self.melds_scored_by)

    # The tricks.

    def play_tricks(self):
        """Play the nine tricks, the first one led by the first chooser."""
        leader = self.chooser
        for number in range(9):
            leader = self.play_trick(leader, number == 0)

    def play_trick(self, leader, is_first):
        """Play one trick and return the seat that wins it."""
        trick = []
        order = seats_from(leader)
        for seat in order:
            if is_first:
                self.take_meld(seat)
            trick.append(self.take_card(seat, trick))
        winner = order[trick_winner(trick, self.trump)]
        points = sum(card_points(card, self.trump) for card in trick)
        event = self.script.take("trick")
        self.script.expect(event, "winner", winner)
        self.script.expect(event, "points", points)
        self.tricks.append((team_of(winner), points))
        return winner

    def take_card(self, seat, trick):
        """Follow one play, with the Stöck that it may complete."""
        hand = self.hands[seat]
        legal = legal_cards(hand, trick, self.trump)
        self.note_duties(hand, trick, legal)
        card = self.script.take_play(seat, legal)
        hand.remove(card)
        self.played.append(card)
        if seat == self.stoeck_holder and self.completes_stoeck(card):
            self.script.take("stoeck", seat)
        return card

    def completes_stoeck(self, card):
        """Return whether the card just played is the second of King and Queen."""
        pair = self.stoeck_cards()
        return card in pair and pair <= set(self.played)

    # What the deal came to.

    def match(self):
        """Return the team that took all nine tricks, or None."""
        teams = {team for team, _ in self.tricks}
        return teams.pop() if len(teams) == 1 else None

    def card_points(self):
        """Return the card points of each team, with those of the last trick."""
        points = [0, 0]
        for team, worth in self.tricks:
            points[team] += worth
        last_team, _ = self.tricks[-1]
        points[last_team] += LAST_TRICK
        return points

    def items(self):
        """Return the points of this deal in the order of counting."""
        return order_of_counting(
            self.stoeck_score(),
            self.meld_score(),
            self.tricks,
            self.match(),
            factor(self.trump, self.options),
        )

    def result(self):
        """Return the result of the deal, with the keys of a record's ``result``."""
        times = factor(self.trump, self.options)
        points, match = self.card_points(), self.match()
        melds, stoeck = self.meld_score(), self.stoeck_score()
        self.note_result(times, match, stoeck)
        return {
            "chooser": self.chooser,
            "chibre": self.chibre,
            "trump": self.trump,
            "card_points": points,
            "match": match,
            "melds": melds,
            "stoeck": stoeck,
            "score": score_deal(points, match, melds, stoeck, times),
        }

    # Rare things.

    def note_comparison(self):
        """Note what is rare about the melds of this deal and their comparison."""
        announced = [meld for seat in SEATS for meld in self.announced[seat]]
        for meld in announced:
            if not is_run(meld) and meld[0][0] in "J9":
                self.seen.add("four_jacks" if meld[0][0] == "J" else "four_nines")
        for hand in self.hands:
            for run in whole_runs(hand, shortest=8):
                self.seen.add("run_of_nine" if len(run) == 9 else "run_of_eight")
        totals = self.meld_totals()
        loser = 1 - self.melds_scored_by
        if totals[loser] == 0:
            return
        if totals[loser] > totals[self.melds_scored_by]:
            self.seen.add("smaller_melds_score")
        criterion, _ = compare_melds(self.best_of(0), self.best_of(1), self.trump)
        if criterion != "points":
            self.seen.add(f"melds_decided_by_{criterion}")

    def best_of(self, team):
        """Return the best meld of a team that has one."""
        order = [seat for seat in seats_from(self.chooser) if team_of(seat) == team]
        return self.announced[best_seat(self.announced, order, self.trump)][0]

    def note_stoeck(self):
        """Note that somebody holds Stöck, and whether it is part of a sequence."""
        self.seen.add("stoeck")
        for meld in self.announced[self.stoeck_holder]:
            if self.stoeck_cards() <= set(meld):
                self.seen.add("stoeck_in_sequence")

    def note_duties(self, hand, trick, legal):
        """Note when undertrumping is forbidden or forced, and the free Bour."""
        if not trick or self.trump in MODES:
            return
        trumps = {card for card in hand if is_trump(card, self.trump)}
        if is_trump(trick[0], self.trump):
            if trumps == {"J" + self.trump} and len(hand) > 1:
                self.seen.add("bour_exempt")
            return
        best = trick[trick_winner(trick, self.trump)]
        if not is_trump(best, self.trump) or not trumps:
            return
        if trumps - legal:
            self.seen.add("undertrump_forbidden")
            if trumps == set(hand):
                self.seen.add("only_trumps_must_overtrump")
        elif trumps == set(hand) and len(hand) > 1:
            # All of them are legal: they are all above the best trump, or none is.
            highest = trick_winner([best, *trumps], self.trump)
            self.seen |= {"undertrump_forced"} if highest == 0 else set()

    def note_result(self, times, match, stoeck):
        """Note a match, a Stöck against it, and a deal that counts double."""
        if times == 2:
            self.seen.add("pique_double")
        if match is not None:
            self.seen.add("match")
            if stoeck[1 - match]:
                self.seen.add("stoeck_without_trick")
