"""Kratzen deals laid out by hand, with results worked out on paper."""


def cards(text):
    """Return the cards in a text, split at spaces."""
    return text.split()


def record(**keys):
    """Return a record of these keys and those that all Kratzen records share."""
    return {"format": 1, "game": "kratzen", **keys}


def cut(shown, dealer, antes):
    """Return a cut event."""
    return {"type": "cut", "shown": cards(shown), "antes": antes, "dealer": dealer}


def call(seat, word, turned=None):
    """Return a call event, with the turned cards where the call turns any."""
    event = {"type": "call", "seat": seat, "call": word}
    if turned is not None:
        event["turned"] = cards(turned)
    return event


def join(seat, plays):
    """Return a join event."""
    return {"type": "join", "seat": seat, "plays": plays}


def exchange(seat, discards="", drawn="", shown="", extras=""):
    """Return an exchange event."""
    return {
        "type": "exchange",
        "seat": seat,
        "discards": cards(discards),
        "drawn": cards(drawn),
        "shown": cards(shown),
        "extras": cards(extras),
    }


def discard(seat, text):
    """Return a discard event."""
    return {"type": "discard", "seat": seat, "cards": cards(text)}


def trick(line):
    """Return the events of a trick such as ``1 Al (Al Kl), 2 Ul (Ul) -> 1``."""
    plays, winner = line.split(" -> ")
    events = []
    for part in plays.split(", "):
        seat, card, legal = part.split(" ", 2)
        events.append(
            {
                "type": "play",
                "seat": int(seat),
                "card": card,
                "legal": cards(legal.strip("()")),
            }
        )
    return [*events, {"type": "trick", "winner": int(winner), "points": 0}]


# Three players. Seat 0 has the pack; a Sow sends it to seat 1. Seat 2 takes nothing.
MUSS = record(
    deal=0,
    players=3,
    dealer=1,
    scores_before=[0, 0, 0],
    stakes="muss",
    hands=[cards("Ah Kh 9l 7s"), cards("Al Kl Oh 8s"), cards("As Ks Ul 7h")],
    events=[
        cut("Al 9e", 1, [0, 1, 0]),
        cut("8h", 1, [0, 0, 0]),
        {"type": "turnup", "cards": ["Ol"]},
        discard(1, "8s"),
        *trick("1 Al (Al Kl Ol Oh), 2 Ul (Ul), 0 9l (9l) -> 1"),
        *trick("1 Oh (Kl Ol Oh), 2 7h (7h), 0 Kh (Ah Kh) -> 0"),
        *trick("0 Ah (Ah 7s), 1 Ol (Kl Ol), 2 Ks (As Ks) -> 1"),
        *trick("1 Kl (Kl), 2 As (As), 0 7s (7s) -> 1"),
    ],
    result={
        "kind": "muss",
        "declarer": 1,
        "contract": None,
        "trump": "l",
        "active": [0, 1, 2],
        "tricks": [1, 3, 0],
        "pot_before": 5,
        "penalties": [0, 0, 5],
        "draws": [0, 0, 0],
        "pot_after": 10,
        "balance_change": [-2, -2, -6],
        "next": "normal",
    },
)

# The next deal of that session: forehand draws the Sow of trumps face up, which
# brings five more cards; the declarer takes one trick and pays twice the pot.
NORMAL = record(
    deal=1,
    players=3,
    dealer=2,
    scores_before=[-2, -2, -6],
    stakes="normal",
    hands=[cards("7h 8h 9h Tl"), cards("Kh Oh 7s 8s"), cards("Ke Ue As 7l")],
    events=[
        cut("9s", 2, [0, 0, 0]),
        {"type": "turnup", "cards": ["Te"]},
        call(2, "schlagen"),
        call(1, "weiter"),
        call(0, "weiter"),
        join(0, True),
        join(1, False),
        exchange(0, "7h 8h 9h Tl", "Kl 9e 8l", "Ae", "Oe Th Us 6s 7e"),
        discard(0, "8l Th Us 7e 9e"),
        exchange(2),
        discard(2, "7l"),
        *trick("2 Ke (Ke Ue Te As), 0 6s (Ae 6s) -> 0"),
        *trick("0 Ae (Ae Oe Kl), 2 Te (Ue Te) -> 0"),
        *trick("0 Kl (Oe Kl), 2 Ue (Ue) -> 2"),
        *trick("2 As (As), 0 Oe (Oe) -> 0"),
    ],
    result={
        "kind": "normal",
        "declarer": 2,
        "contract": "schlagen",
        "trump": "e",
        "active": [0, 2],
        "tricks": [3, 0, 1],
        "pot_before": 11,
        "penalties": [0, 0, 22],
        "draws": [6, 0, 2],
        "pot_after": 25,
        "balance_change": [6, 0, -21],
        "next": "normal",
    },
)

# The third deal of that session: the Weli is turned up, nobody goes along.
DROPPED = record(
    deal=2,
    players=3,
    dealer=0,
    scores_before=[4, -2, -27],
    stakes="normal",
    hands=[cards("7l 8l Ue Us"), cards("Kh Oh 7s 8s"), cards("Al Ol As 7e")],
    events=[
        cut("9s", 0, [0, 0, 0]),
        {"type": "turnup", "cards": ["6s", "Th"]},
        call(0, "weiter"),
        call(2, "andere", "7h Kl"),
        call(1, "weiter"),
        join(0, False),
        join(1, False),
    ],
    result={
        "kind": "normal",
        "declarer": 2,
        "contract": "andere",
        "trump": "l",
        "active": [2],
        "tricks": [0, 0, 4],
        "pot_before": 26,
        "penalties": [0, 0, 0],
        "draws": [0, 0, 24],
        "pot_after": 2,
        "balance_change": [-1, 0, 24],
        "next": "muss",
    },
)

# A contract becomes a Siebenermuss; its declarer owns the cards that were turned.
SIEBENERMUSS = record(
    rules={"new_turnup_to": "declarer", "cut": "never"},
    players=3,
    dealer=0,
    scores_before=[-4, -3, -1],
    stakes="normal",
    hands=[cards("Ae Ke Oe Ue"), cards("Al Kl Ol Ul"), cards("As Ks Os Us")],
    events=[
        {"type": "turnup", "cards": ["Th"]},
        call(0, "weiter"),
        call(2, "naechste", "6s 7e"),
        call(1, "weiter"),
        discard(0, "Th"),
        discard(2, "Os Us"),
        *trick("2 6s (7e As Ks 6s), 0 Ae (Ae), 1 Ul (Al Kl Ol Ul) -> 0"),
        *trick("0 Ke (Ke Oe Ue), 1 Ol (Al Kl Ol), 2 7e (7e) -> 0"),
        *trick("0 Oe (Oe Ue), 1 Kl (Al Kl), 2 Ks (As Ks) -> 0"),
        *trick("0 Ue (Ue), 1 Al (Al), 2 As (As) -> 0"),
    ],
    result={
        "kind": "siebenermuss",
        "declarer": 2,
        "contract": "naechste",
        "trump": "e",
        "active": [0, 1, 2],
        "tricks": [4, 0, 0],
        "pot_before": 9,
        "penalties": [0, 9, 18],
        "draws": [0, 0, 0],
        "pot_after": 36,
        "balance_change": [-1, -9, -18],
        "next": "normal",
    },
)

# Six players and a stock of nothing but Acorns, the suit that was turned up first.
NO_OTHER_SUIT = record(
    players=6,
    dealer=5,
    scores_before=[-7, 0, 0, 0, 0, 0],
    stakes="normal",
    hands=[
        cards("Al Kl Ol Ul"),
        cards("Tl 9l 8l 7l"),
        cards("Ah Kh Oh Uh"),
        cards("Th 9h 8h 7h"),
        cards("As Ks Os Us"),
        cards("Ts 9s 8s 7s"),
    ],
    events=[
        cut("8e", 5, [0, 0, 0, 0, 0, 0]),
        {"type": "turnup", "cards": ["6s", "Te"]},
        call(5, "naechste", ""),
        call(4, "andere", "Ae Ke 7e Ue Oe 9e 8e"),
        *[call(seat, "weiter") for seat in (3, 2, 1, 0)],
        *[join(seat, False) for seat in (5, 0, 1, 2, 3)],
    ],
    result={
        "kind": "normal",
        "declarer": 4,
        "contract": "andere",
        "trump": "e",
        "active": [4],
        "tricks": [0, 0, 0, 0, 4, 0],
        "pot_before": 8,
        "penalties": [0, 0, 0, 0, 0, 0],
        "draws": [0, 0, 0, 0, 8, 0],
        "pot_after": 0,
        "balance_change": [0, 0, 0, 0, 8, -1],
        "next": "muss",
    },
)

# Nobody calls. The pack comes back to seat 0, stays for the Weli and then hops twice;
# seat 2 has only 5 chips and seat 1 only 7, so both pay less than they owe.
PASSED = record(
    rules={"ante": 5, "bankroll": 20},
    players=3,
    dealer=2,
    scores_before=[10, -13, -15],
    stakes="normal",
    hands=[cards("7l 8l Ue Us"), cards("Kh Oh 7s 8s"), cards("Al Ol As 7e")],
    events=[
        cut("7h Ae", 0, [5, 0, 5]),
        cut("6s Ks", 0, [5, 5, 0]),
        cut("Ae As", 2, [0, 2, 0]),
        cut("9h", 2, [0, 0, 0]),
        {"type": "turnup", "cards": ["Th"]},
        call(2, "weiter"),
        call(1, "weiter"),
        call(0, "weiter"),
    ],
    result={
        "kind": "passed",
        "declarer": None,
        "contract": None,
        "trump": "h",
        "active": [],
        "tricks": [0, 0, 0],
        "pot_before": 45,
        "penalties": [0, 0, 0],
        "draws": [0, 0, 0],
        "pot_after": 45,
        "balance_change": [-15, -7, -5],
        "next": "normal",
    },
)
