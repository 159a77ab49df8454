"""The worked examples of the page on Python work, one after the other."""

from __future__ import annotations

import re
from pathlib import Path

import simcore

PAGE = Path(__file__).parents[1] / "docs" / "python.md"


def test_the_examples_work(capsys):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)
    printed = capsys.readouterr().out
    assert "seat 0" in printed
    assert "remainder=declarer" in printed
    assert "Best: hearts" in printed
    assert "3 agree, 0 differ" in printed


def test_every_public_function_has_an_example():
    page = PAGE.read_text("utf-8")
    for name in simcore.__all__:
        assert f"simcore.{name}(" in page
