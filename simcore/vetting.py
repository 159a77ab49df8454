"""What a compiled decision does that it must not, as the compiler saw it.

The text of a function hides what it does behind other names and helpers. The typed code
that numba keeps beside a compiled function does not: this module walks through it, and
through that of every kernel called from it. It reads numba's objects but needs no
import of numba.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from simcore.jit import uint64

_VIEW, _PARAMETERS, _RNG = range(3)
"""The arguments of a decision."""

_INTEGER = type(uint64)
_CHANGES = ("SetAttr", "SetItem", "StaticSetItem")
_SHARING = ("getattr", "getitem", "static_getitem", "cast", "phi", "inplace_binop")
"""Expressions whose result can be a part of their operand, not a copy."""

_CHANGING_METHODS = ("fill", "sort", "partition", "put", "itemset")


def fault_of(function: Any, arguments: Sequence[Any], n_parameters: int) -> str:
    """Return what is wrong with a decision, as the end of a sentence; empty if nothing.

    Parameters
    ----------
    function : compiled function
        The decision, compiled for `arguments`.
    arguments : sequence of numba types
        Those of a view, the parameters and a stream.
    n_parameters : int
        How many parameters the strategy has.
    """
    code = function.overloads[tuple(arguments)]
    result = code.signature.return_type
    if not isinstance(result, _INTEGER) and "bool" not in str(result):
        return f"returns {_in_words(result)}; a decision must return an integer"
    reader = _Reader(n_parameters, function.py_func.__code__.co_filename)
    return next(reader.faults(code, {_VIEW: "view", _PARAMETERS: "parameters"}), "")


def _in_words(result: Any) -> str:
    """Return the type of a wrong result as a user would call it."""
    text = str(result)
    if text == "none":
        return "nothing"
    if text.startswith("OptionalType"):
        return "nothing in some cases"
    return f"a {text}" if len(text) < 40 else f"a {type(result).__name__}"


class _Reader:
    """Reads typed code; knows which functions it has read, as they may call each other.

    Parameters
    ----------
    n_parameters : int
        How many parameters may be read.
    file : str
        Where the decision stands; lines of other files are told with their file.
    """

    def __init__(self, n_parameters: int, file: str) -> None:
        self.n_parameters = n_parameters
        self.file = file
        self._read: set[tuple[int, tuple[Any, ...]]] = set()

    def faults(self, code: Any, shared: dict[int, str]) -> Iterator[str]:
        """Yield what is wrong in a compiled function.

        Parameters
        ----------
        code : numba CompileResult
        shared : dict
            Which of its arguments are the view or the parameters, or part of them.
        """
        key = (id(code), tuple(sorted(shared.items())))
        if key in self._read:
            return
        self._read.add(key)
        notes = code.type_annotation
        statements = [line for block in notes.blocks.values() for line in block.body]
        names = _shared_names(statements, notes.typemap, shared)
        for statement in statements:
            where = self._place(statement.loc)
            kind = type(statement).__name__
            if kind in _CHANGES and statement.target.name in names:
                name = names[statement.target.name]
                yield f"writes to its {name} {where}; it can only be read"
            if kind == "Assign" and type(statement.value).__name__ == "Expr":
                fault = self._fault_of_expression(statement.value, notes, names)
                if fault:
                    yield f"{fault} {where}"
                if statement.value.op == "call":
                    yield from self._faults_of_call(statement.value, notes, names)

    def _place(self, location: Any) -> str:
        """Return a place in a source file in words."""
        line = f"in line {location.line}"
        is_here = location.filename == self.file
        return line if is_here else f"{line} of {location.filename}"

    def _fault_of_expression(
        self, value: Any, notes: Any, names: dict[str, str]
    ) -> str:
        """Return what is wrong with an expression; empty if nothing."""
        if value.op == "inplace_binop" and value.lhs.name in names:
            return f"writes to its {names[value.lhs.name]}"
        is_method = value.op == "getattr" and value.attr in _CHANGING_METHODS
        if is_method and value.value.name in names:
            return f"writes to its {names[value.value.name]} by {value.attr}"
        if value.op != "static_getitem" or value.value.name not in names:
            return ""
        index, name = value.index, names[value.value.name]
        if not isinstance(index, int):
            return ""
        shape = getattr(notes.typemap[value.value.name], "shape", None)
        size = self.n_parameters if name == "parameters" else (shape or [None])[0]
        if size is None or 0 <= index < size:
            return ""
        if size == 0:
            return "reads a parameter, but the strategy has none,"
        return f"reads place {index} of {size} of its {name}"

    def _faults_of_call(
        self, call: Any, notes: Any, names: dict[str, str]
    ) -> Iterator[str]:
        """Yield what is wrong in a function that the code calls, if it is a kernel."""
        callee = getattr(notes.typemap.get(call.func.name), "dispatcher", None)
        signature = notes.calltypes.get(call)
        if callee is None or signature is None:
            return
        shared = {
            place: names[argument.name]
            for place, argument in enumerate(call.args)
            if argument.name in names
        }
        code = callee.overloads.get(tuple(signature.args))
        if code is not None:
            yield from self.faults(code, shared)


def _shared_names(
    statements: Sequence[Any], types: dict[str, Any], shared: dict[int, str]
) -> dict[str, str]:
    """Return the variables that are the view or the parameters, or a part of them."""
    names: dict[str, str] = {}
    grows = True
    while grows:  # a loop may use a name before the line that gives it
        before = len(names)
        for statement in statements:
            if type(statement).__name__ != "Assign":
                continue
            value, kind = statement.value, type(statement.value).__name__
            source = None
            if kind == "Arg":
                source = shared.get(value.index)
            elif kind == "Var":
                source = names.get(value.name)
            elif kind == "Expr" and value.op in _SHARING:
                found = [names[v.name] for v in value.list_vars() if v.name in names]
                target = types.get(statement.target.name)
                is_part = hasattr(target, "ndim") or hasattr(target, "fields")
                source = found[0] if found and is_part else None
            if source is not None:
                names[statement.target.name] = source
        grows = len(names) > before
    return names
