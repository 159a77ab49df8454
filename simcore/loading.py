"""Strategy files: where they are, what is in them, and what is wrong with them."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from simcore.errors import StrategyError

_PACKAGE = Path(__file__).parent
_FOLDERS = (_PACKAGE / "_strategies", _PACKAGE.parent / "strategies")
"""Where the built-in strategies lie in a wheel, and in a clone."""


def strategies_folder() -> Path:
    """Return the folder of the built-in strategies, one folder a game in it."""
    for folder in _FOLDERS:
        if folder.is_dir():
            return folder
    raise StrategyError(
        f"the built-in strategies are missing: no folder {_FOLDERS[-1]}"
    )


def built_in_files(game: str) -> list[Path]:
    """Return the files of the built-in strategies of `game`, sorted by name."""
    return sorted((strategies_folder() / game).glob("[!_]*.py"))


def built_in_file(game: str, name: str) -> Path:
    """Return the file that defines the built-in strategy `name`."""
    for file in built_in_files(game):
        if name in names_in_source(file):
            return file
    raise StrategyError(f"no file defines the strategy {name}")


@cache
def names_in_source(file: Path) -> tuple[str, ...]:
    """Return the names of the strategies that `file` defines, without running it.

    A typo in a name can so be answered before numba is imported.
    """
    names: list[str] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            names += [
                str(keyword.value.value)
                for keyword in node.keywords
                if keyword.arg == "name" and isinstance(keyword.value, ast.Constant)
            ]
    return tuple(names)


def source_digest(file: Path) -> str:
    """Return a short digest of the text of `file`, whatever its line ends."""
    text = file.read_bytes().replace(b"\r\n", b"\n")
    return hashlib.sha256(text).hexdigest()[:16]


def import_file(file: Path, name: str) -> ModuleType:
    """Run `file` as the module `name` and return it."""
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def strategies_in(module: ModuleType) -> list[Any]:
    """Return the strategies that `module` defines, in the order of its source."""
    from simcore.strategy import Strategy

    return [value for value in vars(module).values() if isinstance(value, Strategy)]


@cache
def built_in_strategies(game: str) -> dict[str, Any]:
    """Return the built-in strategies of `game` by name."""
    found = {}
    for file in built_in_files(game):
        module = import_file(file, f"simcore_strategies.{game}.{file.stem}")
        for strategy in strategies_in(module):
            found[strategy.name] = strategy
    return found


@cache
def _built_in_families(game: str) -> list[Any]:
    """Return one built-in strategy for each distinct set of decisions."""
    families: list[Any] = []
    for strategy in built_in_strategies(game).values():
        if all(strategy.decisions != family.decisions for family in families):
            families.append(strategy)
    return families


def built_in_functions(game: str, decision: str) -> list[Any]:
    """Return the function for `decision` of every family of built-in strategies."""
    return [family.decisions[decision] for family in _built_in_families(game)]


def family_number(strategy: Any) -> int:
    """Return the number by which kernels know the decisions of a built-in strategy."""
    return _built_in_families(strategy.game).index(family_of(strategy))


def family_of(strategy: Any) -> Any:
    """Return the first built-in strategy with the decisions of a built-in one."""
    for family in _built_in_families(strategy.game):
        if family.decisions == strategy.decisions:
            return family
    raise StrategyError(f"strategy {strategy.name} is not built in")
