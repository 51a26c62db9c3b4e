"""The wire between the examiner and a student's process: typed data, never code.

A message is one value. It starts with a tag byte; lengths and counts are little-endian u32:

    N T F        None, True, False
    i I          integer of 8 bytes; longer integer: length, two's complement
    f c          float (8 bytes), complex (16 bytes)
    p            numpy float or complex of less precision: dtype index, data
    s b          text (UTF-8, lone surrogates kept) and bytes: length, content
    l t S Z      list, tuple, set, frozenset: count, items
    d            dict: count, then key, value, key, value ...
    a            array: dtype index, number of dimensions, u64 shape, data (C order, little-endian)
    r m          function: name, id; module: name
    e            exception: type name, nearest builtin type, message, traceback text

What arrives is always of the exact builtin type (or `numpy.ndarray`), whatever subclass was sent;
a numpy scalar arrives as the Python number it holds, but for one of half or single precision: it
has larger errors, and a check has to know. `encode` runs in the student's process, so nothing it
does is trusted: `decode` accepts any bytes and ends in a value or a `WireError`.

This package runs on both sides: `encoding` makes messages of values, `decoding` values of messages,
`channel` sends and receives them; `values` are those that only the wire has.
"""

from __future__ import annotations

from .channel import HEADER, BufferedChannel, Channel
from .decoding import Room, decode, too_large_as_array
from .encoding import encode
from .forms import (
    MAX_DEPTH,
    MAX_INTEGER,
    MAX_ITEMS,
    MAX_KEYS,
    MAX_MESSAGE,
    MAX_SAME_HASH,
)
from .values import MAX_TRACEBACK, FunctionRef, ModuleName, NotSerializable, Raised, WireError

__all__ = [
    "HEADER",
    "MAX_DEPTH",
    "MAX_INTEGER",
    "MAX_ITEMS",
    "MAX_KEYS",
    "MAX_MESSAGE",
    "MAX_SAME_HASH",
    "MAX_TRACEBACK",
    "BufferedChannel",
    "Channel",
    "FunctionRef",
    "ModuleName",
    "NotSerializable",
    "Raised",
    "Room",
    "WireError",
    "decode",
    "encode",
    "too_large_as_array",
]
