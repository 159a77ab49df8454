"""What a run of Klaberjass adds up, deal by deal and match by match."""

from __future__ import annotations

from simcore.games.klaberjass.view import N_SEATS
from simcore.jit import kernel
from simcore.options import MOST_CHIPS
from simcore.tally import Layout, log_bin, n_log_bins
from simcore.view import NOBODY

N_ROUNDS = 2
N_HOLDINGS = 4
WON, LOST, TIED = range(3)
N_RESULTS = 3
N_LENGTH_BINS = n_log_bins(1 << 31)
N_MARGIN_BINS = n_log_bins(2 * MOST_CHIPS)

LAYOUT = Layout(
    sessions=(1,),
    void=(1,),
    # By the round of taking and what the taker holds: nothing, jass, menel, both.
    result=(N_ROUNDS, N_HOLDINGS, N_RESULTS),
    points=(N_ROUNDS, N_HOLDINGS, N_SEATS),  # of cards: of the taker, of the other
    sum=(N_ROUNDS, N_HOLDINGS, N_SEATS),  # with melds and bela
    score=(N_ROUNDS, N_HOLDINGS, N_SEATS),
    takes=(N_ROUNDS, N_SEATS, N_RESULTS),  # by round; by elder, by the dealer
    taken_by=(N_SEATS, N_RESULTS),
    seat_score=(N_SEATS,),
    place_score=(N_SEATS,),  # of elder, of the dealer
    dix=(1,),
    # Of the taker, of the other: deals in which he held a sequence, in which they
    # counted, what they counted, in which he had bela, in which he took no trick.
    held_runs=(N_SEATS,),
    melds=(N_SEATS,),
    meld_points=(N_SEATS,),
    bela=(N_SEATS,),
    trickless=(N_SEATS,),
    matches=(N_SEATS,),  # by the winner
    length=(N_LENGTH_BINS,),
    length_sum=(1,),
    margin=(N_MARGIN_BINS,),
    margin_sum=(1,),
)

_AT = {name: LAYOUT.offset(name) for name in LAYOUT.shapes}
_SESSIONS = _AT["sessions"]
_VOID = _AT["void"]
_RESULT = _AT["result"]
_POINTS = _AT["points"]
_SUM = _AT["sum"]
_SCORE = _AT["score"]
_TAKES = _AT["takes"]
_TAKEN_BY = _AT["taken_by"]
_SEAT_SCORE = _AT["seat_score"]
_PLACE_SCORE = _AT["place_score"]
_DIX = _AT["dix"]
_HELD_RUNS = _AT["held_runs"]
_MELDS = _AT["melds"]
_MELD_POINTS = _AT["meld_points"]
_BELA = _AT["bela"]
_TRICKLESS = _AT["trickless"]
_MATCHES = _AT["matches"]
_LENGTH = _AT["length"]
_LENGTH_SUM = _AT["length_sum"]
_MARGIN = _AT["margin"]
_MARGIN_SUM = _AT["margin_sum"]


@kernel
def add_deal(rules, table, sums):
    """Add a settled deal to `sums`, a row of accumulators (out)."""
    taker = table.taker
    if taker == NOBODY:
        sums[_VOID] += 1
        return
    by_dealer = 1 if taker == table.dealt_by else 0
    place = N_HOLDINGS * (table.round - 1) + table.holding
    own, others = table.sum[taker], table.sum[1 - taker]
    result = WON if own > others else (LOST if own < others else TIED)
    sums[_RESULT + N_RESULTS * place + result] += 1
    at = N_SEATS * (table.round - 1) + by_dealer
    sums[_TAKES + N_RESULTS * at + result] += 1
    sums[_TAKEN_BY + N_RESULTS * taker + result] += 1
    sums[_DIX] += 1 if table.dix != NOBODY else 0
    for side in range(N_SEATS):
        seat = taker ^ side
        sums[_POINTS + N_SEATS * place + side] += table.card_points[seat]
        sums[_SUM + N_SEATS * place + side] += table.sum[seat]
        sums[_SCORE + N_SEATS * place + side] += table.counted[seat]
        sums[_SEAT_SCORE + seat] += table.counted[seat]
        sums[_PLACE_SCORE + (side ^ by_dealer)] += table.counted[seat]
        sums[_HELD_RUNS + side] += 1 if table.n_runs[seat] > 0 else 0
        sums[_MELDS + side] += 1 if table.counted_melds[seat] > 0 else 0
        sums[_MELD_POINTS + side] += table.counted_melds[seat]
        sums[_BELA + side] += 1 if table.bela == seat else 0
        sums[_TRICKLESS + side] += 1 if table.tricks[seat] == 0 else 0


@kernel
def add_session(rules, table, n_deals, sums):
    """Add the end of a session: of a match, or of a deal that stands alone."""
    sums[_SESSIONS] += 1
    if table.winner != NOBODY:
        margin = table.score[table.winner] - table.score[1 - table.winner]
        sums[_MATCHES + table.winner] += 1
        sums[_LENGTH + log_bin(n_deals)] += 1
        sums[_LENGTH_SUM] += n_deals
        sums[_MARGIN + log_bin(margin)] += 1
        sums[_MARGIN_SUM] += margin
