"""Messages of values, values of messages; the forms are in the package's docstring."""

from __future__ import annotations

import struct
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from .values import FunctionRef, ModuleName, NotSerializable, Raised, WireError

MAX_MESSAGE = 64 * 2**20  # bytes of one message
MAX_DEPTH = 64  # containers inside containers
MAX_ITEMS = 2**19  # values in one message: bounds what a small message can grow to in memory
MAX_KEYS = 2**14  # set members and dict keys in one message: bounds the cost of crafted hashes
MAX_SAME_HASH = 64  # keys of one container that may share their hash
MAX_INTEGER = 2**17  # bytes of one integer (a million bits), so that arithmetic on it ends

_CODES = ("|b1", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8")
DTYPES = tuple(np.dtype(code) for code in (*_CODES, "<c8", "<c16"))
# numpy's numbers whose precision is less than a Python number's.
SINGLE = {t.type: t for t in DTYPES if t.str in ("<f2", "<f4", "<c8")}
_U32, _I64, _F64, _C128 = (struct.Struct(code) for code in ("<I", "<q", "<d", "<dd"))

# ---------------------------------------------------------------------------------------- encoding

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
        self.out += tag + _U32.pack(len(data))
        self.out += data

    def text(self, value: str, depth: int = 0) -> None:
        self.blob(b"s", str.encode(value, "utf-8", "surrogatepass"))

    def integer(self, value: int, depth: int) -> None:
        value = int.__index__(value)
        if -(2**63) <= value < 2**63:
            self.out += b"i" + _I64.pack(value)
            return
        size = value.bit_length() // 8 + 1
        if size > MAX_INTEGER:
            raise NotSerializable(f"an integer of more than {MAX_INTEGER * 8} bits cannot be sent")
        self.blob(b"I", value.to_bytes(size, "little", signed=True))

    def sequence(self, tag: bytes, members: list[Any], depth: int) -> None:
        self.out += tag + _U32.pack(len(members))
        for member in members:
            self.write(member, depth + 1)

    def mapping(self, value: dict[Any, Any], depth: int) -> None:
        pairs = list(dict.items(value))
        self.out += b"d" + _U32.pack(len(pairs))
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
        self.out += _U32.pack(value.id)

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
    float: lambda w, v, d: w.out.extend(b"f" + _F64.pack(float.__float__(v))),
    complex: lambda w, v, d: w.out.extend(
        b"c" + _C128.pack((v := complex.__complex__(v)).real, v.imag)
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


# ---------------------------------------------------------------------------------------- decoding


def decode(data: bytes, function: Callable[[str, int], Any] = FunctionRef) -> Any:
    """The value of a message; `function(name, id)` makes what a function reference arrives as.

    Raises WireError, and nothing else, for anything that is not exactly one message.
    """
    reader = _Reader(data, function)
    try:
        value = reader.read(0)
    except WireError:
        raise
    except (ValueError, TypeError, OverflowError, RecursionError, struct.error) as error:
        raise WireError(f"malformed message: {error}") from None
    if reader.at != len(data):
        raise WireError("malformed message: bytes after its end")
    return value


class _Reader:
    def __init__(self, data: bytes, function: Callable[[str, int], Any]) -> None:
        self.data, self.function = memoryview(data), function
        self.at, self.items, self.keys = 0, 0, 0

    def take(self, size: int) -> memoryview:
        end = self.at + size
        if end > len(self.data):
            raise WireError("malformed message: it ends early")
        part, self.at = self.data[self.at : end], end
        return part

    def count(self, unit: int = 1) -> int:
        """A declared count of things of at least `unit` bytes each, all of which must be there."""
        count = _U32.unpack(self.take(4))[0]
        if count * unit > len(self.data) - self.at:
            raise WireError("malformed message: it ends early")
        return count

    def read(self, depth: int) -> Any:
        self.items += 1
        if depth > MAX_DEPTH or self.items > MAX_ITEMS:
            raise WireError("malformed message: too deep or too many items")
        reader = _READ.get(self.take(1)[0])
        if reader is None:
            raise WireError("malformed message: unknown kind of value")
        return reader(self, depth)

    def blob(self) -> bytes:
        return bytes(self.take(self.count()))

    def text(self, depth: int = 0) -> str:
        return str(self.take(self.count()), "utf-8", "surrogatepass")

    def named(self) -> str:
        if self.take(1) != b"s":
            raise WireError("malformed message: text expected")
        return self.text()

    def integer(self, depth: int) -> int:
        data = self.blob()
        if len(data) > MAX_INTEGER:
            raise WireError("malformed message: integer too long")
        return int.from_bytes(data, "little", signed=True)

    def sequence(self, depth: int) -> list[Any]:
        return [self.read(depth + 1) for _ in range(self.count())]

    def hashable(self, keys: list[Any]) -> list[Any]:
        """Refuse keys chosen so that building a set or dict of them takes for ever."""
        self.keys += len(keys)
        if self.keys > MAX_KEYS or len(keys) - len(set(map(hash, keys))) > MAX_SAME_HASH:
            raise WireError("malformed message: too many keys")
        return keys

    def members(self, kind: type[set] | type[frozenset], depth: int) -> Any:
        keys = self.hashable(self.sequence(depth))
        result = kind(keys)
        if len(result) != len(keys):
            raise WireError("malformed message: a set with equal members")
        return result

    def mapping(self, depth: int) -> dict[Any, Any]:
        pairs = [(self.read(depth + 1), self.read(depth + 1)) for _ in range(self.count(2))]
        self.hashable([key for key, _ in pairs])
        result = dict(pairs)
        if len(result) != len(pairs):
            raise WireError("malformed message: a dict with equal keys")
        return result

    def array(self, depth: int) -> np.ndarray:
        index, dimensions = self.take(2)
        if index >= len(DTYPES) or dimensions > 32:
            raise WireError("malformed message: no such array")
        dtype = DTYPES[index]
        shape = struct.unpack(f"<{dimensions}Q", self.take(8 * dimensions))
        size, extent = 1, 1
        for length in shape:
            size, extent = size * length, extent * max(length, 1)
        if extent > 2**40:
            raise WireError("malformed message: array too large")
        data = self.take(size * dtype.itemsize)
        if dtype.kind == "b":  # a boolean is 0 or 1, whatever bytes were sent
            return (np.frombuffer(data, np.uint8) != 0).reshape(shape)
        return np.frombuffer(data, dtype).reshape(shape).astype(dtype.newbyteorder("="))

    def scalar(self, depth: int) -> np.generic:
        (index,) = self.take(1)
        if index >= len(DTYPES) or DTYPES[index].type not in SINGLE:
            raise WireError("malformed message: no such number")
        dtype = DTYPES[index]
        return np.frombuffer(self.take(dtype.itemsize), dtype)[0]

    def reference(self, depth: int) -> Any:
        name = self.named()
        return self.function(name, _U32.unpack(self.take(4))[0])


_READ: dict[int, Callable[[_Reader, int], Any]] = {
    ord("N"): lambda r, d: None,
    ord("T"): lambda r, d: True,
    ord("F"): lambda r, d: False,
    ord("i"): lambda r, d: _I64.unpack(r.take(8))[0],
    ord("I"): _Reader.integer,
    ord("f"): lambda r, d: _F64.unpack(r.take(8))[0],
    ord("c"): lambda r, d: complex(*_C128.unpack(r.take(16))),
    ord("p"): _Reader.scalar,
    ord("s"): _Reader.text,
    ord("b"): lambda r, d: r.blob(),
    ord("l"): _Reader.sequence,
    ord("t"): lambda r, d: tuple(r.sequence(d)),
    ord("S"): lambda r, d: r.members(set, d),
    ord("Z"): lambda r, d: r.members(frozenset, d),
    ord("d"): _Reader.mapping,
    ord("a"): _Reader.array,
    ord("r"): _Reader.reference,
    ord("m"): lambda r, d: ModuleName(r.named()),
    ord("e"): lambda r, d: Raised(r.named(), r.named(), r.named(), r.named()),
}
