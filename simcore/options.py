"""House rules as data: options, their values and ranges, and words for mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Self

import numpy as np

from simcore.counts import whole_number
from simcore.errors import UsageError, did_you_mean

MOST_CHIPS = 1 << 40
"""The largest amount that an option may name, and that a pot may reach."""


def option(
    default: Any,
    summary: str,
    *,
    choices: tuple[str, ...] = (),
    minimum: int = 0,
    maximum: int = MOST_CHIPS,
    only_matches: bool = False,
) -> Any:
    """Return a dataclass field for one option of a game's rules.

    Parameters
    ----------
    default : str, bool, int or None
        A string must be one of `choices`; None makes a number that may be absent.
    summary : str
        What the option says, in one line.
    choices : tuple of str
        The values of an option in words.
    minimum, maximum : int
        The range of a number, ends included.
    only_matches : bool
        Whether it changes whole matches only, and nothing of a deal that stands alone.
    """
    metadata = {
        "summary": summary,
        "choices": choices,
        "minimum": minimum,
        "maximum": maximum,
        "only_matches": only_matches,
    }
    return field(default=default, metadata=metadata)


def allowed_values(item: Field[Any]) -> str:
    """Return what the option `item` takes, in words."""
    if item.metadata["choices"]:
        return ", ".join(item.metadata["choices"])
    if isinstance(item.default, bool):
        return "true, false"
    numbers = f"{item.metadata['minimum']} to {item.metadata['maximum']}"
    return f"none, {numbers}" if item.default is None else numbers


def _parse_value(item: Field[Any], text: Any) -> Any:
    """Return the value of the option `item` that `text` stands for."""
    word = str(text).strip().lower()
    wrong = UsageError(
        f"option {item.name} is {str(text)!r} but takes {allowed_values(item)}"
    )
    if item.metadata["choices"]:
        if word not in item.metadata["choices"]:
            raise wrong
        return word
    if isinstance(item.default, bool):
        if word not in {"true", "false"}:
            raise wrong
        return word == "true"
    if item.default is None and word == "none":
        return None
    number = whole_number(word)
    if number is None:
        raise wrong
    if not item.metadata["minimum"] <= number <= item.metadata["maximum"]:
        raise wrong
    return number


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Base of each game's house rules; an instance is one row of a sweep."""

    @classmethod
    def options(cls) -> tuple[Field[Any], ...]:
        """Return the options of the game in the order of its rules."""
        return fields(cls)

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Self:
        """Return rules with the `settings` (option: value, maybe as text) applied.

        Raises
        ------
        UsageError
            If an option is unknown, or takes other values.
        """
        known = {item.name: item for item in cls.options()}
        for name in settings:
            if name not in known:
                raise UsageError(
                    f"there is no option {name!r}{did_you_mean(name, known)}"
                )
        return cls(**{n: _parse_value(known[n], v) for n, v in settings.items()})

    @classmethod
    def as_written(cls, name: str, value: Any) -> str:
        """Return a value of the option `name` as a text, one for each value.

        Raises
        ------
        UsageError
            If the option takes other values.
        """
        (item,) = (item for item in cls.options() if item.name == name)
        found = _parse_value(item, value)
        return "none" if found is None else str(found).lower()

    def changed(self) -> dict[str, Any]:
        """Return the options that differ from their defaults."""
        values = self.as_dict()
        return {
            o.name: values[o.name]
            for o in self.options()
            if values[o.name] != o.default
        }

    def check_matter(self, is_match: bool) -> None:
        """Raise UsageError if an option was changed that changes nothing played.

        Parameters
        ----------
        is_match : bool
            Whether whole matches are played, not deals that stand alone.
        """
        changed = {} if is_match else self.changed()
        for item in self.options():
            if item.name in changed and item.metadata["only_matches"]:
                raise UsageError(
                    f"option {item.name} changes whole matches only, and here each deal"
                    " stands alone: play matches, or leave it out"
                )

    def as_dict(self) -> dict[str, Any]:
        """Return every option with its value."""
        return {item.name: getattr(self, item.name) for item in self.options()}

    @classmethod
    def record_dtype(cls) -> np.dtype[Any]:
        """Return the dtype in which kernels see the rules: one int64 an option."""
        return np.dtype([(item.name, "i8") for item in cls.options()])

    def as_record(self) -> np.ndarray[Any, Any]:
        """Return the rules for kernels, one element of `record_dtype`.

        A choice is the index of its value, false and true are 0 and 1, none is 0.
        """
        record = np.zeros(1, self.record_dtype())
        for item in self.options():
            value = getattr(self, item.name)
            if item.metadata["choices"]:
                value = item.metadata["choices"].index(value)
            record[item.name] = 0 if value is None else int(value)
        return record


def parse_settings(words: Iterable[str]) -> dict[str, str]:
    """Return the settings written as ``option=value`` in `words`.

    Raises
    ------
    UsageError
        If a word has no ``=``, or an option is set twice.
    """
    settings: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name or not value.strip():
            raise UsageError(f"{word!r} is not of the form option=value")
        if name in settings:
            raise UsageError(f"option {name} is set twice")
        settings[name] = value.strip()
    return settings
