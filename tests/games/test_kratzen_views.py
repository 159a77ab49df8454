"""Nobody sees a hidden card: neither in his view nor by the stream he is given."""

import numpy as np
import pytest

from simcore.games.kratzen.view import DECISIONS
from simcore.jit import kernel
from simcore.registry import built_in_names
from simcore.rng import (
    PURPOSE_TABLE,
    STREAM,
    branch_streams,
    next_word,
    open_stream,
    philox,
)

from .helpers import KRATZEN
from .swapping import Check

FEWEST = 8
"""How often each decision must have been asked again to count as tested."""

UNUSUAL = {
    "last_word": True,
    "new_turnup_to": "declarer",
    "all_pass": "dealer",
    "cut": "never",
    "exchange_first": "declarer",
    "bidding_direction": "left",
}


def assert_nothing_was_seen(check):
    """Every decision was asked again, and always in the same view."""
    assert all(check.seen[decision] >= FEWEST for decision in DECISIONS), check.seen
    assert check.faults == {}


@pytest.mark.parametrize("name", built_in_names(KRATZEN))
def test_hidden_cards_change_nothing(name):
    """Every decision of every built-in strategy, with other cards out of its sight."""
    check = Check(name)
    check.run(16)
    assert_nothing_was_seen(check)


@pytest.mark.parametrize(
    ("players", "rules"), [(3, {}), (6, {}), (4, UNUSUAL)], ids=["3", "6", "unusual"]
)
def test_hidden_cards_change_nothing_at_other_tables(players, rules):
    """Small and full tables, and all rules that move cards or the order of turns."""
    check = Check("random", players, **rules)
    check.run(16)
    assert_nothing_was_seen(check)


@pytest.mark.slow
@pytest.mark.parametrize("name", built_in_names(KRATZEN))
@pytest.mark.parametrize("rules", [{}, UNUSUAL], ids=["usual", "unusual"])
def test_hidden_cards_change_nothing_in_many_deals(name, rules):
    """The same for longer."""
    check = Check(name, **rules)
    check.run(120)
    assert_nothing_was_seen(check)


def test_a_peeker_is_caught():
    """One who reads the next hand from memory answers otherwise when it is another."""
    check = Check("peeker")
    check.run(16)
    assert all(check.faults[decision, "answer"] for decision in DECISIONS)


def test_a_leaking_view_is_caught():
    """Players who write their hands where all can read them are found by the field."""
    check = Check("normal", blabs=True)
    check.run(6)
    assert check.faults["play", "shown"] > 0
    assert {field for _, field in check.faults} == {"shown"}


# Streams. A strategy sees all of the state of its own.

SEEDS = [(1, 0, 0), (1, 0, 1), (2**63 + 9, 5, 17)]


@kernel
def deal_streams(seed, session, deal, streams):
    """Open the streams of a deal like `open_streams`; return the hidden word."""
    own = streams[-1]
    hidden = open_stream(own, seed, session, deal, PURPOSE_TABLE)
    branch_streams(streams, len(streams) - 1, hidden)
    return hidden


def step_back(state):
    """Return the state before that of an SFC64 generator: anybody can go back."""
    word = 2**64
    a, b, c, count = (int(part) for part in state)
    old_b = a
    for _ in range(6):  # a = b ^ b >> 11, undone from the top bits down
        old_b = a ^ old_b >> 11
    old_c = b * pow(9, -1, word) % word  # b = c + (c << 3)
    output = (c - (old_c << 24 | old_c >> 40)) % word
    old_count = (count - 1) % word
    return (output - old_b - old_count) % word, old_b, old_c, old_count


def states_of(stream, back, forth):
    """Return the states that a stream comes by, without their counters."""
    states = []
    state = tuple(int(part) for part in stream)
    for _ in range(back):
        state = step_back(state)
        states.append(state[:3])
    ahead = np.array([stream], STREAM)
    for _ in range(forth):
        next_word(ahead[0])
        states.append(tuple(int(part) for part in ahead[0])[:3])
    return states


def test_going_back_is_really_possible():
    """The attack below is one: a stream shows what it has yielded before."""
    streams = np.zeros(1, STREAM)
    open_stream(streams[0], np.uint64(3), np.uint64(0), 0, PURPOSE_TABLE)
    start = tuple(int(part) for part in streams[0])
    for _ in range(10):
        next_word(streams[0])
    assert start[:3] in states_of(streams[0], 10, 0)


@pytest.mark.parametrize(("seed", "session", "deal"), SEEDS)
def test_streams_of_seats_do_not_lead_to_the_deal(seed, session, deal):
    """Neither back nor forth does a seat's stream meet the table's or another's."""
    n_seats = 4
    address = (np.uint64(seed), np.uint64(session))
    streams = np.zeros(n_seats + 1, STREAM)
    hidden = deal_streams(*address, deal, streams)
    block = philox(*address, np.uint64(deal), PURPOSE_TABLE)
    table = np.zeros(1, STREAM)
    open_stream(table[0], *address, deal, PURPOSE_TABLE)
    secret_words = {int(word) for word in block} | {int(hidden)}
    secret_words |= {part for state in states_of(table[0], 0, 60) for part in state}
    secret_words |= {int(next_word(table[0])) for _ in range(60)}
    seen = [states_of(streams[seat], 60, 60) for seat in range(n_seats)]
    for seat, states in enumerate(seen):
        words = {part for state in states for part in state}
        assert not words & secret_words
        for other in range(seat):
            assert not set(states) & set(seen[other])


def test_who_knows_the_hidden_word_could_go_back():
    """It is the mask that keeps the deal secret: without it the words are its own."""
    address = (np.uint64(1), np.uint64(2))
    streams = np.zeros(5, STREAM)
    hidden = np.uint64(deal_streams(*address, 3, streams))
    table = np.zeros(1, STREAM)
    open_stream(table[0], *address, 3, PURPOSE_TABLE)
    for seat in range(4):
        for part in ("a", "b", "c"):
            assert streams[seat][part] ^ hidden == next_word(table[0])
