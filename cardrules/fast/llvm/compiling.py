"""From text of LLVM to functions that can be called, by llvmlite.

Nothing else in the package imports llvmlite. It comes with the extra `cardrules[fast]`; without it
`FastUnavailableError` is raised.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from cardrules.errors import FastUnavailableError

# All that a compiler does: some games are a tenth faster for it, and it takes a fifth longer.
_LEVEL = 3


@cache
def _binding() -> Any:
    try:
        import llvmlite.binding as llvm  # noqa: PLC0415 - an extra, and 50 ms
    except ImportError as error:
        raise FastUnavailableError(
            "Compiled games need llvmlite: install cardrules[fast]."
        ) from error
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def _machine() -> Any:
    """What code is made for; what runs code takes it for its own, so each has one."""
    llvm = _binding()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=_LEVEL,
        reloc="default",
        codemodel="jitdefault",
        jit=True,
    )


def features() -> str:
    """What this processor can do, as LLVM writes it."""
    found: str = _binding().get_host_cpu_features().flatten()
    return found


def made_for() -> str:
    """All on which object code depends besides its text."""
    llvm = _binding()
    version = ".".join(map(str, llvm.llvm_version_info))
    processor = f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features()}"
    return f"{version} {processor} {_LEVEL}"


def compiled(text: str) -> bytes:
    """The object code of a module of LLVM, for this processor."""
    llvm, machine = _binding(), _machine()
    module = llvm.parse_assembly(text)
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=_LEVEL)
    # Loops go through players, or the cards of a hand: too few for several at once.
    tuning.loop_vectorization = False
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    found: bytes = machine.emit_object(module)
    return found


class Loaded:
    """Object code in memory; it stays there as long as this, or one of its functions, does."""

    def __init__(self, code: bytes) -> None:
        llvm = _binding()
        empty = llvm.parse_assembly("")
        self._engine = llvm.create_mcjit_compiler(empty, _machine())
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def function(self, name: str, returns: Any, *parameters: Any) -> Any:
        """A function, with the types of `ctypes` that it gives and takes."""
        prototype = ctypes.CFUNCTYPE(returns, *parameters)
        found: Any = prototype(self._engine.get_function_address(name))
        found.held_by = self
        return found
