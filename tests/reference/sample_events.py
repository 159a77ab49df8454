"""Short notations in which deals of Chibre and Klaberjass are laid out."""


def cards(text):
    """Return the cards in a text, split at spaces."""
    return text.split()


def meld(melds, points, scores):
    """Return a meld event without its seat, of melds such as ``"Ah Kh Qh, 9d 8d 7d"``.

    `trick` adds the seat.
    """
    lists = [cards(part) for part in melds.split(", ")]
    return {"type": "meld", "melds": lists, "points": points, "scores": scores}


def play(part):
    """Return the events of a play such as ``3 Kh (Kh Qh) +stoeck``.

    The legal cards in brackets and what the play completes may be left out.
    """
    rest, _, completed = part.partition(" +")
    rest, _, legal = rest.partition(" (")
    seat, card = rest.split()
    event = {"type": "play", "seat": int(seat), "card": card}
    if legal:
        event["legal"] = cards(legal.strip(")"))
    if not completed:
        return [event]
    return [event, {"type": completed, "seat": int(seat)}]


def trick(line, melds=None):
    """Return the events of a trick such as ``0 Jh, 1 8h (8h 7h) -> 0 20``.

    Parameters
    ----------
    line : str
        The plays in order; behind the arrow the winner and the card points.
    melds : dict of int to dict, optional
        What the seats announce before their cards.
    """
    plays, _, outcome = line.partition(" -> ")
    events = []
    for part in plays.split(", "):
        seat = int(part.split()[0])
        if seat in (melds or {}):
            events.append({"seat": seat, **melds[seat]})
        events += play(part)
    winner, points = outcome.split()
    return [*events, {"type": "trick", "winner": int(winner), "points": int(points)}]
