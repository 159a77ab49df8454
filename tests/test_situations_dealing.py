"""Deals with known cards: exact, and each that is possible equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from simcore.situations.dealing import KnownCards

PACK = 0b1111111
"""Seven cards, so that all deals can be listed."""

N_DEALS = 60_000


def listed(known: KnownCards) -> Counter[tuple[int, ...]]:
    """Return all deals (each seat's hand, the rest in order) with their weights.

    As the engine deals: a last card first, each of `last` equally likely, then the
    others in any order; whatever does not agree with what is known is thrown away.
    """
    cards = [1 << place for place in range(7)]
    found: Counter[tuple[int, ...]] = Counter()
    for last in cards if known.last else [0]:
        if known.last and not known.last & last:
            continue
        others = [card for card in cards if card not in (last, known.apart)]
        if last and known.apart == last:
            continue
        for order in permutations(others):
            hands, place = [], 0
            for size in known.sizes:
                hands.append(sum(order[place : place + size]))
                place += size
            rest = (*order[place:], *([last] if last else []))
            agrees = all(
                hand & asked == asked
                for hand, asked in zip(hands, known.hands, strict=True)
            )
            agrees &= rest[: len(known.first)] == known.first
            agrees &= not any(hand & known.without for hand in hands)
            if agrees:
                found[*hands, *rest] += 1
    return found


@pytest.mark.parametrize(
    "known",
    [
        KnownCards(pack=PACK, hands=(0b1, 0), sizes=(2, 2)),
        KnownCards(pack=PACK, hands=(0b11, 0), sizes=(2, 2), apart=0b100),
        KnownCards(pack=PACK, hands=(0b1, 0), sizes=(2, 1), first=(0b10, 0b100)),
        KnownCards(pack=PACK, hands=(0, 0b1), sizes=(2, 2), without=0b1100),
        KnownCards(pack=PACK, hands=(0b1, 0), sizes=(2, 2), last=0b111000),
        KnownCards(pack=PACK, hands=(0b1, 0), sizes=(2, 2), last=0b1000),
        KnownCards(
            pack=PACK, hands=(0b1, 0), sizes=(2, 2), last=0b111100, without=0b1100
        ),
        KnownCards(
            pack=PACK,
            hands=(0b1, 0),
            sizes=(2, 1),
            apart=0b10,
            first=(0b100,),
            last=0b111000,
            without=0b1000000,
        ),
    ],
    ids=str,
)
def test_each_possible_deal_is_equally_likely(known):
    expected = listed(known)
    dealt = known.deal(np.random.default_rng(3), N_DEALS)
    rows = np.concatenate([dealt.hands, dealt.rest], axis=1).tolist()
    found = Counter(tuple(row) for row in rows)
    assert set(found) == set(expected)
    total = sum(expected.values())
    counts = np.array([found[deal] for deal in expected])
    mean = np.array([N_DEALS * weight / total for weight in expected.values()])
    chi_square = ((counts - mean) ** 2 / mean).sum()
    dof = len(expected) - 1
    assert abs(chi_square - dof) < 4 * np.sqrt(2 * dof)
