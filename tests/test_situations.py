"""Conditions on hands, alternatives compared deal by deal, samples of a situation."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from simcore.answers import make_asked
from simcore.errors import UsageError
from simcore.registry import find_game
from simcore.situations.blocks import BLOCK_DEALS, Player
from simcore.situations.comparing import Comparison, Observed
from simcore.situations.conditions import Feature, counting, parse_condition, weighing
from simcore.situations.sampling import Wanted, play_situation
from simcore.situations.wording import margin_text, verdict
from simcore.stats import ALL_EQUAL, Estimate, independent_mean, independent_share
from stats_inputs import has_no_interval

HANDS = np.array([[0b111, 0b1000], [0b1001, 0b10], [0b1000, 0b110]], np.uint64)
FEATURES = {
    "low": Feature("", counting(0b11)),
    "worth": Feature("", weighing({0b1: 0.5, 0b1000: 2.0})),
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("seat0.low>=1", [True, True, False]),
        ("seat0.low > 1", [True, False, False]),
        ("seat1.low==1", [False, True, True]),
        ("seat1.low=1", [False, True, True]),
        ("seat1.low!=1", [True, False, False]),
        ("seat0.low<1", [False, False, True]),
        ("seat0.worth<=2.0", [True, False, True]),
    ],
)
def test_conditions_look_at_the_hand_of_a_seat(text, found):
    condition = parse_condition(text, 2, FEATURES)
    assert condition.holds(HANDS).tolist() == found


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("low>=1", "is not of the form seatN.feature>=number"),
        ("seat0.low>=many", "is not of the form seatN.feature>=number"),
        ("seat2.low>=1", "is about seat 2 but the seats are 0 to 1"),
        ("seat0.lov>=1", "there is no feature 'lov' of a hand; did you mean low"),
    ],
)
def test_wrong_conditions_are_told(text, sentence):
    with pytest.raises(UsageError, match=sentence):
        parse_condition(text, 2, FEATURES)


class TestComparison:
    def setup_method(self):
        rng = np.random.default_rng(1)
        self.values = rng.normal(3, 1, (2, 500)) + rng.normal(0, 5, 500)
        self.groups = rng.integers(0, 3, (2, 500))
        self.events = rng.random((2, 500, 2)) < 0.3
        self.compared = Comparison(2, 3, 2)
        for part in (slice(0, 200), slice(200, 500)):
            self.compared.add(
                [
                    Observed(*(one[number] for one in self.all()))[part]
                    for number in (0, 1)
                ]
            )

    def all(self):
        return self.values, self.groups, self.events

    def test_means_are_those_of_all_deals_and_of_a_group(self):
        found = self.compared.mean(1)
        assert found.estimate == pytest.approx(self.values[1].mean())
        error = self.values[1].std(ddof=1) / np.sqrt(500)
        assert found.standard_error == pytest.approx(error)
        chosen = self.values[1][self.groups[1] == 2]
        found = self.compared.mean(1, 2)
        assert (found.n, found.estimate) == (len(chosen), pytest.approx(chosen.mean()))

    def test_differences_are_taken_deal_by_deal(self):
        found = self.compared.difference(0, 1)
        less = self.values[0] - self.values[1]
        assert found.estimate == pytest.approx(less.mean())
        error = less.std(ddof=1) / np.sqrt(500)
        assert found.standard_error == pytest.approx(error)
        apart = np.hypot(*(self.compared.mean(n).standard_error for n in (0, 1)))
        assert found.standard_error < apart / 3

    def test_an_alternative_does_not_differ_from_itself(self):
        found = self.compared.difference(1, 1)
        assert (found.estimate, found.method) == (0, ALL_EQUAL)

    def test_shares_are_those_of_all_deals_and_of_a_group(self):
        assert self.compared.share(0, 1).estimate == self.events[0, :, 1].mean()
        chosen = self.groups[0] == 1
        found = self.compared.share(0, 1, 1)
        assert found.n == chosen.sum()
        assert found.estimate == self.events[0, chosen, 1].mean()
        assert self.compared.share_of_group(0, 1).estimate == chosen.mean()


class TestIndependentEstimates:
    def test_intervals_hold_the_truth_as_often_as_they_say(self):
        rng = np.random.default_rng(2)
        n_runs, size = 2000, 40
        values = rng.exponential(1.0, (n_runs, size))
        hits = rng.binomial(size, 0.2, n_runs)
        held = np.zeros(2)
        for row, found in zip(values, hits.tolist(), strict=True):
            mean = independent_mean(size, row.sum(), (row**2).sum())
            share = independent_share(found, size)
            held += mean.ci_low < 1 < mean.ci_high, share.ci_low < 0.2 < share.ci_high
        assert (np.abs(held / n_runs - 0.94) < 0.025).all()

    def test_nothing_and_a_single_deal_have_no_interval(self):
        assert np.isnan(independent_mean(0, 0, 0).estimate)
        assert np.isnan(independent_share(0, 0).estimate)
        assert np.isnan(independent_mean(1, 3, 9).ci_low)

    def test_equal_deals_show_no_error(self):
        found = independent_mean(3, 0.3, 0.03)
        assert found.estimate == pytest.approx(0.1)
        assert has_no_interval(found)

    def test_more_successes_than_trials_are_refused(self):
        with pytest.raises(ValueError, match="between 0 and the number of trials"):
            independent_share(3, 2)


class TestWording:
    @pytest.mark.parametrize(
        ("value", "margin", "unit", "text"),
        [
            (3.14159, 0.42, "chips", "3.1 ±0.4 chips"),
            (3.14159, 12, "points", "3 ±12 points"),
            (24.0, 0.0, "chips", "24 chips"),
            (0.4567, 0.0031, "share", "45.7 % ±0.3"),
            (1.0, 0.0, "share", "100 %"),
        ],
    )
    def test_estimates_have_the_digits_that_their_margin_allows(
        self, value, margin, unit, text
    ):
        found = Estimate(9, value, margin / 2, value - margin, value + margin)
        assert margin_text(found, unit) == text

    @pytest.mark.parametrize(
        ("low", "high", "text"),
        [
            (1.0, 3.0, "take 2 ±1 chips"),
            (-3.0, -1.0, "leave 2 ±1 chips"),
            (-1.0, 3.0, "Too close to call: the difference is +1 ±2 chips; more"),
        ],
    )
    def test_a_verdict_needs_an_interval_on_one_side(self, low, high, text):
        gain = Estimate(9, (low + high) / 2, 0.5, low, high)
        said = verdict(
            gain, "chips", better="take {}", worse="leave {}", same="no matter"
        )
        assert said.startswith(text)

    @pytest.mark.parametrize(
        ("n", "gain", "text"),
        [
            (3, 0.0, "no matter"),
            (2000, 2.0, "take 2 chips"),
            (2000, -2.0, "leave 2 chips"),
            (3, 2.0, "Too close to call: the difference is +2 chips; more"),
        ],
    )
    def test_a_verdict_of_equal_deals_needs_a_few(self, n, gain, text):
        found = independent_mean(n, n * gain, n * gain**2)
        said = verdict(
            found, "chips", better="take {}", worse="leave {}", same="no matter"
        )
        assert said.startswith(text)


def situation(**options):
    """Return a situation of Kratzen in which seat 0 has called."""
    usual = {
        "hands": [(None, "Ah Kl 9h 7l")],
        "seat": 2,
        "players": 4,
        "strategy": None,
        "others": None,
        "without": "",
        "given": (),
        "seed": 5,
        "rules": {},
        "facts": {"turnup": "Kh", "declarer": 0, "contract": "schlagen"},
    }
    asked = make_asked(find_game("kratzen"), **usual | options)
    return asked.game.situations.make_situation(asked)


def wanted(**options):
    usual = {"deals": 500, "precision": None, "most": 10**6, "tries": 10**6}
    return Wanted(**usual | {"level": 0.95} | options)


def test_a_game_that_says_nothing_of_situations_has_no_odds():
    game = replace(find_game("kratzen"), package="simcore.situations")
    asked = {"hands": [], "seat": None, "players": None, "strategy": None}
    rest = {"others": None, "without": "", "given": (), "seed": 1, "rules": {}}
    with pytest.raises(UsageError, match="there are no odds of kratzen"):
        make_asked(game, **asked, **rest, facts={})


class TestSampling:
    def test_a_sample_has_as_many_deals_as_were_wanted(self):
        sample = play_situation(situation(), wanted(deals=321), 1)
        assert sample.kept == sample["join"].n == 321
        assert sample.is_complete
        assert sample.kept < sample.dealt < BLOCK_DEALS

    def test_deals_that_qualify_are_played_again_as_they_were(self):
        """Also where strategies draw lots: a deal keeps its address."""
        table = situation(others="random")
        observe = table.observe
        checked = []

        def watch(tables):
            (trial,) = table.trials
            checked.append(trial.agrees(tables).all() and len(tables) > 50)
            return observe(tables)

        table.observe = watch
        Player(table).play(1)
        assert len(checked) == 3 + 16
        assert all(checked)

    def test_a_precision_is_played_for(self):
        sample = play_situation(situation(), wanted(precision=0.11), 2)
        found = sample["join"].mean(0)
        assert sample.is_complete
        assert (found.ci_high - found.ci_low) / 2 <= 0.11
        assert 10_000 <= sample.kept < 20_000

    def test_a_precision_has_a_limit(self):
        few = wanted(precision=1e-6, most=700)
        sample = play_situation(situation(), few, 1)
        assert (sample.kept, sample.is_complete) == (700, False)

    def test_dealing_ends_where_nothing_qualifies(self):
        rare = situation(given=("seat1.sows>=4",))
        with pytest.raises(UsageError, match=r"none of [\d,]+ deals with these cards"):
            play_situation(rare, wanted(tries=20_000), 1)

    def test_what_strategies_never_do_is_noticed_early(self):
        called = {"turnup": "Kh", "declarer": 0, "contract": "naechste"}
        table = situation(facts=called | {"joined": (1,), "dropped": (3,)})
        with pytest.raises(UsageError) as told:
            play_situation(table, wanted(tries=10**6), 2)
        dealt = f"{7 * BLOCK_DEALS:,}"
        assert str(told.value).splitlines() == [
            f"none of {dealt} deals with these cards agrees with all that was said of"
            " the deal",
            "  seat 0 becomes declarer with naechste (strategy normal): in 0 of"
            f" {dealt}",
            "  no Seven is turned that fixes trumps: not tried",
            "  seat 1 goes along (strategy normal): not tried",
            "  seat 3 drops (strategy normal): not tried",
            "choose another strategy for the others with --opponents, as --opponents"
            " 'threshold(naechste=0.9)'",
            "--tries N deals N of them before it gives up",
        ]

    def test_who_says_how_long_to_look_is_heard(self):
        table = situation(facts={"turnup": "Kh", "declarer": 0, "contract": "naechste"})
        with pytest.raises(UsageError, match="none of 106,496 deals"):
            play_situation(table, wanted(tries=100_000, looks_on=True), 1)

    def test_what_was_said_is_counted_in_its_order(self):
        told = {"facts": {"turnup": "Kh", "declarer": 0, "contract": "schlagen"}}
        told["facts"] |= {"joined": (1,)}
        table = situation(given=("seat0.trumps>=2",), **told)
        sample = play_situation(table, wanted(deals=10**6, tries=2 * BLOCK_DEALS), 1)
        texts = [one.text for one in sample.said]
        assert texts[0] == "seat0.trumps>=2"
        assert texts[1:] == [
            "seat 0 becomes declarer with schlagen",
            "no Seven is turned that fixes trumps",
            "seat 1 goes along",
        ]
        tried, held = sample.counts.T.tolist()
        assert tried == [sample.dealt, *held[:-1]]
        assert held[-1] == sample.kept > 0

    def test_callers_before_are_counted_whoever_deals(self):
        facts = {"turnup": "8h", "declarer": 2, "contract": "andere"}
        sample = play_situation(situation(facts=facts), wanted(deals=20_000), 1)
        before, after, *_ = sample.counts.tolist()
        assert sample.said[0].text == "nobody before seat 2 calls more than naechste"
        assert sample.said[1].text == "nobody after seat 2 calls more than andere"
        assert 0 < before[1] < before[0] <= sample.dealt + BLOCK_DEALS
        assert after[0] == before[1]

    @pytest.mark.parametrize("n_looks", [0, 5])
    def test_a_sample_can_be_stopped(self, n_looks):
        looks = count()
        sample = play_situation(
            situation(),
            wanted(deals=10**6),
            1,
            is_stopped=lambda: next(looks) >= n_looks,
        )
        assert sample.is_interrupted
        assert not sample.is_complete
        assert sample.kept == sample["join"].n < 5 * BLOCK_DEALS
        assert (n_looks > 0) or sample.kept == 0

    def test_dealing_ends_where_too_little_qualifies(self):
        rare = situation(given=("seat1.sows>=3", "seat0.trumps>=2"))
        sample = play_situation(rare, wanted(tries=30_000), 1)
        assert 0 < sample.kept < 500
        assert not sample.is_complete
        assert sample.dealt == 4 * BLOCK_DEALS
