"""A deal of Trio whose end one can see."""

import numpy as np

from simcore.api import make_plan
from simcore.engine import Recorder
from simcore.games.trio.rules import PACK
from simcore.games.trio.table import GIVEN
from simcore.registry import find_game


def test_a_whole_suit_led_takes_every_trick():
    game = find_game("trio")
    job = game.engine.make_job(make_plan(game, rules={"last_trick": 4}, seed=1))
    given = np.zeros(1, GIVEN)
    given["is_given"], given["dealer"] = 1, 2
    for seat, cards in enumerate(("AcKcQcJcTc", "AdKdQdJdTd", "AhKhQhJhTh")):
        words = [cards[place : place + 2] for place in range(0, 10, 2)]
        given["hand"][0, seat] = PACK.parse(words)
    record = Recorder(game.engine, job, 0).play(0, given)
    assert record["result"]["score"] == [8, 0, 0]
