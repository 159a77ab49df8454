"""Klaberjass: take or pass, for two players."""

from simcore.game import Game
from simcore.games.klaberjass.pack import PACK
from simcore.games.klaberjass.rules import KlaberjassRules
from simcore.games.klaberjass.view import DECISIONS

GAME = Game(
    name="klaberjass",
    summary="two players take or pass: sequences, bela, 162 points",
    players=(2, 2, 2),
    rules=KlaberjassRules,
    pack=PACK,
    decisions=DECISIONS,
    default_strategy="heuristic",
    default_sessions=1_000_000,
    default_deals=1,
    package="simcore.games.klaberjass",
    plays_matches=True,
)
