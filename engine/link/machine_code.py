"""Make machine code of entry points alone.

Numba makes machine code of each function by itself: of one kernel as often as there are kernels
between it and the entry point that calls it. Nobody calls a kernel but other kernels, so here a
kernel is LLVM's code only, which becomes machine code as a part of entry points.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

__all__ = ["ChooserCompiler", "KernelCompiler", "KernelLibrary", "ValueKernelCompiler"]


class KernelLibrary(JITCodeLibrary):
    """A kernel library holds code of LLVM that is linked with others, and no machine code."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _ValueKernelLibrary(KernelLibrary):
    """Hold a kernel of values, which its entry point improves together with all others.

    By itself a kernel would be improved as often as there are kernels between it and the entry
    point. In a search, which is linked from two texts, that makes other machine code.
    """

    def _optimize_final_module(self) -> None:
        """Leave the code as it is."""


class _ChooserLibrary(JITCodeLibrary):
    """A chooser library keeps the names of its kernels to itself.

    Choosers share the names of a search's kernels, and each has a formula of its own in them: what
    others can see would be taken for the same.
    """

    def _optimize_final_module(self) -> None:
        super()._optimize_final_module()  # type: ignore[no-untyped-call]
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"


@register_pass(mutates_CFG=True, analysis_only=False)
class _KernelLowering(NativeLowering):
    """Write a kernel down as code of LLVM that other functions can call."""

    _name = "kernel_lowering"
    _library = KernelLibrary

    def run_pass(self, state: Any) -> bool:
        target = state.targetctx
        state.library = self._library(target.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)  # type: ignore[no-untyped-call]
        lowered = state.cr
        described = lowered.fndesc
        # Numba knows a function by an object that Python could call.
        named = _dynfunc.make_function(
            described.lookup_module(), described.qualname, "", 0, lowered.env, (state.library,)
        )
        target.insert_user_function(named, described, [state.library])
        state.cr = _LowerResult(described, lowered.call_helper, cfunc=named, env=lowered.env)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _ValueKernelLowering(_KernelLowering):
    """Write a kernel of values down."""

    _name = "value_kernel_lowering"
    _library = _ValueKernelLibrary


@register_pass(mutates_CFG=True, analysis_only=False)
class _ChooserLowering(NativeLowering):
    """Make the machine code of a chooser."""

    _name = "chooser_lowering"

    def run_pass(self, state: Any) -> bool:
        name = state.func_id.func_qualname
        state.library = _ChooserLibrary(state.targetctx.codegen(), name)
        # What is not kept from the start cannot be put into the cache.
        state.library.enable_object_caching()
        return bool(super().run_pass(state))  # type: ignore[no-untyped-call]


class KernelCompiler(CompilerBase):
    """Compile what only compiled code calls."""

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes, the last of them without machine code."""
        return [_pipeline(self.state, _KernelLowering)]


class ValueKernelCompiler(CompilerBase):
    """Compile what only the entry point of a formula's values calls."""

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes, the last of them without machine code."""
        return [_pipeline(self.state, _ValueKernelLowering)]


class ChooserCompiler(CompilerBase):
    """Compile a chooser, which is linked with a search and a formula."""

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes, whose machine code shares no names."""
        return [_pipeline(self.state, _ChooserLowering)]


def _pipeline(state: Any, lowering: type[NativeLowering]) -> Any:
    pipeline = DefaultPassBuilder.define_nopython_pipeline(state)
    passes = pipeline.passes
    pipeline.passes = [
        (lowering, text) if step is NativeLowering else (step, text) for step, text in passes
    ]
    pipeline._finalized = False
    pipeline.finalize()
    return pipeline
