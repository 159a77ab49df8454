"""Help for tests of estimates: counts in bins, and what an unknown error looks like."""

import math

import numpy as np

from simcore.stats import LogBins

BINS = LogBins()
N_BINS = BINS.n_bins(2**50)


def binned(values, bins=BINS):
    """Return counts [B, n_bins] of integers [B, n]."""
    rows = np.atleast_2d(values)
    return np.stack([np.bincount(bins.index(row), minlength=N_BINS) for row in rows])


def has_no_interval(estimate):
    """Return whether error and interval are NaN."""
    return all(
        math.isnan(value)
        for value in (estimate.standard_error, estimate.ci_low, estimate.ci_high)
    )
