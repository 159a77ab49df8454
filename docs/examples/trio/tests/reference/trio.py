"""Trio in plain Python, from the rules alone: follows the record of a deal."""

from __future__ import annotations

from typing import Any

ORDER = "TJQKA"


def replay(record: dict[str, Any]) -> list[int]:
    """Return the score of a recorded deal, having checked all that happened."""
    hands = [set(hand) for hand in record["hands"]]
    assert [len(hand) for hand in hands] == [5, 5, 5]
    assert len(set.union(*hands)) == 15
    score, seat = [0, 0, 0], (record["dealer"] + 1) % 3
    trick: list[tuple[int, str]] = []
    for event in record["events"]:
        if event["type"] == "play":
            assert event["seat"] == seat
            led = trick[0][1][1] if trick else ""
            following = {card for card in hands[seat] if card[1] == led}
            assert set(event["legal"]) == (following or hands[seat])
            assert event["card"] in event["legal"]
            hands[seat].remove(event["card"])
            trick.append((seat, event["card"]))
            seat = (seat + 1) % 3
        else:
            led = trick[0][1][1]
            seat = max((ORDER.index(c[0]), s) for s, c in trick if c[1] == led)[1]
            is_last = not any(hands)
            points = record["rules"].get("last_trick", 1) if is_last else 1
            assert (event["winner"], event["points"]) == (seat, points)
            score[seat] += points
            trick = []
    assert not any(hands)
    return score
