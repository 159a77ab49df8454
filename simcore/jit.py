"""The module that knows numba: decorators, bit intrinsics and the disk cache.

Inner functions carry `kernel` and are compiled into their callers. Functions called
from Python carry `entry` and are cached on disk, one signature each, in a folder whose
name is a digest of every source compiled into them: numba itself notices an edit only
in the file that holds the called function, not in the files that one calls.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding, ir
from llvmlite.ir import Constant
from numba import types
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    UserProvidedCacheLocator,
)
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic
from platformdirs import user_cache_path

__all__ = [
    "USES_DEPOSIT",
    "borrow",
    "entry",
    "float64",
    "function_signature",
    "is_compiled",
    "kernel",
    "leading_zeros",
    "multiply_wide",
    "nth_bit",
    "pointed",
    "popcount",
    "record_type",
    "seldom",
    "trailing_zeros",
    "uint64",
]

float64 = types.float64
uint64 = types.uint64

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

# nogil lets the runner use threads; the numpy error model drops the check for a
# division by zero, which would otherwise raise from inside a kernel.
_OPTIONS = {"nogil": True, "error_model": "numpy"}
_INLINED = {**_OPTIONS, "forceinline": True, "no_cpython_wrapper": True}

# Kernels do bit work on 64-bit words; a 64-bit multiplication has no vector form
# worth having, so a list of settings that change the code is all the cache must know.
_ENVIRONMENT = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "SIMCORE_PORTABLE")

# On these processors `pdep` is emulated in microcode and slower than the portable way.
_SLOW_DEPOSIT = {"bdver4", "znver1", "znver2"}


def _has_fast_deposit() -> bool:
    """Return whether the processor deposits bits (`pdep`) in a few cycles."""
    if os.environ.get("SIMCORE_PORTABLE", "0") not in {"", "0"}:
        return False
    if platform.machine().lower() not in {"x86_64", "amd64"}:
        return False
    if binding.get_host_cpu_name() in _SLOW_DEPOSIT:
        return False
    return bool(binding.get_host_cpu_features().get("bmi2"))


USES_DEPOSIT = _has_fast_deposit()


def kernel(function: Callable[..., Any]) -> _Kernel:
    """Compile `function` in nopython mode, into the kernels that call it.

    Inlining everything makes one function of a whole game. Only then does LLVM see that
    the counts of references to arrays cancel out; left in, they took half of the time.
    """
    return _Kernel(function)


class _Kernel:
    """A function that is compiled into others.

    What lets Python call a compiled function has all of it inlined twice more. Kernels
    do without, and so compile in three quarters of the time with 100 MB less. One that
    Python does call, to try it, is compiled once more for that.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._inlined = numba.njit(**_INLINED, no_cfunc_wrapper=True)(function)

    @property
    def _numba_type_(self) -> Any:
        """What numba takes this for where a kernel calls it."""
        return self._inlined._numba_type_

    @property
    def overloads(self) -> Any:
        """What it was compiled to, by types of arguments."""
        return self._inlined.overloads

    def compile(self, arguments: Any) -> None:
        """Compile it for `arguments`, types of numba."""
        self._inlined.compile(arguments)

    @cached_property
    def _callable(self) -> Callable[..., Any]:
        """The function as Python can call it."""
        compiled: Callable[..., Any] = numba.njit(**_OPTIONS)(self.py_func)
        return compiled

    def __call__(self, *arguments: Any) -> Any:
        return self._callable(*arguments)


def pointed(function: Callable[..., Any]) -> Any:
    """Compile `function` in nopython mode, to be called through a pointer."""
    return numba.njit(**_INLINED)(function)


def entry(sources: Iterable[Path]) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator for a kernel that Python calls, cached on disk.

    Parameters
    ----------
    sources : iterable of Path
        Every file (or folder of files) whose code is compiled into the function.

    Notes
    -----
    A function decorated so must always be called with the same types: with one entry
    in each cache folder, two processes that compile at once write the same bytes.
    Where the cache folder cannot be written, the function compiles in every process.
    """
    digest = _digest(tuple(sorted(sources)))

    def decorate(function: Callable[..., Any]) -> Any:
        dispatcher = numba.njit(**_OPTIONS)(function)
        locator = type("_Locator", (_DigestLocator,), {"digest": digest})
        implementation = type(
            "_Implementation",
            (CompileResultCacheImpl,),
            {"_locator_classes": [locator]},
        )
        cache_class = type("_Cache", (_DigestCache,), {"_impl_class": implementation})
        if cache_folder() is not None:
            dispatcher._cache = cache_class(function)
        return dispatcher

    return decorate


def is_compiled(dispatcher: Any) -> bool:
    """Return whether calling the entry `dispatcher` will not compile anything."""
    if dispatcher.signatures:
        return True
    cache_file = getattr(dispatcher._cache, "_cache_file", None)
    return cache_file is not None and Path(cache_file._index_path).exists()


@cache
def cache_folder() -> Path | None:
    """Return the writable folder for compiled kernels, or None if there is none.

    It is `SIMCORE_CACHE_DIR` if that is set, else the user's cache folder.
    """
    named = os.environ.get("SIMCORE_CACHE_DIR")
    folder = Path(named) if named else user_cache_path("simcore", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    return folder


class _DigestLocator(UserProvidedCacheLocator):  # type: ignore[misc]
    """A cache folder named by the digest of what is compiled in."""

    digest = ""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        super().__init__(py_func, py_file)
        self._cache_path = str((cache_folder() or Path()) / self.digest)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Any:
        return cls(py_func, py_file)

    def get_source_stamp(self) -> str:
        return self.digest


class _DigestCache(FunctionCache):  # type: ignore[misc]
    """A cache that trusts its folder to change when anything compiled in does."""

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # numba's own key holds the pickled closure, and the dispatchers in one have
        # another identity in every process: functions made by a factory would never
        # be found again.
        return sig, codegen.magic_tuple()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            # A file that was cut short or spoiled can raise anything; make it anew.
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        # A full disk costs the next process time, but not this one its kernel.
        with suppress(OSError):
            super().save_overload(sig, data)


def _digest(sources: tuple[Path, ...]) -> str:
    """Return a name for the code in `sources` as this machine would compile it."""
    machine = [
        numba.__version__,
        np.__version__,
        sys.version,
        binding.get_host_cpu_name(),
        binding.get_host_cpu_features().flatten(),
        *(f"{name}={os.environ.get(name, '')}" for name in _ENVIRONMENT),
    ]
    total = hashlib.sha256("\n".join(machine).encode())
    for source in sources:
        files = sorted(source.glob("*.py")) if source.is_dir() else [source]
        for file in files:
            total.update(file.name.encode())
            total.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return total.hexdigest()[:24]


def record_type(dtype: np.dtype[Any]) -> Any:
    """Return the numba type of one element of a structured array of `dtype`."""
    return numba.typeof(np.zeros(1, dtype)).dtype


def function_signature(result: Any, *arguments: Any) -> Any:
    """Return the signature of a compiled function."""
    return result(*arguments)


def _count(name: str) -> Callable[..., Any]:
    """Return code generation for a one-argument LLVM counting intrinsic."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (bits,) = arguments
        if name == "ctpop":
            return builder.ctpop(bits)
        # The flag says that zero is a value like any other (the answer is 64).
        return getattr(builder, name)(bits, Constant(ir.IntType(1), 0))

    return emit


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typingctx: Any, bits: Any) -> Any:
    """Return how many of the 64 `bits` are set, as int64."""
    return types.int64(types.uint64), _count("ctpop")


@intrinsic  # type: ignore[untyped-decorator]
def trailing_zeros(typingctx: Any, bits: Any) -> Any:
    """Return the position of the lowest set bit as int64; 64 for no bit."""
    return types.int64(types.uint64), _count("cttz")


@intrinsic  # type: ignore[untyped-decorator]
def leading_zeros(typingctx: Any, bits: Any) -> Any:
    """Return the number of zeros above the highest set bit as int64; 64 for no bit."""
    return types.int64(types.uint64), _count("ctlz")


@intrinsic  # type: ignore[untyped-decorator]
def multiply_wide(typingctx: Any, first: Any, second: Any) -> Any:
    """Return the high and the low word (uint64, uint64) of a 64 by 64 bit product."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, wide = ir.IntType(64), ir.IntType(128)
        x, y = (builder.zext(argument, wide) for argument in arguments)
        # One product for both halves: two would cost a second multiplication.
        product = builder.mul(x, y)
        high = builder.trunc(builder.lshr(product, Constant(wide, 64)), word)
        low = builder.trunc(product, word)
        return context.make_tuple(builder, signature.return_type, (high, low))

    return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), emit


@intrinsic  # type: ignore[untyped-decorator]
def seldom(typingctx: Any, is_true: Any) -> Any:
    """Return `is_true`, and have the compiler lay out code as if it seldom were."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bit = ir.IntType(1)
        expect = builder.module.declare_intrinsic(
            "llvm.expect", [bit], ir.FunctionType(bit, [bit, bit])
        )
        return builder.call(expect, [arguments[0], Constant(bit, 0)])

    return types.boolean(types.boolean), emit


@intrinsic  # type: ignore[untyped-decorator]
def borrow(typingctx: Any, array: Any) -> Any:
    """Return `array` without its reference count; its owner must outlive the view.

    Counting references is an atomic operation wherever an array passes through a call;
    of a borrowed array nothing is counted.
    """

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.return_type)(context, builder, arguments[0])
        view.meminfo = Constant(view.meminfo.type, None)
        view.parent = Constant(view.parent.type, None)
        return view._getvalue()

    return array(array), emit


@intrinsic  # type: ignore[untyped-decorator]
def _deposit(typingctx: Any, source: Any, mask: Any) -> Any:
    """Spread the low bits of `source` over the set bits of `mask` (`pdep`)."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        instruction = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(word, [word, word])
        )
        return builder.call(instruction, arguments)

    return types.uint64(types.uint64, types.uint64), emit


_ONE = np.uint64(1)
_HALVES = tuple((np.uint64(w), np.uint64((1 << w) - 1)) for w in (32, 16, 8, 4, 2, 1))


def _nth_bit_deposit(bits, index):
    """Return the set bit of `bits` that has `index` set bits below it."""
    return _deposit(_ONE << np.uint64(index), bits)


def _nth_bit_portable(bits, index):
    """Return the set bit of `bits` that has `index` set bits below it."""
    # Halve the word six times: skip the lower half where it holds too few bits.
    rest = np.uint64(bits)
    position = np.uint64(0)
    left = np.int64(index)
    for width, low in _HALVES:
        below = popcount(rest & low)
        skip = left >= below
        left = left - below if skip else left
        position = position + width if skip else position
        rest = rest >> width if skip else rest
    return _ONE << position


nth_bit = kernel(_nth_bit_deposit if USES_DEPOSIT else _nth_bit_portable)
