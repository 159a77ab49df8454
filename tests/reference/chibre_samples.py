"""Chibre deals laid out by hand, with results worked out on paper."""

from .sample_events import cards, meld, trick


def record(**keys):
    """Return a record of these keys and those that all Chibre records share."""
    return {"format": 1, "game": "chibre", "players": 4, **keys}


def say(seat, trump):
    """Return a trump event."""
    return {"type": "trump", "seat": seat, "trump": trump}


# The first deal of a match. Seat 2 has the seven of diamonds; it and its partner take
# all tricks, and the other team scores nothing but Stöck.
MATCH = record(
    deal=0,
    dealer=3,
    first=True,
    scores_before=[0, 0],
    hands=[
        cards("Th Kd Qd 6d Qc Tc 7c 7s 6s"),
        cards("7h 6h Jd Td Ks 9s 8s 8c 6c"),
        cards("Jh 9h Ah 8h Ad 7d As Ac Kc"),
        cards("Kh Qh 9d 8d Qs Js Ts Jc 9c"),
    ],
    events=[
        say(2, "h"),
        *trick(
            "2 Jh (Ac Kc Ad 7d Ah Jh 9h 8h As), 3 Qh (Kh Qh), 0 Th (Th), "
            "1 6h (7h 6h) -> 2 33",
            melds={
                2: meld("Ac Ad Ah As", 100, True),
                3: meld("Qs Js Ts", 20, False),
            },
        ),
        *trick(
            "2 9h, 3 Kh (Kh) +stoeck, 0 Qc (Qc Tc 7c Kd Qd 6d 7s 6s), 1 7h (7h) -> 2 21"
        ),
        *trick("2 Ah, 3 9c, 0 Tc, 1 6c -> 2 21"),
        *trick("2 Ad, 3 8d (9d 8d), 0 Qd (Kd Qd 6d), 1 Td (Jd Td) -> 2 24"),
        *trick("2 As, 3 Js (Qs Js Ts), 0 6s (7s 6s), 1 8s (Ks 9s 8s) -> 2 13"),
        *trick("2 Ac, 3 Jc (Jc), 0 7c (7c), 1 8c (8c) -> 2 13"),
        *trick("2 Kc, 3 9d (9d Qs Ts), 0 7s (Kd 6d 7s), 1 9s (Jd Ks 9s) -> 2 4"),
        *trick("2 8h (7d 8h), 3 Ts, 0 6d, 1 Jd -> 2 12"),
        *trick("2 7d (7d), 3 Qs (Qs), 0 Kd (Kd), 1 Ks (Ks) -> 0 11"),
    ],
    result={
        "chooser": 2,
        "chibre": False,
        "trump": "h",
        "card_points": [157, 0],
        "match": 0,
        "melds": [100, 0],
        "stoeck": [0, 20],
        "score": [357, 20],
    },
)

# The next deal of that match. Seat 2 had the first say and now deals; seat 3 says
# chibre. Two sequences to the Ace: the one in trumps, with Stöck in it, is better.
CHIBRE = record(
    deal=1,
    dealer=2,
    scores_before=[357, 20],
    hands=[
        cards("9s 6s Ah Kh Qh Kc 7c Qd 7d"),
        cards("As Ks Qs Th 7h Jc 8c Kd 8d"),
        cards("Ts 8s 7s 8h 6h Tc 6c Td 6d"),
        cards("Js Jh 9h Ac Qc 9c Ad Jd 9d"),
    ],
    events=[
        say(3, "chibre"),
        say(1, "s"),
        # Seat 0 trumps though it could follow, and seat 2 may not undertrump.
        *trick(
            "3 Ac, 0 6s (Kc 7c 9s 6s), 1 Qs (Jc 8c As Ks Qs), 2 6c (Tc 6c) -> 1 14",
            melds={
                0: meld("Ah Kh Qh", 20, False),
                1: meld("As Ks Qs", 20, True),
            },
        ),
        *trick("1 Kd, 2 7s (Td 6d Ts 8s 7s), 3 9d (Ad Jd 9d Js), 0 7d -> 2 4"),
        # The Bour of seat 3 is free.
        *trick(
            "2 8s, 3 9h (Qc 9c Ad Jd Jh 9h Js), 0 9s (9s), 1 Ks (As Ks) +stoeck -> 0 18"
        ),
        *trick("0 Ah, 1 7h (Th 7h As), 2 Ts (8h 6h Ts), 3 Js (Jh Js) -> 3 41"),
        *trick("3 Ad, 0 Qd (Qd), 1 8d (8d As), 2 Td (Td 6d) -> 3 24"),
        *trick("3 Jd, 0 7c (Kc 7c Kh Qh), 1 8c (Jc 8c Th As), 2 6d (6d) -> 3 2"),
        *trick("3 Qc, 0 Kc (Kc), 1 As (Jc As), 2 Tc (Tc) -> 1 28"),
        *trick("1 Th, 2 6h (8h 6h), 3 Jh (Jh), 0 Qh (Kh Qh) -> 0 15"),
        *trick("0 Kh, 1 Jc, 2 8h, 3 9c -> 0 6"),
    ],
    result={
        "chooser": 3,
        "chibre": True,
        "trump": "s",
        "card_points": [48, 109],
        "match": None,
        "melds": [0, 20],
        "stoeck": [0, 20],
        "score": [48, 149],
    },
)

# A deal by itself, from the Six up. Seat 3 needs the ten of clubs for its four Tens,
# and so announces three of its four clubs in a row.
UNDENUFE = record(
    rules={"modes": "all"},
    dealer=1,
    hands=[
        cards("Ac Kd Qd 9d Ah Kh 8h Js 6s"),
        cards("Jd 8d Qh Jh 9h 7h Qs 9s 7s"),
        cards("9c 8c 7c 6c 7d 6d 6h As Ks"),
        cards("Kc Qc Jc Tc Ad Td Th 8s Ts"),
    ],
    events=[
        say(2, "undenufe"),
        *trick(
            "2 6c, 3 Kc (Kc Qc Jc Tc), 0 Ac (Ac), 1 Qs (Jd 8d Qh Jh 9h 7h Qs 9s 7s) "
            "-> 2 18",
            melds={
                2: meld("9c 8c 7c 6c", 50, False),
                3: meld("Tc Td Th Ts, Kc Qc Jc", 120, True),
            },
        ),
        *trick("2 7c, 3 Qc, 0 Js, 1 Qh -> 2 8"),
        *trick("2 8c, 3 Jc, 0 Kh, 1 Jh -> 2 16"),
        *trick("2 9c, 3 Tc, 0 Ah, 1 Jd -> 2 12"),
        *trick("2 6d, 3 Ad (Ad Td), 0 Kd (Kd Qd 9d), 1 8d (8d) -> 2 23"),
        *trick("2 As, 3 8s (Ts 8s), 0 6s (6s), 1 9s (9s 7s) -> 0 19"),
        *trick("0 8h, 1 7h (9h 7h), 2 6h (6h), 3 Th (Th) -> 2 29"),
        *trick("2 Ks (7d Ks), 3 Ts (Ts), 0 9d (Qd 9d), 1 7s (7s) -> 1 14"),
        *trick("1 9h, 2 7d, 3 Td, 0 Qd -> 1 13"),
    ],
    result={
        "chooser": 2,
        "chibre": False,
        "trump": "undenufe",
        "card_points": [125, 32],
        "match": None,
        "melds": [0, 120],
        "stoeck": [0, 0],
        "score": [125, 152],
    },
)
