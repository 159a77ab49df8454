"""What a run of Rook adds up, deal by deal and match by match."""

from __future__ import annotations

from simcore.games.rook.view import BID_STEP, LEAST_BID, MOST_BID, N_SEATS
from simcore.jit import kernel
from simcore.tally import Layout, log_bin, n_log_bins
from simcore.view import NOBODY

N_BIDS = (MOST_BID - LEAST_BID) // BID_STEP + 1
N_TRUMPS = 6
DECLARER, PARTNER, DEFENDERS = range(3)
N_LENGTH_BINS = n_log_bins(1 << 31)
N_MARGIN_BINS = n_log_bins(1 << 42)

LAYOUT = Layout(
    sessions=(1,),
    void=(1,),
    # By declaration and bid.
    deals=(N_TRUMPS, N_BIDS),
    made=(N_TRUMPS, N_BIDS),
    side=(N_TRUMPS, N_BIDS),  # sum of the side's points
    score=(N_TRUMPS, N_BIDS, 3),  # sums of declarer, partner, the three defenders
    kitty=(2,),  # sums of the points buried, by who won them: defenders, side
    kitty_won=(1,),  # deals in which the side took the last trick
    moon=(2,),  # bids of 180, and those that took all
    declared=(N_SEATS,),
    partnered=(N_SEATS,),
    seat_made=(N_SEATS,),  # as declarer
    seat_score=(N_SEATS, 3),  # sums of each seat's scores, by its role
    led_by_left=(1,),
    # Matches.
    started=(1,),
    matches=(N_SEATS,),  # by the winner
    length=(N_LENGTH_BINS,),
    length_sum=(1,),
    margin=(N_MARGIN_BINS,),  # the winner's lead over the next
    margin_sum=(1,),
)

_AT = {name: LAYOUT.offset(name) for name in LAYOUT.shapes}
_SESSIONS = _AT["sessions"]
_VOID = _AT["void"]
_DEALS = _AT["deals"]
_MADE = _AT["made"]
_SIDE = _AT["side"]
_SCORE = _AT["score"]
_KITTY = _AT["kitty"]
_KITTY_WON = _AT["kitty_won"]
_MOON = _AT["moon"]
_DECLARED = _AT["declared"]
_PARTNERED = _AT["partnered"]
_SEAT_MADE = _AT["seat_made"]
_SEAT_SCORE = _AT["seat_score"]
_LED_BY_LEFT = _AT["led_by_left"]
_STARTED = _AT["started"]
_MATCHES = _AT["matches"]
_LENGTH = _AT["length"]
_LENGTH_SUM = _AT["length_sum"]
_MARGIN = _AT["margin"]
_MARGIN_SUM = _AT["margin_sum"]


@kernel
def add_deal(rules, table, sums):
    """Add a settled deal to `sums`, a row of accumulators (out)."""
    declarer = table.declarer
    if declarer == NOBODY:
        sums[_VOID] += 1
        return
    partner = table.partner
    place = N_BIDS * table.trump + (table.bid - LEAST_BID) // BID_STEP
    sums[_DEALS + place] += 1
    sums[_MADE + place] += table.made
    sums[_SIDE + place] += table.side
    takes_kitty = 1 if table.last in (declarer, partner) else 0
    sums[_KITTY + takes_kitty] += table.kitty_points
    sums[_KITTY_WON] += takes_kitty
    sums[_MOON] += 1 if table.bid == MOST_BID else 0
    sums[_MOON + 1] += table.moon
    sums[_DECLARED + declarer] += 1
    sums[_PARTNERED + partner] += 1
    sums[_SEAT_MADE + declarer] += table.made
    sums[_LED_BY_LEFT] += table.led_by_left
    for seat in range(N_SEATS):
        score = table.counted[seat]
        role = DEFENDERS
        role = PARTNER if seat == partner else role
        role = DECLARER if seat == declarer else role
        sums[_SCORE + 3 * place + role] += score
        sums[_SEAT_SCORE + 3 * seat + role] += score


@kernel
def add_session(rules, table, n_deals, sums):
    """Add the end of a session: of a match, or of a deal that stands alone."""
    sums[_SESSIONS] += 1
    sums[_STARTED] += table.is_match
    winner = table.winner
    if winner != NOBODY:
        lead = table.score[winner] - _second_score(table, winner)
        sums[_MATCHES + winner] += 1
        sums[_LENGTH + log_bin(n_deals)] += 1
        sums[_LENGTH_SUM] += n_deals
        sums[_MARGIN + min(log_bin(lead), N_MARGIN_BINS - 1)] += 1
        sums[_MARGIN_SUM] += lead


@kernel
def _second_score(table, winner):
    """Return the highest score of all but the winner."""
    second = table.score[0 if winner != 0 else 1]
    for seat in range(N_SEATS):
        if seat != winner:
            second = max(second, table.score[seat])
    return second
