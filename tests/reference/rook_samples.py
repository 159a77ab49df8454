"""Rook deals laid out by hand, with results worked out on paper.

They are the first four deals of a match.
"""

import copy


def cards(text):
    """Return the cards in a text, split at spaces."""
    return text.split()


def record(**keys):
    """Return a record of these keys and those that all Rook records share."""
    return {"format": 1, "game": "rook", "players": 5, **keys}


def bids(line):
    """Return the events of an auction such as ``0 75, 1 pass``."""
    said = [part.split() for part in line.split(", ")]
    return [
        {"type": "bid", "seat": int(seat), "bid": 0 if bid == "pass" else int(bid)}
        for seat, bid in said
    ]


def with_auction(deal, line, **rules):
    """Return a record without a result, with another auction and other rules."""
    other = copy.deepcopy(deal)
    del other["result"]
    other["rules"] = rules
    others = [event for event in other["events"] if event["type"] != "bid"]
    other["events"] = bids(line) + others
    return other


def kitty(seat, text):
    """Return a kitty event."""
    return {"type": "kitty", "seat": seat, "cards": cards(text)}


def declare(seat, trump, partner_card, leader):
    """Return a declaration."""
    return {
        "type": "declare",
        "seat": seat,
        "trump": trump,
        "partner_card": partner_card,
        "leader": leader,
    }


def discard(seat, text):
    """Return a discard event."""
    return {"type": "discard", "seat": seat, "cards": cards(text)}


def trick(line):
    """Return the events of a trick such as ``0 Ah, 1 8h (9h 8h), 2 6h -> 0: 15``.

    The legal cards stand in brackets, for those plays that show them.
    """
    plays, outcome = line.split(" -> ")
    events = []
    for part in plays.split(", "):
        seat, card, *legal = part.replace("(", "").replace(")", "").split()
        events.append({"type": "play", "seat": int(seat), "card": card})
        if legal:
            events[-1]["legal"] = legal
    winner, points = outcome.split(": ")
    return [*events, {"type": "trick", "winner": int(winner), "points": int(points)}]


# Hearts are trumps. Seat 1 is the partner and leads the Rook. The side takes all 180
# points, but has bid only 90.
TRUMPS = record(
    deal=0,
    dealer=4,
    scores_before=[0, 0, 0, 0, 0],
    hands=[
        cards("5c 4c 2d Ah Kh Qh Jh Th As Ks"),
        cards("Ac Kc 5d 4d 3d 9h 8h Qs Js Rk"),
        cards("Qc Jc 8d 7d 6d 7h 6h Ts 9s 8s"),
        cards("Tc 9c 8c Td 9d 5h 4h 7s 6s 5s"),
        cards("7c 6c Ad Kd Qd Jd 3h 4s 3s 2s"),
    ],
    events=[
        *bids("0 75, 1 pass, 2 80, 3 pass, 4 pass, 0 90, 2 pass"),
        kitty(0, "3c 2c 2h"),
        declare(0, "h", "Ac", 0),
        discard(0, "5c 3c 2c"),
        *trick(
            "0 Ah (4c 2d Ah Kh Qh Jh Th 2h As Ks), 1 8h (9h 8h Rk), 2 6h (7h 6h), "
            "3 4h (5h 4h), 4 3h (3h) -> 0: 15"
        ),
        *trick(
            "0 4c (4c 2d Kh Qh Jh Th 2h As Ks), 1 Ac (Ac Kc), 2 Jc (Qc Jc), "
            "3 8c (Tc 9c 8c), 4 6c (7c 6c) -> 1: 15"
        ),
        *trick(
            "1 Kc (Kc 5d 4d 3d 9h Qs Js Rk), 2 Qc (Qc), 3 9c (Tc 9c), 4 7c (7c), "
            "0 2d (2d Kh Qh Jh Th 2h As Ks) -> 1: 10"
        ),
        *trick(
            "1 Rk (5d 4d 3d 9h Qs Js Rk), 2 7h (7h), 3 5h (5h), "
            "4 2s (Ad Kd Qd Jd 4s 3s 2s), 0 Th (Kh Qh Jh Th 2h) -> 0: 35"
        ),
        *trick(
            "0 As (Kh Qh Jh 2h As Ks), 1 Js (Qs Js), 2 8s (Ts 9s 8s), "
            "3 5s (7s 6s 5s), 4 3s (4s 3s) -> 0: 20"
        ),
        *trick(
            "0 Ks (Kh Qh Jh 2h Ks), 1 Qs (Qs), 2 Ts (Ts 9s), 3 6s (7s 6s), "
            "4 4s (4s) -> 0: 20"
        ),
        *trick(
            "0 2h (Kh Qh Jh 2h), 1 9h (9h), 2 9s (8d 7d 6d 9s), 3 7s (Tc Td 9d 7s), "
            "4 Jd (Ad Kd Qd Jd) -> 1: 0"
        ),
        *trick(
            "1 4d (5d 4d 3d), 2 6d (8d 7d 6d), 3 Td (Td 9d), 4 Ad (Ad Kd Qd), "
            "0 Jh (Kh Qh Jh) -> 0: 25"
        ),
        *trick(
            "0 Qh (Kh Qh), 1 3d (5d 3d), 2 7d (8d 7d), 3 9d (Tc 9d), "
            "4 Qd (Kd Qd) -> 0: 0"
        ),
        *trick("0 Kh (Kh), 1 5d (5d), 2 8d (8d), 3 Tc (Tc), 4 Kd (Kd) -> 0: 35"),
    ],
    result={
        "declarer": 0,
        "partner": 1,
        "bid": 90,
        "trump": "h",
        "kitty_points": 5,
        "points": [150, 25, 0, 0, 0],
        "made": True,
        "moon": False,
        "score": [180, 180, 0, 0, 0],
    },
)

# A low game, in which the left seat leads. Seat 2 spends the Rook on Spades, of which
# it has none left, and leads a suit that the others have run out of. The declarer
# has promised 160 and gets there with the five points of the kitty.
LOW = record(
    deal=1,
    dealer=0,
    scores_before=[180, 180, 0, 0, 0],
    hands=[
        cards("Ac Kc Qc Ad Kd 9h 8h As Ks Qs"),
        cards("Jc Tc 9c Qd Jd Td Ah Kh Js Ts"),
        cards("8c 7c 9d 8d Qh Jh Th 9s 8s Rk"),
        cards("4c 3c 2c 3d 2d 3h 2h 4s 3s 2s"),
        cards("6c 5c 7d 6d 5d 4d 7h 6h 6s 5s"),
    ],
    events=[
        *bids("1 pass, 2 75, 3 160, 4 pass, 0 pass, 2 pass"),
        kitty(3, "5h 4h 7s"),
        declare(3, "low", "Ah", 4),
        discard(3, "4h 5h 7s"),
        *trick(
            "4 7d (6c 5c 7d 6d 5d 4d 7h 6h 6s 5s), 0 Kd (Ad Kd), 1 Td (Qd Jd Td), "
            "2 9d (9d 8d), 3 3d (3d 2d) -> 3: 20"
        ),
        *trick(
            "3 2d (4c 3c 2c 2d 3h 2h 4s 3s 2s), 4 4d (6d 5d 4d), 0 Ad (Ad), "
            "1 Qd (Qd Jd), 2 8d (8d) -> 3: 15"
        ),
        *trick(
            "3 2h (4c 3c 2c 3h 2h 4s 3s 2s), 4 6h (7h 6h), 0 8h (9h 8h), "
            "1 Ah (Ah Kh), 2 Th (Qh Jh Th) -> 3: 25"
        ),
        *trick(
            "3 3h (4c 3c 2c 3h 4s 3s 2s), 4 7h (7h), 0 9h (9h), 1 Kh (Kh), "
            "2 Jh (Qh Jh) -> 3: 10"
        ),
        *trick(
            "3 2s (4c 3c 2c 4s 3s 2s), 4 5s (6s 5s), 0 Ks (As Ks Qs), 1 Ts (Js Ts), "
            "2 8s (9s 8s) -> 3: 25"
        ),
        *trick(
            "3 3s (4c 3c 2c 4s 3s), 4 6s (6s), 0 As (As Qs), 1 Js (Js), "
            "2 9s (9s) -> 3: 15"
        ),
        *trick(
            "3 4s (4c 3c 2c 4s), 4 6c (6c 5c 6d 5d), 0 Qs (Qs), "
            "1 Jd (Jc Tc 9c Jd), 2 Rk (8c 7c Qh Rk) -> 2: 20"
        ),
        *trick(
            "2 Qh (8c 7c Qh), 3 4c (4c 3c 2c), 4 6d (5c 6d 5d), 0 Qc (Ac Kc Qc), "
            "1 9c (Jc Tc 9c) -> 2: 0"
        ),
        *trick(
            "2 8c (8c 7c), 3 3c (3c 2c), 4 5c (5c), 0 Kc (Ac Kc), 1 Tc (Jc Tc) -> 3: 25"
        ),
        *trick("3 2c (2c), 4 5d (5d), 0 Ac (Ac), 1 Jc (Jc), 2 7c (7c) -> 3: 20"),
    ],
    result={
        "declarer": 3,
        "partner": 1,
        "bid": 160,
        "trump": "low",
        "kitty_points": 5,
        "points": [0, 0, 20, 155, 0],
        "made": True,
        "moon": False,
        "score": [20, 160, 20, 160, 20],
    },
)

# A high game of the dealer, who speaks last, finds the Rook in the kitty and leads it.
# He puts three Aces away; seat 0 gets them with the last trick, in which the partner
# shows up at last. The bid of 75 fails by 20.
HIGH = record(
    deal=2,
    dealer=1,
    scores_before=[200, 340, 20, 160, 20],
    hands=[
        cards("Jc Tc Kd Qd Jd Qh Jh Ks Qs Js"),
        cards("Ac Kc Qc 5c Ad 5d Ah 5h As 5s"),
        cards("9c 8c Td 9d 8d 9h 8h Ts 9s 8s"),
        cards("7c 6c 7d 6d 4d 7h 6h 7s 6s 4s"),
        cards("4c 3c 2c 3d 2d 4h 3h 2h 3s 2s"),
    ],
    events=[
        *bids("2 pass, 3 pass, 4 pass, 0 pass, 1 75"),
        kitty(1, "Kh Th Rk"),
        declare(1, "high", "4s", 1),
        discard(1, "Ad Ah As"),
        *trick(
            "1 Rk (Ac Kc Qc 5c 5d Kh Th 5h 5s Rk), "
            "2 8d (9c 8c Td 9d 8d 9h 8h Ts 9s 8s), "
            "3 4d (7c 6c 7d 6d 4d 7h 6h 7s 6s 4s), "
            "4 2h (4c 3c 2c 3d 2d 4h 3h 2h 3s 2s), "
            "0 Jh (Jc Tc Kd Qd Jd Qh Jh Ks Qs Js) -> 1: 20"
        ),
        *trick(
            "1 5c (Ac Kc Qc 5c 5d Kh Th 5h 5s), 2 8c (9c 8c), 3 7c (7c 6c), "
            "4 2c (4c 3c 2c), 0 Tc (Jc Tc) -> 0: 15"
        ),
        *trick(
            "0 Kd (Jc Kd Qd Jd Qh Ks Qs Js), 1 5d (5d), 2 Td (Td 9d), 3 6d (7d 6d), "
            "4 2d (3d 2d) -> 0: 25"
        ),
        *trick(
            "0 Ks (Jc Qd Jd Qh Ks Qs Js), 1 5s (5s), 2 Ts (Ts 9s 8s), "
            "3 6s (7s 6s 4s), 4 2s (3s 2s) -> 0: 25"
        ),
        *trick(
            "0 Qh (Jc Qd Jd Qh Qs Js), 1 Kh (Kh Th 5h), 2 8h (9h 8h), 3 6h (7h 6h), "
            "4 3h (4h 3h) -> 1: 10"
        ),
        *trick(
            "1 Ac (Ac Kc Qc Th 5h), 2 9c (9c), 3 6c (6c), 4 3c (4c 3c), "
            "0 Jc (Jc) -> 1: 15"
        ),
        *trick(
            "1 Kc (Kc Qc Th 5h), 2 9d (9d 9h 9s 8s), 3 7d (7d 7h 7s 4s), 4 4c (4c), "
            "0 Jd (Qd Jd Qs Js) -> 1: 10"
        ),
        *trick(
            "1 Qc (Qc Th 5h), 2 8s (9h 9s 8s), 3 7s (7h 7s 4s), 4 3d (3d 4h 3s), "
            "0 Js (Qd Qs Js) -> 1: 0"
        ),
        *trick("1 5h (Th 5h), 2 9h (9h), 3 7h (7h), 4 4h (4h), 0 Qd (Qd Qs) -> 2: 5"),
        *trick("2 9s (9s), 3 4s (4s), 4 3s (3s), 0 Qs (Qs), 1 Th (Th) -> 0: 10"),
    ],
    result={
        "declarer": 1,
        "partner": 3,
        "bid": 75,
        "trump": "high",
        "kitty_points": 45,
        "points": [75, 55, 5, 0, 0],
        "made": False,
        "moon": False,
        "score": [125, -75, 125, -75, 125],
    },
)

# Nobody bids.
PASSED = record(
    deal=3,
    dealer=2,
    scores_before=[325, 265, 145, 85, 145],
    hands=TRUMPS["hands"],
    events=bids("3 pass, 4 pass, 0 pass, 1 pass, 2 pass"),
    result={"passed": True, "score": [0, 0, 0, 0, 0]},
)

SAMPLES = {"trumps": TRUMPS, "low": LOW, "high": HIGH, "passed": PASSED}
