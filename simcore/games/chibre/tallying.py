"""What a run of Chibre adds up, deal by deal and match by match."""

from __future__ import annotations

from simcore.games.chibre.view import N_SEATS
from simcore.jit import kernel
from simcore.table import NOBODY
from simcore.tally import Layout, log_bin, n_log_bins

N_TRUMPS = 6
N_CALLS = N_TRUMPS + 1  # chibre the last
N_POINTS = 158
N_LENGTH_BINS = n_log_bins(1 << 31)
N_MARGIN_BINS = n_log_bins(1 << 41)  # a lead is below the target and one deal

N_COLUMNS = 10
MATCH, SCORE, MELDS, MELD_POINTS, STOECK = range(0, N_COLUMNS, 2)
"""Columns of `choice` for the team of the first chooser; the next is the others'."""

N_MELD_COLUMNS = 4
HELD, HELD_POINTS, SCORED, SCORED_POINTS = range(N_MELD_COLUMNS)
"""Columns of `melds`: deals with melds and their points, those that scored."""

# A deal touches few cache lines: what else is known of it follows from these sums. The
# histogram is exact, so it holds number, mean and variance as well.
LAYOUT = Layout(
    sessions=(1,),
    # By whether chibre was said and what was named.
    points=(2, N_TRUMPS, N_POINTS),  # deals by card points of the chooser's team
    choice=(2, N_TRUMPS, N_COLUMNS),
    # By the seat that had the first say, and by what it said.
    said=(N_SEATS, N_CALLS),
    lead=(N_SEATS,),  # its team's scores less the others'
    # By team, and by seat.
    score=(2,),
    melds=(N_SEATS, N_MELD_COLUMNS),
    stoeck=(N_SEATS,),
    # Matches.
    won=(2,),  # by the winning team
    cut_off=(1,),  # matches that nobody had won when the session ended
    behind=(1,),  # matches won with fewer points than the others
    length=(N_LENGTH_BINS,),  # matches by their deals
    length_sum=(1,),
    margin=(N_MARGIN_BINS,),  # matches by the winner's lead, 0 if he was behind
    margin_sum=(1,),
)

_SESSIONS = LAYOUT.offset("sessions")
_POINTS = LAYOUT.offset("points")
_CHOICE = LAYOUT.offset("choice")
_SAID = LAYOUT.offset("said")
_LEAD = LAYOUT.offset("lead")
_SCORE = LAYOUT.offset("score")
_MELDS = LAYOUT.offset("melds")
_STOECK = LAYOUT.offset("stoeck")
_WON = LAYOUT.offset("won")
_CUT_OFF = LAYOUT.offset("cut_off")
_BEHIND = LAYOUT.offset("behind")
_LENGTH = LAYOUT.offset("length")
_LENGTH_SUM = LAYOUT.offset("length_sum")
_MARGIN = LAYOUT.offset("margin")
_MARGIN_SUM = LAYOUT.offset("margin_sum")


@kernel
def add_deal(rules, table, sums):
    """Add a counted deal to `sums`, a row of accumulators (out)."""
    chooser = table.chooser
    team = chooser & 1
    place = N_TRUMPS * table.is_chibre + table.trump
    own, others = table.counted[team], table.counted[1 - team]
    sums[_POINTS + N_POINTS * place + table.card_points[team]] += 1
    choice = _CHOICE + N_COLUMNS * place
    sums[choice + SCORE] += own
    sums[choice + SCORE + 1] += others
    if table.match != NOBODY:
        sums[choice + MATCH + (table.match ^ team)] += 1
    call = N_TRUMPS if table.is_chibre else table.trump
    sums[_SAID + N_CALLS * chooser + call] += 1
    sums[_LEAD + chooser] += own - others
    sums[_SCORE] += table.counted[0]
    sums[_SCORE + 1] += table.counted[1]
    if table.stoeck != NOBODY:
        sums[choice + STOECK + ((table.stoeck & 1) ^ team)] += 1
        sums[_STOECK + table.stoeck] += 1
    if table.meld_team != NOBODY:
        side = table.meld_team ^ team
        sums[choice + MELDS + side] += 1
        sums[choice + MELD_POINTS + side] += table.counted_melds[table.meld_team]
        _add_melds(table, sums)


@kernel
def _add_melds(table, sums):
    """Add the melds of a deal in which there were some."""
    for seat in range(N_SEATS):
        if table.n_melds[seat] > 0:
            place = _MELDS + N_MELD_COLUMNS * seat
            sums[place + HELD] += 1
            sums[place + HELD_POINTS] += table.meld_points[seat]
            if table.meld_team == seat & 1:
                sums[place + SCORED] += 1
                sums[place + SCORED_POINTS] += table.meld_points[seat]


@kernel
def add_session(rules, table, n_deals, sums):
    """Add the end of a session: of a match, or of deals that stand alone."""
    sums[_SESSIONS] += 1
    if table.winner != NOBODY:
        margin = table.score[table.winner] - table.score[1 - table.winner]
        sums[_WON + table.winner] += 1
        sums[_LENGTH + log_bin(n_deals)] += 1
        sums[_LENGTH_SUM] += n_deals
        sums[_MARGIN + log_bin(max(margin, 0))] += 1
        sums[_MARGIN_SUM] += margin
        sums[_BEHIND] += 1 if margin < 0 else 0
    elif table.is_match:
        sums[_CUT_OFF] += 1
