"""The chips of Kratzen: options, payments into the pot, and the settling of a deal."""

OVERFLOW = 2**40

OPTIONS = {
    "ante": 1,
    "bankroll": None,
    "muss_pays": False,
    "siebenermuss_declarer_double": True,
    "siebenermuss_pays": False,
    "remainder": "pot",
    "pot_cap": None,
    "cut": "always",
    "bidding_direction": "right",
    "new_turnup_to": "nobody",
    "siebenermuss_on": "any",
    "all_pass": "redeal",
    "last_word": False,
    "exchange_first": "forehand",
}


class Purse:
    """The pot and the balances of one table while a deal is under way."""

    def __init__(self, pot, balances, bankroll):
        self.pot = pot
        self.balances = list(balances)
        self.bankroll = bankroll
        self.somebody_paid_short = False

    def money(self):
        """Return what each seat has left, or None where nobody has a limit."""
        if self.bankroll is None:
            return None
        return [self.bankroll + balance for balance in self.balances]

    def pay(self, seat, chips):
        """Move chips from a seat to the pot and return how many it could pay."""
        if self.bankroll is not None and chips > self.money()[seat]:
            self.somebody_paid_short = True
            chips = self.money()[seat]
        self.balances[seat] -= chips
        self.pot += chips
        return chips

    def draw(self, seat, chips):
        """Move chips from the pot to a seat."""
        self.pot -= chips
        self.balances[seat] += chips


def tricks_are_paid(kind, options):
    """Return whether the tricks of this kind of deal draw from the pot."""
    if kind == "muss":
        return options["muss_pays"]
    if kind == "siebenermuss":
        return options["siebenermuss_pays"]
    return True


def tricks_needed(kind, is_declarer):
    """Return how many tricks keep a player from a penalty."""
    return 2 if is_declarer and kind != "siebenermuss" else 1


def full_penalty(kind, is_declarer, pot, options):
    """Return what a player who is short of tricks owes, before any ceiling."""
    doubled = is_declarer
    if kind == "siebenermuss" and not options["siebenermuss_declarer_double"]:
        doubled = False
    return 2 * pot if doubled else pot


def settle(kind, pot, tricks, active, declarer, options=None, money=None):
    """Return who draws and who pays after the last trick.

    Parameters
    ----------
    kind : str
        ``"muss"``, ``"siebenermuss"`` or ``"normal"``.
    pot : int
        The pot when play began.
    tricks : list of int
        Tricks won, one number a seat.
    active : list of int
        The seats that played.
    declarer : int
        The declarer's seat.
    options : dict, optional
        Options that differ from their defaults.
    money : list of int, optional
        What each seat still has once the antes are paid; None without a bankroll.

    Returns
    -------
    dict
        ``draws``, ``owed`` (penalties after the ceiling), ``penalties`` (as really
        paid), ``capped`` (whether a ceiling lowered one), ``pot_after``, ``next``.
    """
    options = OPTIONS | (options or {})
    seats = range(len(tricks))
    draws = [0 for _ in seats]
    owed = [0 for _ in seats]
    paid_deal = tricks_are_paid(kind, options)
    capped = False

    if paid_deal:
        draws = [won * (pot // 4) for won in tricks]
        if options["remainder"] == "declarer":
            draws[declarer] += pot % 4

    for seat in active:
        is_declarer = seat == declarer
        if tricks[seat] < tricks_needed(kind, is_declarer):
            owed[seat] = full_penalty(kind, is_declarer, pot, options)
            if options["pot_cap"] is not None and owed[seat] > options["pot_cap"]:
                owed[seat] = options["pot_cap"]
                capped = True

    penalties = list(owed)
    if money is not None:
        # Draws come first, so they help to pay a penalty of the same deal.
        penalties = [min(owed[seat], money[seat] + draws[seat]) for seat in seats]

    return {
        "draws": draws,
        "owed": owed,
        "penalties": penalties,
        "capped": capped,
        "pot_after": pot - sum(draws) + sum(penalties),
        # What somebody owes decides, not what he was able to pay.
        "next": "muss" if paid_deal and sum(owed) == 0 else "normal",
    }
