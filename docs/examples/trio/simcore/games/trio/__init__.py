"""Trio: three players, five tricks, no trumps."""

from simcore.game import Game
from simcore.games.trio.rules import PACK, TrioRules
from simcore.games.trio.view import DECISIONS

GAME = Game(
    name="trio",
    summary="three players, five tricks, no trumps",
    players=(3, 3, 3),
    rules=TrioRules,
    pack=PACK,
    decisions=DECISIONS,
    default_strategy="thrifty",
    default_sessions=1_000_000,
    default_deals=1,
    package="simcore.games.trio",
    plays_matches=True,
)
