"""The questions of Kratzen that come before the tricks, put to a seat's strategy."""

from __future__ import annotations

from simcore.asking import cards_chooser, number_chooser
from simcore.games.kratzen.view import DECISIONS

_GAME = "kratzen"

choose_call = number_chooser(_GAME, DECISIONS, "call")
choose_join = number_chooser(_GAME, DECISIONS, "join")
choose_exchange = cards_chooser(_GAME, DECISIONS, "exchange", exactly=False)
choose_discard = cards_chooser(_GAME, DECISIONS, "discard", exactly=True)
