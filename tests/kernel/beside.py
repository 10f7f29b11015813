"""Operations as compiled code, each call beside the same one in Python."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Mapping, MutableSequence
from importlib.util import find_spec
from typing import Any

from cardrules.fast.llvm.compiling import Loaded, compiled
from cardrules.fast.llvm.operations import DECLARATIONS, written_operations
from cardrules.kernel.subset.model import ELEMENTS, Function, Type

_TYPES: Mapping[Type, Any] = {
    "number": ctypes.c_int64,
    "word": ctypes.c_uint64,
    "flag": ctypes.c_bool,
    "nothing": None,
}
# How `array` calls numbers and words.
_LETTERS: Mapping[Type, str] = {"number": "q", "word": "Q"}
Called = Callable[..., Any]


def loaded(functions: Mapping[str, Function]) -> Loaded | None:
    """Functions as compiled code; none without llvmlite."""
    if find_spec("llvmlite") is None:
        return None
    text = written_operations(functions.values(), traps=True)
    return Loaded(compiled(DECLARATIONS + text.replace("define internal", "define")))


def beside(
    functions: Mapping[str, Function], python: Mapping[str, Called], code: Loaded | None
) -> dict[str, Called]:
    """Functions that call both, and look whether both did the same."""
    if code is None:
        return dict(python)
    return {name: _both(one, python[name], code) for name, one in functions.items()}


def _both(function: Function, python: Called, code: Loaded) -> Called:
    parameters = function.signature.parameters
    kinds: list[Any] = []
    for _, kind in parameters:
        kinds += [ctypes.c_void_p, ctypes.c_int64] if kind in ELEMENTS else [_TYPES[kind]]
    returns = _TYPES[function.signature.returns]
    call = code.function(function.node.name, returns, *kinds)

    def both(*given: Any) -> Any:
        passed: list[Any] = []
        arrays = []
        for value, (_, kind) in zip(given, parameters, strict=True):
            if kind not in ELEMENTS:
                passed.append(value)
                continue
            cells = array(_LETTERS[ELEMENTS[kind]], value)
            arrays.append((value, cells))
            passed += [cells.buffer_info()[0], len(value)]
        wanted = python(*given)
        found = call(*passed)
        assert found == wanted, (function.node.name, given, found, wanted)
        for value, cells in arrays:
            if isinstance(value, MutableSequence):
                assert cells.tolist() == list(value), (function.node.name, given)
        return wanted

    return both
