"""The scores of Rook: options, the scoring of a deal, the end of a match."""

from .script import RuleError, complete_options

OPTIONS = {
    "all_pass": "redeal",
    "low_ace": "high",
    "defenders": "share",
    "moon_bonus": 0,
    "target": 500,
}

WORDS = {
    "all_pass": ("redeal", "dealer"),
    "low_ace": ("high", "low"),
    "defenders": ("share", "own"),
}
LEAST = {"moon_bonus": 0, "target": 1}
MOST = 2**40

SEATS = range(5)
ALL_POINTS = 180


def read_options(rules):
    """Return all options of the game, those that are not given with their defaults."""
    if not isinstance(rules, dict):
        raise RuleError(f"rules: found {rules!r}, expected an object")
    options = complete_options(rules, OPTIONS)
    for name, choices in WORDS.items():
        if options[name] not in choices:
            right = " or ".join(choices)
            raise RuleError(f"rules, {name}: {options[name]!r} is not {right}")
    for name, least in LEAST.items():
        value = options[name]
        if type(value) is not int or not least <= value <= MOST:
            raise RuleError(
                f"rules, {name}: {value!r} is not an integer from {least} to {MOST}"
            )
    return options


def score_deal(points, kitty_points, declarer, partner, bid, last_winner, options=None):
    """Score a deal that was played.

    Parameters
    ----------
    points : list of int
        Card points in each seat's own tricks.
    kitty_points : int
        Card points among the three cards that were discarded.
    declarer, partner : int
        The two seats of the side that plays for the bid.
    bid : int
        What they have promised.
    last_winner : int
        The seat that took the last trick, and the kitty with it.
    options : dict, optional
        Options that differ from their defaults.

    Returns
    -------
    dict
        ``taken``, the card points of declarer and partner; ``made``, ``moon``, and
        ``score``, a list with what each seat scores.
    """
    options = OPTIONS | (options or {})
    with_kitty = list(points)
    with_kitty[last_winner] += kitty_points
    taken = with_kitty[declarer] + with_kitty[partner]
    made = taken >= bid
    moon = bid == ALL_POINTS and taken == ALL_POINTS
    score = []
    for seat in SEATS:
        if seat in (declarer, partner):
            won = taken + (options["moon_bonus"] if moon else 0)
            score.append(won if made else -bid)
        elif options["defenders"] == "own":
            score.append(with_kitty[seat])
        else:
            score.append(sum(with_kitty) - taken)
    return {"taken": taken, "made": made, "moon": moon, "score": score}


def kitty_decided(points, kitty_points, declarer, partner, bid):
    """Return whether the bid was made or lost by who took the kitty."""
    own = points[declarer] + points[partner]
    return own < bid <= own + kitty_points


def leaders(scores):
    """Return the seats that have the highest score."""
    return [seat for seat in SEATS if scores[seat] == max(scores)]


def match_winner(scores, target):
    """Return the seat that has won the match, or None while it goes on."""
    if max(scores) >= target and len(leaders(scores)) == 1:
        return leaders(scores)[0]
    return None
