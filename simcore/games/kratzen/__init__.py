"""Kratzen: an Austrian pot game for three to six players."""

from simcore.game import Game
from simcore.games.kratzen.pack import PACK
from simcore.games.kratzen.rules import KratzenRules
from simcore.games.kratzen.view import DECISIONS

GAME = Game(
    name="kratzen",
    summary="Austrian pot game: Muss, Siebenermuss, dropping out, exchange",
    players=(3, 6, 4),
    rules=KratzenRules,
    pack=PACK,
    decisions=DECISIONS,
    default_strategy="normal",
    default_sessions=50_000,
    default_deals=60,
    package="simcore.games.kratzen",
    has_pot=True,
)
