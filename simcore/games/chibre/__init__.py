"""Chibre: the Swiss Schieber Jass for two teams of two."""

from simcore.game import Game
from simcore.games.chibre.pack import PACK
from simcore.games.chibre.rules import ChibreRules
from simcore.games.chibre.view import DECISIONS

GAME = Game(
    name="chibre",
    summary="Swiss Schieber Jass: trump or chibre, melds, 157 points",
    players=(4, 4, 4),
    rules=ChibreRules,
    pack=PACK,
    decisions=DECISIONS,
    default_strategy="heuristic",
    default_sessions=1_000_000,
    default_deals=1,
    package="simcore.games.chibre",
    plays_matches=True,
)
