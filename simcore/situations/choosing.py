"""Choices compared: which of several things to say, and how much it matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simcore.metric import Metric
from simcore.situations.comparing import Comparison
from simcore.situations.wording import is_more, is_same, margin_text
from simcore.stats import Estimate

CHOICE = "choice"
"""The question what to say, and the table that answers it."""


def verdict_of_choice(
    compared: Comparison, names: Sequence[str], unit: str, level: float
) -> str:
    """Return which alternative brings most, and how much more than the next.

    Parameters
    ----------
    compared : Comparison
    names : sequence of str
        What each alternative is called in a sentence.
    unit : str
        That of the values.
    level : float
        Confidence level of the margin.
    """
    best, *others = compared.order()
    gains = [(number, compared.difference(best, number, level)) for number in others]
    # Two ways that come to the same thing in every deal are no choice.
    apart = [pair for pair in gains if not is_same(pair[1])]
    if not apart:
        return "All came to the same in every deal."
    second, gain = apart[0]
    if is_more(gain):
        more = margin_text(gain, unit)
        return f"Best: {names[best]}, worth {more} more than {names[second]}."
    return (
        f"Too close to call between {names[best]} and {names[second]}: the difference"
        f" is {margin_text(gain, unit, sign=True)}."
    )


def differences(
    compared: Comparison, level: float
) -> Iterator[tuple[int, Estimate | None]]:
    """Yield the alternatives, the best first, each with what it brings less.

    The best one has None.
    """
    order = compared.order()
    for number in order:
        if number == order[0]:
            yield number, None
        else:
            yield number, compared.difference(number, order[0], level)


def choice_rows(
    compared: Comparison,
    names: Sequence[str],
    *,
    value: str,
    amounts: Sequence[str] = (),
    events: Sequence[str] = (),
    level: float,
) -> Iterator[Metric]:
    """Yield the rows of the table of alternatives, the best first, all in points.

    Parameters
    ----------
    compared : Comparison
    names : sequence of str
        What each alternative is called.
    value : str
        The name of what the alternatives are worth.
    amounts, events : sequence of str
        The names of amounts and events to show, from the first one on.
    level : float
        Confidence level of the intervals.
    """
    for number, less in differences(compared, level):
        item = names[number]
        yield Metric(CHOICE, item, value, "points", compared.mean(number, level=level))
        if less is not None:
            yield Metric(CHOICE, item, "less the best", "points", less)
        for place, name in enumerate(amounts):
            found = compared.amount(number, place, level)
            yield Metric(CHOICE, item, name, "points", found)
        for place, name in enumerate(events):
            found = compared.share(number, place, level=level)
            yield Metric(CHOICE, item, name, "share", found)
