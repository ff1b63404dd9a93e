"""The way of a kernel through Numba, without the stations at which nothing happens to one.

Numba looks in every function for closures to inline, `with` blocks, loops over mixed tuples, array
expressions, parallel loops and more, and works out after each look anew how long every variable
lives. Kernels have none of that. What cannot be compiled without goes Numba's own way.
"""

from functools import cache
from types import CodeType
from typing import Any

from numba.core import compiler, errors, rewrites, typed_passes, untyped_passes
from numba.core.analysis import dead_branch_prune
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.ssa import reconstruct_ssa
from numba.core.transforms import canonicalize_cfg

_within: Any = vars(errors)["new_error_context"]

GENERATOR = 0x20
"""The flag of code that yields."""


@register_pass(mutates_CFG=True, analysis_only=False)
class Shaped(FunctionPass):  # type: ignore[misc]
    """Loops get one way back, branches that are never taken go, constant places in tuples are noted
    and every variable is written once."""

    _name = "outrider_shaped"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)
        dead_branch_prune(state.func_ir, state.args)
        rewrites.rewrite_registry.apply("before-inference", state)
        state.func_ir = reconstruct_ssa(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class Joined(FunctionPass):  # type: ignore[misc]
    """What was told apart for the types is one variable again."""

    _name = "outrider_joined"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        strip = typed_passes.PreLowerStripPhis._strip_phi_nodes
        state.func_ir = strip(self, state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


class Way(PassManager):  # type: ignore[misc]
    """Passes one after another, and nothing between them."""

    def _runPass(self, index: int, one: Any, state: Any) -> None:  # noqa: N802 - Numba's name
        one.analysis = self._analysis
        with _within("Pass {name}", name=one.name()):
            one.run_initialization(state)
            one.run_pass(state)
            one.run_finalizer(state)


@cache
def _way() -> Way:
    way = Way("kernel")
    for one, does in (
        (untyped_passes.TranslateByteCode, "analyzing bytecode"),
        (untyped_passes.FixupArgs, "fix up args"),
        (Shaped, "prune, rewrite, ssa"),
        (typed_passes.NopythonTypeInference, "nopython frontend"),
        (Joined, "remove phis nodes"),
        (typed_passes.IRLegalization, "ensure IR is legal prior to lowering"),
        (typed_passes.AnnotateTypes, "annotate types"),
        (typed_passes.NativeLowering, "native lowering"),
        (typed_passes.NoPythonBackend, "nopython mode backend"),
    ):
        way.add_pass(one, does)
    way.finalize()
    return way


class Own(PassManager):  # type: ignore[misc]
    """Numba's own way, from the beginning."""

    def run(self, state: Any) -> None:
        state.func_ir, state.status.fail_reason = None, None
        compiler.DefaultPassBuilder.define_nopython_pipeline(state).run(state)


class Kernel(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's compiler for one kernel."""

    def define_pipelines(self) -> list[PassManager]:
        code = self.state.func_id.code
        inside = any(isinstance(each, CodeType) for each in code.co_consts)
        if inside or code.co_flags & GENERATOR or self.state.flags.auto_parallel.enabled:
            return [Own("nopython")]
        # Whoever does something else that there is no station for gets there all the same.
        return [_way(), Own("nopython")]
