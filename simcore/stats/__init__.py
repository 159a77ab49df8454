"""Estimates with honest uncertainty, from sums over batches of whole sessions.

Needs numpy only, and knows nothing of games: the arrays that come in are the sums
and histograms which the kernels fill, their first axis the batch. Deals that are
independent of one another have estimates of their own.
"""

from simcore.stats.bins import LogBins
from simcore.stats.concentration import top_share
from simcore.stats.estimates import NO_SPREAD, TOO_FEW, Estimate, check_level
from simcore.stats.hill import HillEstimate, hill_index
from simcore.stats.independent import ALL_EQUAL, independent_mean, independent_share
from simcore.stats.paired import SAME, paired_difference
from simcore.stats.quantiles import histogram_quantile, quantile_estimate
from simcore.stats.ratios import (
    jackknife_estimate,
    proportion_estimate,
    ratio_estimate,
)
from simcore.stats.sequences import MeanSequence
from simcore.stats.student import joint_t_quantile, t_quantile
from simcore.stats.sums import WideSum, wide_sum
from simcore.stats.tails import (
    growth_index,
    mean_is_trusted,
    mean_log_estimate,
    variance_is_trusted,
)

__all__ = [
    "ALL_EQUAL",
    "NO_SPREAD",
    "SAME",
    "TOO_FEW",
    "Estimate",
    "HillEstimate",
    "LogBins",
    "MeanSequence",
    "WideSum",
    "check_level",
    "growth_index",
    "hill_index",
    "histogram_quantile",
    "independent_mean",
    "independent_share",
    "jackknife_estimate",
    "joint_t_quantile",
    "mean_is_trusted",
    "mean_log_estimate",
    "paired_difference",
    "proportion_estimate",
    "quantile_estimate",
    "ratio_estimate",
    "t_quantile",
    "top_share",
    "variance_is_trusted",
    "wide_sum",
]
