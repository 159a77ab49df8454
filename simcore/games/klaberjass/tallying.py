"""What a run of Klaberjass adds up, deal by deal and match by match."""

from __future__ import annotations

from simcore.games.klaberjass.view import N_SEATS
from simcore.jit import kernel
from simcore.tally import Layout, log_bin, n_log_bins
from simcore.view import NOBODY

N_ROUNDS = 3
WON, LOST, TIED = range(3)
N_LENGTH_BINS = n_log_bins(1 << 31)
N_MARGIN_BINS = n_log_bins(1 << 20)

N_HOLDINGS = 4

LAYOUT = Layout(
    sessions=(1,),
    # By round of taking (0: void), and by what the taker holds: nothing, the jass, the
    # menel, both.
    deals=(N_ROUNDS, N_HOLDINGS),
    result=(N_ROUNDS, N_HOLDINGS, 3),
    points=(N_ROUNDS, N_HOLDINGS, 2),  # card points: taker, other
    sum=(N_ROUNDS, N_HOLDINGS, 2),  # with melds and bela
    score=(N_ROUNDS, N_HOLDINGS, 2),
    taken_by=(N_SEATS,),
    elder_takes=(1,),
    lead=(N_SEATS,),  # sum of each seat's score less the other's
    dix=(1,),
    melds=(N_SEATS,),  # deals in which the taker, the other, scored sequences
    meld_points=(N_SEATS,),
    held_runs=(N_SEATS,),  # deals in which the taker, the other, held a sequence
    bela=(N_SEATS,),  # deals in which the taker, the other, had bela
    trickless=(N_SEATS,),
    matches=(N_SEATS,),  # by the winner
    length=(N_LENGTH_BINS,),
    length_sum=(1,),
    margin=(N_MARGIN_BINS,),
    margin_sum=(1,),
)

_AT = {name: LAYOUT.offset(name) for name in LAYOUT.shapes}
_SESSIONS = _AT["sessions"]
_DEALS = _AT["deals"]
_RESULT = _AT["result"]
_POINTS = _AT["points"]
_SUM = _AT["sum"]
_SCORE = _AT["score"]
_TAKEN_BY = _AT["taken_by"]
_ELDER_TAKES = _AT["elder_takes"]
_LEAD = _AT["lead"]
_DIX = _AT["dix"]
_MELDS = _AT["melds"]
_MELD_POINTS = _AT["meld_points"]
_HELD_RUNS = _AT["held_runs"]
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
        sums[_DEALS] += 1
        return
    place = N_HOLDINGS * table.round + table.holding
    own, others = table.sum[taker], table.sum[1 - taker]
    result = WON if own > others else (LOST if own < others else TIED)
    sums[_DEALS + place] += 1
    sums[_RESULT + 3 * place + result] += 1
    sums[_TAKEN_BY + taker] += 1
    sums[_ELDER_TAKES] += 1 if taker != table.dealt_by else 0
    sums[_DIX] += 1 if table.dix != NOBODY else 0
    for side in range(N_SEATS):
        seat = taker ^ side
        sums[_POINTS + 2 * place + side] += table.card_points[seat]
        sums[_SUM + 2 * place + side] += table.sum[seat]
        sums[_SCORE + 2 * place + side] += table.counted[seat]
        sums[_LEAD + seat] += table.counted[seat] - table.counted[1 - seat]
        sums[_MELDS + side] += 1 if table.counted_melds[seat] > 0 else 0
        sums[_MELD_POINTS + side] += table.counted_melds[seat]
        sums[_HELD_RUNS + side] += 1 if table.n_runs[seat] > 0 else 0
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
