"""Fewer instructions for the same: what Numba writes down for an item of an array, for a variable
and for a call is mostly thrown away again by the optimizer, but until then it takes its time.

These stand in Numba's place as `compiled.quick` says.
"""

from collections.abc import Callable
from typing import Any

from llvmlite.ir import Constant
from numba import types
from numba.core import cgutils, ir
from numba.core.imputils import impl_ret_new_ref

DATA, SHAPE = 4, 5
"""Where they stand in the structure that an array is."""

# -- an item of an array that lies in one piece: where it is, and no view of the array before that.


def _is_item(lower: Any, signature: Any) -> bool:
    array, index = signature.args[:2]
    return (
        isinstance(array, types.Array)
        and array.layout == "C"
        and array.aligned
        and isinstance(array.dtype, types.Integer | types.Float)
        and not lower.context.enable_boundscheck
        and len(_kinds(index)) == array.ndim
        and all(isinstance(kind, types.Integer) for kind in _kinds(index))
    )


def _kinds(index: Any) -> tuple[Any, ...]:
    return tuple(index.types) if isinstance(index, types.BaseTuple) else (index,)


def _loaded(lower: Any, name: str, kind: Any) -> Any:
    return lower.context.cast(lower.builder, lower.loadvar(name), lower.typeof(name), kind)


def _place(lower: Any, signature: Any, array: Any, index: Any) -> Any:
    """The pointer to an item. An index below 0 counts from the end."""
    builder, kinds = lower.builder, _kinds(signature.args[1])
    many = isinstance(signature.args[1], types.BaseTuple)
    at: Any = None
    for axis, kind in enumerate(kinds):
        each = builder.extract_value(index, axis) if many else index
        word = types.intp if kind.signed else types.uintp
        each = lower.context.cast(builder, each, kind, word)
        known = isinstance(each, Constant) and each.constant >= 0
        if kind.signed and not known:
            size = builder.extract_value(array, (SHAPE, axis))
            below = builder.icmp_signed("<", each, Constant(each.type, 0))
            each = builder.select(below, builder.add(each, size), each)
        if at is not None:
            size = builder.extract_value(array, (SHAPE, axis))
            each = builder.add(builder.mul(at, size), each)
        at = each
    return builder.gep(builder.extract_value(array, DATA), [at])


def item_read(own: Callable[..., Any]) -> Callable[..., Any]:
    def lower_getitem(
        self: Any, result: Any, expression: Any, value: Any, index: Any, signature: Any
    ) -> Any:
        if not _is_item(self, signature):
            return own(self, result, expression, value, index, signature)
        given = _loaded(self, index.name, signature.args[1])
        place = _place(self, signature, self.loadvar(value.name), given)
        found = self.builder.load(place)
        return self.context.cast(self.builder, found, signature.args[0].dtype, result)

    return lower_getitem


def item_written(own: Callable[..., Any]) -> Callable[..., Any]:
    def lower_setitem(self: Any, target: Any, index: Any, value: Any, signature: Any) -> Any:
        if not _is_item(self, signature) or not isinstance(
            signature.args[2], types.Integer | types.Float | types.Boolean
        ):
            return own(self, target, index, value, signature)
        written = _loaded(self, value.name, signature.args[2])
        given = _loaded(self, index.name, signature.args[1])
        place = _place(self, signature, self.loadvar(target.name), given)
        kind = signature.args[0].dtype
        self.builder.store(self.context.cast(self.builder, written, signature.args[2], kind), place)
        return None

    return lower_setitem


def constant_read(own: Callable[..., Any]) -> Callable[..., Any]:
    """Whether there is another way for a constant index need not be asked."""

    def lower_expr(self: Any, result: Any, expression: Any) -> Any:
        if expression.op == "static_getitem" and expression.index_var is not None:
            signature = self.fndesc.calltypes[expression]
            if signature is not None and _is_item(self, signature):
                return self.lower_getitem(
                    result, expression, expression.value, expression.index_var, signature
                )
        return own(self, result, expression)

    return lower_expr


def constant_written(own: Callable[..., Any]) -> Callable[..., Any]:
    def lower_inst(self: Any, statement: Any) -> Any:
        if isinstance(statement, ir.StaticSetItem) and statement.index_var is not None:
            signature = self.fndesc.calltypes[statement]
            if _is_item(self, signature):
                return self.lower_setitem(
                    statement.target, statement.index_var, statement.value, signature
                )
        return own(self, statement)

    return lower_inst


# -- variables: what no reference is counted of need not be looked at when it changes or goes, and
# what is written once, at the beginning, needs no place in memory.


def _is_counted(lower: Any, name: str) -> bool:
    kept = lower.context.data_model_manager[lower.typeof(name)]
    return bool(lower.context.enable_nrt and kept.contains_nrt_meminfo())


def stored(own: Callable[..., Any]) -> Callable[..., Any]:
    def storevar(self: Any, value: Any, name: str, argidx: Any = None) -> None:
        if argidx is not None or self._disable_sroa_like_opt or _is_counted(self, name):
            own(self, value, name, argidx)
        elif name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            place = self.getvar(name)
            if value.type != place.type.pointee:
                own(self, value, name, argidx)  # which says what is wrong
            else:
                self.builder.store(value, place)

    return storevar


def deleted(own: Callable[..., Any]) -> Callable[..., Any]:
    def delvar(self: Any, name: str) -> None:
        if self._disable_sroa_like_opt or _is_counted(self, name):
            own(self, name)
        elif name not in self._blk_local_varmap:
            # It is read in another order than it is written: it needs a place after all.
            self._singly_assigned_vars.discard(name)

    return delvar


def found_once(own: Callable[..., Any]) -> Callable[..., Any]:
    def _find_singly_assigned_variable(self: Any) -> None:
        own(self)
        if self.func_ir.func_id.is_generator:
            return
        writes: dict[str, int] = {}
        for block in self.blocks.values():
            for statement in block.find_insts(ir.Assign):
                writes[statement.target.name] = writes.get(statement.target.name, 0) + 1
        for statement in self.blocks[self.firstblk].find_insts(ir.Assign):
            name = statement.target.name
            given_once = writes[name] == 1 and isinstance(statement.value, ir.Arg)
            if given_once and not _is_counted(self, name):
                self._singly_assigned_vars.add(name)

    return _find_singly_assigned_variable


# -- calls of what never fails: nobody asks whether it has.


def never_fails(written: str) -> bool:
    """Whether a module has nothing that could end otherwise than well."""
    return written.count(" ret i32 ") == written.count(" ret i32 0\n")


def called(description: Any, libraries: list[Any]) -> Any:
    """How a function that never fails is called, and nothing is asked about how that went."""

    def call(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        callee = context.declare_function(builder.module, description)
        convention, result = context.call_conv, description.restype
        place = cgutils.alloca_once(builder, convention.get_return_type(result).pointee)
        no_error = Constant(callee.function_type.args[1], None)
        words = convention._get_arg_packer(description.argtypes).as_arguments(builder, given)
        builder.call(callee, [place, no_error, *words])
        value = context.get_returned_value(builder, result, builder.load(place))
        return impl_ret_new_ref(context, builder, result, value)

    made: Any = call
    made.signature = description.argtypes
    made.libs = tuple(libraries)
    return made
