"""Rook for five players with a called partner."""

from simcore.game import Game
from simcore.games.rook.pack import PACK
from simcore.games.rook.rules import RookRules
from simcore.games.rook.view import DECISIONS

GAME = Game(
    name="rook",
    summary="five players bid to 180; the declarer calls a secret partner",
    players=(5, 5, 5),
    rules=RookRules,
    pack=PACK,
    decisions=DECISIONS,
    default_strategy="heuristic",
    default_sessions=1_000_000,
    default_deals=1,
    package="simcore.games.rook",
    plays_matches=True,
)
