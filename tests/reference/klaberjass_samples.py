"""Klaberjass deals laid out by hand, with results worked out on paper."""

from .sample_events import cards, meld, trick


def record(**keys):
    """Return a record of these keys and those that all Klaberjass records share."""
    return {"format": 1, "game": "klaberjass", "players": 2, **keys}


def turnup(card):
    """Return the event that turns the first card up."""
    return {"type": "turnup", "cards": [card]}


def take(seat, round_, trump):
    """Return a take event; without a trump the seat passes."""
    return {"type": "take", "seat": seat, "round": round_, "trump": trump}


def complete(seat, text):
    """Return the event that gives a seat its further three cards."""
    return {"type": "complete", "seat": seat, "cards": cards(text)}


def shown(card):
    """Return the event that turns the second card."""
    return {"type": "shown", "card": card}


def dix(seat, taken):
    """Return the event that changes the seven of trumps for the card turned up."""
    return {"type": "dix", "seat": seat, "taken": taken}


# The first deal of a match. The dix brings elder bela and a sequence in trumps, which
# is better than an equal one of plain cards.
DIX = record(
    deal=0,
    dealer=0,
    scores_before=[0, 0],
    hands=[cards("Kc Qc Jc Ah Ks 8s"), cards("Jh Qh 7h Ac Tc 9d")],
    events=[
        turnup("Kh"),
        take(1, 1, "h"),
        complete(1, "8d 7d As"),
        complete(0, "9h Td Ad"),
        shown("Th"),
        dix(1, "Kh"),
        *trick(
            "1 Jh (Ac Tc 9d 8d 7d Kh Qh Jh As), 0 Ah (Ah 9h) -> 1 31",
            melds={
                1: meld("Kh Qh Jh, 9d 8d 7d", 40, True),
                0: meld("Kc Qc Jc", 20, False),
            },
        ),
        *trick("1 Qh, 0 9h (9h) -> 0 17"),
        *trick("0 Ad, 1 7d (9d 8d 7d) -> 0 11"),
        *trick("0 Td, 1 8d (9d 8d) -> 0 10"),
        *trick("0 Ks, 1 As (As) -> 1 15"),
        *trick("1 Kh +bela, 0 8s (Kc Qc Jc 8s) -> 1 4"),
        *trick("1 Ac, 0 Jc (Kc Qc Jc) -> 1 13"),
        *trick("1 Tc (Tc 9d), 0 Qc (Kc Qc) -> 1 13"),
        *trick("1 9d (9d), 0 Kc (Kc) -> 1 4"),
    ],
    result={
        "taker": 1,
        "trump": "h",
        "round": 1,
        "card_points": [38, 90],
        "melds": [0, 40],
        "bela": [0, 20],
        "score": [38, 150],
    },
)

# The next deal of that match: nobody wants it.
VOID = record(
    deal=1,
    dealer=1,
    scores_before=[38, 150],
    hands=[cards("Ac Tc 8d 8h Qh Ks"), cards("Ad Td 7c 9h Jc 9s")],
    events=[
        turnup("7h"),
        take(0, 1, None),
        take(1, 1, None),
        take(0, 2, None),
        take(1, 2, None),
    ],
    result={"passed": True, "score": [0, 0]},
)

# The third deal of that match. The dealer takes with another suit than the one turned
# and falls short by 85, with bela, to 107, with four in a row.
LOST = record(
    deal=2,
    dealer=0,
    scores_before=[38, 150],
    hands=[cards("Js 9s Qd Jd Td Kc"), cards("As Ts 8s Ah Kh 7c")],
    events=[
        turnup("9d"),
        take(1, 1, None),
        take(0, 1, None),
        take(1, 2, None),
        take(0, 2, "s"),
        complete(1, "Qh Jh Ad"),
        complete(0, "Ks Qs 8c"),
        shown("Ac"),
        # Dealer has no heart, so he has to trump.
        *trick(
            "1 Ah, 0 9s (Ks Qs Js 9s) -> 0 25",
            melds={
                1: meld("Ah Kh Qh Jh", 50, True),
                0: meld("Ks Qs Js, Qd Jd Td", 40, False),
            },
        ),
        *trick("0 Js, 1 Ts (As Ts 8s) -> 0 30"),
        # The Ace beats the Queen, so the eight may not be played.
        *trick("0 Qs, 1 As (As) -> 1 14"),
        *trick("1 8s, 0 Ks (Ks) +bela -> 0 4"),
        *trick("0 Kc, 1 7c (7c) -> 0 4"),
        *trick("0 8c, 1 Jh (Ad Kh Qh Jh) -> 0 2"),
        *trick("0 Td (Qd Jd Td), 1 Ad (Ad) -> 1 21"),
        *trick("1 Kh (Kh Qh), 0 Jd (Qd Jd) -> 1 6"),
        *trick("1 Qh, 0 Qd -> 1 6"),
    ],
    result={
        "taker": 0,
        "trump": "s",
        "round": 2,
        "card_points": [65, 57],
        "melds": [0, 50],
        "bela": [20, 0],
        "score": [0, 192],
    },
)

# A deal by itself. The dealer's seven in a row are better than elder's four, but he
# takes no trick, and so only his bela counts.
NO_TRICK = record(
    dealer=1,
    hands=[cards("Js 9s As Ts 7s Ac"), cards("Ks Qs Kh Qh Jh Th")],
    events=[
        turnup("8s"),
        take(0, 1, "s"),
        complete(0, "Tc Ad Td"),
        complete(1, "9h 8h 7h"),
        shown("Kc"),
        dix(0, "8s"),
        *trick(
            "0 Js, 1 Qs (Ks Qs) -> 0 23",
            melds={
                0: meld("Js Ts 9s 8s", 50, False),
                1: meld("Kh Qh Jh Th 9h 8h 7h", 70, True),
            },
        ),
        *trick("0 9s, 1 Ks (Ks) +bela -> 0 18"),
        *trick("0 As, 1 7h (Kh Qh Jh Th 9h 8h 7h) -> 0 11"),
        *trick("0 Ts, 1 8h -> 0 10"),
        *trick("0 8s, 1 9h -> 0 0"),
        *trick("0 Ac, 1 Th -> 0 21"),
        *trick("0 Tc, 1 Jh -> 0 12"),
        *trick("0 Ad, 1 Qh -> 0 14"),
        *trick("0 Td, 1 Kh -> 0 14"),
    ],
    result={
        "taker": 0,
        "trump": "s",
        "round": 1,
        "card_points": [133, 0],
        "melds": [0, 0],
        "bela": [0, 20],
        "score": [133, 20],
    },
)
