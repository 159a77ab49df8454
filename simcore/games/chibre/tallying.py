"""What a run of Chibre adds up, deal by deal and match by match."""

from __future__ import annotations

from simcore.games.chibre.view import N_SEATS
from simcore.jit import kernel
from simcore.table import NOBODY
from simcore.tally import Layout, log_bin, n_log_bins

N_TRUMPS = 6
_HALF = 79
_N_POINTS = 258
_N_SCORES = 1024
N_LENGTH_BINS = n_log_bins(1 << 31)
N_MARGIN_BINS = n_log_bins(1 << 20)

LAYOUT = Layout(
    sessions=(1,),
    # By what was named and whether after a chibre, for the team of the chooser.
    deals=(2, N_TRUMPS),
    points=(2, N_TRUMPS, _N_POINTS),  # deals by card points of the chooser's team
    half=(2, N_TRUMPS),  # deals with 79 points or more
    match=(2, N_TRUMPS, 2),  # all tricks: the chooser's team, the others
    score=(2, N_TRUMPS, 2),  # sum of scores: the chooser's team, the others
    seat_score=(N_SEATS,),  # sum of each seat's team's score less the others'
    first_say=(N_SEATS,),  # deals in which the seat had the first say
    melds=(N_SEATS, 2),  # deals in which a seat held melds, in which they scored
    meld_points=(N_SEATS, 2),  # points of them
    stoeck=(N_SEATS,),
    chibre=(N_SEATS,),  # deals in which the seat said chibre
    named=(N_SEATS, N_TRUMPS),  # deals in which the seat named it
    # Matches.
    matches=(2,),  # by the winning team
    length=(N_LENGTH_BINS,),  # matches by their deals
    margin=(N_MARGIN_BINS,),  # matches by the winner's lead
    margin_sum=(1,),
    length_sum=(1,),
)

_SESSIONS = LAYOUT.offset("sessions")
_DEALS = LAYOUT.offset("deals")
_POINTS = LAYOUT.offset("points")
_HALF_AT = LAYOUT.offset("half")
_MATCH = LAYOUT.offset("match")
_SCORE = LAYOUT.offset("score")
_SEAT_SCORE = LAYOUT.offset("seat_score")
_FIRST_SAY = LAYOUT.offset("first_say")
_MELDS = LAYOUT.offset("melds")
_MELD_POINTS = LAYOUT.offset("meld_points")
_STOECK = LAYOUT.offset("stoeck")
_CHIBRE = LAYOUT.offset("chibre")
_NAMED = LAYOUT.offset("named")
_MATCHES = LAYOUT.offset("matches")
_LENGTH = LAYOUT.offset("length")
_MARGIN = LAYOUT.offset("margin")
_MARGIN_SUM = LAYOUT.offset("margin_sum")
_LENGTH_SUM = LAYOUT.offset("length_sum")


@kernel
def add_deal(rules, table, sums):
    """Add a counted deal to `sums`, a row of accumulators (out)."""
    chooser = table.chooser
    team = chooser & 1
    namer = (chooser + 2) & 3 if table.is_chibre else chooser
    place = N_TRUMPS * table.is_chibre + table.trump
    points = table.card_points[team]
    sums[_DEALS + place] += 1
    sums[_POINTS + _N_POINTS * place + points] += 1
    sums[_HALF_AT + place] += 1 if points >= _HALF else 0
    sums[_SCORE + 2 * place] += table.counted[team]
    sums[_SCORE + 2 * place + 1] += table.counted[1 - team]
    if table.match != NOBODY:
        sums[_MATCH + 2 * place + (0 if table.match == team else 1)] += 1
    lead = table.counted[0] - table.counted[1]
    sums[_SEAT_SCORE] += lead
    sums[_SEAT_SCORE + 1] -= lead
    sums[_FIRST_SAY + chooser] += 1
    sums[_CHIBRE + chooser] += table.is_chibre
    sums[_NAMED + N_TRUMPS * namer + table.trump] += 1
    if table.stoeck != NOBODY:
        sums[_STOECK + table.stoeck] += 1
    if table.meld_team != NOBODY:
        _add_melds(table, sums)


@kernel
def _add_melds(table, sums):
    """Add the melds of a deal in which there were some."""
    for seat in range(N_SEATS):
        if table.n_melds[seat] > 0:
            points = table.meld_points[seat]
            sums[_MELDS + 2 * seat] += 1
            sums[_MELD_POINTS + 2 * seat] += points
            if table.meld_team == seat & 1:
                sums[_MELDS + 2 * seat + 1] += 1
                sums[_MELD_POINTS + 2 * seat + 1] += points


@kernel
def add_session(rules, table, n_deals, sums):
    """Add the end of a session: of a match, or of a deal that stands alone."""
    sums[_SESSIONS] += 1
    if table.winner != NOBODY:
        margin = table.score[table.winner] - table.score[1 - table.winner]
        sums[_MATCHES + table.winner] += 1
        sums[_LENGTH + log_bin(n_deals)] += 1
        sums[_LENGTH_SUM] += n_deals
        sums[_MARGIN + log_bin(max(margin, 0))] += 1
        sums[_MARGIN_SUM] += margin
