"""Values of messages: of any bytes, or a WireError."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from .forms import (
    C128,
    DTYPES,
    F64,
    I64,
    MAX_AS_ARRAY,
    MAX_DEPTH,
    MAX_INTEGER,
    MAX_ITEMS,
    MAX_KEYS,
    MAX_SAME_HASH,
    SINGLE,
    U32,
)
from .values import FunctionRef, ModuleName, Raised, WireError


class Room:
    """How much more the messages that share it may hold."""

    def __init__(self) -> None:
        self.items, self.keys = MAX_ITEMS, MAX_KEYS


def decode(
    data: bytes,
    function: Callable[[str, int], Any] = FunctionRef,
    room: Room | None = None,
) -> Any:
    """The value of a message; `function(name, id)` makes what a function reference arrives as.

    room: of all the messages that answer one question; each takes its part of it.

    Raises WireError, and nothing else, for anything that is not exactly one message.
    """
    reader = _Reader(data, function, room or Room())
    try:
        value = reader.read(0)
    except WireError:
        raise
    except (ValueError, TypeError, OverflowError, RecursionError, struct.error) as error:
        raise WireError(f"malformed message: {error}") from None
    if reader.at != len(data):
        raise WireError("malformed message: bytes after its end")
    return value


def too_large_as_array(value: Any) -> bool:
    """Whether numpy would make a huge array of this list, or of one in it: each of its texts gets
    the room of the longest."""
    if type(value) is dict:
        return any(map(too_large_as_array, value.values()))
    leaves, longest = _texts(value)
    return 4 * leaves * longest > MAX_AS_ARRAY


def _texts(value: Any) -> tuple[int, int]:
    """The number of values in nested lists, and the length of the longest text."""
    if type(value) in (list, tuple):
        leaves, longest = 0, 0
        for member in value:
            more, length = _texts(member)
            leaves, longest = leaves + more, max(longest, length)
        return leaves, longest
    return 1, len(value) if type(value) in (str, bytes) else 0


class _Reader:
    def __init__(self, data: bytes, function: Callable[[str, int], Any], room: Room) -> None:
        self.data, self.function, self.room, self.at = memoryview(data), function, room, 0

    def take(self, size: int) -> memoryview:
        end = self.at + size
        if end > len(self.data):
            raise WireError("malformed message: it ends early")
        part, self.at = self.data[self.at : end], end
        return part

    def count(self, unit: int = 1) -> int:
        """A declared count of things of at least `unit` bytes each, all of which must be there."""
        count = U32.unpack(self.take(4))[0]
        if count * unit > len(self.data) - self.at:
            raise WireError("malformed message: it ends early")
        return count

    def read(self, depth: int) -> Any:
        self.room.items -= 1
        if depth > MAX_DEPTH or self.room.items < 0:
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
        self.room.keys -= len(keys)
        if self.room.keys < 0 or len(keys) - len(set(map(hash, keys))) > MAX_SAME_HASH:
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
        return self.function(name, U32.unpack(self.take(4))[0])


_READ: dict[int, Callable[[_Reader, int], Any]] = {
    ord("N"): lambda r, d: None,
    ord("T"): lambda r, d: True,
    ord("F"): lambda r, d: False,
    ord("i"): lambda r, d: I64.unpack(r.take(8))[0],
    ord("I"): _Reader.integer,
    ord("f"): lambda r, d: F64.unpack(r.take(8))[0],
    ord("c"): lambda r, d: complex(*C128.unpack(r.take(16))),
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
