"""Messages of values. Runs in the student process as well, so nothing it does is trusted."""

from __future__ import annotations

import struct
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from .forms import (
    C128,
    DTYPES,
    F64,
    I64,
    MAX_DEPTH,
    MAX_INTEGER,
    MAX_ITEMS,
    MAX_MESSAGE,
    SINGLE,
    U32,
)
from .values import FunctionRef, ModuleName, NotSerializable, Raised

Refer = Callable[[Any], FunctionRef | ModuleName | None]


def encode(value: Any, refer: Refer | None = None, limit: int = MAX_MESSAGE) -> bytes:
    """The message for `value`.

    `refer` turns a value with no form of its own into a reference (or None). Base-type methods
    are called throughout, so a subclass that overrides them is sent as what it really holds.
    Raises NotSerializable.
    """
    out = bytearray()
    _Writer(out, refer, limit).write(value, 0)
    return bytes(out)


class _Writer:
    def __init__(self, out: bytearray, refer: Refer | None, limit: int) -> None:
        self.out, self.refer, self.limit, self.items = out, refer, limit, 0

    def write(self, value: Any, depth: int) -> None:
        self.items += 1
        if depth > MAX_DEPTH:
            raise NotSerializable(f"containers nested more than {MAX_DEPTH} deep cannot be sent")
        if len(self.out) > self.limit or self.items > MAX_ITEMS:
            raise NotSerializable(f"a value with more than {self.limit} bytes or {MAX_ITEMS} items")
        kind = type(value)
        write = _WRITE.get(kind) or next((_WRITE[b] for b in kind.__mro__ if b in _WRITE), None)
        if write is None:
            value = self.refer(value) if self.refer else None
            write = _WRITE.get(type(value)) if value is not None else None
        if write is None:
            raise NotSerializable(f"a value of type {kind.__name__!r} cannot be sent")
        write(self, value, depth)

    def blob(self, tag: bytes, data: bytes) -> None:
        if len(data) + len(self.out) > self.limit:
            raise NotSerializable(f"a value with more than {self.limit} bytes cannot be sent")
        self.out += tag + U32.pack(len(data))
        self.out += data

    def text(self, value: str, depth: int = 0) -> None:
        self.blob(b"s", str.encode(value, "utf-8", "surrogatepass"))

    def integer(self, value: int, depth: int) -> None:
        value = int.__index__(value)
        if -(2**63) <= value < 2**63:
            self.out += b"i" + I64.pack(value)
            return
        size = value.bit_length() // 8 + 1
        if size > MAX_INTEGER:
            raise NotSerializable(f"an integer of more than {MAX_INTEGER * 8} bits cannot be sent")
        self.blob(b"I", value.to_bytes(size, "little", signed=True))

    def sequence(self, tag: bytes, members: list[Any], depth: int) -> None:
        self.out += tag + U32.pack(len(members))
        for member in members:
            self.write(member, depth + 1)

    def mapping(self, value: dict[Any, Any], depth: int) -> None:
        pairs = list(dict.items(value))
        self.out += b"d" + U32.pack(len(pairs))
        for key, member in pairs:
            self.write(key, depth + 1)
            self.write(member, depth + 1)

    def array(self, value: np.ndarray, depth: int) -> None:
        if issubclass(type(value), np.ma.MaskedArray):
            raise NotSerializable("a masked array cannot be sent")
        array = np.ndarray.view(value, np.ndarray)
        dtype = array.dtype.newbyteorder("<")
        if dtype.kind in "fc" and dtype not in DTYPES:  # long doubles
            dtype = np.dtype("<f8" if dtype.kind == "f" else "<c16")
        if dtype not in DTYPES:
            raise NotSerializable(f"an array of dtype {array.dtype} cannot be sent")
        if array.size * dtype.itemsize + len(self.out) > self.limit:
            raise NotSerializable(
                f"an array of shape {array.shape} is larger than {self.limit} bytes"
            )
        shape = struct.pack(f"<{array.ndim}Q", *array.shape)
        self.out += b"a" + bytes((DTYPES.index(dtype), array.ndim)) + shape
        self.out += array.astype(dtype, copy=False).tobytes()

    def scalar(self, value: np.generic, depth: int) -> None:
        """numpy's own numbers that are no Python numbers (float64 and complex128 are)."""
        if type(value) in SINGLE:
            dtype = SINGLE[type(value)]
            self.out += b"p" + bytes((DTYPES.index(dtype),))
            self.out += np.generic.astype(value, dtype).tobytes()
            return
        for base, convert in _NUMBERS:
            if issubclass(type(value), base):
                self.write(convert(np.generic.item(value)), depth)
                return
        raise NotSerializable(f"a value of type {type(value).__name__!r} cannot be sent")

    def function(self, value: FunctionRef, depth: int) -> None:
        self.out += b"r"
        self.text(value.name)
        self.out += U32.pack(value.id)

    def texts(self, tag: bytes, *values: str) -> None:
        self.out += tag
        for value in values:
            self.text(value)


_NUMBERS = (
    (np.bool_, bool),
    (np.integer, int),
    (np.floating, float),
    (np.complexfloating, complex),
)
_WRITE: dict[type, Callable[[_Writer, Any, int], None]] = {
    type(None): lambda w, v, d: w.out.extend(b"N"),
    bool: lambda w, v, d: w.out.extend(b"T" if v is True else b"F"),
    int: _Writer.integer,
    float: lambda w, v, d: w.out.extend(b"f" + F64.pack(float.__float__(v))),
    complex: lambda w, v, d: w.out.extend(
        b"c" + C128.pack((v := complex.__complex__(v)).real, v.imag)
    ),
    str: _Writer.text,
    bytes: lambda w, v, d: w.blob(b"b", bytes.__getitem__(v, slice(None))),
    bytearray: lambda w, v, d: w.blob(b"b", bytes(bytearray.__getitem__(v, slice(None)))),
    list: lambda w, v, d: w.sequence(b"l", list(list.__iter__(v)), d),
    tuple: lambda w, v, d: w.sequence(b"t", list(tuple.__iter__(v)), d),
    set: lambda w, v, d: w.sequence(b"S", list(set.__iter__(v)), d),
    frozenset: lambda w, v, d: w.sequence(b"Z", list(frozenset.__iter__(v)), d),
    dict: _Writer.mapping,
    np.ndarray: _Writer.array,
    np.generic: _Writer.scalar,
    FunctionRef: _Writer.function,
    ModuleName: lambda w, v, d: w.texts(b"m", v.name),
    Raised: lambda w, v, d: w.texts(b"e", v.type_name, v.builtin, v.message, v.traceback),
    types.ModuleType: lambda w, v, d: w.texts(b"m", v.__name__),
}
