"""Records of Kratzen: their shape, what they mean to the kernels, and the duties."""

from simcore.games.kratzen.replaying.duties import KratzenFollower
from simcore.games.kratzen.replaying.translating import prepare
from simcore.replaying.contract import GameReplay
from simcore.replaying.reading import PLAY, TRICK, Shape

__all__ = ["REPLAY"]

REPLAY = GameReplay(
    top=Shape({"stakes": "text"}),
    events={
        "cut": Shape({"shown": "row", "antes": "integers", "dealer": "seat"}),
        "turnup": Shape({"cards": "row"}),
        "call": Shape({"seat": "seat", "call": "text"}, {"turned": "row"}),
        "defer": Shape({"seat": "seat"}),
        "join": Shape({"seat": "seat", "plays": "boolean"}),
        "exchange": Shape(
            {
                "seat": "seat",
                "discards": "cards",
                "drawn": "row",
                "shown": "row",
                "extras": "row",
            }
        ),
        "discard": Shape({"seat": "seat", "cards": "cards"}),
        "play": PLAY,
        "trick": TRICK,
    },
    result=Shape(
        {
            "kind": "text",
            "declarer": "seat?",
            "contract": "text?",
            "trump": "text",
            "active": "seats",
            "tricks": "integers",
            "pot_before": "integer",
            "penalties": "integers",
            "draws": "integers",
            "pot_after": "integer",
            "balance_change": "integers",
            "next": "text",
        }
    ),
    void=Shape({"passed": "boolean"}),
    hand_size=4,
    decisions={
        "call": ("call",),
        "defer": (),
        "join": ("plays",),
        "exchange": ("discards",),
        "discard": ("cards",),
        "play": ("card",),
    },
    n_scores=None,
    prepare=prepare,
    follower=KratzenFollower,
    asked={"defer": ("join",)},
)
