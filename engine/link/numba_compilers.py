"""Make machine code of entry points alone.

Numba makes machine code of each function by itself: of one kernel as often as there are kernels
between it and the entry point that calls it. Nobody calls a kernel but other kernels, so here a
kernel is LLVM's code only, which becomes machine code as a part of entry points.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering

__all__ = ["EntryCompiler", "KernelCompiler", "KernelLibrary"]


class KernelLibrary(JITCodeLibrary):
    """A kernel library holds code of LLVM that is linked with others, and no machine code.

    An entry point improves it together with all others. By itself a kernel would be improved as
    often as there are kernels between it and the entry point, which makes nothing quicker.
    """

    def _optimize_final_module(self) -> None:
        """Leave the code as it is."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _EntryLibrary(JITCodeLibrary):
    """An entry library keeps the names of its kernels to itself.

    Choosers share the names of a search's kernels, and each has a formula of its own in them: what
    others can see would be taken for the same.
    """

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and not function.name.startswith("cfunc."):
                function.linkage = "internal"
        # Numba's own two passes, but formulas count along several lines alike: the second one
        # lets vectors do that side by side.
        passes, builder = self._codegen._module_pass_manager(slp_vectorize=False, cost="cheap")
        passes.run(self._final_module, builder)
        passes, builder = self._codegen._module_pass_manager(slp_vectorize=True)
        passes.run(self._final_module, builder)

    @property
    def raises(self) -> bool:
        """Return whether anything that is linked so far can raise an error of Python."""
        # Numba links its management of memory with everything, and kernels have no use for it.
        kernels = [one for one in self._linking_libraries if one.name != "nrt"]
        for library in kernels:
            library._ensure_finalized()
            names = [variable.name for variable in library._final_module.global_variables]
            # Numba keeps the arguments of an error so.
            if any(name.startswith(".const.picklebuf") for name in names):
                return True
        return False


class _EntryLower(Lower):
    """Write an entry point down, to be called as a function of C."""

    def create_cfunc_wrapper(self) -> None:
        """Define the function that others call, without Numba's words on an error if there is none.

        Those need Numba where the machine code is loaded, and Python's lock.
        """
        if self.library.raises:
            super().create_cfunc_wrapper()  # type: ignore[no-untyped-call]
            return
        target, described = self.context, self.fndesc
        module = target.create_module("entry")
        convention = target.call_conv
        kind = convention.get_function_type(described.restype, described.argtypes)
        called = ir.Function(module, kind, described.llvm_func_name)
        arguments = [target.get_value_type(one) for one in described.argtypes]
        result = target.get_value_type(described.restype)
        defined = ir.Function(
            module, ir.FunctionType(result, arguments), described.llvm_cfunc_wrapper_name
        )
        builder = ir.IRBuilder(defined.append_basic_block())
        _, returned = convention.call_function(
            builder, called, described.restype, described.argtypes, defined.args
        )
        builder.ret(returned)
        self.library.add_ir_module(module)


@register_pass(mutates_CFG=True, analysis_only=False)
class _KernelLowering(NativeLowering):
    """Write a kernel down as code of LLVM that other functions can call."""

    _name = "kernel_lowering"

    def run_pass(self, state: Any) -> bool:
        target = state.targetctx
        state.library = KernelLibrary(target.codegen(), state.func_id.func_qualname)
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
class _EntryLowering(NativeLowering):
    """Make the machine code of an entry point."""

    _name = "entry_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        """Return what writes down its function of C."""
        return _EntryLower

    def run_pass(self, state: Any) -> bool:
        name = state.func_id.func_qualname
        state.library = _EntryLibrary(state.targetctx.codegen(), name)
        # What is not kept from the start cannot be put into the cache.
        state.library.enable_object_caching()
        return bool(super().run_pass(state))  # type: ignore[no-untyped-call]


class KernelCompiler(CompilerBase):
    """Compile what only compiled code calls."""

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes, the last of them without machine code."""
        return [_pipeline(self.state, _KernelLowering)]


class EntryCompiler(CompilerBase):
    """Compile an entry point, which is linked with kernels, a chooser also with a search."""

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes, whose machine code shares no names."""
        return [_pipeline(self.state, _EntryLowering)]


def _pipeline(state: Any, lowering: type[NativeLowering]) -> Any:
    pipeline = DefaultPassBuilder.define_nopython_pipeline(state)
    passes = pipeline.passes
    pipeline.passes = [
        (lowering, text) if step is NativeLowering else (step, text) for step, text in passes
    ]
    pipeline._finalized = False
    pipeline.finalize()
    return pipeline
