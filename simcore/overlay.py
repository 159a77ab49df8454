"""A record some of whose fields are laid over with values that are in no memory.

What changes with every question to a strategy would cost a store each time, most of
them for nobody to read. Laid over the record, such fields are arguments like any other:
what a strategy does not look at is never written.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    models,
    register_model,
)


class _Overlay(types.Type):  # type: ignore[misc]
    """The numba type of a record with some `names` of its fields laid over."""

    def __init__(self, record: Any, names: tuple[str, ...]) -> None:
        self.record = record
        self.names = names
        super().__init__(f"overlay({record}, {names})")


@register_model(_Overlay)
class _OverlayModel(models.StructModel):  # type: ignore[misc]
    """Where the record beneath is, and a value for each field laid over it."""

    def __init__(self, manager: Any, kind: _Overlay) -> None:
        members = [(name, kind.record.typeof(name)) for name in kind.names]
        super().__init__(manager, kind, [("place", types.voidptr), *members])


def _record_of(context: Any, builder: Any, kind: _Overlay, value: Any) -> Any:
    """Return the record beneath an overlay."""
    place = cgutils.create_struct_proxy(kind)(context, builder, value).place
    return builder.bitcast(place, context.get_value_type(kind.record))


@infer_getattr
class _OverlayFields(AttributeTemplate):  # type: ignore[misc]
    """Every field has the type that it has in the record."""

    key = _Overlay

    def generic_resolve(self, kind: _Overlay, name: str) -> Any:
        if name in kind.record.fields:
            return kind.record.typeof(name)
        return None


@lower_getattr_generic(_Overlay)  # type: ignore[untyped-decorator]
def _get_field(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    """Return the value laid over the field `name`, or else what is beneath."""
    if name in kind.names:
        return getattr(cgutils.create_struct_proxy(kind)(context, builder, value), name)
    record = _record_of(context, builder, kind, value)
    get = context.get_getattr(kind.record, name)
    return get(context, builder, kind.record, record, name)


def overlay_maker(*names: str) -> Any:
    """Return a function for kernels that lays values over the fields `names`.

    Returns
    -------
    compiled function
        ``(record, values)``: the record as it looks with the tuple `values`, one for
        each of `names`, for reading. Later changes of the record show through.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def lay_over(typingctx: Any, record: Any, values: Any) -> Any:
        kind = _Overlay(record, names)

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            overlay = cgutils.create_struct_proxy(kind)(context, builder)
            place, packed = arguments
            overlay.place = builder.bitcast(place, cgutils.voidptr_t)
            given = cgutils.unpack_tuple(builder, packed)
            for name, value, have in zip(names, given, values.types, strict=True):
                wanted = record.typeof(name)
                setattr(overlay, name, context.cast(builder, value, have, wanted))
            return overlay._getvalue()

        return kind(record, values), emit

    return lay_over


@intrinsic  # type: ignore[untyped-decorator]
def beneath(typingctx: Any, overlay: Any) -> Any:
    """Return the record that is laid over."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _record_of(context, builder, overlay, arguments[0])

    return overlay.record(overlay), emit
